import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { epochDay } from '../../../src/core/dates.ts';
import { INVESTORS, MARKETS, type Span } from '../../../src/core/market/market.ts';
import { differsFromLake } from '../../../src/market/serving/compare-with-lake.ts';
import { BrokerDays } from '../../../src/market/serving/months/broker-days.ts';
import { BrokerNumbers, BrokerSums } from '../../../src/market/serving/months/broker-sums.ts';
import { MonthFile } from '../../../src/market/serving/months/month-file.ts';
import { SUMS } from '../../../src/market/serving/months/month-layout.ts';
import { kindsOf, TickerMonth } from '../../../src/market/serving/months/ticker-month.ts';
import { afterThisFile, afterThisTest, TestAlir, temporaryFolder } from '../../support/alir.ts';
import { csv, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { BROKERS, IN_ORDER, monthRowsOf, OPENING_DAY, writeMonth } from '../../support/month-rows.ts';
import { sized } from '../../support/size.ts';
import { fileName } from '../../support/small-market.ts';

const TICKERS = ['AAAA', 'BBCA', 'GOTOM', '123'];
const DAYS = ['2026-01-02', '2026-03-03', '2026-03-05', '2026-03-31'];

type Totals = Record<(typeof SUMS)[number], number>;

const NOTHING: Totals = {
  buy_freq: 0,
  sell_freq: 0,
  buy_volume: 0,
  sell_volume: 0,
  buy_value: 0,
  sell_value: 0,
};

/** A copy of the built file, which a test may change. */
let path: string;
let built: string;

/** The file of March, in a year in which every broker traded every ticker on every day, in both markets and for both kinds of investor. */
beforeAll(async () => {
  const alir = await TestAlir.open({}, afterThisFile);
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
    await alir.ingest(fileName(date), csv(lines));
  }
  const [, file] = await alir.stores.manifest.servingFiles();
  built = `${alir.stores.folders.serving}/${file?.file_name}`;
});

beforeEach(async () => {
  path = `${await temporaryFolder()}/${basename(built)}`;
  copyFileSync(built, path);
});

const numbers = new BrokerNumbers();

async function monthOf(file: MonthFile, ticker: string): Promise<TickerMonth | undefined> {
  return file.has(ticker) ? new TickerMonth(await file.block(ticker), file.brokers, numbers) : undefined;
}

/** The totals of a range within March, or from the beginning of the year. */
async function totalsOf(
  file: MonthFile,
  ticker: string,
  from: string | null,
  to: string,
): Promise<Map<string, Totals>> {
  const month = await monthOf(file, ticker);
  const sums = new BrokerSums(numbers.codes);
  const before = month && from !== null ? { month, day: epochDay(from) - 1 } : null;
  month?.addUpTo(epochDay(to), before, sums, kindsOf(MARKETS.ALL, INVESTORS.all));
  return totalsAt(sums, sums.places());
}

function totalsAt(sums: BrokerSums, places: readonly number[]): Map<string, Totals> {
  const rows = places.map((place): [string, Totals] => [
    sums.codeAt(place),
    Object.fromEntries(SUMS.map((name) => [name, sums.sum(place, name)])) as Totals,
  ]);
  return new Map(rows);
}

/** All that a file says, or what keeps it from saying it. */
async function everything(): Promise<string> {
  const file = await MonthFile.open(path);
  try {
    const all = [];
    for (const ticker of TICKERS) {
      all.push([ticker, ...(await totalsOf(file, ticker, null, '2026-03-31')).entries()]);
    }
    return JSON.stringify(all);
  } finally {
    await file.close();
  }
}

describe('a month file', () => {
  test('a range is the difference of two running totals, wherever it begins and ends', async () => {
    const file = await MonthFile.open(path);
    const shares = async (from: string | null, to: string) =>
      (await totalsOf(file, 'BBCA', from, to)).get('AK');
    // AK is broker 1 of 5: it buys 12 shares a market and sells XL's 2, whatever the day; the price rises by 1 a day.
    const on = (price: number, days: number) => ({
      buy_freq: 2 * days,
      sell_freq: 2 * days,
      buy_volume: 24 * days,
      sell_volume: 4 * days,
      buy_value: 24 * price,
      sell_value: 4 * price,
    });
    expect(await shares('2026-03-01', '2026-03-02')).toBeUndefined();
    expect(await shares('2026-03-03', '2026-03-03')).toEqual(on(8, 1));
    expect(await shares('2026-03-04', '2026-03-30')).toEqual(on(9, 1));
    expect(await shares('2026-03-05', '2026-03-31')).toEqual(on(9 + 10, 2));
    expect(await shares('2026-03-06', '2026-03-30')).toBeUndefined();
    expect(await shares('2026-03-01', '2026-03-31')).toEqual(on(8 + 9 + 10, 3));
    expect(await totalsOf(file, 'NONE', null, '2026-03-31')).toEqual(new Map());
    await file.close();
  });

  test('begins with the totals at the end of the month before', async () => {
    const file = await MonthFile.open(path);
    const ofJanuary = {
      buy_freq: 2,
      sell_freq: 2,
      buy_volume: 24,
      sell_volume: 4,
      buy_value: 24 * 7,
      sell_value: 4 * 7,
    };
    expect((await totalsOf(file, 'BBCA', null, '2026-02-28')).get('AK')).toEqual(ofJanuary);
    expect((await totalsOf(file, 'BBCA', null, '2026-03-02')).get('AK')).toEqual(ofJanuary);
    await file.close();
  });

  test('the days of a range have the values of each broker, market and investor, and add up to the totals of the range', async () => {
    const file = await MonthFile.open(path);
    const month = await monthOf(file, 'BBCA');
    const days = (from: string, to: string, market: Span = MARKETS.ALL, investor: Span = INVESTORS.all) => {
      const all = new BrokerDays(from, to, numbers.codes);
      month?.addDays(epochDay(from), epochDay(to), all, kindsOf(market, investor));
      return Array.from(all.days(), ({ date, places }) => ({ date, totals: totalsAt(all, places) }));
    };
    // AK buys for foreign clients and sells for domestic ones; the price is 8.
    const [bought, sold] = [
      { buy_freq: 1, buy_volume: 12, buy_value: 96 },
      { sell_freq: 1, sell_volume: 2, sell_value: 16 },
    ];
    for (const [market, investor, expected] of [
      [MARKETS.RG, INVESTORS.f, { ...NOTHING, ...bought }],
      [MARKETS.NG, INVESTORS.d, { ...NOTHING, ...sold }],
      [MARKETS.RG, INVESTORS.all, { ...NOTHING, ...bought, ...sold }],
    ] as const) {
      const [day, ...others] = days('2026-03-01', '2026-03-04', market, investor);
      expect([day?.date, others]).toEqual(['2026-03-03', []]);
      expect(day?.totals.get('AK')).toEqual(expected);
    }
    expect(days('2026-03-06', '2026-03-30')).toEqual([]);
    for (const from of DAYS.slice(1)) {
      for (const to of DAYS.filter((day) => day >= from)) {
        const sums = new Map<string, Totals>();
        for (const [code, totals] of days(from, to).flatMap((day) => [...day.totals])) {
          const sum = sums.get(code) ?? { ...NOTHING };
          for (const name of SUMS) sum[name] += totals[name];
          sums.set(code, sum);
        }
        expect(sums, `${from} to ${to}`).toEqual(await totalsOf(file, 'BBCA', from, to));
      }
    }
    await file.close();
  });

  test('with a flipped bit anywhere gives no answer or the right one, and no answer for a bit of the index', async () => {
    const right = await everything();
    const bytes = readFileSync(path);
    const index = bytes.indexOf('{"file_name"');
    const indexEnd = bytes.indexOf('}]}', index);
    let refused = 0;
    for (let place = 0; place < bytes.length; place += 1 + Math.floor(bytes.length / sized(100, 400))) {
      const damaged = Buffer.from(bytes);
      damaged[place] = (damaged[place] ?? 0) ^ (1 << (place % 8));
      writeFileSync(path, damaged);
      const found = await everything().catch(() => 'refused');
      expect(['refused', right], `byte ${place}`).toContain(found);
      if (found === 'refused') refused += 1;
      else expect(place > index && place < indexEnd, `byte ${place} of the index`).toBe(false);
    }
    expect(refused).toBeGreaterThan(sized(50, 200));
    writeFileSync(path, bytes);
    expect(await everything()).toBe(right);
  });

  test('each flipped bit of its footer is detected before the footer is decoded', async () => {
    const bytes = readFileSync(path);
    const end = bytes.length - 'ARROW1'.length - 4;
    const start = end - bytes.readUInt32LE(end);
    const handle = openSync(path, 'r+');
    afterThisTest(async () => closeSync(handle));
    for (let place = start; place < start + 320; place += sized(8, 1)) {
      for (let bit = 0; bit < 8; bit++) {
        writeSync(handle, Uint8Array.of((bytes[place] ?? 0) ^ (1 << bit)), 0, 1, place);
        const opened = MonthFile.open(path);
        await expect(opened, `byte ${place}`).rejects.toMatchObject({
          cause: { message: 'Its footer is damaged' },
        });
      }
      writeSync(handle, bytes, place, 1, place);
    }
    expect(await everything()).toContain('BBCA');
  });

  test('the memory of a small block includes its objects: their number is limited too', async () => {
    const file = await MonthFile.open(path);
    expect((await monthOf(file, 'BBCA'))?.bytes).toBeGreaterThan(
      2000 + (await file.block('BBCA')).days.buffer.byteLength,
    );
    await file.close();
  });

  test('a truncated, empty or different file is refused when it is opened', async () => {
    const bytes = readFileSync(path);
    for (const left of [bytes.length - 1, bytes.length - 24, bytes.length >> 1, 24, 3, 0]) {
      writeFileSync(path, bytes);
      truncateSync(path, left);
      await expect(MonthFile.open(path), `${left} bytes`).rejects.toThrow(/is not a valid serving file/);
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.from('more')]));
    await expect(MonthFile.open(path)).rejects.toThrow(/is not a valid serving file/);
    expect(statSync(path).size).toBe(bytes.length + 4);
  });
});

test('a month file with other rows than the lake differs from it', async ({ alir }) => {
  const tickers = ['AAAA', 'BBCA'];
  const connection = await monthRowsOf(alir, tickers);
  const differs = async (query: string) => {
    await writeMonth(path, tickers, connection, query);
    return differsFromLake(path, undefined, OPENING_DAY, connection);
  };
  expect(await differs(IN_ORDER)).toBe(false);
  // It does not begin with the totals of the month before.
  const before = await MonthFile.open(path);
  afterThisTest(() => before.close());
  expect(await differsFromLake(path, before, OPENING_DAY, connection)).toBe(true);
  // Of a foreign client of the second broker; the series before it is of its domestic clients.
  const row = 'ticker_id = 1 AND series = 5';
  const changes = [
    ...SUMS.map((name) => `* REPLACE ((${name} + (${row})::INT)::BIGINT AS ${name})`),
    `* REPLACE ((day + (${row})::INT)::UINTEGER AS day)`,
    `* REPLACE ((series - (${row})::INT)::UINTEGER AS series)`,
  ].map((columns) => `SELECT ${columns} FROM (${IN_ORDER})`);
  for (const query of [...changes, `SELECT * FROM (${IN_ORDER}) WHERE NOT (${row})`]) {
    expect([query, await differs(query)]).toEqual([query, true]);
  }
});
