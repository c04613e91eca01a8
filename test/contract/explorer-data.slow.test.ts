import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { newEmail } from '../support/new-email.ts';

const FLOW = `/foreign-flow?${new URLSearchParams({ ticker: 'BRMS', from: DATE, to: DATE })}`;
const SAME = { 'sec-fetch-site': 'same-origin', accept: '*/*' };

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
  test.for(['application/vnd.apache.parquet', 'application/vnd.apache.arrow.stream'])(
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

  test('counts in no limit', async ({ alir }) => {
    const { browser, account_id } = await opened(alir, 'free');
    await browser.get(`/explorer/data${FLOW}`, SAME);
    const { accounts } = alir.stores;
    const [api] = (await accounts.keys(account_id)).filter(({ kind }) => kind === 'api');
    await accounts.revokeKey(api?.key_id ?? '');
    expect((await accounts.createKey(account_id, 'again')).api_key).toContain('alir_live_');
  });
});
