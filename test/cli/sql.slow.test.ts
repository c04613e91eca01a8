import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { afterThisTest, temporaryFolder } from '../support/alir.ts';
import { ENDLESS } from '../support/analyst.ts';
import { CLI, runCli, runProcess, startCli, stop } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

const run = (data_dir: string, cwd: string, ...args: string[]) => runCli(['sql', ...args], { data_dir, cwd });

/** Whether the answer is being written. */
async function hasStaged(folder: string): Promise<boolean> {
  return (await readdir(folder, { recursive: true })).some((name) => /^\.alir-.*\/a\./.test(name));
}

describe('the source of the query', () => {
  test('a file, or standard input', async ({ data_dir, folder: cwd }) => {
    await writeFile(join(cwd, 'question.sql'), '-- how many?\nSELECT 42 AS n;\n');
    expect((await run(data_dir, cwd, '--file', 'question.sql', '--json')).json()).toEqual([{ n: 42 }]);
    const piped = await runCli(['sql', '-', '--json'], { data_dir, cwd, input: 'SELECT 43 AS n;' });
    expect(piped.json()).toEqual([{ n: 43 }]);
  });

  test.for([
    [['--file', 'absent.sql'], 'absent.sql cannot be read (ENOENT)'],
    [['--file', 'absent.sql', 'SELECT 1'], 'Pass a query or --file, not both'],
    [['--json', '--format', 'csv', 'SELECT 1'], 'Pass either --json or --format, not both'],
    [['--format', 'parquet', 'SELECT 1'], 'Pass --output FILE'],
    [['--output', 'answer', 'SELECT 1'], 'Cannot infer the format of answer:'],
    [['--output', 'answer.csv', '--format', 'table', 'SELECT 1'], 'Cannot infer the format of answer.csv'],
    [['--format', 'xlsx', 'SELECT 1'], 'Allowed choices are table, csv, json, ndjson, parquet, arrow'],
  ] as const)('%j is bad usage', async ([args, expectedText], { data_dir, folder: cwd }) => {
    const { code, stderr } = await run(data_dir, cwd, ...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(expectedText)]);
  });
});

describe('the data folder', () => {
  test('is only read: the lake, not the ledger', async ({ data_dir, folder: cwd }) => {
    const file = await writeTo(cwd, FILE_NAME, csv([line(), line()]));
    await runCli(['ingest', '--confirm', file], { data_dir });
    const before = (await readdir(data_dir, { recursive: true })).toSorted();
    expect(
      (
        await run(data_dir, cwd, '--json', 'SELECT trade_date, count(*) AS n FROM trades GROUP BY ALL')
      ).json(),
    ).toEqual([{ trade_date: DATE, n: 2 }]);
    expect((await readdir(data_dir, { recursive: true })).toSorted()).toEqual(before);
  });

  test('without days gives empty views and a notice', async ({ data_dir: empty }) => {
    const { code, stdout, stderr } = await runCli(['sql', '--json', 'SELECT count(*) AS n FROM trades'], {
      data_dir: empty,
    });
    expect([code, stdout]).toEqual([0, '{"n":0}\n']);
    expect(stderr).toMatch(`No day is published in ${empty}/lake yet`);
  });
});

test('keeps no temporary folder, also when the output is not read to its end', async ({
  data_dir,
  folder: TMPDIR,
}) => {
  expect((await runProcess(['sql', 'SELECT 1'], { data_dir, env: { TMPDIR } })).code).toBe(0);
  const child = startCli(['sql', '--format', 'csv', 'FROM range(100000000)'], { data_dir, env: { TMPDIR } });
  await once(child.stdout ?? child, 'data');
  expect(await readdir(TMPDIR)).toHaveLength(1);
  child.stdout?.destroy();
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(await readdir(TMPDIR)).toEqual([]);
});

test.for(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  'keeps no temporary folder after %s',
  async (signal, { data_dir, folder: cwd }) => {
    const TMPDIR = await temporaryFolder();
    for (const [args, input] of [
      [['sql', '--output', join(cwd, 'a.csv'), ENDLESS], undefined],
      [['sql', '--json'], `SELECT 1 AS one;\n${ENDLESS};\n`],
    ] as const) {
      const child = startCli([...args], { data_dir, env: { TMPDIR }, ...(input ? { input } : {}) });
      afterThisTest(async () => void (await stop(child, 'SIGKILL')));
      if (input) await once(child.stdout ?? child, 'data');
      else await vi.waitUntil(() => hasStaged(cwd), { timeout: 20_000 });
      // The first question has ended, and the second has started.
      await new Promise((resolve) => setTimeout(resolve, 500));
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([1, null]);
      expect([await readdir(TMPDIR), await readdir(cwd)]).toEqual([[], []]);
    }
  },
);

test.for([
  ['a query', ['sql', '--format', 'csv', 'FROM range(100000000)'], undefined],
  ['a script', ['sql', '--format', 'csv'], 'FROM range(100000000);'],
] as const)(
  '%s whose output is not read ends on SIGTERM and leaves no temporary folder',
  async ([, args, input], { data_dir, folder: TMPDIR }) => {
    const child = startCli([...args], { data_dir, env: { TMPDIR }, ...(input ? { input } : {}) });
    afterThisTest(async () => void (await stop(child, 'SIGKILL')));
    // It is not read on: what it writes is kept by the system until that is full.
    await once(child.stdout ?? child, 'readable');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([1, null]);
    expect(await readdir(TMPDIR)).toEqual([]);
  },
);

test('a script that waits for a line, or has not started, fails on SIGTERM', async ({ data_dir }) => {
  for (const delay_ms of [1500, 700, 450, 300]) {
    const TMPDIR = await temporaryFolder();
    const child = spawn(process.execPath, [CLI, 'sql', '--json'], {
      env: { ALIR_DATA_DIR: data_dir, TMPDIR },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.write("SELECT 'unfinished\n");
    await new Promise((resolve) => setTimeout(resolve, delay_ms));
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code === 1 || code === null).toBe(true);
    expect(await readdir(TMPDIR)).toEqual([]);
  }
});

test('a second SIGINT ends a query that cannot be cancelled, and leaves no temporary folder', async ({
  data_dir,
  folder: TMPDIR,
}) => {
  const child = startCli(['sql', "SELECT levenshtein(repeat('a', 100000), repeat('b', 100000))"], {
    data_dir,
    env: { TMPDIR },
  });
  afterThisTest(async () => void (await stop(child, 'SIGKILL')));
  const ended = once(child, 'exit');
  const interrupts = setInterval(async () => {
    // Before it has a folder it would not be this that ends it.
    if ((await readdir(TMPDIR)).length > 0) child.kill('SIGINT');
  }, 100);
  await ended;
  clearInterval(interrupts);
  expect(await readdir(TMPDIR)).toEqual([]);
});

test('the queries of a script are answered in order, without other output', async ({ data_dir }) => {
  const input = Array.from({ length: 30 }, (_, place) => `SELECT ${place} AS n;\n`).join('');
  const { code, json, stderr } = await runCli(['sql', '--json'], { data_dir, input });
  expect(json()).toEqual(Array.from({ length: 30 }, (_, n) => ({ n })));
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^No day is published in [^\n]*\n$/)]);
});

test('a query above a limit gets an error with the setting to raise', async ({ data_dir }) => {
  const env = { ALIR_SQL_SECONDS: '1' };
  const { code, stderr } = await runCli(['sql', 'SELECT sleep_ms(60000)'], { data_dir, env });
  expect([code, stderr]).toEqual([1, expect.stringContaining('or raise ALIR_SQL_SECONDS')]);
});

test.for([
  ['ALIR_SQL_SECONDS', '2', "SELECT levenshtein(repeat('a', 100000), repeat('b', 100000))"],
  ['ALIR_SQL_MEMORY_MB', '200', 'SELECT len(range(100000000))'],
] as const)(
  'a step that cannot be cancelled ends the process, with the reason for %s',
  async ([setting, limit, question], { data_dir }) => {
    const env = { [setting]: limit };
    const { code, stderr, stdout } = await runProcess(['sql', question], { data_dir, env });
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain(`or raise ${setting}`);
  },
);
