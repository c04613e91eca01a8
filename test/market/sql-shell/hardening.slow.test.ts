import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { dataFolders } from '../../../src/core/folders.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import type { AnalystSession } from '../../../src/market/sql-shell/session.ts';
import { REFERENCE, rowsOf, sessionOver } from '../../support/analyst.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

let lake: string;
let session: AnalystSession;
test.beforeEach(async ({ alir, outside }) => {
  await alir.ingest(FILE_NAME, csv([line(), line()]));
  lake = alir.stores.folders.lake;
  await writeFile(join(outside, 'secret.csv'), 'a\n1\n');
  session = await sessionOver(lake);
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

describe('only the lake', () => {
  test('no other file can be read', async ({ outside }) => {
    await mkdir(`${lake}-beside`);
    await writeFile(`${lake}-beside/secret.csv`, 'a\n1\n');
    for (const question of [
      `FROM read_text('/etc/passwd')`,
      `FROM read_csv('/etc/passwd')`,
      `FROM read_blob('/etc/passwd')`,
      `FROM read_blob('file:///etc/passwd')`,
      `FROM read_text('~/.profile')`,
      `FROM read_text('/proc/self/environ')`,
      `FROM sniff_csv('/etc/passwd')`,
      `FROM '/etc/passwd.csv'`,
      `FROM read_csv('$outside/secret.csv')`,
      `FROM read_csv('$lake/../ledger.sqlite')`,
      `FROM read_blob('$lake/trades/../../ledger.sqlite')`,
      `FROM read_blob('$lake-beside/secret.csv')`,
      `FROM read_csv('https://127.0.0.1/x.csv')`,
      `FROM read_parquet('s3://bucket/x.parquet')`,
    ]) {
      const text = question.replace('$lake', lake).replace('$outside', outside);
      expect(await message(text)).toMatch(
        /^bad_query: (Permission Error|Missing Extension Error|IO Error: No files found|Catalog)/,
      );
    }
  });

  test('environment variables cannot be read', async () => {
    expect(await message(`SELECT getenv('HOME')`)).toMatch('bad_query: Catalog Error');
  });

  test('a symbolic link out of the lake is not followed: file, folder or day', async ({ alir, outside }) => {
    await symlink(join(outside, 'secret.csv'), join(lake, 'secret.csv'));
    await symlink(outside, join(lake, 'folder'));
    for (const path of ['secret.csv', 'folder/secret.csv']) {
      const outcome = await message(`FROM read_csv('${lake}/${path}')`);
      expect(outcome).toMatch('bad_query: Permission Error');
      expect(outcome).toMatch('Symbolic links to other folders are not followed');
    }
    const day = dirname(new Lake(alir.stores.folders).file('trades', DATE));
    await cp(day, join(outside, 'trade_date=2026-01-20'), { recursive: true });
    await symlink(join(outside, 'trade_date=2026-01-20'), join(dirname(day), 'trade_date=2026-01-20'));
    expect(await message('SELECT count(*) FROM trades')).toMatch(/Permission Error.*trade_date=2026-01-20/);
  });

  test('a lake that is a link to another disk is read', async ({ alir, outside }) => {
    const elsewhere = join(outside, 'lake');
    await rename(lake, elsewhere);
    await symlink(elsewhere, lake);
    const linked = await sessionOver(dataFolders(alir.stores.folders.root).lake);
    expect(await rowsOf(linked, 'SELECT count(*) AS trades FROM trades')).toEqual([{ trades: '2' }]);
  });

  test('no query wrote a file', async () => {
    await message(`COPY (SELECT 1) TO '${lake}/x.csv'`);
    await message(`EXPLAIN ANALYZE COPY (SELECT 1) TO '${lake}/x.csv'`);
    expect(await readdir(lake)).toEqual(['broker_day', 'ticker_day', 'trades']);
    for (const name of ['copied.csv', 'attached.duckdb', 'exported'])
      expect(existsSync(`/tmp/alir-${name}`)).toBe(false);
  });
});

describe('a runaway query ends at a limit, with the name of the limit', () => {
  const limited = async (limits: Parameters<typeof sessionOver>[1], question: string) => {
    const own = await sessionOver(lake, limits);
    const outcome = await rowsOf(own, question).then(String, (error) => `${error.code}: ${error.message}`);
    expect(await rowsOf(own, 'SELECT 1 AS one')).toEqual([{ one: '1' }]);
    return outcome;
  };

  test('time', async () => {
    const outcome = await limited(
      { seconds: 1 },
      'SELECT count(*) FROM range(1000000000) a, range(1000) b WHERE a.range % 7 = b.range',
    );
    expect(outcome).toBe(
      'query_limit: The query was stopped: it exceeded the limit of 1 second. Query less data, such as fewer days, or raise ALIR_SQL_SECONDS.',
    );
  });

  test('time, in a function that does not return', async () => {
    expect(await limited({ seconds: 1 }, 'SELECT sleep_ms(60000)')).toMatch(
      'query_limit: The query was stopped',
    );
  });

  test('time, in an answer of many quick chunks', async () => {
    const outcome = await limited(
      { seconds: 1 },
      'SELECT list_sum(range(2000 + range % 2)) AS n FROM range(1000000)',
    );
    expect(outcome).toMatch('exceeded the limit of 1 second.');
  });

  test('memory', async () => {
    const outcome = await limited({ memory_mb: 100 }, 'SELECT list(range) FROM range(100000000)');
    expect(outcome).toMatch('query_limit: The query was stopped: it exceeded the limit of 100 MB of memory');
  });

  test('disk, when a query spills', async () => {
    const outcome = await limited(
      { memory_mb: 100, disk_mb: 20 },
      'SELECT count(*) FROM (SELECT range, random() AS r FROM range(20000000) ORDER BY r)',
    );
    expect(outcome).toMatch('query_limit: The query was stopped: it exceeded the limit of 20 MB of disk');
  });

  test('disk, when DuckDB writes a file', async ({ outside }) => {
    const own = await sessionOver(lake, { disk_mb: 5 }, outside);
    await expect(
      own.write('SELECT random() FROM range(1000000000)', join(outside, 'x.parquet')),
    ).rejects.toThrow('exceeded the limit of 5 MB of disk');
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

  test('time in which the reader is idle does not count', async () => {
    const own = await sessionOver(lake, { seconds: 1 });
    const { chunks } = await own.ask('SELECT range FROM range(5000000)', 'text');
    let rows = 0;
    for await (const chunk of chunks) {
      if (rows === 0) await new Promise((resolve) => setTimeout(resolve, 1500));
      rows += chunk.rows;
      if (rows > 100_000) break;
    }
    expect(rows).toBeGreaterThan(100_000);
    expect(await rowsOf(own, 'SELECT 1 AS one')).toEqual([{ one: '1' }]);
  });

  test('a query that its user cancels reports only that', async () => {
    const asked = rowsOf(session, 'SELECT sleep_ms(60000)').then(
      String,
      (error) => `${error.code}: ${error.message}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    session.stop();
    expect(await asked).toBe('query_stopped: The query was stopped.');
    session.stop();
    expect(await rowsOf(session, 'SELECT 1 AS one')).toEqual([{ one: '1' }]);
  });
});

test('a query that is cancelled before its first rows does not start', async () => {
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
});
