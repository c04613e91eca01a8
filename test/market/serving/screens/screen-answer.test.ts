import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { dataFolders } from '../../../../src/core/folders.ts';
import { Duck } from '../../../../src/market/lake/duckdb.ts';
import { MarketDatabase } from '../../../../src/market/serving/market-database.ts';
import { AdjustedMeasures } from '../../../../src/market/serving/queries/adjusted-measures.ts';
import { type ScreenQuestion, screenAnswer } from '../../../../src/market/serving/screens/screen-answer.ts';
import { ScreenChanges } from '../../../../src/market/serving/screens/screen-changes.ts';
import { afterThisTest } from '../../../support/alir.ts';
import { actionsOf } from '../../../support/corporate-actions.ts';
import { test } from '../../../support/fixtures.ts';

const SIGNAL = new AbortController().signal;

/** A database over measured days: the rows of each are SQL. */
async function measured(root: string, days: Readonly<Record<string, string>>) {
  const folders = dataFolders(root);
  const duck = await Duck.open({ folders: [root], memory_limit_mb: 200, threads: 1 });
  const connection = await duck.connect();
  await mkdir(folders.market_files, { recursive: true });
  const files: { trade_date: string; sha256: string; broker_day_sha256: string }[] = [];
  for (const [trade_date, rows] of Object.entries(days)) {
    const written = join(root, 'written.parquet');
    await connection.run(`COPY (${rows}) TO '${written}' (FORMAT parquet)`);
    const sha256 = createHash('sha256')
      .update(await readFile(written))
      .digest('hex');
    const file = join(folders.delta, 'measure_day', `trade_date=${trade_date}`, `${sha256}.parquet`);
    await mkdir(dirname(file), { recursive: true });
    await rename(written, file);
    files.push({ trade_date, sha256, broker_day_sha256: '' });
  }
  duck.close();
  const database = new MarketDatabase({
    folders,
    threads: 1,
    monthsInForce: () => [],
    tradesSha256: async () => undefined,
    measureFiles: () => files,
    unbuilt_months: [],
  });
  afterThisTest(() => database.close());
  const screened = async (screen: Partial<ScreenQuestion>) => {
    const answer = await screenAnswer(
      new AdjustedMeasures(database, actionsOf()),
      { limit: 9, ...screen },
      SIGNAL,
    );
    return { ...answer, rows: answer.rows.toJSON() };
  };
  return { screened, files, folders, database };
}

const rowsOf = (rows: readonly (readonly [string, number, string])[]) =>
  rows
    .map(
      ([ticker, close, change]) =>
        `SELECT '${ticker}' AS ticker, ${close}::BIGINT AS close, ${change}::DECIMAL(18, 2) AS change_1d`,
    )
    .join(' UNION ALL ');

const THREE_DAYS = {
  '2026-01-05': rowsOf([
    ['AAAA', 100, 'NULL'],
    ['BBBB', 50, 'NULL'],
  ]),
  '2026-01-06': rowsOf([
    ['AAAA', 110, '10'],
    ['CCCC', 7, 'NULL'],
  ]),
  '2026-01-08': rowsOf([
    ['AAAA', 104, '-5.45'],
    ['BBBB', 60, '20'],
    ['CCCC', 9, '28.57'],
  ]),
};

test('a screen has the stocks of the newest measured day, and the SQL that ran', async ({ folder }) => {
  const { screened } = await measured(folder, THREE_DAYS);
  expect(
    await screened({ where: { measure: 'change_1d', gt: 20 }, sort: { measure: 'close', direction: 'asc' } }),
  ).toEqual({
    date: '2026-01-08',
    day_before: '2026-01-06',
    rows: [{ date: '2026-01-08', ticker: 'CCCC', change_1d: 28.57, close: 9 }],
    sql: [
      'SELECT day.trade_date AS date, day.ticker, day.change_1d, day.close',
      'FROM measures_adjusted AS day',
      "WHERE day.trade_date = DATE '2026-01-08'",
      '  AND day.change_1d > 20',
      'ORDER BY day.close ASC NULLS LAST, day.ticker',
      'LIMIT 9',
    ].join('\n'),
  });
  expect(
    (await screened({ where: { measure: 'change_1d', gte: 20 } })).rows.map(({ ticker }) => ticker),
  ).toEqual(['BBBB', 'CCCC']);
});

test('days before are measured days, and a stock without a row on one has no value of it', async ({
  folder,
}) => {
  const { screened } = await measured(folder, THREE_DAYS);
  const rises = { measure: 'close', gt: { measure: 'close', days_before: 1 } };
  const tickers = async (screen: Partial<ScreenQuestion>) =>
    (await screened(screen)).rows.map(({ ticker }) => ticker);
  expect(await tickers({ where: rises })).toEqual(['CCCC']);
  expect(await tickers({ where: { not: rises } })).toEqual(['AAAA']);
  expect(await tickers({ where: { measure: 'close', gt: { measure: 'close', days_before: 2 } } })).toEqual([
    'AAAA',
    'BBBB',
  ]);
  expect(await tickers({ where: rises, date: '2026-01-06' })).toEqual(['AAAA']);
  expect(await tickers({ where: { measure: 'close', days_before: 1, top: 1 } })).toEqual(['AAAA']);
  // No day is measured so many days before.
  expect(await tickers({ where: { measure: 'close', gt: { measure: 'close', days_before: 3 } } })).toEqual(
    [],
  );
  expect(
    await tickers({ where: { not: { measure: 'close', gt: { measure: 'close', days_before: 3 } } } }),
  ).toEqual([]);
});

test('a day is compared with the measured day before it', async ({ folder, outside }) => {
  const { screened, database } = await measured(folder, THREE_DAYS);
  const before = async (date: string) => (await screened({ date })).day_before;
  expect([await before('2026-01-06'), await before('2026-01-05')]).toEqual(['2026-01-05', null]);
  let [publication, version, reads] = [1, 1, 0];
  const changesIn = (read: MarketDatabase) => {
    const measureRows: MarketDatabase['measureRows'] = (...query) => {
      reads += 1;
      return read.measureRows(...query);
    };
    const reader = { measureRows, measureFiles: () => read.measureFiles() };
    const measures = new AdjustedMeasures(reader, { ...actionsOf(), version: () => version });
    return new ScreenChanges(measures, () => publication);
  };
  const changes = changesIn(database);
  const above = { where: { measure: 'close', gt: 50 } };
  const entered = { date: '2026-01-08', members: ['AAAA', 'BBBB'], entered: ['BBBB'], left: [] };
  const isRead = async () => {
    const earlier = reads;
    expect(await changes.read(above)).toEqual(entered);
    return reads > earlier;
  };
  expect([await isRead(), await isRead()]).toEqual([true, false]);
  expect(await changes.read({ where: { measure: 'close', lt: 8 } })).toEqual({
    ...{ date: '2026-01-08', members: [], entered: [], left: ['CCCC'] },
  });
  publication = 2;
  expect([await isRead(), await isRead()]).toEqual([true, false]);
  version = 2;
  expect([await isRead(), await isRead()]).toEqual([true, false]);
  const first = await measured(outside, { '2026-01-08': THREE_DAYS['2026-01-08'] });
  expect(await changesIn(first.database).read(above)).toEqual({ ...entered, entered: [] });
});

test('a day that is not measured has no rows', async ({ folder, outside }) => {
  const { screened } = await measured(folder, THREE_DAYS);
  expect(await screened({ date: '2026-01-07' })).toMatchObject({ date: '2026-01-07', rows: [] });
  const none = await measured(outside, {});
  expect(await none.screened({})).toMatchObject({ date: null, rows: [] });
});

test('a damaged file of measures gives no number', async ({ folder }) => {
  const { screened, files, folders } = await measured(folder, THREE_DAYS);
  const { trade_date, sha256 } = files.at(-1) ?? { trade_date: '', sha256: '' };
  const file = join(folders.delta, 'measure_day', `trade_date=${trade_date}`, `${sha256}.parquet`);
  const other = files[0];
  const bytes = await readFile(
    join(folders.delta, 'measure_day', `trade_date=${other?.trade_date}`, `${other?.sha256}.parquet`),
  );
  await writeFile(file, bytes);
  await expect(screened({})).rejects.toMatchObject({ code: 'data_unavailable' });
  expect((await screened({ date: '2026-01-06' })).rows).toHaveLength(2);
});
