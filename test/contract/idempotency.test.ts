import { describe, expect } from 'vitest';
import type { Answer, TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';

const PATH = '/foreign-flow';
const FLOW = { ticker: 'BRMS', from: DATE, to: DATE };
const HOUR_MS = 3_600_000;

let account_id: string;
const used = (alir: TestAlir) => alir.test_ledger.unitsOf(account_id);

/** From here on, the test's key is one of a new account with this many units. */
async function become(alir: TestAlir, units: number): Promise<void> {
  account_id = await alir.become('custom', 3, { units, requests_per_minute: 1000, keys: 1 });
}

function ask(alir: TestAlir, key: string, query: Record<string, string> = FLOW): Promise<Answer> {
  return alir.request(`${PATH}?${new URLSearchParams(query)}`, { headers: { 'idempotency-key': key } });
}

function chargeOf({ status, headers }: Answer) {
  return { status, cost: headers.get('x-request-cost'), repeated: headers.get('idempotent-replayed') };
}

const CHARGED = { status: 200, cost: '1', repeated: null };
const REPEATED = { status: 200, cost: '0', repeated: 'true' };

describe('a request with an Idempotency-Key', () => {
  test.beforeAll(async ({ sharedAlir }) => {
    await sharedAlir.ingest(FILE_NAME, csv([line()]));
  });
  test.beforeEach(async ({ alir }) => {
    await become(alir, 100);
  });

  test('is charged once, and each retry has the same body', async ({ alir }) => {
    const first = await ask(alir, 'k1');
    const retries = [await ask(alir, 'k1'), await ask(alir, 'k1')];
    expect(chargeOf(first)).toEqual(CHARGED);
    for (const retry of retries) {
      expect(chargeOf(retry)).toEqual(REPEATED);
      expect(retry.body).toEqual(first.body);
    }
    expect(await used(alir)).toEqual({ account: 1, keys: 1 });
  });

  test('is charged once as a call of an MCP tool, and refused with other arguments', async ({ alir }) => {
    const call = (key: string, from: string) =>
      alir.request('/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'idempotency-key': key,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_foreign_flow', arguments: { ...FLOW, from } },
        }),
      });
    expect(chargeOf(await call('k1', DATE))).toEqual(CHARGED);
    expect(chargeOf(await call('k1', DATE))).toEqual(REPEATED);
    const other = await call('k1', '2026-01-02');
    expect(other.body.result.isError).toBe(true);
    expect(other.body.result.content[0].text).toContain('already used for a different request');
    expect(await used(alir)).toEqual({ account: 1, keys: 1 });
  });

  test('is the same request with other letters, order and format of its parameters', async ({ alir }) => {
    await ask(alir, 'k1');
    const { to, from, ticker } = FLOW;
    expect(chargeOf(await ask(alir, 'k1', { to, from, ticker: ticker.toLowerCase() }))).toEqual(REPEATED);
    const path = `${PATH}?${new URLSearchParams(FLOW)}`;
    const headers = { 'idempotency-key': 'k1', accept: 'text/csv' };
    expect((await alir.raw(path, { headers })).headers.get('x-request-cost')).toBe('0');
    expect((await used(alir)).account).toBe(1);
  });

  test('is refused, without a charge, if it differs from the charged request', async ({ alir }) => {
    await ask(alir, 'k1');
    const other = await ask(alir, 'k1', { ...FLOW, ticker: 'BBCA' });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect(other.headers.get('x-request-cost')).toBe('0');
    expect((await used(alir)).account).toBe(1);
  });

  test('is charged again with another key, and for another account', async ({ alir }) => {
    await ask(alir, 'k1');
    expect(chargeOf(await ask(alir, 'k2'))).toEqual(CHARGED);
    await become(alir, 100);
    expect(chargeOf(await ask(alir, 'k1'))).toEqual(CHARGED);
  });

  test('is charged again after 24 hours', async ({ alir }) => {
    await ask(alir, 'k1');
    alir.clock.time = new Date(alir.clock.time.getTime() + 24 * HOUR_MS - 1);
    expect(chargeOf(await ask(alir, 'k1'))).toEqual(REPEATED);
    alir.clock.time = new Date(alir.clock.time.getTime() + 1);
    expect(chargeOf(await ask(alir, 'k1'))).toEqual(CHARGED);
    expect(chargeOf(await ask(alir, 'k1'))).toEqual(REPEATED);
    expect((await used(alir)).account).toBe(2);
  });

  test('can be repeated when no units remain', async ({ alir }) => {
    await become(alir, 1);
    await ask(alir, 'k1');
    expect((await ask(alir, 'k2')).status).toBe(403);
    expect(chargeOf(await ask(alir, 'k1'))).toEqual(REPEATED);
    const other = await ask(alir, 'k1', { ...FLOW, ticker: 'BBCA' });
    expect(other.status).toBe(409);
    expect((await used(alir)).account).toBe(1);
  });

  test('can be repeated after the quota was reset', async ({ alir }) => {
    alir.clock.time = new Date('2026-03-04T11:00:00Z');
    await ask(alir, 'k1');
    alir.clock.time = new Date('2026-03-04T13:00:00Z');
    expect(chargeOf(await ask(alir, 'k1'))).toEqual(REPEATED);
    expect((await used(alir)).account).toBe(1);
  });

  test('that was refused is charged when it is repeated', async ({ alir }) => {
    await become(alir, 2);
    const headers = { 'idempotency-key': 'k1' };
    const tickers = ['BRMS', 'BBCA', 'TLKM'];
    const batch = (count: number) => {
      const body = JSON.stringify({ tickers: tickers.slice(0, count), from: DATE, to: DATE });
      const type = { 'content-type': 'application/json' };
      return alir.request(`${PATH}/batch`, { method: 'POST', body, headers: { ...headers, ...type } });
    };
    expect(await batch(3)).toMatchObject({ status: 403, body: { code: 'quota_insufficient' } });
    expect(chargeOf(await batch(2))).toEqual({ ...CHARGED, cost: '2' });
    expect(chargeOf(await batch(2))).toEqual(REPEATED);
  });

  test('is charged once if it is sent 50 times at the same time', async ({ alir }) => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(alir, 'k1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const costs = answers.map(({ headers }) => Number(headers.get('x-request-cost')));
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(1);
    expect(await used(alir)).toEqual({ account: 1, keys: 1 });
  });

  test('is answered if it is sent several times at the same time with the last units', async ({ alir }) => {
    await become(alir, 1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(alir, 'k1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await used(alir)).toEqual({ account: 1, keys: 1 });
  });

  test('is charged for one of several requests that are sent at the same time', async ({ alir }) => {
    const tickers = ['BRMS', 'BBCA', 'TLKM', 'ASII'];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => ask(alir, 'k1', { ...FLOW, ticker: tickers[n % 4] ?? '' })),
    );
    const counts = [200, 409].map((status) => answers.filter((answer) => answer.status === status).length);
    expect(counts).toEqual([10, 30]);
    expect(await used(alir)).toEqual({ account: 1, keys: 1 });
  });

  test.for(['', 'x'.repeat(129), 'caf\u00e9', 'a\tb'])(
    'is refused with the key %j',
    async (key, { alir }) => {
      const answer = await ask(alir, key);
      expect(answer).toMatchObject({
        status: 400,
        body: {
          errors: [{ field: 'idempotency-key', message: 'must be 1 to 128 printable ASCII characters' }],
        },
      });
      expect((await used(alir)).account).toBe(0);
    },
  );

  test('costs nothing if its endpoint costs nothing', async ({ alir }) => {
    const headers = { 'idempotency-key': 'k1' };
    for (let count = 0; count < 2; count++) {
      const answer = await alir.request('/usage', { headers });
      expect(chargeOf(answer)).toEqual({ ...CHARGED, cost: '0' });
    }
  });
});
