import { expect } from 'vitest';
import { Market } from '../../../src/cli/demo/market.ts';
import { test } from '../../support/fixtures.ts';
import { Oracle } from '../../support/oracle.ts';
import { someOf } from '../../support/size.ts';
import { dailyFileText, fileName, SMALL_PLAN } from '../../support/small-market.ts';

/** Over two turns of a year, with months without a day, and years that begin and end without one. */
const DAYS = [
  '2024-12-30',
  '2025-01-02',
  '2025-01-31',
  '2025-02-03',
  '2025-05-30',
  '2025-06-02',
  '2025-06-30',
  '2025-11-28',
  '2025-12-01',
  '2026-01-02',
  '2026-01-05',
  '2026-03-31',
  '2026-04-01',
];
/** Beginnings and ends of ranges: the days themselves, and days in months and years without one. */
const PLACES = [
  '2024-12-31',
  '2025-01-01',
  '2025-04-15',
  '2025-10-01',
  '2025-12-31',
  '2026-01-01',
  '2026-02-10',
  '2026-12-31',
];

const textOf = (seed: string, day: string) =>
  dailyFileText(new Market({ ...SMALL_PLAN, days: DAYS, trades_a_day: 60, seed }), day);

test('every range of days has the totals of its trades, also after corrections', async ({ alir }) => {
  const texts = new Map<string, string>();
  const publish = async (seed: string, day: string) => {
    const text = textOf(seed, day);
    texts.set(day, text);
    await alir.ingest(fileName(day), text);
  };
  const places = [...DAYS, ...PLACES].sort();
  const ranges = places.flatMap((from, start) => places.slice(start).map((to) => ({ from, to })));
  const allowed = ranges.filter(
    ({ from, to }) => Date.parse(to) - Date.parse(from) <= 365 * 86_400_000 && from >= '2025-01-01',
  );
  expect(allowed.length).toBeGreaterThan(100);
  const compare = async () => {
    const oracle = Oracle.of(texts.values());
    for (const range of someOf(allowed, 40)) {
      const question = { ticker: 'GOTO', ...range, investor: 'all', market: 'ALL' };
      const { status, body } = await alir.get('/stocks/broker-summary', question);
      expect([status, body.data, range]).toEqual([200, oracle.brokerSummary(question), range]);
    }
  };
  // Neither in their order, nor against it.
  for (const day of [...DAYS.slice(6), ...DAYS.slice(0, 6).reverse()]) await publish('first', day);
  await compare();
  // The first day of a year, and days within one.
  for (const day of ['2025-01-02', '2025-06-02', '2026-01-02']) await publish('corrected', day);
  await compare();
});
