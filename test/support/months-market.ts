import { Market } from '../../src/cli/demo/market.ts';
import type { DailyText, TestAlir } from './alir.ts';
import { csv, type Line, line } from './daily-files.ts';
import { Oracle } from './oracle.ts';
import { dailyFileText, fileName, SMALL_PLAN } from './small-market.ts';

/** The published days: two years, two months of each, a month without a day, and 2026-01-16, which the calendar calls a holiday. */
export const DAYS = ['2025-10-31', '2025-12-01', '2025-12-30', '2026-01-16', '2026-01-30', '2026-02-02'];

/** Ends of ranges that are not published: in the missing month, around a year, on weekends, and after the newest day. */
export const CLOSED = ['2025-10-01', '2025-11-15', '2025-12-31', '2026-01-01', '2026-01-17', '2026-02-28'];

const PLAN = { ...SMALL_PLAN, days: DAYS, trades_a_day: 60, seed: 'months' };
/** From December on, another broker and another ticker are the first by code: the numbers differ from those in the file before. */
const LATER = {
  ...PLAN,
  brokers: [{ code: 'AA', foreign_share: 0.5 }, ...PLAN.brokers],
  tickers: [...PLAN.tickers, { code: 'AALI', price: 7000 }],
};

export const TICKERS = [...LATER.tickers.map(({ code }) => code), 'NEGO', 'CASH', 'STRK', 'NONE'];
export const BROKERS = LATER.brokers.map(({ code }) => code);

/** Trades beside the generated ones, by day. */
const MORE: Readonly<Record<string, readonly Line[]>> = {
  // NEGO is first and last traded in NG; its trades in TN do not count. CASH has no others.
  '2025-10-31': [{ STK_CODE: 'NEGO', TRX_TYPE: 'TN' }],
  '2025-12-01': [
    { STK_CODE: 'NEGO', TRX_TYPE: 'NG' },
    { STK_CODE: 'NEGO', TRX_TYPE: 'TN' },
  ],
  '2025-12-30': [{ STK_CODE: 'NEGO' }],
  '2026-01-30': [{ STK_CODE: 'NEGO', TRX_TYPE: 'NG' }],
  '2026-02-02': [
    { STK_CODE: 'NEGO', TRX_TYPE: 'TN' },
    { STK_CODE: 'CASH', TRX_TYPE: 'TN' },
    // 10.00 percent of foreign buying, and 10.001: both are 10 in the response.
    { STK_CODE: 'EVNA', STK_VOLM: 10_000, STK_PRIC: 1 },
    { STK_CODE: 'EVNA', STK_VOLM: 90_000, STK_PRIC: 1, INV_TYP1: 'I' },
    { STK_CODE: 'EVNB', STK_VOLM: 10_001, STK_PRIC: 1 },
    { STK_CODE: 'EVNB', STK_VOLM: 89_999, STK_PRIC: 1, INV_TYP1: 'I' },
  ],
};

/** Publishes the days. @returns what knows their trades */
export async function publishMonths(alir: TestAlir): Promise<Oracle> {
  const oracle = new Oracle();
  const [early, later] = [new Market(PLAN), new Market(LATER)];
  const files: DailyText[] = [];
  for (const day of DAYS) {
    // Foreign investors buy STRK on each day.
    const more = [{ STK_CODE: 'STRK' }, ...(MORE[day] ?? [])];
    const [, ...lines] = csv(
      more.map((cells, place) => line({ TRX_DATE: day, TRX_CODE: 900_000 + place, ...cells })),
    ).split('\n');
    const text = `${dailyFileText(day < '2025-12' ? early : later, day)}${lines.join('\n')}`;
    oracle.read(text);
    files.push([fileName(day), text]);
  }
  await alir.publish(files);
  return oracle;
}
