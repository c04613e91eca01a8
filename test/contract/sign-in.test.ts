import { describe, expect } from 'vitest';
import type { Mail } from '../../src/network/mailer.ts';
import { TestAlir } from '../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../support/browser-session.ts';
import { test } from '../support/fixtures.ts';
import { pendingPromise, until } from '../support/until.ts';

const EMAIL = 'test@example.com';
const PROXY = { environment: { ALIR_TRUST_PROXY: '127.0.0.1' } };
const from = (address: string) => ({ 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address });

/** Waits until the e-mails of all requests that were answered are in the list, by the e-mail of another request. */
async function allSent(alir: TestAlir, mails: Mail[]): Promise<string[]> {
  const email = 'last@example.com';
  await alir.stores.accounts.create(email, 'free', 1);
  await new BrowserSession(alir).post('/sign-in/code', { email }, from('192.0.2.1'));
  await until('the last e-mail is sent', () => mails.some(({ to }) => to === email));
  return mails.map(({ to }) => to).filter((to) => to !== email);
}

const place = (response: Response) => [response.status, response.headers.get('location')];

describe('a sign-in by e-mail', () => {
  test('sends a code to the address and starts a session with it', async ({ alir }) => {
    const mails = mailsOf(alir);
    const browser = new BrowserSession(alir);
    expect(place(await browser.post('/sign-in/code', { email: EMAIL, next: '/market' }))).toEqual([
      303,
      '/sign-in/code?next=%2Fmarket',
    ]);
    await until('the e-mail is sent', () => mails.length === 1);
    expect(mails[0]?.to).toBe(EMAIL);
    const response = await browser.get('/sign-in/code?next=%2Fmarket');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = await response.text();
    expect(page).toContain(`name="email" value="${EMAIL}"`);
    expect(page).toContain('name="next" value="/market"');
    const code = /\d{8}/.exec(mails[0]?.subject ?? '')?.[0] ?? '';
    const typed = `${code.slice(0, 4)} ${code.slice(4)}`;
    expect(place(await browser.post('/sign-in', { email: EMAIL, code: typed, next: '/market' }))).toEqual([
      303,
      '/market',
    ]);
    expect(place(await browser.get('/sign-in'))).toEqual([303, '/']);
    expect(browser.cookies.has('alir_sign_in')).toBe(false);
  });

  test('with a key ignores spaces around it, and says why a key is refused', async ({ alir }) => {
    const browser = new BrowserSession(alir);
    const withKey = (key: string) => browser.post('/sign-in/key', { key });
    const terms = { scopes: ['data' as const], expires_at: null, allowed_ips: ['192.0.2.0/24'] };
    const { account_id } = await alir.stores.accounts.find(EMAIL);
    const { api_key } = await alir.stores.accounts.createKey(account_id, 'office', terms);
    expect(place(await withKey(api_key))).toEqual([303, '/sign-in?error=address_not_allowed']);
    expect(place(await withKey('alir_live_none'))).toEqual([303, '/sign-in?error=unauthorized']);
    const choices = ['/sign-in', '/sign-in?error=unauthorized'].map(async (path) => {
      return /data-own-key-choice(?:="(\w*)")?/.exec(await (await browser.get(path)).text())?.[1] ?? '';
    });
    expect(await Promise.all(choices)).toEqual(['', 'refused']);
    expect(place(await withKey(` ${alir.key} `))).toEqual([303, '/account/usage']);
  });

  test('has one response for all addresses, and sends unknown ones nothing', async ({ alir }) => {
    const mails = mailsOf(alir);
    const responses = await Promise.all(
      [EMAIL, 'none@example.com'].map(async (email) => {
        const response = await new BrowserSession(alir).post('/sign-in/code', { email });
        const ignored = ['date', 'x-request-id', 'set-cookie'];
        const headers = [...response.headers].filter(([name]) => !ignored.includes(name));
        const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''));
        return { status: response.status, headers, cookies, body: await response.text() };
      }),
    );
    expect(responses[0]).toEqual(responses[1]);
    expect(responses[0]?.cookies).toContain(
      'alir_sign_in; Max-Age=600; Path=/sign-in; HttpOnly; SameSite=Lax',
    );
    expect(await allSent(alir, mails)).toEqual([EMAIL]);
  });

  test('does not wait for the mail server', async ({ alir }) => {
    const { promise: sent, release: send } = pendingPromise();
    Object.assign(alir.stores, { mailer: { send: () => sent } });
    expect((await new BrowserSession(alir).post('/sign-in/code', { email: EMAIL })).status).toBe(303);
    send();
  });

  test('refuses a code that is guessed, used, or of another address, in one way', async ({ alir }) => {
    const mails = mailsOf(alir);
    const first = new BrowserSession(alir);
    await signInByMail(first, mails, EMAIL);
    const code = /\d{8}/.exec(mails[0]?.subject ?? '')?.[0] ?? '';
    const refused = [303, '/sign-in/code?error=sign_in_refused'];
    const second = new BrowserSession(alir);
    expect(place(await second.post('/sign-in', { email: EMAIL, code }))).toEqual(refused);
    expect(place(await second.post('/sign-in', { email: EMAIL, code: '00000000' }))).toEqual(refused);
    expect(place(await second.post('/sign-in', { email: 'none@example.com', code }))).toEqual(refused);
    expect(second.cookies.has('alir_session')).toBe(false);
    await second.post('/sign-in/code', { email: EMAIL });
    const page = await (await second.get('/sign-in/code?error=sign_in_refused')).text();
    expect(page).toContain('This code is not valid');
  });

  test('sends at most 5 e-mails to each address, without a difference for unknown ones, and then refuses the network', async () => {
    const alir = await TestAlir.open(PROXY);
    const mails = mailsOf(alir);
    const places: unknown[] = [];
    for (const email of [EMAIL, 'none@example.com', 'other@example.com']) {
      const browser = new BrowserSession(alir);
      for (let count = 0; count < 8; count++)
        places.push(place(await browser.post('/sign-in/code', { email })));
    }
    expect(places).toEqual([
      ...Array(20).fill([303, '/sign-in/code']),
      ...Array(4).fill([303, '/sign-in?error=sign_in_limited']),
    ]);
    expect(await allSent(alir, mails)).toEqual(Array(5).fill(EMAIL));
  });

  test('keeps the link of an e-mail for an hour, in any browser and from any network', async () => {
    const settings = { ALIR_PUBLIC_URL: 'https://alir.example.com', ...PROXY.environment };
    const alir = await TestAlir.open({ environment: settings });
    const mails = mailsOf(alir);
    await new BrowserSession(alir).post('/sign-in/code', { email: EMAIL }, from('192.0.2.7'));
    await until('the e-mail is sent', () => mails.length === 1);
    const link = /https:\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    alir.clock.pass(59 * 60_000);
    const browser = new BrowserSession(alir);
    const fields = Object.fromEntries(new URL(link).searchParams);
    expect(place(await browser.post('/sign-in', fields))).toEqual([303, '/account/usage']);
    expect(place(await browser.post('/sign-in', fields))).toEqual([
      303,
      '/sign-in/code?error=sign_in_refused',
    ]);
  });

  test('is never refused in the browsers in which the person signed in before', async ({ alir }) => {
    const mails = mailsOf(alir);
    const browser = new BrowserSession(alir);
    await signInByMail(browser, mails, EMAIL);
    const stranger = new BrowserSession(alir);
    for (let count = 0; count < 30; count++) await stranger.post('/sign-in/code', { email: EMAIL });
    const limited = [303, '/sign-in?error=sign_in_limited'];
    expect(place(await stranger.post('/sign-in/code', { email: EMAIL }))).toEqual(limited);
    expect(place(await browser.post('/sign-in/code', { email: 'none@example.com' }))).toEqual(limited);
    stranger.cookies.set('alir_known_browser', 'x');
    expect(place(await stranger.post('/sign-in/code', { email: EMAIL }))).toEqual(limited);
    expect(browser.cookies.get('alir_known_browser')).not.toContain('example.com');
    expect((await signInByMail(browser, mails, EMAIL.toUpperCase())).headers.get('location')).toBe(
      '/account/usage',
    );
  });

  test('is not offered without a mail server', async ({ alir }) => {
    const browser = new BrowserSession(alir);
    expect(await (await browser.get('/sign-in')).text()).not.toContain('action="/sign-in/code"');
    expect(place(await browser.post('/sign-in/code', { email: EMAIL }))).toEqual([
      303,
      '/sign-in?error=no_mail',
    ]);
  });

  test.each(['', 'x', 'a b@c', `${'a'.repeat(250)}@b.id`])('refuses the address %j', async (email) => {
    const alir = await TestAlir.open();
    const mails = mailsOf(alir);
    const browser = new BrowserSession(alir);
    expect(place(await browser.post('/sign-in/code', { email }))).toEqual([
      303,
      '/sign-in?error=invalid_email',
    ]);
    expect(place(await browser.post('/sign-in', { email, code: '1' }))).toEqual([
      303,
      '/sign-in?error=sign_in_refused',
    ]);
    expect(mails).toEqual([]);
  });
});

describe('a sign-in', () => {
  test('is accepted from a page of this server, by its origin', async ({ alir }) => {
    const browser = new BrowserSession(alir);
    await browser.post('/sign-in/key', { key: alir.key }, { origin: await alir.url() });
    expect(browser.cookies.has('alir_session')).toBe(true);
  });

  test('is linked on every page, and leads back to it; then the page names the visitor', async ({ alir }) => {
    const browser = new BrowserSession(alir);
    const page = await (await browser.get('/pricing?months=3')).text();
    expect(page).toContain('href="/sign-in?next=%2Fpricing%3Fmonths%3D3"');
    expect(await (await browser.get('/sign-in')).text()).toMatch(/<a [^>]*href="\/sign-in">/);
    await browser.signInWithKey(alir.key);
    const known = await (await browser.get('/pricing')).text();
    expect(known).toContain('action="/sign-out"');
    expect(known).toContain('test@example.com');
    expect(known).not.toContain('href="/sign-in');
  });

  test('has a page in both languages', async ({ alir }) => {
    for (const [language, title] of [
      ['en', 'Sign in'],
      ['id', 'Masuk'],
    ] as const) {
      const page = await new BrowserSession(alir).get('/sign-in?next=/market', {
        'accept-language': language,
      });
      const html = await page.text();
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toContain('name="next" value="/market"');
    }
  });
});
