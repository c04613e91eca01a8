import { describe, expect } from 'vitest';
import { DATA_ONLY } from '../../src/commerce/accounts/keys/key-terms.ts';
import type { Answer, TestAlir } from '../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';

const PATH = '/foreign-flow';
const FLOW = { ticker: 'BRMS', from: DATE, to: DATE };

let account_id: string;
const used = (alir: TestAlir) => alir.test_ledger.unitsOf(account_id);

/** From here on, the test's key is one of a new account with this many units. */
async function become(alir: TestAlir, units: number): Promise<void> {
  account_id = await alir.become('custom', 3, { units, requests_per_minute: 1000, keys: 1 });
}

function ask(alir: TestAlir, key: string, query: Record<string, string> = FLOW): Promise<Answer> {
  return alir.request(`${PATH}?${new URLSearchParams(query)}`, { headers: { 'idempotency-key': key } });
}

describe('a request with an Idempotency-Key', () => {
  test.beforeAll(async ({ sharedAlir }) => {
    await sharedAlir.ingest(FILE_NAME, csv([line()]));
  });
  test.beforeEach(async ({ alir }) => {
    await become(alir, 100);
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

  test('is answered if it is sent several times at the same time with the last units of its key', async ({
    alir,
  }) => {
    account_id = await alir.become('custom', 3, { units: 100, requests_per_minute: 1000, keys: 2 });
    const terms = { ...DATA_ONLY, max_units: 1 };
    alir.key = (await alir.stores.accounts.createKey(account_id, 'limited', terms)).api_key;
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(alir, 'k1')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await used(alir)).toEqual({ account: 1, keys: 1 });
    expect((await ask(alir, 'k2')).body.code).toBe('key_units_exceeded');
  });

  test('is charged once as a call of a tool, also if the first call was a request', async ({ alir }) => {
    const params = { name: 'get_foreign_flow', arguments: FLOW };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const call = async (key: string) => {
      const headers = {
        'idempotency-key': key,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      };
      const answer = await alir.raw('/mcp', { method: 'POST', body: JSON.stringify(message) }, headers);
      return [answer.status, answer.headers.get('x-request-cost')];
    };
    expect([await call('k1'), await call('k1'), await call('k2')]).toEqual([
      [200, '1'],
      [200, '0'],
      [200, '1'],
    ]);
    expect((await ask(alir, 'k2')).headers.get('x-request-cost')).toBe('0');
    expect(await used(alir)).toEqual({ account: 2, keys: 2 });
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
});
