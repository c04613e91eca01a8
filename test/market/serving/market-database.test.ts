import { copyFile, readdir, rm, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { DuckConnection } from '../../../src/market/lake/duckdb.ts';
import { MarketDatabase } from '../../../src/market/serving/market-database.ts';
import { marketFilesName } from '../../../src/market/serving/market-files.ts';
import { marketSettings } from '../../../src/server/stores.ts';
import { afterThisTest, type DailyText, type TestAlir } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { revisionFile } from '../../support/revision-file.ts';
import { pendingPromise, until } from '../../support/until.ts';

const OLD_DATE = '2025-12-30';
const VOLUMES = { old: 40, new: 700 };
const TWO_MONTHS: DailyText[] = [
  ['DT251230.csv', csv([line({ TRX_DATE: OLD_DATE, STK_VOLM: VOLUMES.old })])],
  [FILE_NAME, csv([line({ STK_VOLM: VOLUMES.new })])],
];
const NOBODY_LEAVES = new AbortController().signal;

/** The market file of tickers of a month. */
async function tickerFile({ stores }: TestAlir, month: string): Promise<string> {
  const { market_files } = stores.folders;
  const name = (await readdir(market_files)).find(
    (each) => each.startsWith(month) && each.includes('ticker'),
  );
  return join(market_files, name ?? '');
}

/** Calls a function around each of the next queries of DuckDB. */
function aroundQueries(count: number, before: () => Promise<void>, after: () => Promise<void>): () => number {
  const { rows } = DuckConnection.prototype;
  let queries = 0;
  vi.spyOn(DuckConnection.prototype, 'rows').mockImplementation(async function (
    this: DuckConnection,
    ...query
  ) {
    queries += 1;
    const isChanged = queries <= count;
    if (isChanged) await before();
    try {
      return await rows.apply(this, query);
    } finally {
      if (isChanged) await after();
    }
  });
  return () => queries;
}

/** A database with a day, and a question about the foreign flow. */
function openDatabase(alir: TestAlir, more: Partial<ConstructorParameters<typeof MarketDatabase>[0]> = {}) {
  const database = new MarketDatabase({ ...marketSettings(alir.stores), ...more });
  afterThisTest(() => database.close());
  const flow = async (signal = NOBODY_LEAVES) => {
    const parametersOf = () => ({
      market: 'ALL',
      order: 'net',
      limit: 9,
      closed: '1'.repeat(400),
      last: 399,
    });
    const source = { table: 'ticker_rows', from: OLD_DATE, to: DATE } as const;
    const rows = await database.rows('foreign_flow_ranking', source, parametersOf, signal);
    return rows.map(({ foreign_buy }) => Number(foreign_buy));
  };
  return { database, flow };
}

/** The same with a published day, whose next query waits until it may end. */
async function openWaiting(...[alir, more]: Parameters<typeof openDatabase>) {
  await alir.ingest(FILE_NAME, csv([line({})]));
  const { promise: may_end, release: end } = pendingPromise();
  const wait = () => may_end;
  aroundQueries(1, wait, wait);
  return { ...openDatabase(alir, more), end };
}

test('market files are named by the days and the files of the lake that they are built from', () => {
  const day = { trade_date: '2026-01-05', broker_day_sha256: 'a', ticker_day_sha256: 'b' };
  const names = [
    [day],
    [{ ...day, trade_date: '2026-01-06' }],
    [{ ...day, broker_day_sha256: 'c' }],
    [{ ...day, ticker_day_sha256: 'c' }],
    [day, { ...day, trade_date: '2026-01-06' }],
  ].map((days) => marketFilesName('2026-01', days));
  expect([new Set(names).size, names[0]]).toEqual([5, marketFilesName('2026-01', [day])]);
});

test('a question that nobody waits for ends before its turn', async ({ alir }) => {
  const { database, flow, end: endFirst } = await openWaiting(alir);
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const first = flow();
  const leaving = new AbortController();
  const ends: unknown[] = [];
  const second = flow(leaving.signal).catch((error) => ends.push(error));
  await until('both are in flight', () => database.queriesInFlight === 2);
  expect(limits).toHaveBeenCalledWith(10_000);
  leaving.abort('left');
  await setImmediate();
  ends.push('the first one');
  endFirst();
  await Promise.all([first, second]);
  expect(ends).toEqual(['left', 'the first one']);
});

test('a question is refused while 64 are in flight', async ({ alir }) => {
  const { database, flow, end } = await openWaiting(alir);
  const asked = Array.from({ length: 64 }, () => flow());
  expect(database.queriesInFlight).toBe(64);
  await expect(flow()).rejects.toMatchObject({ code: 'overloaded', retry_after_s: 1 });
  end();
  expect(await Promise.all(asked)).toHaveLength(64);
  expect([await flow(), database.queriesInFlight]).toEqual([await asked[0], 0]);
});

test('a question that takes too long ends, and none is answered after the close', async ({ alir }) => {
  const { database, flow, end } = await openWaiting(alir, { timeout_ms: 50 });
  await expect(flow()).rejects.toMatchObject({ code: 'query_timeout', retry_after_s: 5 });
  expect(database.queriesInFlight).toBe(0);
  end();
  await database.close();
  await expect(flow()).rejects.toMatchObject({ code: 'shutting_down' });
});

test('a damaged file of trades gives no number, and is reported by its path', async ({ alir }) => {
  await alir.ingest(FILE_NAME, csv([line({})]));
  const damaged: string[] = [];
  const { database } = openDatabase(alir, { onDamagedTrades: (path) => damaged.push(path) });
  const pairs = (to: string) => {
    const source = { table: 'trades', from: OLD_DATE, to } as const;
    const parametersOf = () => ({ ticker: 'BRMS', market: 'ALL' });
    return database.rows('counterparties', source, parametersOf, NOBODY_LEAVES);
  };
  expect(await pairs(DATE)).toHaveLength(1);
  const path = revisionFile(alir.stores.folders.root, 'trades', DATE);
  await truncate(path, 100);
  await expect(pairs(DATE)).rejects.toMatchObject({ code: 'data_unavailable', retry_after_s: 5 });
  expect(damaged).toEqual([path]);
  expect(await pairs('2026-01-18')).toEqual([]);
});

test('a missing market file gives no number, is reported, and is rebuilt by a repair', async ({ alir }) => {
  await alir.publish(TWO_MONTHS);
  const damaged: unknown[] = [];
  const { database, flow } = openDatabase(alir, { onDamage: (file) => damaged.push(file) });
  const right = await flow();
  expect([await database.check(), damaged]).toEqual([[], []]);
  const path = await tickerFile(alir, '2025-12');
  await rm(path);
  await expect(flow()).rejects.toMatchObject({ code: 'data_unavailable', retry_after_s: 5 });
  expect(damaged).toEqual([{ file_name: basename(path), build: 1, problem: 'is missing' }]);
  expect(await database.check()).toMatchObject([{ month: '2025-12', problem: 'is missing' }]);
  await repair(alir.stores.ingest);
  expect([await database.check(), await flow()]).toEqual([[], right]);
  await rm(await tickerFile(alir, '2026-01'));
  expect(await database.check()).toMatchObject([{ month: '2026-01', problem: 'is missing' }]);

  const before = openDatabase(alir, { unbuilt_months: ['2026-01'] });
  await expect(before.flow()).rejects.toMatchObject({ code: 'data_unavailable', retry_after_s: 5 });
});

test('a market file that is another one during a query gives no number', async ({ alir }) => {
  await alir.publish(TWO_MONTHS);
  const damaged: unknown[] = [];
  const { flow } = openDatabase(alir, { onDamage: (file) => damaged.push(file) });
  const right = await flow();
  expect(right[0]).toBeGreaterThan(0);
  const [path, other] = [await tickerFile(alir, '2026-01'), await tickerFile(alir, '2025-12')];
  const kept = join(alir.outside, 'kept');
  await copyFile(path, kept);
  // The file of the other month is a valid one: DuckDB reads it without an error.
  const replace = () => copyFile(other, path);
  const restore = () => copyFile(kept, path);

  const queries = aroundQueries(2, replace, restore);
  expect(await flow()).toEqual(right);
  expect(queries()).toBe(3);

  // DuckDB cannot read the file: its error does not reach the caller.
  vi.restoreAllMocks();
  const failed = aroundQueries(1, () => truncate(path, 10), restore);
  expect(await flow()).toEqual(right);
  expect(failed()).toBe(2);

  vi.restoreAllMocks();
  aroundQueries(3, replace, restore);
  await expect(flow()).rejects.toMatchObject({ code: 'data_unavailable', retry_after_s: 5 });
  // The file is right now, so nothing rebuilds it.
  expect(damaged).toEqual([]);
  expect(await flow()).toEqual(right);
});
