import type { EventEmitter } from 'node:events';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { measurePublished } from '../../src/cli/market/measured.ts';
import { output } from '../../src/cli/output.ts';
import { run } from '../../src/cli/run.ts';
import { dataFolders } from '../../src/core/folders.ts';
import { aloneInLake } from '../../src/market/ingest/lake-writer.ts';
import { Duck } from '../../src/market/lake/duckdb.ts';
import { Lake } from '../../src/market/lake/lake.ts';
import { folderOfThisFile } from '../support/alir.ts';
import { runCli, testIo } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { flip } from '../support/flip.ts';
import { revisionFile } from '../support/revision-file.ts';
import { fileName } from '../support/small-market.ts';

const NEXT = '2026-01-20';

let prepared: string;
test.beforeAll(async () => {
  prepared = await folderOfThisFile();
  for (const day of [DATE, NEXT]) {
    const file = await writeTo(await folderOfThisFile(), fileName(day), csv([line({ TRX_DATE: day })]));
    await runCli(['ingest', '--confirm', file], { data_dir: prepared });
  }
  const { lake, delta } = dataFolders(prepared);
  for (const day of [DATE, NEXT]) {
    for (const folder of [lake, delta])
      rmSync(join(folder, 'ticker_day', `trade_date=${day}`), { recursive: true });
  }
});
test.beforeEach(({ data_dir }) => cpSync(prepared, data_dir, { recursive: true }));

test('alir verify names alir lake build, which builds missing tables once', async ({ data_dir }) => {
  const run = (...args: string[]) => runCli(args, { data_dir });
  const before = await run('verify');
  expect(before.code).toBe(1);
  expect(before.stdout.match(/Build the file again: alir lake build/g)).toHaveLength(2);
  const { market_files } = dataFolders(data_dir);
  const built = readdirSync(market_files);
  rmSync(market_files, { recursive: true });

  expect(await run('lake', 'build')).toMatchObject({
    code: 0,
    stdout: 'Built the table ticker_day of 2 days.\n',
    stderr: '',
  });
  expect(readdirSync(market_files)).toEqual(built);
  expect((await run('lake', 'build')).stdout).toBe('Every published day has all its tables.\n');
  expect((await run('verify')).stdout).toMatch(
    /^Verified 2 days: 6 lake files .* match the published data\.\n$/,
  );
});

test('alir lake build exits with 1 if a file of a day is damaged', async ({ data_dir }) => {
  rmSync(revisionFile(data_dir, 'trades', NEXT));
  rmSync(new Lake(dataFolders(data_dir)).fixedName('trades', NEXT));
  const { code, stdout } = await runCli(['lake', 'build'], { data_dir });
  expect(code).toBe(1);
  expect(stdout).toBe(
    `Built the table ticker_day of 1 day.\nNot built, because a file of the day is damaged: ${NEXT}. To see how to repair it: alir verify\n`,
  );
  const json = await runCli(['lake', 'build', '--json'], { data_dir });
  expect([json.code, json.json()]).toEqual([
    1,
    [{ ok: false, built: [], damaged_days: [NEXT], remaining: [], measured: [], repaired: [] }],
  ]);
});

describe('the measures of a published day are computed', () => {
  /** Publishes a corrected day, so that the next command has something to copy and to measure. */
  const correct = async (data_dir: string, outside: string) => {
    const file = await writeTo(outside, FILE_NAME, csv([line(), line({ TRX_CODE: 2 })]));
    expect(await runCli(['ingest', '--confirm', file], { data_dir })).toMatchObject({ code: 0, stderr: '' });
  };
  const unmeasuredIn = async (data_dir: string) =>
    (await runCli(['status', '--json'], { data_dir })).json()[0].unmeasured;
  test.beforeEach(({ data_dir }) => runCli(['lake', 'build'], { data_dir }));

  test('by alir ingest and alir revert', async ({ data_dir, outside }) => {
    await correct(data_dir, outside);
    expect(await unmeasuredIn(data_dir)).toEqual([]);
    const revert = ['revert', DATE, '--to', '1', '--reason', 'wrong file'];
    expect(await runCli(revert, { data_dir })).toMatchObject({ code: 0, stderr: '' });
    expect(await unmeasuredIn(data_dir)).toEqual([]);
    const published = ['revert', DATE, '--to', '3', '--reason', 'it is published'];
    const { code, stderr } = await runCli(published, { data_dir });
    expect([code, stderr]).toEqual([1, expect.stringContaining('These are kept: 1, 2.')]);
  });

  test('by another process that is writing', async ({ alir }) => {
    await alir.ingestPaths(await writeTo(alir.outside, FILE_NAME, csv([line()])));
    const { io, printed } = testIo({});
    const { signal } = new AbortController();
    const isDone = aloneInLake(alir.stores.ingest, { patience_ms: 0 }, () =>
      measurePublished(alir.stores, output(false, io), signal),
    );
    expect(await isDone).toBe(true);
    expect(printed.stderr).toBe('Another process is writing; it or the next run computes the measures.\n');
  });

  test('by alir sync, which reports its copy before a failure or an interruption', async ({
    data_dir,
    outside,
    folder,
  }) => {
    const copy = join(folder, 'copy');
    const args = ['sync', data_dir, '--json'];
    expect(await runCli(args, { data_dir: copy })).toMatchObject({ code: 0, stderr: '' });
    expect(await unmeasuredIn(copy)).toEqual([]);
    const path = new Lake(dataFolders(copy)).fixedName('measure_day', DATE);
    await correct(data_dir, outside);
    await flip(path, 100);
    const failed = await runCli(args, { data_dir: copy });
    expect([failed.code, failed.json()[0]]).toMatchObject([1, { publications: 1 }]);
    expect(failed.stderr).toMatch(/^The measures could not be computed: .* run "alir lake build"\.\n$/);
    await flip(path, 100);
    const { io, printed } = testIo({ ALIR_DATA_DIR: copy });
    const print = io.stdout.write.bind(io.stdout);
    io.stdout.write = (text: string) => (io as unknown as EventEmitter).emit('SIGINT') && print(text);
    expect(await run(args, io)).toBe(1);
    expect(JSON.parse(printed.stdout)).toMatchObject({ publications: 0 });
    expect(printed.stderr).toBe(
      'Interrupted: the measures are not complete. To complete them: alir lake build\n',
    );
    expect(await runCli(args, { data_dir: copy })).toMatchObject({ code: 0, stderr: '' });
    expect(await unmeasuredIn(copy)).toEqual([]);
  });
});

test('alir export of ticker_day says which days lack it', async ({ data_dir, folder }) => {
  const run = (from: string) => {
    const output = ['--output', join(folder, 'a.csv'), '--force'];
    return runCli(['export', '--from', from, '--to', NEXT, '--table', 'ticker_day', ...output], { data_dir });
  };
  const none = await run(DATE);
  expect(none.code).toBe(1);
  expect(none.stderr).toMatch(
    /The table ticker_day is missing for all days from .* run in the data folder: alir lake build/,
  );

  await runCli(['lake', 'build'], { data_dir });
  expect(await run(DATE)).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/: 2 rows/) });

  rmSync(join(dataFolders(data_dir).lake, 'ticker_day', `trade_date=${DATE}`), { recursive: true });
  expect(await run(DATE)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/: 1 row/),
    stderr:
      'warning: the table ticker_day is missing for 1 published day of this range. To build it: alir lake build\n',
  });
});

test('alir lake ddl prints SQL for the lake of the folder, or for a copy of it', async ({ data_dir }) => {
  const run = (...args: string[]) => runCli(['lake', 'ddl', ...args], { data_dir });
  const { lake } = dataFolders(data_dir);
  const printedNow = async () => {
    const [printed] = (await run('duckdb', '--json')).json() as [{ statements: string[]; missing: string[] }];
    const duck = await Duck.open({ folders: [lake], memory_limit_mb: 200, threads: 1 });
    const connection = await duck.connect();
    // An engine accepts every statement.
    for (const statement of printed.statements) await connection.run(statement);
    duck.close();
    return printed;
  };
  rmSync(join(lake, 'measure_day'), { recursive: true, force: true });
  const { missing, statements } = await printedNow();
  expect([missing, statements.join()]).toEqual([
    ['ticker_day', 'measure_day'],
    expect.not.stringMatching(/alir\.(measure_day|ticker_day|prices)/),
  ]);
  const notes = (await run('duckdb')).stdout.split('\n').filter((each) => each.startsWith('--'));
  expect(notes.map((note) => note.split(' ')[1])).toEqual(missing);
  await runCli(['lake', 'build'], { data_dir });
  const printed = await printedNow();
  expect(printed).toEqual({
    engine: 'duckdb',
    location: await realpath(lake),
    schema: 'alir',
    statements: expect.any(Array),
    missing: [],
  });
  const text = await run('duckdb');
  expect(text).toMatchObject({ code: 0, stderr: '' });
  expect(text.stdout).toBe(`${printed.statements.join(';\n\n')};\n`);

  const delta = await realpath(dataFolders(data_dir).delta);
  expect((await run('spark')).stdout).toContain(`USING DELTA LOCATION 'file://${delta}/trades'`);
  const copy = ['trino', '--location', 's3://bucket/delta', '--schema', 'lakehouse.idx'];
  expect((await run(...copy)).stdout).toContain("table_location => 's3://bucket/delta/trades'");
  expect(await run('bigquery')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('begin with gs://'),
  });
});

test('alir lake ddl needs a lake or a location', async ({ folder }) => {
  const run = (...args: string[]) =>
    runCli(['lake', 'ddl', 'spark', ...args], { data_dir: join(folder, 'none') });
  expect((await run()).code).toBe(1);
  expect(await run('--location', 's3a://bucket/delta')).toMatchObject({ code: 0, stderr: '' });
});
