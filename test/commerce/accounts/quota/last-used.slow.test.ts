import { expect } from 'vitest';
import type { TestAlir } from '../../../support/alir.ts';
import { DATE } from '../../../support/daily-files.ts';
import { test } from '../../../support/fixtures.ts';
import { ON_POSTGRES } from '../../../support/test-ledger.ts';
import { until } from '../../../support/until.ts';

const FLOW = `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;

/** A new account, whose second key, "script", sends the requests. */
async function opened(alir: TestAlir, { units, requests_per_minute } = { units: 9, requests_per_minute: 9 }) {
  const account_id = await alir.become('custom', 1, { units, requests_per_minute, keys: 5 });
  const { accounts } = alir.stores;
  const other_key = alir.key;
  alir.key = (await accounts.createKey(account_id, 'script')).api_key;
  const lastUsed = async (name = 'script') =>
    (await accounts.keys(account_id)).find((key) => key.name === name)?.last_used_at ?? null;
  /** Waits until the key was used at a time: a use that is not charged is noted a moment later. */
  const usedAt = (time: string) => until(`it was used at ${time}`, async () => (await lastUsed()) === time);
  const pass = (seconds: number) => {
    alir.clock.pass(seconds * 1000);
    alir.clock.elapsed_ms += seconds * 1000;
    return alir.clock.time.toISOString();
  };
  return { other_key, lastUsed, usedAt, pass };
}

test('every charged request updates the last use of its key at once', async ({ alir }) => {
  const { lastUsed, pass } = await opened(alir);
  expect(await lastUsed()).toBeNull();
  for (const seconds of [0, 30]) {
    const time = pass(seconds);
    expect((await alir.request(FLOW)).status).toBe(200);
    expect(await lastUsed()).toBe(time);
  }
  expect(await lastUsed('default')).toBeNull();
});

test('a free request and a refused one update it', async ({ alir }) => {
  const { usedAt, pass } = await opened(alir);
  for (const [path, status] of [
    ['/usage', 200],
    ['/market/brokers', 200],
    ['/foreign-flow', 400],
  ] as const) {
    const time = pass(60);
    expect((await alir.request(path)).status).toBe(status);
    await usedAt(time);
  }
});

// With PostgreSQL, the rate limit counts by the time of the database.
test.skipIf(ON_POSTGRES)('every authenticated request updates it, whatever its answer', async ({ alir }) => {
  const { other_key, usedAt, pass } = await opened(alir, { units: 1, requests_per_minute: 1 });
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const mcp = { method: 'POST', headers, body: JSON.stringify(message) };
  const requests: [number, string, string | undefined, RequestInit?][] = [
    [200, FLOW, undefined],
    [403, FLOW, 'quota_exceeded'],
    [403, '/account/keys', 'scope_missing'],
    [200, '/mcp', undefined, mcp],
    [404, '/nowhere', 'not_found'],
    [405, '/foreign-flow/batch', 'method_not_allowed'],
    [415, '/usage', 'unsupported_media_type', { headers: { 'content-encoding': 'gzip' } }],
  ];
  for (const [status, path, code, init] of requests) {
    const time = pass(60);
    const answer = await alir.request(path, init);
    expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
    await usedAt(time);
  }
  const time = pass(60);
  // Another key of the account uses up the rate limit.
  const other = await alir.request('/usage', { headers: { authorization: `Bearer ${other_key}` } });
  expect(other.status).toBe(200);
  expect((await alir.request('/usage')).body.code).toBe('rate_limited');
  await usedAt(time);
});

test('pending uses are recorded when the server stops', async ({ alir }) => {
  const { lastUsed, pass } = await opened(alir);
  const time = pass(0);
  await alir.request('/usage');
  let noted: unknown;
  const close = alir.stores.ledger.close.bind(alir.stores.ledger);
  alir.stores.ledger.close = async () => {
    noted = await lastUsed();
    await close();
  };
  await alir.close();
  expect(noted).toBe(time);
});
