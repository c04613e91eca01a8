import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { newEmail } from '../support/new-email.ts';

const FLOW = `/foreign-flow?${new URLSearchParams({ ticker: 'BRMS', from: DATE, to: DATE })}`;
const SAME = { 'sec-fetch-site': 'same-origin', accept: '*/*' };
const BY = { actor: 'operator', reason: 'x' };

test.beforeAll(async ({ sharedAlir }) => {
  await sharedAlir.ingest(FILE_NAME, csv([line()]));
});

async function opened(alir: TestAlir, plan: 'free' | 'starter' = 'starter') {
  const { account, api_key } = await alir.stores.accounts.create(newEmail(), plan, 1);
  const browser = new BrowserSession(alir);
  await browser.signInWithKey(api_key);
  const { account_id } = account;
  const consoleKeys = async () =>
    (await alir.stores.accounts.keys(account_id)).filter(({ kind }) => kind === 'console');
  return { browser, account_id, api_key, consoleKeys };
}

describe('a request of the explorer', () => {
  test('has the response of the API, and is charged to the console key of the account', async ({ alir }) => {
    const { browser, account_id, api_key, consoleKeys } = await opened(alir);
    alir.key = api_key;
    const ofApi = await alir.raw(FLOW);
    expect(await alir.test_ledger.unitsOf(account_id)).toEqual({ account: 1, keys: 1 });
    const response = await browser.get(`/explorer/data${FLOW}`, SAME);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(await ofApi.json());
    expect(response.headers.get('x-request-cost')).toBe('1');
    expect(response.headers.get('x-data-through')).toBe(ofApi.headers.get('x-data-through'));
    const remaining = (each: Response) => Number(each.headers.get('x-monthly-remaining'));
    expect(remaining(response)).toBe(remaining(ofApi) - 1);
    expect(await alir.test_ledger.unitsOf(account_id)).toEqual({ account: 2, keys: 2 });
    expect(await consoleKeys()).toMatchObject([{ name: 'console', scopes: ['data'], revoked_at: null }]);
    const history = await alir.get('/usage/history', { by: 'key' });
    expect(history.body.data.rows.map((row: any) => [row.key_kind, row.units]).toSorted()).toEqual([
      ['api', 1],
      ['console', 1],
    ]);
    const listed = await alir.get('/account/keys', {});
    expect(listed.body.data.map(({ kind }: any) => kind).toSorted()).toEqual(['api', 'console', 'mcp']);
  });

  test.for(['text/csv', 'application/vnd.apache.parquet', 'application/vnd.apache.arrow.stream'])(
    'has every format: %s',
    async (accept, { alir }) => {
      const { browser, api_key } = await opened(alir);
      const response = await browser.get(`/explorer/data${FLOW}`, { ...SAME, accept });
      expect(response.headers.get('content-type')).toContain(accept);
      const ofApi = await fetch(`${await alir.url()}${FLOW}`, {
        headers: { authorization: `Bearer ${api_key}`, accept },
      });
      expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(await ofApi.arrayBuffer()));
    },
  );

  test('of another site, or without a session, is refused and not charged', async ({ alir }) => {
    const { browser, account_id, api_key } = await opened(alir);
    for (const site of ['cross-site', 'same-site', 'none', '']) {
      const response = await browser.get(
        `/explorer/data${FLOW}`,
        site === '' ? {} : { 'sec-fetch-site': site },
      );
      expect([site, response.status, (await response.json()).code]).toEqual([
        site,
        403,
        'cross_site_refused',
      ]);
    }
    for (const headers of [SAME, { ...SAME, authorization: `Bearer ${api_key}` }]) {
      const response = await new BrowserSession(alir).get(`/explorer/data${FLOW}`, headers);
      expect([response.status, (await response.json()).code]).toEqual([401, 'sign_in_required']);
    }
    expect(await alir.test_ledger.unitsOf(account_id)).toEqual({ account: 0, keys: 0 });
    // Over plain http, browsers do not say which site sent a request; the scripts of the console do.
    expect(
      (await browser.get(`/explorer/data${FLOW}`, { accept: '*/*', 'x-alir-console': '1' })).status,
    ).toBe(200);
  });

  test('of a cookie alone is not a request of the API', async ({ alir }) => {
    const { browser } = await opened(alir);
    expect((await browser.get(FLOW, SAME)).status).toBe(401);
    expect((await browser.get('/usage', SAME)).status).toBe(401);
  });

  test('has the rate limit and the quota of the account', async ({ alir }) => {
    const { browser, account_id, api_key } = await opened(alir, 'free');
    const { units } = (await alir.stores.administration.overview(account_id)) as { units: number };
    alir.key = api_key;
    for (let count = 0; count < units; count++) {
      expect((await alir.raw(FLOW)).status).toBe(200);
      alir.clock.elapsed_ms += 60_000;
    }
    const spent = await browser.get(`/explorer/data${FLOW}`, SAME);
    expect([spent.status, (await spent.json()).code]).toEqual([403, 'quota_exceeded']);
    alir.clock.time = new Date(alir.clock.time.getTime() + 86_400_000);
    const codes: string[] = [];
    for (let count = 0; count < 200 && codes.at(-1) !== 'rate_limited'; count++) {
      const response = await browser.get('/explorer/data/market/brokers', SAME);
      codes.push(response.status === 200 ? 'ok' : (await response.json()).code);
    }
    expect(codes.at(-1)).toBe('rate_limited');
  });

  test('is refused with a key that cannot read data, and after a suspension', async ({ alir }) => {
    const { browser, account_id } = await opened(alir);
    const terms = { scopes: ['account'] as 'account'[], expires_at: null, allowed_ips: null };
    const { api_key } = await alir.stores.accounts.createKey(account_id, 'billing', terms);
    const manager = new BrowserSession(alir);
    await manager.signInWithKey(api_key);
    const refused = await manager.get(`/explorer/data${FLOW}`, SAME);
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'scope_missing']);
    await alir.stores.administration.suspend(account_id, BY);
    expect((await browser.get(`/explorer/data${FLOW}`, SAME)).status).toBe(401);
    expect(await alir.test_ledger.unitsOf(account_id)).toEqual({ account: 0, keys: 0 });
  });

  test('has the errors of the API, and only requests of market data exist', async ({ alir }) => {
    const { browser } = await opened(alir);
    const response = await browser.get('/explorer/data/foreign-flow?ticker=%00', SAME);
    expect([response.status, (await response.json()).code]).toEqual([400, 'invalid_request']);
    expect((await browser.get('/explorer/data/account/keys', SAME)).status).toBe(404);
    expect((await browser.get('/explorer/data/none', SAME)).status).toBe(404);
  });
});

describe('the console key of an account', () => {
  test('is one, also when many requests come first at once', async ({ alir }) => {
    const { browser, consoleKeys } = await opened(alir);
    const responses = await Promise.all(
      Array.from({ length: 16 }, () => browser.get(`/explorer/data${FLOW}`, SAME)),
    );
    expect(responses.map(({ status }) => status)).toEqual(new Array(16).fill(200));
    expect(await consoleKeys()).toHaveLength(1);
  });

  test('is replaced once revoked, cannot be rotated, and counts in no limit', async ({ alir }) => {
    const { browser, account_id, consoleKeys } = await opened(alir, 'free');
    await browser.get(`/explorer/data${FLOW}`, SAME);
    const [first] = await consoleKeys();
    const { accounts } = alir.stores;
    await expect(accounts.rotateKey(first?.key_id ?? '')).rejects.toMatchObject({ code: 'unknown_key' });
    await accounts.revokeKey(first?.key_id ?? '');
    expect((await browser.get(`/explorer/data${FLOW}`, SAME)).status).toBe(200);
    const keys = await consoleKeys();
    expect(keys.map(({ revoked_at }) => revoked_at !== null).toSorted()).toEqual([false, true]);
    const [api] = (await accounts.keys(account_id)).filter(({ kind }) => kind === 'api');
    await accounts.revokeKey(api?.key_id ?? '');
    expect((await accounts.createKey(account_id, 'again')).api_key).toContain('alir_live_');
  });
});
