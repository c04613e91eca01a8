import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { Duck } from '../../../src/market/lake/duckdb.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { afterThisTest, type TestAlir } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test as base } from '../../support/fixtures.ts';
import { dailyFileText, SMALL_DAYS, smallMarket, smallMarketData } from '../../support/small-market.ts';
import { type TickerDay, tickerDaysOf } from '../../support/ticker-days.ts';
import { readTrades } from '../../support/trade-lines.ts';

const test = base.extend('settings', async () => ({ copied_from: await smallMarketData() }));

async function rowsOf(alir: TestAlir, day: string): Promise<TickerDay[]> {
  const { folders } = alir.stores;
  const duck = await Duck.open({ folders: [folders.lake], memory_limit_mb: 200, threads: 1 });
  afterThisTest(async () => duck.close());
  const connection = await duck.connect();
  const path = new Lake(folders).fixedName('ticker_day', day);
  const rows = await connection.rows('FROM read_parquet($path, hive_partitioning = false)', { path });
  return rows as TickerDay[];
}

describe('ticker_day', () => {
  test('equals the trades of the daily file: prices, totals and investors', async ({ alir }) => {
    const markets = new Set<unknown>();
    for (const day of SMALL_DAYS) {
      const expected = tickerDaysOf(readTrades(dailyFileText(smallMarket(), day)));
      expect(await rowsOf(alir, day)).toEqual(expected);
      for (const row of expected) markets.add(row.market);
    }
    expect([...markets].toSorted()).toEqual(['NG', 'RG', 'TN']);
  });

  test('opens and closes by trade number, in any order of lines and sessions', async ({ alir }) => {
    const text = csv([
      line({ TRX_CODE: 30, STK_PRIC: 1270, TRX_SESS: 1 }),
      line({ TRX_CODE: 40, STK_PRIC: 1240, TRX_SESS: 1 }),
      line({ TRX_CODE: 10, STK_PRIC: 1250, TRX_SESS: 2, INV_TYP1: 'I' }),
      line({ TRX_CODE: 20, STK_PRIC: 1290, TRX_SESS: 2 }),
      line({ TRX_CODE: 5, STK_PRIC: 900, TRX_TYPE: 'NG' }),
    ]);
    await alir.ingest(FILE_NAME, text);
    const rows = await rowsOf(alir, DATE);
    expect(rows).toEqual(tickerDaysOf(readTrades(text)));
    expect(rows).toMatchObject([
      { market: 'NG', open: 900n, close: 900n, freq: 1n },
      { market: 'RG', open: 1250n, high: 1290n, low: 1240n, close: 1240n, freq: 4n },
    ]);
  });

  test('of a corrected day equals the correction', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line(), line({ STK_CODE: 'BBCA' })]));
    const correction = csv([line({ STK_PRIC: 1265 }), line({ STK_PRIC: 1255 })]);
    await alir.ingest(FILE_NAME, correction);
    expect(await rowsOf(alir, DATE)).toEqual(tickerDaysOf(readTrades(correction)));
  });

  const REAL = new URL('../../../../shared/data/dt/DT260119.csv.gz', import.meta.url);
  test.skipIf(!existsSync(REAL))('has the prices and totals of BRMS on 2026-01-19', async ({ alir }) => {
    const bytes = readFileSync(REAL);
    await alir.ingest('DT260119.csv.gz', bytes);
    const rows = await rowsOf(alir, '2026-01-19');
    expect(rows).toEqual(tickerDaysOf(readTrades(gunzipSync(bytes).toString().replaceAll('\r', ''))));
    expect(rows).toMatchObject([
      {
        ticker: 'BRMS',
        market: 'RG',
        open: 1260n,
        high: 1265n,
        low: 1210n,
        close: 1230n,
        freq: 25_685n,
        volume: 228_224_600n,
        value: 280_293_332_000n,
        foreign_buy_volume: 53_862_300n,
        foreign_sell_volume: 64_142_300n,
      },
    ]);
  });
});
