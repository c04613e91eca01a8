import { describe, expect, test } from 'vitest';
import { entitlementAt, type Subscription } from '../../../src/commerce/accounts/entitlement.ts';
import { periodEnd } from '../../../src/commerce/accounts/plans.ts';
import type { Plan, PlanMonths } from '../../../src/core/commerce-terms.ts';

const START = '2026-01-05T03:00:00.000Z';

function subscription(plan: Plan, months: PlanMonths = 1): Subscription {
  const own = plan === 'enterprise' || plan === 'custom';
  return {
    plan,
    period_start: START,
    period_end: periodEnd(plan, months, new Date(START))?.toISOString() ?? null,
    requests_per_minute: own ? 900 : null,
    units: own ? 777 : null,
    keys: own ? 50 : null,
    term_days: null,
    granted_window: null,
    granted_units: 0,
  };
}

const at = (plan: Plan, months: PlanMonths, now: string) =>
  entitlementAt(subscription(plan, months), new Date(now));

describe('what a plan allows', () => {
  test.each([
    ['free', 10, 5, 1, 'day'],
    ['starter', 120, 25_000, 3, 'cycle'],
    ['professional', 300, 100_000, 10, 'cycle'],
    ['advanced', 500, 250_000, 20, 'cycle'],
    ['enterprise', 900, 777, 50, 'cycle'],
    ['custom', 900, 777, 50, 'cycle'],
  ] as const)(
    '%s: %i requests a minute, %i units, %i keys',
    (plan, requests_per_minute, units, keys, quota_window) => {
      for (const months of [1, 3, 6] as const) {
        expect(at(plan, months, START)).toMatchObject({
          plan,
          requests_per_minute,
          units,
          keys,
          quota_window,
        });
      }
    },
  );
});

// 30 days from 2026-01-05 03:00 is 2026-02-04 03:00; then 03-06, 04-05, 05-05, 06-04, 07-04.
const EDGES = [
  '2026-01-05',
  '2026-02-04',
  '2026-03-06',
  '2026-04-05',
  '2026-05-05',
  '2026-06-04',
  '2026-07-04',
];
const edge = (cycle: number) => new Date(`${EDGES[cycle]}T03:00:00.000Z`);
const before = (time: Date) => new Date(time.getTime() - 1);

describe('cycles of 30 days, counted from the start of the period', () => {
  test.each([
    ['starter', 1],
    ['starter', 3],
    ['professional', 6],
    ['advanced', 3],
    ['advanced', 6],
  ] as const)('%s for %i month(s): every edge', (plan, months) => {
    const held = subscription(plan, months);
    for (let cycle = 0; cycle < months; cycle++) {
      const first = entitlementAt(held, edge(cycle));
      const last = entitlementAt(held, before(edge(cycle + 1)));
      expect(first).toMatchObject({ plan, window_start: edge(cycle), window_end: edge(cycle + 1) });
      expect(last.window).toBe(first.window);
      expect(first.period_start).toEqual(new Date(START));
      expect(first.period_end).toEqual(edge(months));
      if (cycle > 0) expect(first.window).not.toBe(entitlementAt(held, before(edge(cycle))).window);
    }
    expect(entitlementAt(held, edge(months))).toMatchObject({ plan: 'free', units: 5, quota_window: 'day' });
  });

  test('day 29, 30 and 31 of a month plan', () => {
    expect(at('starter', 1, '2026-02-03T02:59:59Z').plan).toBe('starter');
    expect(at('starter', 1, '2026-02-04T02:59:59.999Z').plan).toBe('starter');
    expect(at('starter', 1, '2026-02-04T03:00:00.000Z').plan).toBe('free');
    expect(at('starter', 1, '2026-02-05T03:00:00Z').plan).toBe('free');
  });

  test('a period that ends within a cycle ends the cycle', () => {
    const offered = { ...subscription('custom', 3), period_end: '2026-02-14T03:00:00.000Z' };
    expect(entitlementAt(offered, new Date('2026-02-10T00:00:00Z')).window_end).toEqual(
      new Date('2026-02-14T03:00:00Z'),
    );
  });

  test.each(['2026-01-05T02:59:59.999Z', '2026-01-04T00:00:00Z', '2025-01-01T00:00:00Z'])(
    'a clock set back to %s, before the period, counts in its first window',
    (now) => {
      for (const plan of ['starter', 'free'] as const) {
        expect(at(plan, 1, now)).toEqual(at(plan, 1, START));
      }
    },
  );
});

const EXPIRED: Subscription = {
  ...subscription('starter'),
  period_start: '2025-11-01T00:00:00.000Z',
  period_end: '2025-12-01T00:00:00.000Z',
};

describe('Free, and a paid plan after its period, count days that end at 00:00 in Jakarta', () => {
  test.each([
    // 17:00 UTC is midnight in Jakarta
    ['2026-01-05T16:59:59.999Z', 'day 2026-01-05', '2026-01-05T17:00:00.000Z'],
    ['2026-01-05T17:00:00.000Z', 'day 2026-01-06', '2026-01-06T17:00:00.000Z'],
    ['2026-01-06T00:00:00.000Z', 'day 2026-01-06', '2026-01-06T17:00:00.000Z'],
    ['2026-12-31T17:00:00.000Z', 'day 2027-01-01', '2027-01-01T17:00:00.000Z'],
    ['2028-02-28T17:00:00.000Z', 'day 2028-02-29', '2028-02-29T17:00:00.000Z'],
  ])('%s is in %s', (now, window, end) => {
    for (const held of [subscription('free'), EXPIRED]) {
      const entitlement = entitlementAt(held, new Date(now));
      expect(entitlement).toMatchObject({ plan: 'free', window, window_end: new Date(end) });
      expect(entitlement.period_end).toEqual(new Date(end));
      expect(entitlement.window_end.getTime() - entitlement.window_start.getTime()).toBe(86_400_000);
    }
  });
});

test.each([
  [29.99, 0, 30],
  [30, 30, 45],
  [44.99, 30, 45],
  [45, 45, 75],
  [75, 75, 90],
])(
  'on day %d of a period with parts of 45 days, the cycle is that of the days %i to %i',
  (day, first, last) => {
    const start_ms = Date.parse('2026-01-05T03:00:00.000Z');
    const time = (days: number) => new Date(start_ms + days * 86_400_000);
    const parts = {
      ...subscription('starter', 1),
      ...{ period_start: time(0).toISOString(), period_end: time(90).toISOString(), term_days: 45 },
    };
    expect(entitlementAt(parts, time(day))).toMatchObject({
      ...{ window: `cycle ${time(first).toISOString()}`, window_start: time(first) },
      ...{ window_end: time(last), reset_at: time(last).toISOString() },
    });
  },
);
