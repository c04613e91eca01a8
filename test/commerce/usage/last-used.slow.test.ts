import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TestAlir } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { ON_POSTGRES } from '../../support/test-ledger.ts';

const FLOW = `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;

async function opened() {
  const alir = await TestAlir.open();
  await alir.ingest(FILE_NAME, csv([line()]));
  const lastUsed = async (kind: 'api' | 'mcp') =>
    (await alir.stores.accounts.keys()).find((key) => key.kind === kind)?.last_used_at ?? null;
  /** Waits until a key was used at a time; free calls are noted a moment later. */
  const usedAt = async (time: string | null, kind: 'api' | 'mcp' = 'api') => {
    for (let waited_ms = 0; (await lastUsed(kind)) !== time && waited_ms < 10_000; waited_ms += 50)
      await sleep(50);
    expect(await lastUsed(kind)).toBe(time);
  };
  const pass = (seconds: number) => {
    alir.clock.time = new Date(alir.clock.time.getTime() + seconds * 1000);
    alir.clock.elapsed_ms += seconds * 1000;
    return alir.clock.time.toISOString();
  };
  return { alir, usedAt, pass, lastUsed };
}

test('every charged request updates the last use of its key', async () => {
  const { alir, lastUsed, pass } = await opened();
  expect(await lastUsed('api')).toBeNull();
  const first = pass(0);
  expect((await alir.request(FLOW)).status).toBe(200);
  expect(await lastUsed('api')).toBe(first);
  const second = pass(30);
  expect((await alir.request(FLOW)).status).toBe(200);
  expect(await lastUsed('api')).toBe(second);
  expect(await lastUsed('mcp')).toBeNull();
});

test('a free request updates it at most once a minute', async () => {
  const { alir, usedAt, pass } = await opened();
  const first = pass(0);
  expect((await alir.request('/usage')).status).toBe(200);
  await usedAt(first);
  const second = pass(60);
  await alir.request('/account/keys');
  await usedAt(second);
  // One that is refused is a use as well.
  const third = pass(60);
  expect((await alir.request('/foreign-flow')).status).toBe(400);
  await usedAt(third);
});

// With PostgreSQL, the rate limit counts by the time of the database.
test.skipIf(ON_POSTGRES)('every authenticated request updates it, whatever its answer', async () => {
  const { alir, pass } = await opened();
  const { accounts } = alir.stores;
  const terms = { units: 1, requests_per_minute: 1, keys: 5 };
  const { account, api_key } = await accounts.create('small@example.com', 'custom', 1, terms);
  const { account_id } = account;
  alir.key = (await accounts.createKey(account_id, 'script')).api_key;
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
  const lastUsed = async () =>
    (await accounts.keys(account_id)).find(({ name }) => name === 'script')?.last_used_at;
  for (const [status, path, code, init] of requests) {
    const time = pass(60);
    const answer = await alir.request(path, init);
    expect([path, answer.status, answer.body.code]).toEqual([path, status, code]);
    await expect.poll(lastUsed, { timeout: 10_000 }).toBe(time);
  }
  const time = pass(60);
  // Another key of the account uses up the rate limit.
  expect((await alir.request('/usage', { headers: { authorization: `Bearer ${api_key}` } })).status).toBe(
    200,
  );
  expect((await alir.request('/usage')).body.code).toBe('rate_limited');
  await expect.poll(lastUsed, { timeout: 10_000 }).toBe(time);
});

test('pending uses are recorded when the server stops', async () => {
  const { alir, pass } = await opened();
  const { keys } = alir.stores.accounts;
  const time = pass(0);
  const mcp_key = (await alir.stores.accounts.create('agent@example.com', 'free', 1)).mcp_key;
  await alir.request('/usage', { headers: { authorization: `Bearer ${mcp_key}` } });
  const noted: unknown[] = [];
  const close = alir.stores.ledger.close.bind(alir.stores.ledger);
  alir.stores.ledger.close = async () => {
    const records = await keys.call(alir.stores.accounts);
    noted.push(...records.map(({ last_used_at }) => last_used_at));
    await close();
  };
  await alir.close();
  expect(noted).toContain(time);
});
