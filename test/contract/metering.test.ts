import { describe, expect } from 'vitest';
import type { Plan, PlanMonths } from '../../src/core/commerce-terms.ts';
import type { Answer, TestAlir } from '../support/alir.ts';
import { DATE } from '../support/daily-files.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { ON_POSTGRES } from '../support/test-ledger.ts';

const DAY = { from: DATE, to: DATE };
const SUMMARY = { ticker: 'BRMS', ...DAY, investor: 'all' };
const FLOW = { ticker: 'BRMS', ...DAY };

let alir: TestAlir;
let account_id: string;
test.beforeEach(({ alir: shared }) => {
  alir = shared;
});

async function become(plan: Plan, months?: PlanMonths): Promise<void> {
  account_id = await alir.become(plan, months);
}

const used = () => alir.test_ledger.unitsOf(account_id);

function quota(answer: Answer): Record<string, string | null> {
  return Object.fromEntries(
    ['limit', 'remaining', 'reset'].map((name) => [name, answer.headers.get(`x-monthly-${name}`)]),
  );
}

const cost = (answer: Answer) => answer.headers.get('x-request-cost');

describe('the cost of a request', () => {
  test.each([
    { what: 'GET /stocks/broker-summary', ask: () => alir.get('/stocks/broker-summary', SUMMARY), units: 1 },
    { what: 'GET /foreign-flow', ask: () => alir.get('/foreign-flow', FLOW), units: 1 },
    {
      what: 'a batch of 3 distinct tickers, sent as 5',
      ask: () => alir.post('/stocks/broker-summary/batch', { tickers: ['A', 'B', 'a', ' C', 'B'], ...DAY }),
      units: 3,
    },
    {
      what: 'a foreign-flow batch of 50',
      ask: () =>
        alir.post('/foreign-flow/batch', { tickers: Array.from({ length: 50 }, (_, n) => `T${n}`), ...DAY }),
      units: 50,
    },
    {
      what: 'a ticker without rows',
      ask: () => alir.get('/foreign-flow', { ...FLOW, ticker: 'NONE' }),
      units: 1,
    },
    { what: 'GET /usage', ask: () => alir.get('/usage', {}), units: 0 },
  ])('$what: $units', async ({ ask, units }) => {
    await become('starter');
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(cost(answer)).toBe(String(units));
    expect(quota(answer)).toEqual({
      limit: '25000',
      remaining: String(25_000 - units),
      reset: '2026-03-04T12:00:00.000Z',
    });
    expect(await used()).toEqual({ account: units, keys: units });
  });

  test('a cached answer costs the same', async () => {
    await become('starter');
    const first = await alir.get('/foreign-flow', FLOW);
    const second = await alir.get('/foreign-flow', FLOW);
    expect(second.body).toEqual(first.body);
    expect(cost(second)).toBe('1');
    expect((await used()).account).toBe(2);
  });
});

describe('a failed request costs nothing', () => {
  test.each([
    { what: 'a bad parameter', status: 400, path: '/foreign-flow?ticker=x' },
    {
      what: 'a bad body',
      status: 400,
      path: '/foreign-flow/batch',
      init: { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
    },
    {
      what: 'a wrong media type',
      status: 415,
      path: '/foreign-flow/batch',
      init: { method: 'POST', body: 'x' },
    },
    {
      what: 'a body too large',
      status: 413,
      path: '/foreign-flow/batch',
      init: { method: 'POST', body: ' '.repeat(70_000), headers: { 'content-type': 'application/json' } },
    },
    { what: 'an unknown route', status: 404, path: '/nowhere' },
    { what: 'HEAD', status: 405, path: '/foreign-flow?ticker=BRMS', init: { method: 'HEAD' } },
    { what: 'another method', status: 405, path: '/foreign-flow', init: { method: 'PUT' } },
  ])('$what: $status', async ({ status, path, init }) => {
    await become('starter');
    const answer = await alir.request(path, init);
    expect(answer.status).toBe(status);
    expect(await used()).toEqual({ account: 0, keys: 0 });
    expect(cost(answer)).toBe('0');
    expect(quota(answer).remaining).toBe('25000');
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('119');
  });
});

describe('the quota', () => {
  test('a used-up quota is 403 with the exact text; /usage still answers', async () => {
    await become('free');
    for (let request = 1; request <= 5; request++) {
      expect(quota(await alir.get('/foreign-flow', FLOW)).remaining).toBe(String(5 - request));
    }
    for (const refused of [
      await alir.get('/foreign-flow', FLOW),
      await alir.get('/foreign-flow', { ticker: 'not a ticker' }),
      await alir.request('/foreign-flow/batch', {
        method: 'POST',
        body: '{',
        headers: { 'content-type': 'application/json' },
      }),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({
        success: false,
        data: null,
        detail: 'Account monthly API limit exceeded',
        error:
          'All 5 units of the day are used. The quota resets at 2026-02-02T17:00:00.000Z (00:00 in Jakarta). To get more units, upgrade the plan: see /billing/plans.',
        code: 'quota_exceeded',
      });
      expect(quota(refused)).toMatchObject({ limit: '5', remaining: '0' });
      expect(cost(refused)).toBe('0');
    }
    const usage = await alir.get('/usage', {});
    expect(usage.status).toBe(200);
    expect(usage.body.data.account).toMatchObject({ current_usage: 5, remaining: 0 });
    expect(await used()).toEqual({ account: 5, keys: 5 });
  });

  test('a batch above the remaining quota is 403 without partial work; the header has the remaining units', async () => {
    await become('free');
    await alir.get('/foreign-flow', FLOW);
    const refused = await alir.post('/foreign-flow/batch', { tickers: ['A', 'B', 'C', 'D', 'E'], ...DAY });
    expect([refused.status, cost(refused)]).toEqual([403, '0']);
    expect(refused.body).toMatchObject({
      detail: 'Account monthly API limit exceeded',
      error:
        'The request costs 5 units, and 4 remain. Send a smaller request, or wait. The quota resets at 2026-02-02T17:00:00.000Z (00:00 in Jakarta). To get more units, upgrade the plan: see /billing/plans.',
      code: 'quota_insufficient',
    });
    expect(quota(refused).remaining).toBe('4');
    const fits = await alir.post('/foreign-flow/batch', { tickers: ['A', 'B', 'C', 'D'], ...DAY });
    expect([fits.status, quota(fits).remaining]).toEqual([200, '0']);
  });

  test('is shared by the keys of an account; each key has its own counter', async () => {
    await become('starter');
    const second = await alir.stores.accounts.createKey(account_id, 'second');
    await alir.get('/foreign-flow', FLOW);
    const first = alir.key;
    alir.key = second.api_key;
    await alir.post('/foreign-flow/batch', { tickers: ['A', 'B', 'C'], ...DAY });
    const { data } = (await alir.get('/usage', {})).body;
    expect(data).toEqual({
      api_key: `alir...${second.api_key.slice(-4)}`,
      key: {
        key_id: second.key_id,
        key_name: 'second',
        current_usage: 3,
        monthly_limit: 25_000,
        remaining: 24_997,
      },
      account: {
        plan: 'starter',
        current_usage: 4,
        monthly_limit: 25_000,
        remaining: 24_996,
        quota_window: 'cycle',
        period_start: '2026-02-02T12:00:00',
        period_end: '2026-03-04T12:00:00',
      },
    });
    alir.key = first;
    expect((await alir.get('/usage', {})).body.data.key).toMatchObject({
      key_name: 'default',
      current_usage: 1,
    });
  });

  test.each([
    [1, 'The paid period ends at 2026-03-04T12:00:00.000Z. To get more units, renew or upgrade the plan'],
    [3, 'The quota resets at 2026-03-04T12:00:00.000Z. To get more units, upgrade the plan'],
  ] as const)('a 403 in a period of %i month(s) contains the time of the reset', async (months, message) => {
    const terms = { units: 2, requests_per_minute: 100, keys: 1 };
    await alir.become('custom', months, terms);
    const tooExpensive = await alir.post('/foreign-flow/batch', { tickers: ['A', 'B', 'C'], ...DAY });
    expect(tooExpensive.body).toMatchObject({
      code: 'quota_insufficient',
      error: expect.stringContaining(message),
    });
    await alir.post('/foreign-flow/batch', { tickers: ['A', 'B'], ...DAY });
    const usedUp = await alir.get('/foreign-flow', FLOW);
    expect(usedUp.body).toMatchObject({
      code: 'quota_exceeded',
      error: expect.stringMatching(/^All 2 units of the 30-day cycle are used\. /),
    });
    expect(usedUp.body.error).toContain(message);
  });

  test("Free counts Jakarta's day", async () => {
    alir.clock.time = new Date('2026-02-02T16:59:00Z');
    await become('free');
    const last = await alir.get('/foreign-flow', FLOW);
    expect(quota(last)).toEqual({ limit: '5', remaining: '4', reset: '2026-02-02T17:00:00.000Z' });
    const { account } = (await alir.get('/usage', {})).body.data;
    expect(account).toMatchObject({
      quota_window: 'day',
      period_start: '2026-02-01T17:00:00',
      period_end: '2026-02-02T17:00:00',
    });
    alir.clock.time = new Date('2026-02-02T17:00:00Z');
    expect(quota(await alir.get('/foreign-flow', FLOW))).toEqual({
      limit: '5',
      remaining: '4',
      reset: '2026-02-03T17:00:00.000Z',
    });
  });

  test('resets with each cycle, no units roll over, and a lapsed period falls back to Free', async () => {
    await become('starter', 3);
    await alir.post('/foreign-flow/batch', { tickers: ['A', 'B', 'C'], ...DAY });
    const at = async (time: string) => {
      alir.clock.time = new Date(time);
      return quota(await alir.get('/foreign-flow', FLOW));
    };
    expect(await at('2026-03-04T11:59:59.999Z')).toMatchObject({
      remaining: '24996',
      reset: '2026-03-04T12:00:00.000Z',
    });
    expect(await at('2026-03-04T12:00:00.000Z')).toMatchObject({
      remaining: '24999',
      reset: '2026-04-03T12:00:00.000Z',
    });
    expect(await at('2026-05-03T11:59:59.999Z')).toMatchObject({
      remaining: '24999',
      reset: '2026-05-03T12:00:00.000Z',
    });
    expect(await at('2026-05-03T12:00:00.000Z')).toEqual({
      limit: '5',
      remaining: '4',
      reset: '2026-05-03T17:00:00.000Z',
    });
    expect((await alir.get('/usage', {})).body.data.account).toMatchObject({
      plan: 'free',
      quota_window: 'day',
    });
    expect(await used()).toEqual({ account: 7, keys: 7 });
  });

  test('a plan changed by another process applies to the next request', async () => {
    await become('free');
    for (let request = 0; request < 5; request++) await alir.get('/foreign-flow', FLOW);
    await alir.test_ledger.write(
      `UPDATE account SET plan = 'starter', period_end = '2026-03-04T12:00:00.000Z' WHERE account_id = '${account_id}'`,
    );
    expect(quota(await alir.get('/foreign-flow', FLOW)).remaining).toBe('24999');
  });
});

describe('the rate limit', () => {
  const rate = (answer: Answer) =>
    ['limit', 'remaining', 'reset'].map((name) => answer.headers.get(`x-ratelimit-${name}`));

  // With PostgreSQL, the clock of the database counts: see shared-rate-limiter.slow.test.ts.
  test.skipIf(ON_POSTGRES)(
    'is 429 with Retry-After; every request counts 1, also a batch and /usage, and two keys share it',
    async () => {
      await become('starter');
      const second = (await alir.stores.accounts.createKey(account_id, 'second')).api_key;
      const first = alir.key;
      expect(rate(await alir.get('/usage', {}))).toEqual(['120', '119', '60']);
      expect(rate(await alir.post('/foreign-flow/batch', { tickers: ['A', 'B', 'C'], ...DAY }))).toEqual([
        '120',
        '118',
        '60',
      ]);
      expect(rate(await alir.get('/foreign-flow', { ticker: '?' }))).toEqual(['120', '117', '60']);
      alir.key = second;
      for (let request = 0; request < 117; request++) await alir.get('/usage', {});

      alir.clock.elapsed_ms += 15_000;
      for (const key of [first, second]) {
        alir.key = key;
        for (const ask of [
          () => alir.get('/foreign-flow', FLOW),
          () => alir.get('/usage', {}),
          () => alir.get('/foreign-flow', { ticker: '?' }),
        ]) {
          const refused = await ask();
          expect(refused.status).toBe(429);
          expect(refused.body).toMatchObject({ success: false, data: null, code: 'rate_limited' });
          expect(rate(refused)).toEqual(['120', '0', '45']);
          expect(refused.headers.get('retry-after')).toBe('45');
          expect([cost(refused), quota(refused).remaining]).toEqual(['0', '24997']);
        }
      }
      alir.clock.elapsed_ms += 45_000;
      expect((await alir.get('/usage', {})).status).toBe(200);
    },
  );

  test.skipIf(ON_POSTGRES)(
    'uses a monotonic clock: setting the system clock by an hour changes nothing',
    async () => {
      await become('free');
      for (let request = 0; request < 10; request++) await alir.get('/usage', {});
      for (const time of ['2026-02-02T11:00:00Z', '2026-02-02T13:00:00Z']) {
        alir.clock.time = new Date(time);
        expect((await alir.get('/usage', {})).status).toBe(429);
      }
      alir.clock.elapsed_ms += 60_000;
      expect((await alir.get('/usage', {})).status).toBe(200);
    },
  );

  test('is checked before the quota, and the quota before validation', async () => {
    await become('free');
    for (let request = 0; request < 5; request++) await alir.get('/foreign-flow', FLOW);
    expect((await alir.get('/foreign-flow', { ticker: '?' })).status).toBe(403);
    for (let request = 0; request < 4; request++) await alir.get('/usage', {});
    expect((await alir.get('/foreign-flow', FLOW)).status).toBe(429);
  });
});
