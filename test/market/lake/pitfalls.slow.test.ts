import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { Database } from '../../../src/ledger/sqlite/sqlite.ts';
import { openLedger } from '../../../src/ledger/sqlite/sqlite-schema.ts';
import { Duck, type DuckConnection } from '../../../src/market/lake/duckdb.ts';
import { afterThisTest, temporaryFolder } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';

/** Fails after some of its rows were read. */
const FAILS = `SELECT CASE WHEN range = 1500000 THEN error('boo') ELSE 1 END::BIGINT AS n FROM range(2000000)`;

/** What our engines do, rightly or wrongly, and we rely on: an upgrade that changes it shall tell us. */
describe('DuckDB', () => {
  let connection: DuckConnection;

  test.beforeEach(async ({ folder }) => {
    const duck = await Duck.open({ folders: [folder], memory_limit_mb: 200, threads: 2 });
    afterThisTest(async () => duck.close());
    connection = await duck.connect();
  });

  test('a restricted instance can read only its folders', async ({ outside, folder }) => {
    writeFileSync(`${outside}/secret.csv`, 'a\n1\n');
    await connection.run(`COPY (SELECT 1) TO '${folder}/in.parquet'`);
    expect(existsSync(`${folder}/in.parquet`)).toBe(true);
    for (const statement of [
      `FROM read_csv('${outside}/secret.csv')`,
      `FROM read_csv('${folder}/../${outside.split('/').at(-1)}/secret.csv')`,
      `COPY (SELECT 1) TO '${outside}/out.parquet'`,
      `ATTACH '${outside}/out.duckdb' AS other`,
      `FROM read_text('/etc/passwd')`,
      `FROM read_csv('https://example.com/x.csv')`,
      'INSTALL httpfs',
      'LOAD httpfs',
      'SET enable_external_access = true',
      `SET allowed_directories = ['/']`,
      `SET memory_limit = '100GB'`,
    ]) {
      await expect(connection.rows(statement), statement).rejects.toThrow();
    }
  });

  test('SUM of BIGINT is exact above 64 bits and is returned as a bigint', async () => {
    const row = await connection.row('SELECT sum(9223372036854775807::BIGINT) AS sum FROM range(3)');
    expect(row.sum).toBe(27_670_116_110_564_327_421n);
  });

  test('read_csv keeps the order of lines, for the line numbers of reports', async ({ folder }) => {
    writeFileSync(`${folder}/many.csv`, Array.from({ length: 200_000 }, (_, place) => `${place}\n`).join(''));
    await connection.run(
      `CREATE TABLE many AS FROM read_csv('${folder}/many.csv', columns = {'n': 'VARCHAR'}, auto_detect = false, header = false)`,
    );
    const { wrong } = await connection.row('SELECT count(*) FILTER (n::BIGINT <> rowid) AS wrong FROM many');
    expect(wrong).toBe(0n);
  });

  test.each([
    ['text', 'n::VARCHAR', (text: string) => connection.texts(text)],
    ['vectors', 'n', (text: string) => connection.vectors(text)],
  ])('a stream of %s whose query fails half-way fails with the reason', async (_what, column, stream) => {
    let rows = 0;
    await expect(async () => {
      for await (const chunk of stream(`SELECT ${column} FROM (${FAILS})`)) rows += chunk.rows;
    }).rejects.toThrow('boo');
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(1_500_000);
  });

  test('a stream of numbers whose query fails half-way ends without an error', async () => {
    let rows = 0;
    for await (const columns of connection.columns(FAILS)) rows += columns.count;
    expect(rows).toBeLessThan(1_500_000);
  });

  test('a stream that is interrupted between two chunks fails', async () => {
    const texts = connection.texts('SELECT range::VARCHAR FROM range(20000000)');
    await texts.next();
    connection.interrupt();
    const stopping = setInterval(() => connection.interrupt(), 10);
    await expect(async () => {
      for await (const _chunk of texts);
    }).rejects.toThrow('INTERRUPT');
    clearInterval(stopping);
  });

  test('the first connection reports the progress of a query', async ({ folder }) => {
    const duck = await Duck.open({
      folders: [folder],
      memory_limit_mb: 400,
      threads: 1,
      reports_progress: true,
    });
    afterThisTest(async () => duck.close());
    const first = await duck.connect();
    await first.run(
      `COPY (SELECT range AS n FROM range(20000000)) TO '${folder}/many.parquet' (FORMAT parquet)`,
    );
    const seen = new Set<number>();
    const look = setInterval(() => seen.add(first.progress()), 10);
    await first.run(`COPY (SELECT n, n * 7 FROM '${folder}/many.parquet') TO '${folder}/copy.csv'`);
    clearInterval(look);
    expect([...seen].filter((fraction) => fraction > 0 && fraction < 1).length).toBeGreaterThan(0);
    expect(Math.max(...seen)).toBeLessThanOrEqual(1);
  });

  test('a 128-bit integer is a DOUBLE in Parquet, so sums need another type', async ({ folder }) => {
    await connection.run(`COPY (SELECT 9007199254740993::HUGEINT AS n) TO '${folder}/huge.parquet'`);
    const { type } = await connection.row(`SELECT typeof(n) AS type FROM '${folder}/huge.parquet'`);
    expect(type).toBe('DOUBLE');
  });

  test('streamed columns share the memory of the vectors, for every internal vector form', async () => {
    await connection.run('CREATE TABLE few AS SELECT range::UINTEGER AS n FROM range(3)');
    const question =
      'SELECT n AS small, 7::BIGINT AS same, (range * 5000000000)::BIGINT AS large FROM range(10000), few';
    let rows = 0;
    const sums = { small: 0, same: 0n, large: 0n };
    for await (const columns of connection.columns(question)) {
      rows += columns.count;
      for (const value of columns.uint32('small')) sums.small += value;
      for (const value of columns.int64('same')) sums.same += value;
      for (const value of columns.int64('large')) sums.large += value;
    }
    expect(rows).toBe(30_000);
    expect(sums).toEqual({
      small: 30_000,
      same: 210_000n,
      large: 3n * 5_000_000_000n * ((9999n * 10_000n) / 2n),
    });
  });
});

describe('SQLite', () => {
  test('reopens a database with synchronous NORMAL, unless FULL is set each time', async () => {
    const path = `${await temporaryFolder()}/ledger.sqlite`;
    openLedger(path).close();
    const [plain, ours] = [new Database(path), openLedger(path)];
    const [NORMAL, FULL] = [1, 2];
    expect(plain.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(plain.pragma('synchronous', { simple: true })).toBe(NORMAL);
    expect(ours.pragma('synchronous', { simple: true })).toBe(FULL);
    plain.close();
    ours.close();
  });
});
