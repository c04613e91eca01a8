import { describe, expect, test, vi } from 'vitest';
import { forecastOf, type QuotaUse } from '../../../../src/commerce/accounts/quota/forecast.ts';
import { UsageHistory } from '../../../../src/commerce/accounts/quota/usage-history.ts';
import type { Ledger } from '../../../../src/ledger/ledger.ts';
import { SetClock } from '../../../support/alir.ts';

/** 12:00 in Jakarta on the 20th; the window is from the 1st at 12:00 to the 31st at 12:00. */
const USE: QuotaUse = {
  now: new Date('2026-01-20T05:00:00Z'),
  window_start: new Date('2026-01-01T05:00:00Z'),
  window_end: new Date('2026-01-31T05:00:00Z'),
  limit: 1000,
  used: 400,
  recent: 650,
};

describe('the forecast of a quota', () => {
  // 6 days and 12 hours since 00:00 on the 14th: 650 / 6.5 = 100 units a day, and 600 units last 6 days.
  test('continues the average of the last seven days in Jakarta', () => {
    expect(forecastOf(USE)).toEqual({ units_per_day: 100, used_up_on: '2026-01-26' });
  });

  test('has the day in Jakarta', () => {
    // 450 units last 4 days and 12 hours, until 00:00 on the 25th; one unit less is used up on the 24th.
    expect(forecastOf({ ...USE, used: 550 }).used_up_on).toBe('2026-01-25');
    expect(forecastOf({ ...USE, used: 551 }).used_up_on).toBe('2026-01-24');
  });

  test('is null if the quota lasts until the reset', () => {
    // 1,100 units last 11 days: exactly until the reset, which is not before it.
    expect(forecastOf({ ...USE, limit: 1500 })).toEqual({ units_per_day: 100, used_up_on: null });
    expect(forecastOf({ ...USE, limit: 1499 }).used_up_on).toBe('2026-01-31');
    expect(forecastOf({ ...USE, recent: 0 })).toEqual({ units_per_day: 0, used_up_on: null });
  });

  test('counts from the start of a window that began within the seven days', () => {
    // The window began 2 days ago: 400 / 2 = 200 units a day, whatever was used before it. 600 units last 3 days.
    const window_start = new Date('2026-01-18T05:00:00Z');
    expect(forecastOf({ ...USE, window_start })).toEqual({ units_per_day: 200, used_up_on: '2026-01-23' });
  });

  test('takes less than a day as a day', () => {
    const window_start = new Date('2026-01-20T04:59:00Z');
    expect(forecastOf({ ...USE, window_start, used: 100 })).toEqual({
      units_per_day: 100,
      used_up_on: '2026-01-29',
    });
  });

  test('is today for a quota that is used up, also after a change to a smaller plan', () => {
    expect(forecastOf({ ...USE, used: 1000, recent: 0 }).used_up_on).toBe('2026-01-20');
    expect(forecastOf({ ...USE, used: 2000 }).used_up_on).toBe('2026-01-20');
  });

  test('of a day on the Free plan is that day or null', () => {
    const day = {
      now: new Date('2026-01-20T05:00:00Z'),
      window_start: new Date('2026-01-19T17:00:00Z'),
      window_end: new Date('2026-01-20T17:00:00Z'),
      limit: 5,
      recent: 30,
    };
    // 2 of 3 units a day last 16 hours, and 12 remain; 1 of 4 lasts 6 hours.
    expect(forecastOf({ ...day, used: 3 }).used_up_on).toBe(null);
    expect(forecastOf({ ...day, used: 4 }).used_up_on).toBe('2026-01-20');
  });

  test('rounds the average to 2 decimals', () => {
    const window_start = new Date('2026-01-17T05:00:00Z');
    expect(forecastOf({ ...USE, window_start, used: 100 }).units_per_day).toBe(33.33);
  });
});

test('the forecast of an account reads the last 7 days in Jakarta, today included', async () => {
  const all = vi.fn().mockResolvedValue([{ units: 40 }, { units: 30 }]);
  const ledger = { get: async () => ({ units: 70 }), all } as unknown as Ledger;
  const clock = new SetClock('2026-01-19T17:00:00Z');
  const terms = { units: 1000, requests_per_minute: 9, keys: 9 };
  const account = {
    account_id: 'a',
    plan: 'custom',
    granted_window: null,
    granted_units: 0,
    term_days: null,
    ...terms,
  } as const;
  const period = { period_start: '2026-01-01T05:00:00.000Z', period_end: '2026-01-31T05:00:00.000Z' };
  const forecast = await new UsageHistory(ledger, clock).forecast({ ...account, ...period });
  expect(all.mock.calls).toEqual([
    ['usage_by_day', { account_id: 'a', since: '2026-01-14', until: '2026-01-20' }],
  ]);
  expect(forecast).toMatchObject({ current_usage: 70, monthly_limit: 1000, used_up_on: null });
});
