import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { Random } from '../../src/cli/demo/random.ts';
import { dataFolders } from '../../src/core/folders.ts';
import { sql } from '../../src/core/package-files.ts';
import { Duck, type DuckConnection, type Row } from '../../src/market/lake/duckdb.ts';
import { LakeDuck } from '../../src/market/lake/lake-duck.ts';
import {
  addRows,
  BROKER_DAYS,
  keepRows,
  PRICE_DAYS,
  readFiles,
  writeMeasureDay,
  writeNoMeasures,
} from '../../src/market/lake/measure-day.ts';
import type { TestAlir } from './alir.ts';
import { csv, line, writeTo } from './daily-files.ts';
import { measuresOf } from './measure-oracle.ts';
import { Oracle } from './oracle.ts';

/** How often each ticker trades, and its first price. IPOX is listed later, HALT is suspended for a month, RARE trades every tenth day. */
const TICKERS = { BBCA: 9000, GOTO: 64, IPOX: 500, HALT: 1200, RARE: 300, SEMI: 150 } as const;
const SHARE: Readonly<Record<string, number>> = { RARE: 0.1, SEMI: 0.6 };
/** With these, the market has 46 stocks. */
const MORE_TICKERS: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from({ length: 40 }, (_, n) => [`M${100 + n}`, 60 + 90 * n]),
);
const BROKERS = Array.from({ length: 20 }, (_, n) => `${'ABCDEFGHIJ'[n % 10]}${'XY'[Math.floor(n / 10)]}`);

/** The first weekdays from 2025-01-02 on. */
export function tradingDays(count: number): string[] {
  const days: string[] = [];
  for (let time = Date.UTC(2025, 0, 2); days.length < count; time += 86_400_000) {
    const date = new Date(time);
    if (date.getUTCDay() % 6 !== 0) days.push(date.toISOString().slice(0, 10));
  }
  return days;
}

/** The daily file of a day of a small market; another `seed` is another market, and `lots` makes all volumes so many times as large. */
export function dailyFileOf(
  day: string,
  place: number,
  seed = 'measures',
  lots = 1,
  tickers: Readonly<Record<string, number>> = TICKERS,
): string {
  const random = new Random(`${seed} ${day}`);
  const lines = Object.entries(tickers).flatMap(([ticker, price]) => {
    const isAbsent = (ticker === 'IPOX' && place < 12) || (ticker === 'HALT' && place > 25 && place < 50);
    if (isAbsent || random.next() > (SHARE[ticker] ?? 1)) return [];
    return Array.from({ length: 1 + random.below(9) }, (_, n) => ({
      TRX_TYPE: n > 0 && random.next() < 0.15 ? 'NG' : 'RG',
      STK_CODE: ticker,
      BRK_COD1: BROKERS[random.below(20)] as string,
      BRK_COD2: BROKERS[random.below(20)] as string,
      INV_TYP1: random.next() < 0.4 ? 'A' : 'I',
      INV_TYP2: random.next() < 0.4 ? 'A' : 'I',
      STK_VOLM: 100 * lots * (1 + random.below(50)),
      STK_PRIC: price + random.below(Math.max(4, price / 10)),
    }));
  });
  return csv(lines.map((cells, n) => line({ ...cells, TRX_DATE: day, TRX_CODE: n + 1 })));
}

/** The daily file of a day of 46 stocks. */
export function largeDailyFileOf(day: string, place: number): string {
  return dailyFileOf(day, place, 'large', 1, { ...TICKERS, ...MORE_TICKERS });
}

/** The daily files as they are published: by day. */
export type Texts = Map<string, string>;

/** The measures of an oracle: by day and ticker. */
export function expectedOf(texts: Iterable<string>) {
  return measuresOf(Oracle.of(texts).trades);
}

/** The SHA-256 of the file in force of each day. */
export async function hashesOf({ stores: { manifest } }: Pick<TestAlir, 'stores'>) {
  return new Map([...(await manifest.measureFilesInForce())].map(([day, { sha256 }]) => [day, sha256]));
}

/**
 * Publishes and measures days, and expects the rows of the oracle, and another file of exactly the days that have other rows than before:
 * none of them is before the earliest day that changed.
 * @param texts those of all published days; `publish` adds its days to them
 * @param publish returns the days that were measured
 */
export async function expectDependentsReplaced(
  alir: TestAlir,
  texts: Texts,
  publish: () => Promise<readonly string[]>,
): Promise<void> {
  const before = {
    hashes: await hashesOf(alir),
    expected: expectedOf(texts.values()),
    texts: new Map(texts),
  };
  const measured = await publish();
  const expected = expectedOf(texts.values());
  expect(await measuresInLake(alir, texts.keys())).toEqual(
    new Map([...texts.keys()].map((day) => [day, expected.get(day)])),
  );
  const rowsOn = (rows: typeof expected, day: string) => JSON.stringify([...(rows.get(day) ?? [])]);
  const dependent = [...expected.keys()]
    .filter((day) => rowsOn(expected, day) !== rowsOn(before.expected, day))
    .toSorted();
  expect(measured.toSorted()).toEqual(dependent);
  const changed = [...texts.keys()].filter((day) => texts.get(day) !== before.texts.get(day)).toSorted();
  expect(measured.filter((day) => day < (changed[0] ?? ''))).toEqual([]);
  const replaced = [...(await hashesOf(alir))].filter(([day, sha256]) => before.hashes.get(day) !== sha256);
  expect(replaced.map(([day]) => day).toSorted()).toEqual(dependent);
}

/** The rows in the lake, under the fixed names. */
export async function measuresInLake(
  { stores: { folders } }: Pick<TestAlir, 'stores'>,
  days: Iterable<string>,
) {
  const measures = new Map();
  const duck = await Duck.open({ folders: [folders.lake], memory_limit_mb: 200, threads: 1 });
  const connection = await duck.connect();
  for (const day of days) {
    const path = join('measure_day', `trade_date=${day}`, 'measure_day.parquet');
    measures.set(day, await rowsOf(connection, join(folders.lake, path)));
  }
  duck.close();
  return measures;
}

/** The rows of a file, by their tickers. */
export async function rowsIn(folder: string, path: string) {
  const duck = await Duck.open({ folders: [folder], memory_limit_mb: 200, threads: 1 });
  const rows = await rowsOf(await duck.connect(), join(folder, path));
  duck.close();
  return rows;
}

async function rowsOf(connection: DuckConnection, file: string): Promise<Map<unknown, Row>> {
  const rows = await connection.rows(
    'SELECT ticker, COLUMNS(* EXCLUDE (ticker))::DOUBLE FROM read_parquet($file, hive_partitioning = false)',
    { file },
  );
  const tickers = rows.map(({ ticker }) => String(ticker));
  expect(tickers, file).toEqual(tickers.toSorted());
  return new Map(rows.map(({ ticker, ...row }) => [ticker, row]));
}

/** The lake files of the trades, made at once: publishing each day would take longer than the test. */
const TABLES = {
  broker_day: `
    SELECT date AS trade_date, ticker, market, investor, broker,
      sum(bought)::BIGINT AS buy_volume, sum(sold)::BIGINT AS sell_volume, sum(bought * price)::BIGINT AS buy_value
    FROM (
      SELECT *, buyer AS broker, buyerIsForeign AS investor, volume AS bought, 0 AS sold FROM trades UNION ALL BY NAME
      SELECT *, seller AS broker, sellerIsForeign AS investor, 0 AS bought, volume AS sold FROM trades
    )
    GROUP BY ALL`,
  ticker_day: `
    SELECT date AS trade_date, ticker, market, max(price) AS high, min(price) AS low, arg_max(price, number) AS close,
      count(*) AS freq, sum(volume)::BIGINT AS volume, sum(value)::BIGINT AS value,
      sum(value * buyerIsForeign::INTEGER)::BIGINT AS foreign_buy_value,
      sum(value * sellerIsForeign::INTEGER)::BIGINT AS foreign_sell_value
    FROM trades
    GROUP BY ALL`,
};

/**
 * Measures a market of so many days in this folder: all days from rows in memory, and then these days from files.
 * @param from_files the places of the days
 * @returns the rows of each day and ticker, and those of an oracle
 */
export async function measuredMarket(folder: string, count: number, from_files = [...Array(count).keys()]) {
  const days = tradingDays(count);
  const oracle = Oracle.of(days.map((day, place) => dailyFileOf(day, place)));
  const fileOf = (table: string, day: string) => join(folder, table, `trade_date=${day}`, 'data_0.parquet');
  const lake_duck = new LakeDuck({ ...dataFolders(folder), staging: folder }, 1);
  const rows = oracle.trades.map((trade) => ({
    ...trade,
    volume: Number(trade.volume),
    value: Number(trade.value),
  }));
  const trades = await writeTo(folder, 'trades.json', JSON.stringify(rows));
  await lake_duck.run(1, async (connection) => {
    await connection.run('CREATE TABLE trades AS FROM read_json($trades)', { trades });
    for (const [table, query] of Object.entries(TABLES)) {
      const to = `'${join(folder, table)}' (FORMAT parquet, PARTITION_BY trade_date)`;
      await connection.run(`COPY (${query}) TO ${to}`);
    }
  });
  const none = fileOf('measure_day', '2025-01-01');
  for (const day of ['2025-01-01', ...days])
    await mkdir(dirname(fileOf('measure_day', day)), { recursive: true });
  await lake_duck.run(1, (connection) => writeNoMeasures(connection, none));
  const measured: [string, Map<unknown, Row>][] = [];
  const columns: string[] = [];
  const measure = async (connection: DuckConnection, place: number, file: string) => {
    await writeMeasureDay(connection, days.slice(0, place + 1).toReversed(), file);
    measured.push([days[place] as string, await rowsOf(connection, file)]);
    const types = await connection.rows('DESCRIBE FROM read_parquet($file, hive_partitioning = false)', {
      file,
    });
    columns.splice(0, columns.length, ...types.map((each) => `${each.column_name} ${each.column_type}`));
  };
  const files = (table: string, some: readonly string[]) => some.map((each) => fileOf(table, each));
  await lake_duck.run(1, async (connection) => {
    const tickers = Object.keys(TICKERS);
    const input = {
      ticker_day_files: files('ticker_day', days),
      broker_day_files: files('broker_day', days),
      measure_day_files: [none],
    };
    await keepRows(connection, input, tickers);
    for (const [place, day] of days.entries()) {
      await measure(connection, place, fileOf('measure_day', day));
      await addRows(connection, day, fileOf('measure_day', day), tickers);
    }
  });
  for (const place of from_files) {
    const back = days.slice(0, place + 1).toReversed();
    const input = {
      ticker_day_files: files('ticker_day', back.slice(0, PRICE_DAYS)),
      broker_day_files: files('broker_day', back.slice(0, BROKER_DAYS)),
      measure_day_files: [none, ...files('measure_day', back.slice(1))],
    };
    await lake_duck.run(1, async (connection) => {
      await readFiles(connection, input);
      await measure(connection, place, join(folder, `${place}.parquet`));
    });
  }
  lake_duck.close();
  return { measured, columns, expected: measuresOf(oracle.trades) };
}

/**
 * Measures the last one of so many days, from rows of an oracle of the days before: measuring all days would take seconds.
 * @returns the rows of the day, and those of the oracle
 */
export async function measuredLastDay(folder: string, count: number) {
  const days = tradingDays(count);
  const oracle = Oracle.of(days.map((day, place) => dailyFileOf(day, place)));
  const expected = measuresOf(oracle.trades);
  const last = days.at(-1) as string;
  const earlier = [...expected].flatMap(([trade_date, rows]) =>
    trade_date === last ? [] : [...rows].map(([ticker, row]) => ({ trade_date, ticker, ...row })),
  );
  const trades = oracle.trades.map((trade) => ({
    ...trade,
    volume: Number(trade.volume),
    value: Number(trade.value),
  }));
  const files = {
    trades: await writeTo(folder, 'trades.json', JSON.stringify(trades)),
    earlier: await writeTo(folder, 'earlier.json', JSON.stringify(earlier)),
  };
  const lake_duck = new LakeDuck({ ...dataFolders(folder), staging: folder }, 1);
  const measured = await lake_duck.run(1, async (connection) => {
    await connection.run('CREATE TABLE trades AS FROM read_json($trades, sample_size = -1)', {
      trades: files.trades,
    });
    const of_days = (table: 'broker_day' | 'ticker_day', back: number) =>
      connection.run(
        `CREATE TABLE ${table}s AS SELECT * REPLACE (trade_date::DATE AS trade_date) FROM (${TABLES[table]}) WHERE trade_date::VARCHAR >= '${days.at(-back)}'`,
      );
    await of_days('ticker_day', PRICE_DAYS);
    await of_days('broker_day', BROKER_DAYS);
    await connection.run(
      'CREATE TABLE earlier_measures AS SELECT * REPLACE (trade_date::DATE AS trade_date) FROM read_json($earlier, sample_size = -1)',
      { earlier: files.earlier },
    );
    await connection.run(sql('measures/rules'));
    const file = join(folder, 'last.parquet');
    await writeMeasureDay(connection, days.toReversed(), file);
    return rowsOf(connection, file);
  });
  lake_duck.close();
  return { measured, expected: expected.get(last) };
}
