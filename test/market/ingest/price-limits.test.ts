import { expect } from 'vitest';
import { ingestFiles } from '../../../src/market/ingest/lake-writer.ts';
import type { TestAlir } from '../../support/alir.ts';
import { csv, line, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { fileName } from '../../support/small-market.ts';

// What the gate does with prices beyond the exchange's daily limits, from the file to the result. Limits of 25% apply to these prices.

const PRICE = 1000;
const THURSDAY = '2026-01-22';
const FRIDAY = '2026-01-23';
const MONDAY = '2026-01-26';

/** Trades of each stock: one at the opening, one at the close, and more of the busy ones. */
const TRADES = { BBBB: 4, CCCC: 4, DDDD: 2, EEEE: 2, FFFF: 2 };
type Stock = keyof typeof TRADES;

/** A complete day on which each stock has one price. */
function dayOf(date: string, priceOf: (stock: Stock) => number): string {
  const lines = Object.entries(TRADES).flatMap(([STK_CODE, trades]) =>
    Array.from({ length: trades }, (_, trade) =>
      line({
        STK_CODE,
        TRX_DATE: date,
        STK_PRIC: priceOf(STK_CODE as Stock),
        ...(trade % 2 === 0 ? {} : { TRX_SESS: 2, TRX_TIME: 161_459 }),
      }),
    ),
  );
  return csv(lines.map((each, index) => ({ ...each, TRX_CODE: index + 1 })));
}

/** Ingests a day through the gate, as an update does. */
async function judged(
  alir: TestAlir,
  date: string,
  priceOf: (stock: Stock) => number,
): Promise<string | undefined> {
  const path = await writeTo(alir.outside, fileName(date), dayOf(date, priceOf));
  const [result] = await ingestFiles(alir.stores.ingest, [{ path, command: 'update' }]);
  return result?.status;
}

test('a day is held by the limits of the trading days since the day before, also for few stocks with most trades', async ({
  alir,
}) => {
  await alir.ingest(
    fileName(THURSDAY),
    dayOf(THURSDAY, () => PRICE),
  );
  const isBusy = (stock: Stock) => TRADES[stock] > 2;
  expect(await judged(alir, FRIDAY, (stock) => (isBusy(stock) ? 1300 : PRICE))).toBe('held');
  // Two trading days after Thursday, four days in the calendar: 1,500 is within 25% twice, 1,900 is not.
  expect(await judged(alir, MONDAY, () => 1900)).toBe('held');
  expect(await judged(alir, MONDAY, () => 1500)).toBe('published');
});
