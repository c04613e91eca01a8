import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import type { DuckConnection } from '../../../src/market/lake/duckdb.ts';
import { QueryExecution } from '../../../src/market/sql-shell/limits.ts';
import { AnalystSession } from '../../../src/market/sql-shell/session.ts';
import { afterThisFile } from '../../support/alir.ts';
import { ENDLESS, LIMITS, REFERENCE, rowsOf, sessionOver } from '../../support/analyst.ts';
import { fakeTimers } from '../../support/cleanups.ts';
import { csv, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

let lake: string;
let session: AnalystSession;
test.beforeAll(async ({ sharedAlir }) => {
  await sharedAlir.ingest(FILE_NAME, csv([line(), line()]));
  lake = sharedAlir.stores.folders.lake;
  session = await AnalystSession.open({ lake, reference: REFERENCE }, LIMITS);
  afterThisFile(() => session.close());
});

const message = (question: string) =>
  rowsOf(session, question).then(String, (error) => `${error.code}: ${error.message}`);

describe('only queries', () => {
  test('a statement that is no query is refused', async () => {
    for (const statement of [
      'CREATE TABLE t (a INT)',
      'CREATE OR REPLACE VIEW trades AS SELECT 1',
      'DROP VIEW trades',
      'INSERT INTO trades VALUES (1)',
      'DELETE FROM trades',
      `COPY (SELECT 1) TO '/tmp/alir-copied.csv'`,
      `EXPLAIN ANALYZE COPY (SELECT 1) TO '/tmp/alir-copied.csv'`,
      `/* x */ explain analyze CREATE TABLE t AS SELECT 1`,
      `ATTACH ':memory:' AS other`,
      `ATTACH '/tmp/alir-attached.duckdb'`,
      `EXPORT DATABASE '/tmp/alir-exported'`,
      'INSTALL httpfs',
      'LOAD httpfs',
      `SET memory_limit = '100GB'`,
      'RESET memory_limit',
      `SET VARIABLE lake = '/'`,
      `PRAGMA memory_limit = '100GB'`,
      'PRAGMA enable_profiling',
      'PRAGMA database_list',
      'CALL enable_logging()',
      'BEGIN',
      'PREPARE p AS SELECT 1',
      'CHECKPOINT',
      'VACUUM',
      'USE memory',
    ])
      expect(await message(statement), statement).toMatch(
        /^bad_query: Only queries that read data are allowed/,
      );
  });

  test('more than one statement is refused, and an empty text', async () => {
    for (const text of ['SELECT 1; SELECT 2', 'SELECT 1;\nSELECT 2;'])
      expect(await message(text)).toMatch('bad_query: Only one statement is allowed');
    expect(await message('SELECT 1; DROP VIEW trades')).toMatch('bad_query: Only queries that read data');
    for (const text of ['', '  ', '-- nothing', ';'])
      expect(await message(text)).toMatch('bad_query: The query is empty');
  });

  test('a function that lets a SELECT write is refused', async () => {
    for (const [name, question] of [
      ['enable_profiling', `FROM enable_profiling(format = 'json', save_location = $lake/profile.json)`],
      ['enable_logging', `FROM "ENABLE_LOGGING"(storage = 'file', storage_config = {'path': $lake/logs})`],
      ['enable_profiling', `SELECT (SELECT count(*) FROM system.main.enable_profiling())`],
      ['query', `FROM query('FROM enable_profiling()')`],
      ['arrow_scan', 'FROM arrow_scan(1::UBIGINT, 2::UBIGINT, 3::UBIGINT)'],
      ['force_checkpoint', 'WITH a AS (FROM force_checkpoint()) SELECT 1'],
      ['write_log', `SELECT write_log('x')`],
      ['glob', `FROM glob('/etc/*')`],
    ] as const) {
      const text = question.replaceAll(/\$lake(\S+?)([)}])/g, `'${lake}$1'$2`);
      expect(await message(text)).toMatch(`bad_query: The function ${name} is not allowed`);
      expect(await message('SELECT 1')).toBe('[object Object]');
    }
    expect(await readdir(lake)).toEqual(['broker_day', 'ticker_day', 'trades']);
  });

  test('tables that would hide the views cannot be created', async () => {
    const rejects = `FROM read_csv('${REFERENCE}/holidays.csv', STORE_REJECTS = true, rejects_table = 'trades')`;
    expect(await message(rejects)).toMatch(
      /^bad_query: The function read_csv with store_rejects is not allowed/i,
    );
    for (const parameter of ['rejects_table', 'Rejects_Scan', 'rejects_limit'])
      expect(await message(`FROM read_csv('${REFERENCE}/holidays.csv', ${parameter} = '1')`)).toMatch(
        `The function read_csv with ${parameter} is not allowed`,
      );
  });

  test('a truncated text or one that was not UTF-8 is refused', async () => {
    for (const text of ['SELECT 1\0; DROP VIEW trades', "SELECT '\uFFFD'"]) {
      expect(await message(text)).toBe(
        'bad_query: The query is not valid UTF-8 or contains a NUL character.',
      );
    }
  });

  test('comments before EXPLAIN are read as DuckDB reads them, in linear time', async () => {
    expect(await message(`${'/* note */\n'.repeat(5000)}SELECT 1`)).toBe('[object Object]');
    expect(await message('/* x */ select 1 as dropped /* */ explain select 2')).toMatch(/syntax error/i);
    expect(
      (await rowsOf(session, '/* a /* b */ c */ EXPLAIN -- d\n ANALYZE SELECT 1')).length,
    ).toBeGreaterThan(0);
  });

  test('every form of a query is answered', async () => {
    for (const question of [
      'SELECT count(*) FROM trades;',
      'FROM trades LIMIT 1 -- the first',
      'WITH t AS (FROM trades) FROM t',
      'VALUES (1), (2)',
      'TABLE brokers',
      'DESCRIBE trades',
      'SUMMARIZE brokers',
      'SHOW TABLES',
      'EXPLAIN FROM trades',
      '-- why?\nEXPLAIN ANALYZE FROM trades',
      `PIVOT (SELECT ticker, market, volume FROM trades) ON market IN ('RG', 'NG') USING sum(volume)`,
      'SELECT * FROM range(3), generate_series(1, 2)',
      'FROM duckdb_views()',
      'SELECT 1e400, -1e400',
    ])
      expect((await rowsOf(session, question)).length, question).toBeGreaterThan(0);
  });
});

describe('a runaway query ends at a limit, with the name of the limit', () => {
  test('time', async () => {
    const own = await sessionOver(lake, { seconds: 0.3 });
    const stopped =
      'The query was stopped: it exceeded the limit of 0.3 seconds. Query less data, such as fewer days, or raise ALIR_SQL_SECONDS.';
    await expect(rowsOf(own, ENDLESS)).rejects.toMatchObject({ code: 'query_limit', message: stopped });
    expect(await rowsOf(own, 'SELECT 1 AS one')).toEqual([{ one: '1' }]);
  });

  test('disk, when Alir writes a file of fast rows', async ({ outside }) => {
    const own = await sessionOver(lake, { disk_mb: 1 });
    const file = join(outside, 'x.csv');
    const { chunks } = await own.ask('FROM range(10000000)', 'text', file);
    const write = async () => {
      for await (const { rows } of chunks) await appendFile(file, 'x'.repeat(rows * 10));
    };
    await expect(write()).rejects.toThrow('exceeded the limit of 1 MB of disk');
  });
});

test('the time of a query is that of all its steps, without the time between them', async () => {
  fakeTimers();
  const interrupt = vi.fn();
  const execution = new QueryExecution({ interrupt } as unknown as DuckConnection, {
    ...{ seconds: 1, memory_mb: 10_000, disk_mb: 1, threads: 1 },
  });
  const step = () => execution.withLimits(() => vi.advanceTimersByTimeAsync(600));
  await step();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(interrupt).not.toHaveBeenCalled();
  await expect(step()).rejects.toThrow('it exceeded the limit of 1 second.');
  expect(interrupt).toHaveBeenCalled();
});

test.each([
  ['Out of Memory Error: failed to allocate', 'exceeded the limit of 10000 MB of memory'],
  ['Out of Memory Error: set max_temp_directory_size', 'exceeded the limit of 5 MB of disk'],
])('the error of DuckDB %j names the limit', async (text, limit) => {
  const execution = new QueryExecution({} as DuckConnection, {
    ...{ seconds: 1, memory_mb: 10_000, disk_mb: 5, threads: 1 },
  });
  const step = execution.withLimits(() => Promise.reject(new Error(text)));
  await expect(step).rejects.toMatchObject({ code: 'query_limit', message: expect.stringContaining(limit) });
});

test('the memory of the process itself does not count towards a small limit', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(900e6);
  expect(await rowsOf(await sessionOver(lake, { memory_mb: 100 }), 'SELECT 1 AS one')).toEqual([
    { one: '1' },
  ]);
  expect(kill).not.toHaveBeenCalled();
});

test('a query that is cancelled before it starts or before its first rows does not start', async () => {
  const early = await sessionOver(lake, {});
  early.stop();
  await expect(rowsOf(early, 'SELECT 1')).rejects.toThrow('The query was stopped.');
  const endless = 'SELECT a.range FROM range(1000000000) a, range(1000) b WHERE a.range % 7 = b.range + 7';
  const { chunks } = await session.ask(endless, 'text');
  session.stop();
  await expect(chunks[Symbol.asyncIterator]().next()).rejects.toThrow('The query was stopped.');
  const asked = session.ask(endless, 'text').then(async ({ chunks: rows }) => {
    for await (const _ of rows);
  });
  setImmediate(() => session.stop());
  await expect(asked).rejects.toThrow('The query was stopped.');
});

test('an error in SQL is the message of DuckDB with its position', async () => {
  expect(await message('SELECT tcker\nFROM trades')).toMatch(
    /^bad_query: Binder Error: Referenced column "tcker" not found in FROM clause!\nCandidate bindings: .*\n\nLINE 1: SELECT tcker\n {15}\^$/,
  );
  expect(await message('SELECT *\nFORM trades')).toMatch(
    /^bad_query: Parser Error: syntax error at or near "trades"\n\nLINE 2: FORM trades\n {13}\^$/,
  );
  expect(await message(`SELECT 'x'::INT`)).toMatch('bad_query: Conversion Error');
  expect(await message(`FROM read_csv('/etc/hostname')`)).toMatch(
    /^bad_query: Permission Error.*\nA query can read only the lake and the reference files\./s,
  );
  expect(await message(`SELECT investor FROM broker_summary`)).toMatch(
    /^bad_query: Binder Error.*\n.*use broker_summary\('d'\)/s,
  );
});
