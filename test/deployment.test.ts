import { describe, expect, test } from 'vitest';
import { readConfig, SETTINGS, variableOf } from '../src/server/config.ts';
import { textOf } from './support/guide.ts';

const COMPOSE = textOf('compose.yaml');
const DOCKERFILE = textOf('Dockerfile');

/** The lines of a service of compose.yaml, without its indentation. */
function service(name: string): string[] {
  const lines = COMPOSE.split('\n');
  const start = lines.indexOf(`  ${name}:`);
  const length = lines.slice(start + 1).findIndex((line) => /^ {0,2}\S/.test(line));
  return lines.slice(start + 1, start + 1 + length).map((line) => line.slice(4));
}

function exampleOfSettings(): string {
  const settings = Object.entries(SETTINGS).map(
    ([name, { fallback, meaning }]) =>
      // The number of threads is the machine's.
      `# ${meaning}\n#${variableOf(name)}=${name === 'threads' ? '' : fallback}\n`,
  );
  return [
    `# Settings of Alir with their defaults, for compose.yaml (.env) and systemd (/etc/alir/alir.env). Remove the # in front of each setting that you change.
# Let only the owner read this file. Put single quotes around a value that contains $ or #.

# Host name of the service, only for compose.yaml
DOMAIN=api.example.com
`,
    ...settings,
  ].join('\n');
}

// vitest -u writes it again.
test('.env.example lists every setting with its default', async () => {
  await expect(exampleOfSettings()).toMatchFileSnapshot('../.env.example');
});

test('.env.example with every line uncommented is accepted', () => {
  const lines = exampleOfSettings().matchAll(/^#?([A-Z_]+)=(.*)$/gm);
  const environment = Object.fromEntries([...lines].map(([, name, value]) => [name, value]));
  expect(Object.keys(environment).length).toBe(Object.keys(SETTINGS).length + 1);
  expect(readConfig(environment)).toEqual(readConfig({}));
});

test('the variables that compose.yaml and the image set are settings', () => {
  const set = [
    ...`${service('alir').join('\n')}\n${DOCKERFILE}`.matchAll(/\b(ALIR_\w+)[:=] ?("?)([^\s"\\]+)/g),
  ];
  expect(set.length).toBeGreaterThanOrEqual(7);
  const value = (text: string) => (text.startsWith('$') ? 'api.example.com' : text);
  expect(() =>
    readConfig(Object.fromEntries(set.map(([, name = '', , text = '']) => [name, value(text)]))),
  ).not.toThrow();
});

test('compose.yaml has a volume, restarts, log limits, a readiness check and a grace period', () => {
  const alir = service('alir');
  expect(alir).toContain('restart: unless-stopped');
  expect(alir).toContain('stop_grace_period: 30s');
  expect(alir).toContain('logging: *logging');
  expect(alir).toContain('  - data:/var/lib/alir');
  expect(alir).toContain('  - backup:/backup');
  expect(alir.join('\n')).toMatch(/healthcheck:\n[\s\S]*8080\/health\/ready/);
  // Only the proxy is reached from outside.
  expect(alir.join('\n')).not.toContain('ports:');
  expect(service('caddy')).toContain('  - ./Caddyfile:/etc/caddy/Caddyfile:ro');
  expect(COMPOSE).toMatch(/&logging\n {2}driver: json-file\n {2}options:\n {4}max-size: /);
  for (const volume of ['data', 'backup', 'caddy-data', 'caddy-config']) {
    expect(COMPOSE.slice(COMPOSE.indexOf('\nvolumes:'))).toContain(`\n  ${volume}:\n`);
  }
});

test('the proxy does not pass on /metrics', () => {
  const caddyfile = textOf('Caddyfile');
  expect(caddyfile).toMatch(/^\{\$DOMAIN\} \{/);
  expect(caddyfile).toContain('respond /metrics 404');
  expect(caddyfile).toContain('reverse_proxy alir:8080');
});

test('the image has no compiler, development package or root user, and installs packages before it copies sources', () => {
  const stages = DOCKERFILE.split(/^(?=FROM )/m).slice(1);
  expect(stages.map((stage) => stage.split('\n')[0])).toEqual([
    'FROM node:24-slim AS locked',
    'FROM locked AS production',
    'FROM locked AS build',
    'FROM node:24-slim',
  ]);
  const [locked = '', production, build = '', image = ''] = stages;
  expect(locked).not.toContain('COPY src');
  expect(production).toContain('npm ci --omit=dev');
  expect(build.indexOf('npm ci')).toBeLessThan(build.indexOf('COPY src'));
  expect(image).not.toMatch(/npm |apt-get/);
  expect(image).toContain('COPY --from=production /app/node_modules ');
  expect(image).toMatch(/^USER node$/m);
  expect(image).toMatch(/HEALTHCHECK[\s\S]*\/health\/ready/);
  expect(image).toContain('COPY LICENSE ');
  expect(image).toContain('org.opencontainers.image.licenses="MIT"');
});

test('the guide stops a container before it removes it', () => {
  const guide = textOf('docs/run.md');
  expect(guide).toContain('docker stop alir && docker rm alir');
  expect(guide).not.toMatch(/^docker rm --force/m);
});

describe('deploy/ runs three servers on one PostgreSQL', () => {
  const compose = textOf('deploy/compose.yaml');
  const caddyfile = textOf('deploy/Caddyfile');
  const servers = ['alir-1', 'alir-2', 'alir-3'];

  test('whose settings Alir accepts', () => {
    const set = [...compose.matchAll(/^ {4}(ALIR_\w+): "?([^"\n]+)"?$/gm)];
    const environment = set.map(([, name = '', text = '']) => [
      name,
      text.replace(/\$\{DOMAIN:[^}]*\}/, 'api.example.com').replace(/\$\{\w+:[^}]*\}/, 'secret'),
    ]);
    expect(readConfig(Object.fromEntries(environment))).toMatchObject({
      ledger_url: 'postgres://alir:secret@postgres/alir',
      data_dir: '/var/lib/alir',
    });
  });

  test('and Caddy sends requests to each of them, and no request twice that may be charged', () => {
    for (const name of servers) expect(compose).toContain(`\n  ${name}: *alir\n`);
    expect(caddyfile).toContain(`reverse_proxy ${servers.map((name) => `${name}:8080`).join(' ')} {`);
    expect(caddyfile).toMatch(/lb_retry_match \{\s+method HEAD\s+\}/);
    expect(caddyfile).toMatch(/respond \/metrics 404/);
  });
});
