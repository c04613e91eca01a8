import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, vi } from 'vitest';
import { dataFolders } from '../../../src/core/folders.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import type { AnalystSession } from '../../../src/market/sql-shell/session.ts';
import { rowsOf, sessionOver } from '../../support/analyst.ts';
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

// The process of the tests holds memory of earlier files: a limit would end it. test/cli/sql.slow.test.ts has this limit.
beforeEach(() => void vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(0));

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
    const day = dirname(new Lake(alir.stores.folders).fixedName('trades', DATE));
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

  test('time in which the reader is idle does not count', async () => {
    const own = await sessionOver(lake, { seconds: 5 });
    const { chunks } = await own.ask('SELECT range FROM range(5000000)', 'text');
    let rows = 0;
    for await (const chunk of chunks) {
      if (rows === 0) await new Promise((resolve) => setTimeout(resolve, 5500));
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
