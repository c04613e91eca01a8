import { describe, expect } from 'vitest';
import { startServer } from '../../src/server/main.ts';
import { openStores } from '../../src/server/stores.ts';
import { afterThisTest, TestAlir, UNLIMITED } from '../support/alir.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';

const BY = { actor: 'operator', reason: 'x' };

/** Whether the browser is signed in: the sign-in page then leads away. */
async function isSignedIn(browser: BrowserSession): Promise<boolean> {
  return (await browser.get('/sign-in')).status === 303;
}

async function signedIn(alir: TestAlir): Promise<BrowserSession> {
  const browser = new BrowserSession(alir);
  await browser.signInWithKey(alir.key);
  return browser;
}

/** Of each test; its key is that of the requests. */
let account_id: string;
test.beforeEach(async ({ alir }) => {
  account_id = await alir.become('enterprise', 1, UNLIMITED);
});

/** Signs a person in, without an e-mail. */
async function signInByLink(browser: BrowserSession, alir: TestAlir, email: string): Promise<void> {
  const { code } = await alir.stores.sign_in.linkCode(email);
  await browser.post('/sign-in', { email, code });
}

/** The sessions of an account, of its people and of its keys. */
const sessionsOf = (alir: TestAlir, id = account_id) =>
  alir.test_ledger.rows(
    'SELECT * FROM session WHERE account_id = ? OR key_id IN (SELECT key_id FROM api_key WHERE account_id = ?)',
    id,
    id,
  );

describe('the cookie of a session', () => {
  test('has an id that the ledger does not contain', async ({ alir }) => {
    const browser = await signedIn(alir);
    const id = decodeURIComponent(browser.cookies.get('alir_session') ?? '').split('.')[0] ?? '';
    expect(id.length).toBeGreaterThanOrEqual(32);
    const rows = await sessionsOf(alir);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(id).toString('hex'));
  });

  test('is not set for a visitor who does not sign in', async ({ alir }) => {
    const countSessions = async () => (await alir.test_ledger.rows('SELECT count(*) AS n FROM session'))[0].n;
    const before = await countSessions();
    const browser = new BrowserSession(alir);
    await browser.get('/sign-in');
    expect(browser.cookies.size).toBe(0);
    expect(await countSessions()).toBe(before);
  });
});

describe('a session', () => {
  test('of a person ends with the deletion of the account', async ({ alir }) => {
    const { accounts, billing } = alir.stores;
    const browser = new BrowserSession(alir);
    await signInByLink(browser, alir, (await accounts.withId(account_id)).email);
    expect(await isSignedIn(browser)).toBe(true);
    await billing.deletion.delete(account_id, BY, false);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await sessionsOf(alir)).toEqual([]);
  });

  test('continues after a restart of the server', async () => {
    const alir = await TestAlir.open();
    const browser = await signedIn(alir);
    const cookie = browser.cookies.get('alir_session') ?? '';
    const { config } = alir.stores;
    await alir.close();
    const server = await startServer(await openStores(config, alir.clock));
    afterThisTest(() => server.close());
    const response = await fetch(`${server.url}/sign-in`, {
      headers: { cookie: `alir_session=${cookie}`, accept: 'text/html' },
      redirect: 'manual',
    });
    expect(response.status).toBe(303);
  });
});
