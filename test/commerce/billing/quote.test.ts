import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  PUBLIC_PLANS,
  type PublicPlan,
  publicProduct,
  readPrices,
} from '../../../src/commerce/billing/prices/prices.ts';
import type { BoughtPeriod, Product } from '../../../src/commerce/billing/prices/quote.ts';
import { type Quote, quote } from '../../../src/commerce/billing/prices/quote.ts';
import { PLAN_MONTHS, type PlanMonths } from '../../../src/core/commerce-terms.ts';
import fc from '../../support/properties.ts';

const PRICES = readPrices(
  readFileSync(new URL('../../../data/reference/prices.json', import.meta.url), 'utf8'),
  'it',
);

const FREE: BoughtPeriod = {
  plan: 'free',
  months: null,
  series: null,
  period_start: '2025-12-01T00:00:00.000Z',
  period_end: null,
  period_price_idr: 0,
  term_days: null,
};

const product = (plan: PublicPlan, months: PlanMonths): Product =>
  publicProduct(plan, months, PRICES[plan][months]);

const offer = (price_idr: number, days: number, series: string | null = null): Product => ({
  plan: 'custom',
  months: null,
  days,
  price_idr,
  ...{ units: 1, requests_per_minute: 1, keys: 1 },
  offer_id: 'o',
  series,
});

/** The period that an account has after a quote was paid. */
function after({ product: { plan, months, series }, ...period }: Quote): BoughtPeriod {
  return { plan, months, series, ...period };
}

const bought = (plan: PublicPlan, months: PlanMonths, at: string): BoughtPeriod =>
  after(quote(FREE, product(plan, months), new Date(at)));

/** `kind charge start end`, to the second where it is whole. */
function summaryOf({ kind, charge_idr, period_start, period_end }: Quote): string {
  const time = (text: string) => text.replace('.000Z', 'Z');
  return `${kind} ${charge_idr} ${time(period_start)} ${time(period_end)}`;
}

const START = '2026-01-05T03:00:00Z';

describe('prices', () => {
  // months x price x 0.83, rounded to the nearest 1,000: 3 x 350,000 x 0.83 = 871,500, which is half-way, and goes up.
  test.each([
    ['starter', 1, 200_000],
    ['starter', 3, 498_000],
    ['starter', 6, 996_000],
    ['professional', 1, 350_000],
    ['professional', 3, 872_000],
    ['professional', 6, 1_743_000],
    ['advanced', 1, 750_000],
    ['advanced', 3, 1_868_000],
    ['advanced', 6, 3_735_000],
  ] as const)('%s for %i months: IDR %i', (plan, months, price) => {
    expect(PRICES[plan][months]).toBe(price);
    const monthly = PRICES[plan][1];
    if (months > 1) expect(price).toBe(Math.round((months * monthly * 83) / 100_000) * 1000);
  });

  test.each([
    ['{}', 'starter'],
    ['{"starter":{"1":-1,"3":1,"6":1}}', 'starter.1'],
    ['{"starter":{"1":1.5,"3":1,"6":1}}', 'starter.1'],
    ['nonsense', 'is not valid JSON'],
  ])('an invalid price is named: %s', (text, place) => {
    expect(() => readPrices(text, 'my.json')).toThrow(place);
  });
});

describe('a purchase', () => {
  // 2026-01-31 and 30 days: 28 of February, then March 2; 90: May 1; 180: July 30.
  const ends = { 1: '2026-03-02', 3: '2026-05-01', 6: '2026-07-30' };
  test.each(PUBLIC_PLANS.flatMap((plan) => PLAN_MONTHS.map((months) => [plan, months] as const)))(
    'of %s for %i months costs its price and starts immediately',
    (plan, months) => {
      const at = '2026-01-31T10:00:00Z';
      expect(summaryOf(quote(FREE, product(plan, months), new Date(at)))).toBe(
        `purchase ${PRICES[plan][months]} ${at} ${ends[months]}T10:00:00Z`,
      );
    },
  );

  test('counts a leap day as a day', () => {
    expect(bought('starter', 1, '2028-02-15T12:00:00Z').period_end).toBe('2028-03-16T12:00:00.000Z');
    expect(bought('starter', 1, '2027-02-15T12:00:00Z').period_end).toBe('2027-03-17T12:00:00.000Z');
  });

  test('at period end, any order is a purchase', () => {
    const ended = new Date('2026-02-04T03:00:00Z');
    const starter = bought('starter', 1, START);
    expect(quote(starter, product('starter', 1), ended).kind).toBe('purchase');
    expect(quote(starter, product('starter', 1), new Date(ended.getTime() - 1)).kind).toBe('renewal');
  });
});

describe('a renewal', () => {
  const later = (period: BoughtPeriod, plan: PublicPlan, months: PlanMonths, at: string) =>
    quote(period, product(plan, months), new Date(at));

  test('extends the end by its duration, keeps the start, costs the price and does not refill the quota', () => {
    const renewed = later(bought('starter', 1, START), 'starter', 1, '2026-01-20T00:00:00Z');
    expect(summaryOf(renewed)).toBe('renewal 200000 2026-01-05T03:00:00Z 2026-03-06T03:00:00Z');
    expect(renewed).toMatchObject({ credit_idr: 0, refills_quota: false, period_price_idr: 400_000 });
  });

  test('may end at most 180 days from now', () => {
    const quarter = bought('starter', 3, START);
    expect(summaryOf(later(quarter, 'starter', 3, START))).toBe(
      'renewal 498000 2026-01-05T03:00:00Z 2026-07-04T03:00:00Z',
    );
    const early = new Date(Date.parse(START) - 1).toISOString();
    expect(() => later(quarter, 'starter', 3, early)).toThrow(
      expect.objectContaining({ code: 'renewal_too_long' }),
    );
    expect(() => later(bought('advanced', 6, START), 'advanced', 6, '2026-06-01T00:00:00Z')).toThrow(
      'The current period ends at 2026-07-04 03:00 UTC. With 180 more days, it would end at 2026-12-31 03:00 UTC, which is more than 180 days from now. Renew closer to the end of the period.',
    );
  });

  test('is possible five times in the first day of a month', () => {
    let period = bought('starter', 1, START);
    for (let time = 0; time < 5; time++) period = after(later(period, 'starter', 1, START));
    expect(period.period_end).toBe('2026-07-04T03:00:00.000Z');
    expect(period.period_price_idr).toBe(1_200_000);
    expect(() => later(period, 'starter', 1, START)).toThrow(
      expect.objectContaining({ code: 'renewal_too_long' }),
    );
  });
});

describe('an upgrade', () => {
  test.each([
    // 20 of 30 days left: 133,333.33; 350,000 - 133,333.33 = 216,666.67
    ['starter', 1, START, '2026-01-15T03:00:00Z', 'professional', 1, 216_000, '2026-02-14T03:00:00Z'],
    // a part of a day counts as a whole: still 20, and a millisecond earlier 21: 350,000 - 140,000
    ['starter', 1, START, '2026-01-15T03:00:00.001Z', 'professional', 1, 216_000, '2026-02-14T03:00:00.001Z'],
    ['starter', 1, START, '2026-01-15T02:59:59.999Z', 'professional', 1, 210_000, '2026-02-14T02:59:59.999Z'],
    // within the first day all that was paid
    ['starter', 1, START, '2026-01-05T23:00:00Z', 'professional', 1, 150_000, '2026-02-04T23:00:00Z'],
    // in the last minute one day: 6,666.67; 343,333.33
    ['starter', 1, START, '2026-02-04T02:59:00Z', 'professional', 1, 343_000, '2026-03-06T02:59:00Z'],
    // to any duration: 1,743,000 - 133,333.33; 3,735,000 - 133,333.33; 1,868,000 - 133,333.33
    ['starter', 1, START, '2026-01-15T03:00:00Z', 'professional', 6, 1_609_000, '2026-07-14T03:00:00Z'],
    ['starter', 1, START, '2026-01-15T03:00:00Z', 'advanced', 6, 3_601_000, '2026-07-14T03:00:00Z'],
    ['starter', 1, START, '2026-01-15T03:00:00Z', 'advanced', 3, 1_734_000, '2026-04-15T03:00:00Z'],
    // the same tier for longer: 996,000 - 133,333.33; 498,000 - 133,333.33
    ['starter', 1, START, '2026-01-15T03:00:00Z', 'starter', 6, 862_000, '2026-07-14T03:00:00Z'],
    ['starter', 1, START, '2026-01-15T03:00:00Z', 'starter', 3, 364_000, '2026-04-15T03:00:00Z'],
    // a higher tier for a shorter time: 80 of 90 days of 498,000 are 442,666.67, more than 350,000
    ['starter', 3, START, '2026-01-15T03:00:00Z', 'professional', 1, 0, '2026-02-14T03:00:00Z'],
    // 80 of 180 days of 1,743,000 are 774,666.67, more than 750,000; 77 are 745,616.67: 4,383.33
    ['professional', 6, START, '2026-04-15T03:00:00Z', 'advanced', 1, 0, '2026-05-15T03:00:00Z'],
    ['professional', 6, START, '2026-04-18T03:00:00Z', 'advanced', 1, 4000, '2026-05-18T03:00:00Z'],
    // across a leap day 14 days are over: 16 x 200,000 / 30 = 106,666.67; 243,333.33
    [
      'starter',
      1,
      '2028-02-15T12:00:00Z',
      '2028-02-29T12:00:00Z',
      'professional',
      1,
      243_000,
      '2028-03-30T12:00:00Z',
    ],
    // across the end of a short month 28 are: 2 x 200,000 / 30 = 13,333.33; 336,666.67
    [
      'starter',
      1,
      '2026-01-31T00:00:00Z',
      '2026-02-28T00:00:00Z',
      'professional',
      1,
      336_000,
      '2026-03-30T00:00:00Z',
    ],
  ] as const)(
    'from %s for %i of %s, at %s, to %s for %i: IDR %i, until %s',
    (plan, months, start, now, to, to_months, charge, end) => {
      const upgraded = quote(bought(plan, months, start), product(to, to_months), new Date(now));
      expect(summaryOf(upgraded)).toBe(`upgrade ${charge} ${now} ${end}`);
      expect(upgraded.credit_idr + upgraded.charge_idr).toBe(upgraded.price_idr);
      expect(upgraded.refills_quota).toBe(true);
    },
  );

  test('reports the forfeited credit: 80 of 90 days of 498,000 are 442,666.67', () => {
    const upgraded = quote(
      bought('starter', 3, START),
      product('professional', 1),
      new Date('2026-01-15T03:00:00Z'),
    );
    expect(upgraded).toMatchObject({ charge_idr: 0, credit_idr: 350_000, forfeited_idr: 92_667 });
  });

  test('after a renewal gives credit for both: 40 of 60 days of 400,000 are 266,666.67', () => {
    const starter = bought('starter', 1, START);
    const renewed = after(quote(starter, product('starter', 1), new Date('2026-01-10T00:00:00Z')));
    expect(quote(renewed, product('professional', 1), new Date('2026-01-25T03:00:00Z')).charge_idr).toBe(
      83_000,
    );
  });

  test('after an upgrade gives credit for its price, including its credit: 15 of 30 days of 350,000', () => {
    const at = (time: string) => new Date(time);
    const professional = after(
      quote(bought('starter', 1, START), product('professional', 1), at('2026-01-15T03:00:00Z')),
    );
    expect(quote(professional, product('advanced', 1), at('2026-01-30T03:00:00Z')).charge_idr).toBe(575_000);
  });

  test('in the same millisecond as the replaced period starts later, so that its units are counted separately', () => {
    const starter = bought('starter', 1, START);
    const upgraded = quote(starter, product('advanced', 1), new Date(START));
    expect(upgraded.period_start).toBe('2026-01-05T03:00:00.001Z');
    expect(upgraded.charge_idr).toBe(550_000);
  });
});

describe('a downgrade', () => {
  test.each([
    ['professional', 1, 'starter', 1],
    ['professional', 1, 'starter', 6],
    ['advanced', 6, 'professional', 6],
    ['professional', 3, 'professional', 1],
    ['starter', 6, 'starter', 3],
  ] as const)('from %s for %i to %s for %i is refused in an active period', (plan, months, to, to_months) => {
    const period = bought(plan, months, START);
    const now = new Date('2026-01-20T00:00:00Z');
    expect(() => quote(period, product(to, to_months), now)).toThrow(
      expect.objectContaining({ code: 'downgrade_refused' }),
    );
    const ended = new Date(period.period_end ?? now);
    expect(quote(period, product(to, to_months), ended).kind).toBe('purchase');
  });
});

describe('an offer', () => {
  const now = new Date('2026-01-15T03:00:00Z');

  test('is a purchase without an active period, and an upgrade with credit in one', () => {
    expect(summaryOf(quote(FREE, offer(1_000_000, 45), now))).toBe(
      'purchase 1000000 2026-01-15T03:00:00Z 2026-03-01T03:00:00Z',
    );
    // 1,000,000 - 133,333.33
    expect(summaryOf(quote(bought('starter', 1, START), offer(1_000_000, 45), now))).toBe(
      'upgrade 866000 2026-01-15T03:00:00Z 2026-03-01T03:00:00Z',
    );
  });

  test('of the same agreement extends the active period once, and any plan can follow it', () => {
    const first = after(quote(FREE, offer(1_000_000, 45, 'series'), now));
    const second = quote(first, offer(1_000_000, 45, 'series'), new Date('2026-01-20T00:00:00Z'));
    expect(summaryOf(second)).toBe('renewal 1000000 2026-01-15T03:00:00Z 2026-04-15T03:00:00Z');
    expect(() =>
      quote(after(second), offer(1_000_000, 45, 'series'), new Date('2026-01-20T00:00:00Z')),
    ).toThrow(expect.objectContaining({ code: 'renewal_too_long' }));
    expect(second.term_days).toBe(45);
    // An operator extended the period by 5 days: its cycles are still counted through the whole period.
    const extended = { ...first, period_end: '2026-03-06T03:00:00.000Z' };
    expect(
      quote(extended, offer(1_000_000, 45, 'series'), new Date('2026-02-01T00:00:00Z')).term_days,
    ).toBeNull();
    expect(quote(first, offer(1_000_000, 45, 'another'), now).kind).toBe('upgrade');
    // 45 of 45 days: 3,735,000 - 1,000,000
    expect(quote(first, product('advanced', 6), now)).toMatchObject({
      kind: 'upgrade',
      charge_idr: 2_735_000,
    });
  });
});

test('no sequence of purchases gives a negative charge, a renewal past 180 days, or a refill by renewal', () => {
  const step = fc.record({
    plan: fc.constantFrom(...PUBLIC_PLANS),
    months: fc.constantFrom(...PLAN_MONTHS),
    hours: fc.nat(24 * 60),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let period = FREE;
      let now = Date.parse(START);
      for (const { plan, months, hours } of steps) {
        now += hours * 3_600_000;
        let quoted: Quote;
        try {
          quoted = quote(period, product(plan, months), new Date(now));
        } catch {
          continue;
        }
        expect(quoted.charge_idr).toBeGreaterThanOrEqual(0);
        expect(quoted.charge_idr + quoted.credit_idr).toBe(PRICES[plan][months]);
        if (quoted.credit_idr > 0) expect(quoted.charge_idr % 1000).toBe(0);
        // A period starts after the one before it: by a millisecond for each upgrade at the same time.
        const latest = now + PUBLIC_PLANS.length + 180 * 86_400_000;
        expect(Date.parse(quoted.period_end)).toBeLessThanOrEqual(latest);
        expect(Date.parse(quoted.period_end)).toBeGreaterThan(now);
        if (quoted.kind === 'renewal') {
          expect(quoted.refills_quota).toBe(false);
          expect(quoted.period_start).toEqual(period.period_start);
        } else expect(Date.parse(quoted.period_start)).toBeGreaterThanOrEqual(now);
        period = after(quoted);
      }
    }),
    { numRuns: 1000 },
  );
});
