import { describe, expect } from 'vitest';
import { Market } from '../../../src/cli/demo/market.ts';
import { test } from '../../support/fixtures.ts';
import { Oracle } from '../../support/oracle.ts';
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

describe('every range of days has the totals of its trades', () => {
  test.for([
    { title: 'when the days were published in order', order: DAYS, corrected: [] },
    { title: 'when the days were published in another order', order: DAYS.toReversed(), corrected: [] },
    {
      title: 'after corrections of the first day of a year and of days within one',
      order: DAYS,
      corrected: ['2025-01-02', '2025-06-02', '2026-01-02'],
    },
  ])('$title', async ({ order, corrected }, { alir }) => {
    const texts = new Map<string, string>();
    const publish = async (seed: string, day: string) => {
      const text = textOf(seed, day);
      texts.set(day, text);
      await alir.ingest(fileName(day), text);
    };
    for (const day of order) await publish('first', day);
    for (const day of corrected) await publish('corrected', day);
    const oracle = new Oracle();
    for (const text of texts.values()) oracle.read(text);
    const places = [...DAYS, ...PLACES].sort();
    let compared = 0;
    for (const [start, from] of places.entries()) {
      for (const to of places.slice(start)) {
        if (Date.parse(to) - Date.parse(from) > 365 * 86_400_000 || from < '2025-01-01') continue;
        const question = { ticker: 'GOTO', from, to, investor: 'all', market: 'ALL' };
        const { status, body } = await alir.get('/stocks/broker-summary', question);
        expect([status, body.data], `${from} to ${to}`).toEqual([200, oracle.brokerSummary(question)]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });
});
