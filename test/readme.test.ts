import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/alir.ts';
import { startServing } from './support/cli.ts';

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

/** Runs a command in bash, with `alir` and the key of the running demo. */
async function run(command: string, cwd: string, env: Record<string, string>): Promise<string> {
  const alir = `${cwd}/alir`;
  await writeFile(alir, `#!/bin/sh\nexec "${process.execPath}" "${ROOT}/dist/cli.js" "$@"\n`);
  await chmod(alir, 0o755);
  const { stdout } = await promisify(execFile)('bash', ['-c', command], {
    cwd,
    env: { PATH: `${cwd}:${process.env.PATH}`, ...env },
  });
  return stdout.trimEnd();
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
      const printedNow = await run(command.replaceAll('http://127.0.0.1:8080', printed.url), cwd, {
        KEY: printed.api_key,
        ALIR_DATA_DIR: `${cwd}/data`,
      });
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
