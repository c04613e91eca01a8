import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { SharedRateLimiter } from '../../../../src/api/http/limits/shared-rate-limiter.ts';

const ALLOWED = { is_allowed: true, remaining: 4, reset_s: 60 };

describe('the rate limit that servers share', () => {
  test('is whole again for an account without a request in a window', async () => {
    const rates = new SharedRateLimiter(async (requests) => requests.map(() => ALLOWED));
    expect(await rates.take('a', 5, 1000)).toEqual({ isAllowed: true, limit: 5, remaining: 4, reset_s: 60 });
    expect(rates.stateOf('a', 5, 1000)).toEqual({ limit: 5, remaining: 4, reset_s: 60 });
    expect(rates.stateOf('a', 5, 60_999)).toEqual({ limit: 5, remaining: 4, reset_s: 1 });
    expect(rates.stateOf('a', 5, 61_000)).toEqual({ limit: 5, remaining: 5, reset_s: 1 });
    expect(rates.stateOf('b', 5, 1000)).toEqual({ limit: 5, remaining: 5, reset_s: 1 });
  });

  test('gives each request of a query its own result, and fails all that wait for one that fails', async () => {
    const queries: string[][] = [];
    const rates = new SharedRateLimiter(async (requests) => {
      queries.push(requests.map(({ account_id }) => account_id));
      if (queries.length > 1) throw new Error('no database');
      return requests.map((_, place) => ({ is_allowed: place === 0, remaining: place, reset_s: 60 - place }));
    });
    const decisions = await Promise.all([rates.take('a', 5, 0), rates.take('b', 6, 0)]);
    expect(decisions).toEqual([
      { isAllowed: true, limit: 5, remaining: 0, reset_s: 60 },
      { isAllowed: false, limit: 6, remaining: 1, reset_s: 59 },
    ]);
    const failed = await Promise.allSettled([rates.take('a', 5, 0), rates.take('b', 6, 0)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(queries).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  test('fails also the requests that arrived while the ledger counted others', async () => {
    let fail = (_error: Error): void => {};
    let queries = 0;
    const rates = new SharedRateLimiter(() => {
      queries += 1;
      return queries > 1 ? Promise.resolve([ALLOWED]) : new Promise((_, reject) => (fail = reject));
    });
    const counted = rates.take('a', 5, 0);
    await setImmediate();
    const waiting = rates.take('b', 5, 0);
    fail(new Error('no database'));
    const settled = await Promise.allSettled([counted, waiting]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([(await rates.take('a', 5, 0)).isAllowed, queries]).toEqual([true, 2]);
  });

  test('refuses requests when too many wait', async () => {
    const rates = new SharedRateLimiter(async (requests) => requests.map(() => ALLOWED));
    const waiting = Array.from({ length: 8192 }, () => rates.take('a', 5, 0));
    await expect(rates.take('a', 5, 0)).rejects.toMatchObject({ code: 'overloaded', retry_after_s: 1 });
    expect(await Promise.all(waiting)).toHaveLength(8192);
  });
});
