import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { DATE } from '../support/daily-files.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { newEmail } from '../support/new-email.ts';

const FLOW = `/foreign-flow?ticker=BBCA&from=${DATE}&to=${DATE}`;

interface Payer {
  readonly account_id: string;
  readonly email: string;
  readonly api_key: string;
  readonly mcp_key: string;
}

let alir: TestAlir;
let payer: Payer;
const get = (path: string, key = payer.api_key) =>
  alir.request(path, { headers: { authorization: `Bearer ${key}` } });
const history = async (query: string, key = payer.api_key) => (await get(`/usage/history${query}`, key)).body;
const batch = (tickers: number) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${payer.api_key}`, 'content-type': 'application/json' },
  body: JSON.stringify({ tickers: ['A', 'B', 'C'].slice(0, tickers), from: DATE, to: DATE }),
});

test.beforeEach(async ({ alir: opened }) => {
  alir = opened;
  alir.clock.time = new Date('2026-01-20T16:00:00Z');
  const terms = { units: 100, requests_per_minute: 1000, keys: 5 };
  const { account, ...keys } = await alir.stores.accounts.create(newEmail(), 'custom', 1, terms);
  payer = { account_id: account.account_id, email: account.email, ...keys };
});

/** 1 unit on the 20th; 3 + 1 units on the 21st, of which 1 by MCP. */
async function use(): Promise<void> {
  expect((await get(FLOW)).status).toBe(200);
  alir.clock.time = new Date('2026-01-20T17:00:00Z');
  expect((await alir.request('/foreign-flow/batch', batch(3))).status).toBe(200);
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_foreign_flow', arguments: { ticker: 'BBCA', from: DATE, to: DATE } },
  };
  const headers = {
    authorization: `Bearer ${payer.mcp_key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  expect((await alir.request('/mcp', { method: 'POST', headers, body: JSON.stringify(call) })).status).toBe(
    200,
  );
}

describe('GET /usage/history', () => {
  test('has a row for each day in Jakarta, also without use, and adds up to /usage', async () => {
    await use();
    // Neither a refused request nor a free one is in it.
    expect((await get('/foreign-flow?ticker=BBCA')).status).toBe(400);
    const { data } = await history('?from=2026-01-19&to=2026-01-22');
    expect(data).toEqual({
      from: '2026-01-19',
      to: '2026-01-22',
      by: 'day',
      units: 5,
      requests: 3,
      rows: [
        { date: '2026-01-19', units: 0, requests: 0 },
        { date: '2026-01-20', units: 1, requests: 1 },
        { date: '2026-01-21', units: 4, requests: 2 },
        { date: '2026-01-22', units: 0, requests: 0 },
      ],
      forecast: {
        monthly_limit: 100,
        current_usage: 5,
        units_per_day: 5,
        used_up_on: '2026-02-09',
        resets_at: '2026-02-19T16:00:00.000Z',
      },
    });
    expect((await get('/usage')).body.data.account.current_usage).toBe(5);
  });

  test('costs nothing, and is by default by day for 30 days until today', async () => {
    await use();
    const answer = await get('/usage/history');
    expect(answer.headers.get('x-request-cost')).toBe('0');
    const { from, to, by, rows, units } = answer.body.data;
    expect([from, to, by, rows.length, units]).toEqual(['2025-12-23', '2026-01-21', 'day', 30, 5]);
    expect((await history('?to=2026-01-20')).data).toMatchObject({ from: '2025-12-22', units: 1 });
    expect((await history('?from=2026-01-21')).data).toMatchObject({ to: '2026-01-21', units: 4 });
  });

  test('by endpoint counts a call of an MCP tool for the operation of the tool', async () => {
    await use();
    expect((await history('?by=endpoint')).data.rows).toEqual([
      { endpoint: 'get_foreign_flow_batch', units: 3, requests: 1 },
      { endpoint: 'get_foreign_flow', units: 2, requests: 2 },
    ]);
  });

  test('by key keeps rotated and revoked keys with their names', async () => {
    await use();
    const [key] = (await get('/account/keys')).body.data;
    const rotated = await alir.stores.accounts.rotateKey(key.key_id);
    expect((await get(FLOW, rotated.api_key)).status).toBe(200);
    const { data } = await history('?by=key', rotated.api_key);
    expect(data.units).toBe(6);
    const row = (key_name: string, key_kind: string, units: number, requests: number) => ({
      key_id: expect.any(String),
      key_name,
      key_kind,
      key_revoked_at: null,
      units,
      requests,
    });
    expect(data.rows).toHaveLength(3);
    expect(data.rows).toEqual(
      expect.arrayContaining([
        { ...row('default', 'api', 4, 2), key_id: key.key_id, key_revoked_at: '2026-01-20T17:00:00.000Z' },
        { ...row('default', 'api', 1, 1), key_id: rotated.key_id },
        row('mcp', 'mcp', 1, 1),
      ]),
    );
  });

  test('has the data of the account only', async () => {
    await use();
    const { api_key } = await alir.stores.accounts.create(newEmail(), 'free', 1);
    for (const by of ['day', 'key', 'endpoint']) {
      const { data } = await history(`?by=${by}`, api_key);
      expect([data.units, data.requests, data.forecast.current_usage]).toEqual([0, 0, 0]);
      if (by !== 'day') expect(data.rows).toEqual([]);
    }
  });

  test('is available to operators for any account', async () => {
    await use();
    const { operator_key } = await alir.stores.operators.create('ani');
    const { body } = await get(`/admin/accounts/${payer.email}/usage?by=endpoint`, operator_key);
    const { data } = await history('?by=endpoint');
    expect(body.data).toEqual({ account_id: payer.account_id, ...data });
    expect((await get(`/admin/accounts/${payer.email}/usage`)).status).toBe(401);
  });

  test('is available to every key, also without remaining units', async () => {
    const terms = { units: 1, requests_per_minute: 1000, keys: 5 };
    const { mcp_key } = await alir.stores.accounts.create(newEmail(), 'custom', 1, terms);
    expect((await get(FLOW, mcp_key)).status).toBe(200);
    expect((await get(FLOW, mcp_key)).status).toBe(403);
    expect((await history('', mcp_key)).data).toMatchObject({
      units: 1,
      forecast: { current_usage: 1, used_up_on: '2026-01-20' },
    });
  });

  test.each([
    ['?from=2026-01-21&to=2026-01-20', 'to'],
    ['?from=2026-01-22', 'from'],
    ['?from=2025-01-01&to=2026-01-02', 'to'],
    ['?from=2025-01-01', 'to'],
    ['?from=yesterday', 'from'],
    ['?by=month', 'by'],
    ['?account=1', 'account'],
  ])('refuses %s', async (query, field) => {
    alir.clock.time = new Date('2026-01-20T17:00:00Z');
    const { code, errors } = await history(query);
    expect([code, errors[0].field]).toEqual(['invalid_request', field]);
  });

  test('accepts 366 days', async () => {
    expect((await history('?from=2025-01-01&to=2026-01-01')).data.rows).toHaveLength(366);
  });

  test.each([
    ['day', 'date,units,requests', /^2026-01-21,4,2$/],
    ['endpoint', 'endpoint,units,requests', /^get_foreign_flow_batch,3,1$/],
    ['key', 'key_id,key_name,key_kind,key_revoked_at,units,requests', /^[\w-]+,default,api,,3,1$/],
  ])('by %s is also a CSV file', async (by, heading, row) => {
    await use();
    const headers = { authorization: `Bearer ${payer.api_key}`, accept: 'text/csv' };
    const answer = await alir.raw(`/usage/history?by=${by}&from=2026-01-21&to=2026-01-21`, { headers });
    const [first, second] = (await answer.text()).split('\r\n');
    expect(first).toBe(heading);
    expect(second).toMatch(row);
  });
});
