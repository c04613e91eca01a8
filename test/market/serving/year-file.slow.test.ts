import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { INVESTORS, MARKETS } from '../../../src/core/market.ts';
import { sql } from '../../../src/core/package-files.ts';
import { Duck } from '../../../src/market/lake/duckdb.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { BrokerSums, type BrokerTotals, type Totals } from '../../../src/market/serving/broker-sums.ts';
import { differsFromLake } from '../../../src/market/serving/compare-with-lake.ts';
import { daysOfYear, type SeriesDay } from '../../../src/market/serving/ticker-year.ts';
import { ReadBuffer, YearFile } from '../../../src/market/serving/year-file.ts';
import { SUMS } from '../../../src/market/serving/year-layout.ts';
import { YearWriter } from '../../../src/market/serving/year-writer.ts';
import { afterThisTest, temporaryFolder } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

const TICKERS = ['AAAA', 'BBCA', 'GOTOM', '123'];
const BROKERS = ['XL', 'AK', 'YP', 'BK', 'CC'];
const DAYS = ['2026-01-02', '2026-01-05', '2026-01-06', '2026-03-31'];

const NOTHING: Totals = {
  buy_freq: 0,
  sell_freq: 0,
  buy_volume: 0,
  sell_volume: 0,
  buy_value: 0,
  sell_value: 0,
};

let path: string;

/** The file of a year in which every broker traded every ticker on every day, in both markets and for both kinds of investor. */
test.beforeEach(async ({ alir }) => {
  for (const date of DAYS) {
    const lines = TICKERS.flatMap((STK_CODE, ticker) =>
      BROKERS.flatMap((BRK_COD1, broker) =>
        ['RG', 'NG'].map((TRX_TYPE) =>
          line({
            STK_CODE,
            BRK_COD1,
            BRK_COD2: BROKERS[(broker + 1) % BROKERS.length] ?? '',
            TRX_TYPE,
            INV_TYP1: broker % 2 ? 'A' : 'I',
            STK_VOLM: 1 + ticker + 10 * broker,
            STK_PRIC: 7 + DAYS.indexOf(date),
            TRX_DATE: date,
          }),
        ),
      ),
    );
    await alir.ingest(`DT${date.slice(2).replaceAll('-', '')}.csv`, csv(lines));
  }
  const [file] = alir.stores.manifest.servingFiles();
  path = `${await temporaryFolder()}/${file?.file_name}`;
  copyFileSync(`${alir.stores.folders.serving}/${file?.file_name}`, path);
});

async function totalsOf(file: YearFile, ticker: string, from: string, to: string): Promise<BrokerTotals> {
  const sums = new BrokerSums();
  const year = await file.ticker(ticker, new ReadBuffer());
  year?.addTo(sums, daysOfYear(2026, from, to), MARKETS.ALL, INVESTORS.all);
  return sums.totals();
}

/** All that a file says, or what keeps it from saying it. */
async function everything(): Promise<string> {
  const file = await YearFile.open(path);
  try {
    const all = [];
    for (const ticker of TICKERS) {
      all.push([ticker, ...(await totalsOf(file, ticker, '2026-01-01', '2026-12-31')).entries()]);
    }
    return JSON.stringify(all);
  } finally {
    await file.close();
  }
}

describe('a year file', () => {
  test('any range is the difference of two running totals', async () => {
    const file = await YearFile.open(path);
    const shares = async (from: string, to: string) => (await totalsOf(file, 'BBCA', from, to)).get('AK');
    // AK is broker 1 of 5: it buys 12 shares a market and sells XL's 2, whatever the day; the price rises by 1 a day.
    const on = (price: number, days: number) => ({
      buy_freq: 2 * days,
      sell_freq: 2 * days,
      buy_volume: 24 * days,
      sell_volume: 4 * days,
      buy_value: 24 * price,
      sell_value: 4 * price,
    });
    expect(await shares('2026-01-01', '2026-01-01')).toBeUndefined();
    expect(await shares('2026-01-02', '2026-01-02')).toEqual(on(7, 1));
    expect(await shares('2026-01-03', '2026-01-05')).toEqual(on(8, 1));
    expect(await shares('2026-01-05', '2026-01-30')).toEqual(on(8 + 9, 2));
    expect(await shares('2026-01-07', '2026-03-30')).toBeUndefined();
    expect(await shares('2026-01-01', '2026-12-31')).toEqual(on(7 + 8 + 9 + 10, 4));
    expect(await totalsOf(file, 'NONE', '2026-01-01', '2026-12-31')).toEqual(new Map());
    await file.close();
  });

  test('the days of a range are the values of each series and day, and add up to the totals of the range', async () => {
    const file = await YearFile.open(path);
    const year = await file.ticker('BBCA', new ReadBuffer());
    const days = (from: string, to: string) =>
      year?.days(daysOfYear(2026, from, to), MARKETS.ALL, INVESTORS.all) ?? [];
    const ofBroker = (code: string) => (each: SeriesDay) => each.broker === code;
    // AK buys for foreign clients and sells for domestic ones; January 5th is day 4.
    expect(days('2026-01-03', '2026-01-05').filter(ofBroker('AK'))).toEqual(
      (['RG', 'NG'] as const).flatMap((market) => [
        {
          ...NOTHING,
          broker: 'AK',
          market,
          investor: 'd',
          day: 4,
          sell_freq: 1,
          sell_volume: 2,
          sell_value: 16,
        },
        {
          ...NOTHING,
          broker: 'AK',
          market,
          investor: 'f',
          day: 4,
          buy_freq: 1,
          buy_volume: 12,
          buy_value: 96,
        },
      ]),
    );
    expect(days('2026-01-07', '2026-03-30')).toEqual([]);
    for (const from of DAYS) {
      for (const to of DAYS.filter((day) => day >= from)) {
        const sums = new Map<string, Totals>();
        for (const day of days(from, to)) {
          const sum = sums.get(day.broker) ?? { ...NOTHING };
          for (const name of SUMS) sum[name] += day[name];
          sums.set(day.broker, sum);
        }
        expect(sums, `${from} to ${to}`).toEqual(await totalsOf(file, 'BBCA', from, to));
      }
    }
    await file.close();
  });

  test('with a flipped bit anywhere, it gives no answer or the right one', async () => {
    const right = await everything();
    const bytes = readFileSync(path);
    for (let place = 0; place < bytes.length; place += 1 + Math.floor(bytes.length / 300)) {
      const damaged = Buffer.from(bytes);
      damaged[place] = (damaged[place] ?? 0) ^ (1 << (place % 8));
      writeFileSync(path, damaged);
      // A byte that fills a block up is covered too.
      await expect(everything(), `byte ${place}`).rejects.toThrow();
    }
    writeFileSync(path, bytes);
    expect(await everything()).toBe(right);
  });

  test('a truncated, empty or different file is refused when it is opened', async () => {
    const bytes = readFileSync(path);
    for (const left of [bytes.length - 1, bytes.length - 24, 25, 24, 3, 0]) {
      writeFileSync(path, bytes);
      truncateSync(path, left);
      await expect(YearFile.open(path), `${left} bytes`).rejects.toThrow(/is not a valid serving file/);
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.from('more')]));
    await expect(YearFile.open(path)).rejects.toThrow(/is not a valid serving file/);
    expect(statSync(path).size).toBe(bytes.length + 4);
  });
});

test('a year file of incomplete rows differs from the lake, and is never used', async ({ alir }) => {
  const { lake } = alir.stores.folders;
  const tickers = Array.from({ length: 8000 }, (_, place) => `T${String(place).padStart(4, '0')}`);
  const trades = tickers.flatMap((STK_CODE) => BROKERS.map((BRK_COD1) => line({ STK_CODE, BRK_COD1 })));
  await alir.ingest(FILE_NAME, csv(trades));
  const duck = await Duck.open({ folders: [lake], memory_limit_mb: 200, threads: 2 });
  afterThisTest(async () => duck.close());
  const connection = await duck.connect();
  const files = [new Lake(alir.stores.folders).file('broker_day', DATE)];
  await connection.run('SET VARIABLE broker_day_files = $files', { files });
  for (const step of ['number_tickers', 'number_brokers', 'year_rows'])
    await connection.run(sql(`serving/${step}`));
  const write = async (question: string): Promise<number> => {
    const writer = await YearWriter.open(path, tickers, [...BROKERS].sort());
    let rows = 0;
    for await (const columns of connection.columns(question)) {
      rows += columns.count;
      await writer.write(columns);
    }
    await writer.close();
    return rows;
  };
  const inOrder = 'SELECT * FROM year_row ORDER BY ticker_id, series, day';
  const whole = await write(inOrder);
  expect(await differsFromLake(path, connection)).toBe(false);
  const broken = await write(
    `SELECT * REPLACE (CASE WHEN ticker_id = 7999 THEN error('boo') ELSE buy_freq END AS buy_freq) FROM (${inOrder})`,
  );
  expect(broken).toBeGreaterThan(0);
  expect(broken).toBeLessThan(whole);
  expect(await differsFromLake(path, connection)).toBe(true);
});
