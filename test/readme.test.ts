import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/alir.ts';
import { runCli, startServing } from './support/cli.ts';

const ROOT = resolve(import.meta.dirname, '..');
const README = readFileSync(`${ROOT}/README.md`, 'utf8');
const PACKAGE = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'));

function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) =>
    String(match[1]),
  );
}

/** Commands with the output that the README promises, in its order; `...` stands for what differs each time. */
const EXAMPLES = blocks('console').map((block) => {
  const [command = '', ...output] = block.trimEnd().split('\n');
  return { command: command.replace(/^\$ /, ''), output: output.join('\n') };
});

/** The words of a command, as a shell would cut it; no more of a shell than the README uses. */
function words(command: string, variables: Record<string, string>): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) =>
      single ?? (double ?? bare ?? '').replaceAll(/\$(\w+)/g, (_, name) => variables[name] ?? ''),
  );
}

/** Runs `curl` by fetch and `alir` by the compiled command line, since a machine may have neither curl nor a shell. */
async function run(
  command: string,
  cwd: string,
  url: string,
  variables: Record<string, string>,
): Promise<string> {
  const [first = '', ...rest] = words(command, variables);
  if (first === 'curl') return curl(rest, url);
  const assignment = /^(ALIR_DATA_DIR)=(.*)$/.exec(first);
  const args = assignment ? rest.slice(1) : rest;
  expect(assignment ? rest[0] : first).toBe('alir');
  const { stdout } = await runCli(args, {
    cwd,
    ...(assignment ? { data_dir: `${cwd}/${assignment[2]}` } : {}),
  });
  return stdout.trimEnd();
}

async function curl(args: readonly string[], demoUrl: string): Promise<string> {
  const headers: Record<string, string> = {};
  const init: RequestInit = { headers };
  let url = '';
  for (let place = 0; place < args.length; place++) {
    const word = args[place] ?? '';
    if (word === '-s') continue;
    if (word === '-H') {
      const [name = '', value = ''] = (args[++place] ?? '').split(': ');
      headers[name] = value;
    } else if (word === '-d') {
      init.method = 'POST';
      init.body = args[++place] ?? '';
    } else url = word;
  }
  expect(url).toContain('http://127.0.0.1:8080/');
  return (await fetch(url.replace('http://127.0.0.1:8080', demoUrl), init)).text();
}

function pattern(promised: string): RegExp {
  const parts = promised.split('...').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^\n]+')}$`);
}

describe('the README', () => {
  test('starts with two commands, which are scripts of the package', () => {
    expect(blocks('sh').slice(0, 2)).toEqual(['npm ci && npm run demo\n', 'npm ci && npm test\n']);
    expect(PACKAGE.scripts).toMatchObject({
      demo: 'node dist/cli.js demo',
      start: 'node dist/cli.js serve',
      prepare: 'npm run --silent build',
      test: expect.any(String),
      'test:faults': expect.any(String),
      bench: expect.any(String),
    });
  });

  test('promises what its examples print, against the demo that it tells to start', async () => {
    const cwd = await temporaryFolder();
    const { printed } = await startServing(['demo'], { cwd });
    expect(printed.example).toContain(printed.api_key);
    expect(EXAMPLES.length).toBeGreaterThanOrEqual(7);
    for (const { command, output } of EXAMPLES) {
      const printedNow = await run(command, cwd, printed.url, { KEY: printed.api_key });
      expect(printedNow, command).toMatch(pattern(output));
    }
  });

  test('maps every folder of src, and every setting and command', () => {
    const help = readFileSync(`${ROOT}/src/cli.ts`, 'utf8');
    for (const [, name] of help.matchAll(/command\(program, '(\w+)'/g))
      expect(README).toContain(`\`alir ${name}`);
    for (const [, name] of readFileSync(`${ROOT}/src/config.ts`, 'utf8').matchAll(/'(ALIR_\w+)'/g)) {
      expect(README).toContain(`\`${name}\``);
    }
    const folders = readdirSync(`${ROOT}/src`, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    for (const folder of folders) expect(README).toContain(`\`src/${folder.name}/\``);
  });
});
