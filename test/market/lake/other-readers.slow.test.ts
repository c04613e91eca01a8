import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { readParquet } from 'parquet-wasm';
import { beforeAll, describe, expect, test } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { csv, line } from '../../support/daily-files.ts';
import {
  dailyFileText,
  fileName,
  SMALL_DAYS,
  SMALL_PLAN,
  smallMarket,
  smallMarketData,
} from '../../support/small-market.ts';
import { tickerDaysOf } from '../../support/ticker-days.ts';
import { readTrades, type TradeLine } from '../../support/trade-lines.ts';

type Row = Record<string, string | bigint>;

/** Readers of Parquet that share no code with DuckDB. */
const READERS: Readonly<Record<string, (bytes: Uint8Array<ArrayBuffer>) => Promise<Row[]>>> = {
  hyparquet: async ({ buffer, byteOffset, byteLength }) => {
    const file = buffer.slice(byteOffset, byteOffset + byteLength);
    return (await parquetReadObjects({ file, compressors })) as Row[];
  },
  'parquet-wasm': async (bytes) =>
    tableFromIPC(readParquet(bytes).intoIPCStream())
      .toArray()
      .map((row) => ({ ...row.toJSON() })),
};

const RANGE = { from: SMALL_DAYS[0], to: SMALL_DAYS[SMALL_DAYS.length - 1] ?? '' };
const MARKETS = { RG: ['RG'], NG: ['NG'], ALL: ['RG', 'NG'] } as const;
const INVESTORS = { d: ['d'], f: ['f'], all: ['d', 'f'] } as const;
const SUMS = ['buy_freq', 'sell_freq', 'buy_volume', 'sell_volume', 'buy_value', 'sell_value'] as const;

let alir: TestAlir;
let trades: TradeLine[];
beforeAll(async () => {
  alir = await TestAlir.open({ copied_from: await smallMarketData() }, afterThisFile);
  const texts = SMALL_DAYS.map((day) => dailyFileText(smallMarket(), day));
  trades = texts.flatMap(readTrades);
  // A day that was corrected holds the files of its previous revision too.
  const [day] = SMALL_DAYS;
  await alir.ingest(fileName(day), csv([line({ TRX_DATE: day })]));
  await alir.ingest(fileName(day), texts[0] ?? '');
});

/** The rows of every file of a table, with the day that its folder says. */
async function lakeRows(alir: TestAlir, table: string, read: (typeof READERS)[string]): Promise<Row[]> {
  const folder = join(alir.stores.folders.lake, table);
  const rows: Row[] = [];
  for (const day of (await readdir(folder)).toSorted()) {
    const bytes = new Uint8Array(await readFile(join(folder, day, `${table}.parquet`)));
    for (const row of await read(bytes)) rows.push({ ...row, trade_date: day.replace('trade_date=', '') });
  }
  return rows;
}

/** A trade as the two rows that it is of: the buyer's and the seller's. */
function sidesOf(trade: Row): Row[] {
  const { ticker = '', market = '', volume = 0n, value = 0n } = trade;
  const none = Object.fromEntries(SUMS.map((name) => [name, 0n]));
  const side = (name: string, investor: string, broker: string) => ({
    ...none,
    ticker,
    market,
    broker: String(trade[broker]),
    investor: String(trade[investor]),
    [`${name}_freq`]: 1n,
    [`${name}_volume`]: volume,
    [`${name}_value`]: value,
  });
  return [side('buy', 'buyer_investor', 'buyer'), side('sell', 'seller_investor', 'seller')];
}

/** What each broker dealt, by its code, added up as whole numbers. */
function sumsOf(
  rows: readonly Row[],
  ticker: string,
  markets: readonly string[],
  investors: readonly string[],
) {
  const sums = new Map<string, Record<string, bigint>>();
  for (const row of rows) {
    if (row.ticker !== ticker || !markets.includes(String(row.market))) continue;
    if (!investors.includes(String(row.investor))) continue;
    const sum = sums.get(String(row.broker)) ?? {};
    for (const name of SUMS) sum[name] = (sum[name] ?? 0n) + (row[name] as bigint);
    sums.set(String(row.broker), sum);
  }
  return Object.fromEntries(sums);
}

describe.each(Object.entries(READERS))('%s', (_, read) => {
  test('finds every row of each table under its day', async () => {
    const numbers = (rows: readonly { trade_date?: unknown; date?: string; trade_no?: unknown }[]) =>
      rows.map((row) => `${row.trade_date ?? row.date} ${row.trade_no}`).toSorted();
    expect(numbers(await lakeRows(alir, 'trades', read))).toEqual(numbers(trades));
    const series = new Set(
      trades.flatMap(({ date, ticker, market, buyer, buyerIsForeign, seller, sellerIsForeign }) => [
        [date, ticker, market, buyerIsForeign ? 'f' : 'd', buyer].join(),
        [date, ticker, market, sellerIsForeign ? 'f' : 'd', seller].join(),
      ]),
    );
    const found = (await lakeRows(alir, 'broker_day', read)).map((row) =>
      [row.trade_date, row.ticker, row.market, row.investor, row.broker].join(),
    );
    expect(found.toSorted()).toEqual([...series].toSorted());
    for (const day of SMALL_DAYS) {
      const rows = (await lakeRows(alir, 'ticker_day', read)).filter((row) => row.trade_date === day);
      const expected = tickerDaysOf(trades.filter((trade) => trade.date === day));
      expect(rows).toEqual(expected.map((row) => ({ ...row, trade_date: day })));
    }
  });

  test('computes the same sums as the API from both tables, to the last rupiah', async () => {
    const tables = {
      broker_day: await lakeRows(alir, 'broker_day', read),
      trades: (await lakeRows(alir, 'trades', read)).flatMap(sidesOf),
    };
    let rows = 0;
    for (const { code: ticker } of SMALL_PLAN.tickers) {
      for (const [market, markets] of Object.entries(MARKETS)) {
        for (const [investor, investors] of Object.entries(INVESTORS)) {
          const question = { ticker, ...RANGE, investor, market };
          const { body } = await alir.get('/stocks/broker-summary', question);
          const answered = Object.fromEntries(
            body.data.map((row: Record<string, number>) => [
              row.code,
              Object.fromEntries(SUMS.map((name) => [name, BigInt(row[name] ?? 0)])),
            ]),
          );
          for (const [table, all] of Object.entries(tables)) {
            expect({ ...question, table, sums: sumsOf(all, ticker, markets, investors) }).toEqual({
              ...question,
              table,
              sums: answered,
            });
          }
          rows += body.data.length;
        }
        const { body } = await alir.get('/foreign-flow', { ticker, ...RANGE, market });
        const ofForeigners = Object.values(sumsOf(tables.trades, ticker, markets, ['f']));
        const total = (name: string) =>
          Number(ofForeigners.reduce((sum, row) => sum + (row[name] ?? 0n), 0n));
        expect(body.data).toMatchObject({
          foreign_buy: total('buy_value'),
          foreign_sell: total('sell_value'),
        });
      }
    }
    expect(rows).toBeGreaterThan(200);
  });
});
