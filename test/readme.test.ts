import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/alir.ts';
import { runCli, startServing } from './support/cli.ts';
import { blocks, runExamples, runPython, runTypeScript, textOf } from './support/guide.ts';

const README = textOf('README.md');
const OPERATOR = textOf('docs/operator.md');
const CALLER = textOf('docs/caller.md');
const PACKAGE = JSON.parse(textOf('package.json'));

/** The data folder of the guide for the operator, served, answers the key of an account in it. */
async function newcomerIsAnswered(cwd: string): Promise<void> {
  const data_dir = `${cwd}/try-data`;
  const options = ['--email', 'second@example.com', '--plan', 'starter', '--json'];
  const { json } = await runCli(['account', 'create', ...options], { data_dir });
  const [{ api_key }] = json() as [{ api_key: string }];
  const { printed } = await startServing(['serve'], { data_dir });
  const response = await fetch(`${printed.url}/foreign-flow?ticker=BBCA&from=2026-01-30&to=2026-01-30`, {
    headers: { authorization: `Bearer ${api_key}` },
  });
  const { data } = (await response.json()) as { data: { foreign_buy: number } };
  expect(data.foreign_buy).toBeGreaterThan(0);
}

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
    await newcomerIsAnswered(cwd);
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
