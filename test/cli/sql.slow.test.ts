import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { afterThisTest, temporaryFolder } from '../support/alir.ts';
import { ENDLESS } from '../support/analyst.ts';
import { CLI, runCli, runProcess, startCli, stop } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { until } from '../support/until.ts';

const run = (data_dir: string, cwd: string, ...args: string[]) => runCli(['sql', ...args], { data_dir, cwd });

/** Whether the answer is being written. */
async function hasStaged(folder: string): Promise<boolean> {
  return (await readdir(folder, { recursive: true })).some((name) => /^\.alir-.*\/a\./.test(name));
}

test('the data folder is only read: the lake, not the ledger', async ({ data_dir, folder: cwd }) => {
  const file = await writeTo(cwd, FILE_NAME, csv([line(), line()]));
  await runCli(['ingest', '--confirm', file], { data_dir });
  const before = (await readdir(data_dir, { recursive: true })).toSorted();
  expect(
    (await run(data_dir, cwd, '--json', 'SELECT trade_date, count(*) AS n FROM trades GROUP BY ALL')).json(),
  ).toEqual([{ trade_date: DATE, n: 2 }]);
  expect((await readdir(data_dir, { recursive: true })).toSorted()).toEqual(before);
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
      else await until('the answer is being written', () => hasStaged(cwd));
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
