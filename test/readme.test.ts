import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/alir.ts';
import { startServing } from './support/cli.ts';
import { blocks, runExamples, runPython, runTypeScript, textOf } from './support/guide.ts';

const README = textOf('README.md');
const OPERATOR = textOf('docs/operator.md');
const CALLER = textOf('docs/caller.md');
const PACKAGE = JSON.parse(textOf('package.json'));

describe('the README', () => {
  test('starts with two commands, which are scripts of the package', () => {
    expect(blocks(README, 'sh').slice(0, 2)).toEqual(['npm ci && npm run demo\n', 'npm ci && npm test\n']);
    expect(PACKAGE.scripts).toMatchObject({
      demo: 'node dist/cli.js demo',
      start: 'node dist/cli.js serve',
      prepare: 'npm run --silent build',
      test: expect.any(String),
      'test:faults': expect.any(String),
      bench: expect.any(String),
    });
  });

  test('and the guides promise what their examples print, against the demo that it tells to start', async () => {
    const cwd = await temporaryFolder();
    const { printed } = await startServing(['demo'], { cwd });
    expect(printed.example).toContain(printed.api_key);
    const place = { cwd, url: printed.url, variables: { KEY: printed.api_key } };
    expect(await runExamples(README, place)).toBeGreaterThanOrEqual(5);
    expect(await runExamples(OPERATOR, place)).toBeGreaterThanOrEqual(5);
    expect(await runExamples(CALLER, place)).toBeGreaterThanOrEqual(3);
    await runTypeScript(CALLER, place);
    await runPython(CALLER, place);
  });

  test('maps every folder of src, and the guide for the operator every setting and command', () => {
    for (const [, name] of textOf('src/cli.ts').matchAll(/command\(program, '(\w+)'/g))
      expect(OPERATOR).toContain(`\`alir ${name}`);
    for (const [, name] of textOf('src/config.ts').matchAll(/'(ALIR_\w+)'/g)) {
      expect(OPERATOR).toContain(`\`${name}\``);
    }
    const folders = readdirSync(resolve(import.meta.dirname, '../src'), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory(),
    );
    for (const folder of folders) expect(README).toContain(`\`src/${folder.name}/\``);
  });
});
