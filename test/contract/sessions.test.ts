import { describe, expect } from 'vitest';
import { startServer } from '../../src/server/main.ts';
import { openStores } from '../../src/server/stores.ts';
import { afterThisTest, TestAlir, UNLIMITED } from '../support/alir.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { newEmail } from '../support/new-email.ts';

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
  test('is HttpOnly, SameSite=Lax and, behind a proxy with https, Secure', async () => {
    const alir = await TestAlir.open({ environment: { ALIR_TRUST_PROXY: '127.0.0.1' } });
    for (const [proto, name, flags] of [
      ['http', 'alir_session', ['HttpOnly', 'SameSite=Lax']],
      ['https', '__Host-alir_session', ['HttpOnly', 'Secure', 'SameSite=Lax']],
    ] as const) {
      const response = await new BrowserSession(alir).post(
        '/sign-in/key',
        { key: alir.key },
        { 'sec-fetch-site': 'same-origin', 'x-forwarded-proto': proto, 'x-forwarded-for': '203.0.113.7' },
      );
      const [line = '', ...others] = response.headers.getSetCookie();
      expect([line.startsWith(`${name}=`), others]).toEqual([true, []]);
      const [, ...attributes] = line.split('; ');
      expect(attributes.filter((each) => !each.startsWith('Expires=')).toSorted()).toEqual(
        ['Path=/', ...flags].toSorted(),
      );
    }
  });

  test('over https, is read and cleared only under the name that no other host can set', async () => {
    const alir = await TestAlir.open({ environment: { ALIR_TRUST_PROXY: '127.0.0.1' } });
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
    const sent = { 'sec-fetch-site': 'same-origin', ...https };
    const browser = new BrowserSession(alir);
    await browser.post('/sign-in/key', { key: alir.key }, sent);
    const statusOf = async (each: BrowserSession) => (await each.get('/account/keys', https)).status;
    expect(await statusOf(browser)).toBe(200);
    const value = browser.cookies.get('__Host-alir_session') ?? '';
    const planted = new BrowserSession(alir);
    planted.cookies.set('alir_session', value);
    expect(await statusOf(planted)).toBe(303);
    const page = await (await browser.get('/pricing', https)).text();
    const token = /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    browser.cookies.set('alir_session', 'planted');
    const out = await browser.post('/sign-out', { _csrf: token }, sent);
    const [line = ''] = out.headers.getSetCookie();
    expect(line).toMatch(/^__Host-alir_session=;/);
    expect(line.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'Secure']));
    expect(browser.cookies.has('__Host-alir_session')).toBe(false);
    const ended = new BrowserSession(alir);
    ended.cookies.set('__Host-alir_session', value);
    expect(await statusOf(ended)).toBe(303);
    const [cleared = ''] = (await ended.get('/pricing', https)).headers.getSetCookie();
    expect(cleared).toMatch(/^$|^__Host-alir_session=;.*; Secure$/);
  });

  test('has an id that the ledger does not contain', async ({ alir }) => {
    const browser = await signedIn(alir);
    const id = decodeURIComponent(browser.cookies.get('alir_session') ?? '').split('.')[0] ?? '';
    expect(id.length).toBeGreaterThanOrEqual(32);
    const rows = await sessionsOf(alir);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(id).toString('hex'));
  });

  test('gets a new id with each sign-in: a planted or an earlier id signs nobody in', async ({ alir }) => {
    const attacker = await signedIn(alir);
    const planted = attacker.cookies.get('alir_session') ?? '';
    const victim = new BrowserSession(alir);
    victim.cookies.set('alir_session', planted);
    await victim.signInWithKey(alir.key);
    expect(victim.cookies.get('alir_session')).not.toBe(planted);
    expect(await isSignedIn(victim)).toBe(true);
    // The sign-in ended the session that the browser had.
    expect(await isSignedIn(attacker)).toBe(false);
  });

  test('is refused when it was changed, or is not signed by this server', async ({ alir }) => {
    const browser = await signedIn(alir);
    const cookie = browser.cookies.get('alir_session') ?? '';
    for (const changed of [`x${cookie}`, `${cookie}x`, cookie.split('.')[0] ?? '', 'x.y', '%', ';']) {
      browser.cookies.set('alir_session', changed);
      expect(await isSignedIn(browser)).toBe(false);
    }
    browser.cookies.set('alir_session', cookie);
    expect(await isSignedIn(browser)).toBe(true);
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
  test('ends after 7 days without a request, and 30 days after the sign-in', async ({ alir }) => {
    const day_ms = 86_400_000;
    const browser = await signedIn(alir);
    const start = alir.clock.time.getTime();
    for (const day of [6, 12, 18, 24, 29]) {
      alir.clock.time = new Date(start + day * day_ms);
      expect(await isSignedIn(browser), `day ${day}`).toBe(true);
    }
    alir.clock.time = new Date(start + 30 * day_ms);
    expect(await isSignedIn(browser)).toBe(false);
    const idle = await signedIn(alir);
    alir.clock.time = new Date(alir.clock.time.getTime() + 7 * day_ms);
    expect(await isSignedIn(idle)).toBe(false);
  });

  test('ends with the sign-out, in this browser or in all', async ({ alir }) => {
    const [one, two, three] = [await signedIn(alir), await signedIn(alir), await signedIn(alir)];
    const kept = new Map(one.cookies);
    await one.post('/sign-out', { _csrf: await one.token() });
    expect(one.cookies.has('alir_session')).toBe(false);
    for (const [name, value] of kept) one.cookies.set(name, value);
    expect(await isSignedIn(one)).toBe(false);
    expect(await isSignedIn(two)).toBe(true);
    await two.post('/sign-out', { _csrf: await two.token(), everywhere: 'yes' });
    expect(await isSignedIn(three)).toBe(false);
  });

  test('of a key ends with the revocation of the key', async ({ alir }) => {
    const { accounts } = alir.stores;
    const { key_id, api_key } = await accounts.createKey(account_id, 'notebook');
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(api_key);
    expect(await isSignedIn(browser)).toBe(true);
    await accounts.revokeKey(key_id);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('of a key ends with the suspension of its account', async ({ alir }) => {
    const browser = await signedIn(alir);
    await alir.stores.administration.suspend(account_id, BY);
    expect(await isSignedIn(browser)).toBe(false);
  });

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

describe('a form', () => {
  test.for(['/sign-out', '/account/switch'])(
    'of a visitor needs the token of the visitor, and a page of this server: POST %s',
    async (path, { alir }) => {
      const [browser, other] = [await signedIn(alir), await signedIn(alir)];
      const [own, foreign] = [await browser.token(), await other.token()];
      expect(own).not.toBe('');
      for (const fields of [{}, { _csrf: '' }, { _csrf: 'x' }, { _csrf: foreign }] as Record<
        string,
        string
      >[]) {
        const response = await browser.post(path, fields);
        expect([response.status, await response.text()]).toEqual([
          403,
          expect.stringContaining('form_expired'),
        ]);
      }
      const cross = await browser.post(path, { _csrf: own }, { 'sec-fetch-site': 'cross-site' });
      expect([cross.status, await cross.text()]).toEqual([
        403,
        expect.stringContaining('cross_site_refused'),
      ]);
      expect(await isSignedIn(browser)).toBe(true);
    },
  );

  test('of a visitor whose session has ended leads to the sign-in', async ({ alir }) => {
    const response = await new BrowserSession(alir).post('/account/switch', { account_id: 'x' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/sign-in']);
  });

  test('switches only to an account of the person, under a new id', async ({ alir }) => {
    const { accounts, people } = alir.stores;
    const { email } = await accounts.withId(account_id);
    const second = (await accounts.create(newEmail(), 'free', 1)).account.account_id;
    const foreign = (await accounts.create(newEmail(), 'free', 1)).account.account_id;
    await people.invite(email, second, 'member', BY);
    const browser = new BrowserSession(alir);
    await signInByLink(browser, alir, email);
    const id = browser.cookies.get('alir_session');
    const refused = await browser.post('/account/switch', {
      _csrf: await browser.token(),
      account_id: foreign,
    });
    expect(refused.status).toBe(403);
    const switched = await browser.post('/account/switch', {
      _csrf: await browser.token(),
      account_id: second,
      next: '/market',
    });
    expect([switched.status, switched.headers.get('location')]).toEqual([303, '/market']);
    expect(browser.cookies.get('alir_session')).not.toBe(id);
    expect(await sessionsOf(alir)).toEqual([]);
    expect(await sessionsOf(alir, second)).toHaveLength(1);
  });
});
