import { expect, test } from 'vitest';
import { type Limits, RequestContext } from '../../../../src/api/http/admission/request-context.ts';
import { RateLimitError } from '../../../../src/api/http/limits/rate-limit.ts';
import type { Caller } from '../../../../src/commerce/accounts/accounts.ts';
import { QuotaError } from '../../../../src/commerce/accounts/quota/quota-error.ts';
import { AlirError } from '../../../../src/core/errors.ts';
import { SetClock } from '../../../support/alir.ts';

const END = new Date('2026-03-01T00:00:00Z');
const entitlement = {
  ...{ units: 100, requests_per_minute: 60, window: 'w', quota_window: 'cycle' },
  ...{ reset_at: END.toISOString(), window_end: END, period_end: END },
};
const quotaOf = (remaining: number) => ({ entitlement, remaining }) as never;

/** The context of a request. @param remaining units in memory, then in the ledger */
async function opened(remaining: number[], { isAllowed = true, scopes = ['data'] } = {}) {
  const rate = { limit: 60, remaining: 59, reset_s: 30 };
  const limits = {
    meter: {
      ...{
        refresh: () => {},
        refreshShared: () => {},
        keyUse: { note: () => {} },
        entitlement: () => entitlement,
      },
      quota: () => quotaOf(remaining[0] ?? 0),
      quotaInLedger: async () => quotaOf(remaining.at(-1) ?? 0),
    },
    rates: { take: () => ({ ...rate, isAllowed }), stateOf: () => ({ ...rate, remaining: 7 }) },
    clock: new SetClock(),
  };
  return RequestContext.open({ account_id: 'a', scopes } as unknown as Caller, limits as unknown as Limits);
}
const shown = async (context: RequestContext) => {
  const headers = context.limitHeaders();
  return headers[headers.indexOf('x-monthly-remaining') + 1];
};

test('a refusal has the units of the ledger, or its own ones if the window has ended since', async () => {
  const used = await opened([5, 3]);
  const found = new QuotaError(quotaOf(5), 10);
  expect(await used.withCurrentLimits(found)).toMatchObject({ quota: { remaining: 3 }, units: 10 });
  expect(await shown(used)).toBe(3);
  for (const remaining of [10, 100]) {
    const renewed = await opened([5, remaining]);
    expect(await renewed.withCurrentLimits(found)).toBe(found);
    expect(await shown(renewed)).toBe(5);
  }
  const other = new AlirError('invalid_request', 'wrong');
  expect(await used.withCurrentLimits(other)).toBe(other);
  const limited = await used.withCurrentLimits(new RateLimitError({ limit: 60, remaining: 0, reset_s: 1 }));
  expect(limited).toMatchObject({ code: 'rate_limited', retry_after_s: 30 });
  used.refusal = found;
  expect(await used.withCurrentLimits(other)).toMatchObject({ code: 'quota_insufficient' });
});

test('the rate limit comes before the scope, and units are needed for any request', async () => {
  const limited = await opened([1], { isAllowed: false });
  expect(() => limited.checkScope('account')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  expect(() => limited.checkScope('data')).not.toThrow();
  const allowed = await opened([1]);
  expect(() => allowed.checkScope('any')).not.toThrow();
  expect(() => allowed.checkScope('account')).toThrow(expect.objectContaining({ code: 'scope_missing' }));
  expect(() => allowed.checkQuota()).not.toThrow();
  const empty = await opened([0]);
  expect(() => empty.checkQuota()).toThrow(expect.objectContaining({ code: 'quota_exceeded' }));
});
