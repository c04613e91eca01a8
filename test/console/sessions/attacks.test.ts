import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { RawClient } from '../../support/raw-client.ts';
import { until } from '../../support/until.ts';

const EMAIL = 'test@example.com';
const BY = { actor: 'operator', reason: 'x' };
const SAME = { 'sec-fetch-site': 'same-origin', accept: '*/*' };
const DATA = `/explorer/data/foreign-flow?${new URLSearchParams({ ticker: 'BRMS', from: DATE, to: DATE })}`;
const SMTP = { ALIR_SMTP_URL: 'smtp://localhost' };

const place = (response: Response) => [response.status, response.headers.get('location')];

async function isSignedIn(browser: BrowserSession): Promise<boolean> {
  return (await browser.get('/sign-in')).status === 303;
}

function codeIn(mail: { readonly subject: string } | undefined): string {
  return /\d{8}/.exec(mail?.subject ?? '')?.[0] ?? '';
}

describe('a guess', () => {
  test('is limited by address also for a client with a key of its own', async ({ alir }) => {
    const browser = new BrowserSession(alir);
    const headers = { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${alir.key}` };
    const statuses: number[] = [];
    while (statuses.length < 125 && statuses.at(-1) !== 429) {
      statuses.push((await browser.post('/sign-in', { email: EMAIL, code: '1' }, headers)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('has two entries of a code of another browser, and 5 e-mails an hour from one network, whatever the case of the address', async ({
    alir,
  }) => {
    const mails = mailsOf(alir);
    const browser = new BrowserSession(alir);
    const spellings = [
      EMAIL,
      'Test@example.com',
      'TEST@EXAMPLE.COM',
      ' test@example.com ',
      'tesT@example.com',
    ];
    for (const [index, email] of spellings.entries()) {
      await browser.post('/sign-in/code', { email });
      await until('the e-mail is sent', () => mails.length === index + 1);
    }
    // The response is the same: it does not show how many e-mails were sent.
    const sixth = await browser.post('/sign-in/code', { email: 'teST@example.com' });
    expect(place(sixth)).toEqual([303, '/sign-in/code']);
    for (const email of [EMAIL.toUpperCase(), EMAIL]) await browser.post('/sign-in', { email, code: '1' });
    for (const mail of mails) {
      expect(place(await browser.post('/sign-in', { email: EMAIL, code: codeIn(mail) }))).toEqual([
        303,
        '/sign-in/code?error=sign_in_refused',
      ]);
    }
    expect(mails).toHaveLength(spellings.length);
  });
});

describe('the link of an operator', () => {
  test('stays valid while others request and guess codes for the address', async ({ alir }) => {
    mailsOf(alir);
    const { code } = await alir.stores.sign_in.linkCode(EMAIL);
    const attacker = new BrowserSession(alir);
    for (let count = 0; count < 6; count++) {
      await attacker.post('/sign-in/code', { email: EMAIL });
      for (const guess of ['00000000', code.toLowerCase(), `${code}x`]) {
        await attacker.post('/sign-in', { email: EMAIL, code: guess });
      }
    }
    expect(attacker.cookies.has('alir_session')).toBe(false);
    const browser = new BrowserSession(alir);
    expect(place(await browser.post('/sign-in', { email: EMAIL, code }))).toEqual([303, '/account/usage']);
    expect(place(await attacker.post('/sign-in', { email: EMAIL, code }))).toEqual([
      303,
      '/sign-in/code?error=sign_in_refused',
    ]);
  });
});

describe('an e-mail with a code', () => {
  test('goes to one address, which cannot add a header or another recipient', async () => {
    const alir = await TestAlir.open({ environment: { ...SMTP, ALIR_SIGNUP: 'open' } });
    const mails = mailsOf(alir);
    const browser = new BrowserSession(alir);
    for (const email of [
      'a@b.id\r\nBcc: victim@example.com',
      'a@b.id\nSubject: x',
      'a,victim@example.com',
      'a;victim@example.com',
      'x<victim@example.com',
      'a:victim@example.com',
      '"a"victim@example.com',
      '(a)victim@example.com',
      'a@b.id,c',
      'a@[127.0.0.1]',
      'a@b@c.id',
    ]) {
      const refused = await browser.post('/sign-in/code', { email });
      expect([email, ...place(refused)]).toEqual([email, 303, '/sign-in?error=invalid_email']);
    }
    expect(mails).toEqual([]);
    expect(place(await browser.post('/sign-in/code', { email: ['a@b.id', 'c@d.id'] }))[1]).toContain(
      'invalid_email',
    );
  });

  test.each([
    ['has the link of ALIR_PUBLIC_URL', 'https://alir.example.com'],
    ['has no link without ALIR_PUBLIC_URL', ''],
  ])('%s, whatever the request calls the server', async (_title, public_url) => {
    const environment = { ALIR_PUBLIC_URL: public_url, ALIR_TRUST_PROXY: '127.0.0.1' };
    const alir = await TestAlir.open({ environment });
    const mails = mailsOf(alir);
    const client = await RawClient.open(await alir.url());
    const body = new URLSearchParams({ email: EMAIL }).toString();
    client.write(
      [
        'POST /sign-in/code HTTP/1.1',
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: https',
        'Forwarded: host=evil.example',
        'Origin: https://evil.example',
        'Sec-Fetch-Site: same-origin',
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    );
    await until('the response arrives', () => client.responses().length > 0);
    client.destroy();
    await until('the e-mail is sent', () => mails.length > 0);
    const links = [...(mails[0]?.text ?? '').matchAll(/https?:\/\/[^/\s]+/g)].map(([origin]) => origin);
    expect(links).toEqual(public_url === '' ? [] : [public_url]);
    expect(JSON.stringify(mails)).not.toContain('evil.example');
  });
});

describe('at the same time', () => {
  test('two owners who remove each other leave one owner', async ({ alir }) => {
    const { people, accounts } = alir.stores;
    const { account_id } = await accounts.find(EMAIL);
    const first = await people.admit(EMAIL);
    await people.invite('second@example.com', account_id, 'owner', BY);
    const second = await people.admit('second@example.com');
    const ids = [first?.person_id ?? '', second?.person_id ?? ''];
    for (const act of ['remove', 'role'] as const) {
      const results = await Promise.allSettled(
        ids.map((id) =>
          act === 'remove' ? people.remove(account_id, id, BY) : people.setRole(account_id, id, 'member', BY),
        ),
      );
      expect(results.map(({ status }) => status).toSorted()[1]).toBe('rejected');
      const owners = (await people.of(account_id)).filter(({ role }) => role === 'owner');
      expect(owners).toHaveLength(1);
    }
  });

  test('an invitation is accepted once, also in two browsers', async ({ alir }) => {
    const mails = mailsOf(alir);
    const { people, accounts, sign_in } = alir.stores;
    const { account_id } = await accounts.find(EMAIL);
    await people.invite('new@example.com', account_id, 'member', BY);
    const { code } = await sign_in.linkCode('new@example.com');
    const browsers = Array.from({ length: 8 }, () => new BrowserSession(alir));
    await Promise.all(
      browsers.map((browser) => browser.post('/sign-in', { email: 'new@example.com', code })),
    );
    expect(browsers.filter(({ cookies }) => cookies.has('alir_session'))).toHaveLength(1);
    expect((await people.of(account_id)).filter(({ email }) => email === 'new@example.com')).toHaveLength(1);
    const entries = await alir.stores.administration.audit({ account_id });
    expect(entries.filter(({ action }) => action === 'person.joined')).toHaveLength(1);
    // A member who was removed does not come back with the accepted invitation.
    const person = await people.withEmail('new@example.com');
    await people.remove(account_id, person?.person_id ?? '', BY);
    await signInByMail(new BrowserSession(alir), mails, 'new@example.com');
    expect(await people.of(account_id)).toEqual([]);
  });

  test('a deletion of the account and a sign-in leave nobody signed in', async ({ alir }) => {
    mailsOf(alir);
    const { accounts, billing, sign_in } = alir.stores;
    for (let round = 0; round < 8; round++) {
      const email = `gone${round}@example.com`;
      const { account } = await accounts.create(email, 'free', 1);
      const { code } = await sign_in.linkCode(email);
      const browser = new BrowserSession(alir);
      const deletion = async () => {
        for (let turn = 0; turn < round; turn++) await nextTurn();
        await billing.deletion.delete(account.account_id, BY, false);
      };
      const [signed] = await Promise.all([browser.post('/sign-in', { email, code }), deletion()]);
      expect(signed.status).toBe(303);
      expect(await isSignedIn(browser)).toBe(false);
      expect(
        (await new BrowserSession(alir).post('/sign-in', { email, code })).headers.get('location'),
      ).toContain('sign_in_refused');
    }
  });

  test('a key that is revoked ends its session between two requests', async ({ alir }) => {
    const { accounts } = alir.stores;
    const { account_id } = await accounts.find(EMAIL);
    const terms = { scopes: ['account' as const], expires_at: null, allowed_ips: null };
    const { key_id, api_key } = await accounts.createKey(account_id, 'manager', terms);
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(api_key);
    const _csrf = await browser.token();
    const [revoked, ...made] = await Promise.all([
      accounts.revokeKey(key_id),
      ...Array.from({ length: 4 }, () =>
        browser.post('/account/keys/create', { _csrf, name: 'later', scopes: 'account' }),
      ),
    ]);
    expect(revoked.revoked_at).not.toBeNull();
    for (const { status } of made) expect([200, 303]).toContain(status);
    expect(
      place(await browser.post('/account/keys/create', { _csrf, name: 'x', scopes: 'account' })),
    ).toEqual([303, '/sign-in?error=signed_out']);
  });
});

describe('the units of a visitor', () => {
  test('are not spent by a page of another site', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line()]));
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(alir.key);
    const { account_id } = await alir.stores.accounts.find(EMAIL);
    for (const [attack, headers] of [
      [
        'an image',
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      ],
      ['a fetch', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
      [
        'a form or a link',
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-user': '?1' },
      ],
      ['a sibling site', { 'sec-fetch-site': 'same-site' }],
      ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
      ['an image over http', { accept: 'image/*' }],
      ['a link over http', { accept: 'text/html', referer: 'http://evil.example/' }],
      ['the header of the scripts', { 'sec-fetch-site': 'cross-site', 'x-alir-console': '1' }],
      ['a range', { 'sec-fetch-site': 'cross-site', range: 'bytes=0-1' }],
      ['an idempotency key', { 'sec-fetch-site': 'cross-site', 'idempotency-key': 'x' }],
    ] as [string, Record<string, string>][]) {
      expect([attack, (await browser.get(DATA, headers)).status]).toEqual([attack, 403]);
    }
    const cookie = `alir_session=${browser.cookies.get('alir_session')}`;
    for (const method of ['HEAD', 'POST', 'OPTIONS', 'PUT']) {
      const response = await fetch(`${await alir.url()}${DATA}`, { method, headers: { ...SAME, cookie } });
      expect([method, response.status]).toEqual([method, method === 'OPTIONS' ? 204 : 405]);
    }
    const preflight = await fetch(`${await alir.url()}${DATA}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-alir-console',
      },
    });
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain(
      'x-alir-console',
    );
    expect(await alir.test_ledger.unitsOf(account_id)).toEqual({ account: 0, keys: 0 });
    const own = await browser.get(DATA, SAME);
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(own.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('are charged to a console key that nobody can use, rename or replace', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line()]));
    const { accounts } = alir.stores;
    const { account_id } = await accounts.find(EMAIL);
    const terms = { scopes: ['data' as const, 'account' as const], expires_at: null, allowed_ips: null };
    const { api_key } = await accounts.createKey(account_id, 'manager', terms);
    alir.key = api_key;
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(api_key);
    const _csrf = await browser.token();
    const used = async () => {
      expect((await browser.get(DATA, SAME)).status).toBe(200);
      const keys = await accounts.keys(account_id);
      return keys.find(({ kind, revoked_at }) => kind === 'console' && revoked_at === null);
    };
    const key = await used();
    const path = `/account/keys/${key?.key_id}`;
    const [row] = await alir.test_ledger.rows(`SELECT * FROM api_key WHERE kind = 'console'`);
    for (const guess of [
      key?.key_id,
      key?.masked,
      'console',
      Buffer.from(row?.sha256 as Buffer).toString('hex'),
    ]) {
      const headers = { authorization: `Bearer ${guess}` };
      expect((await fetch(`${await alir.url()}/usage`, { headers })).status).toBe(401);
      expect(place(await new BrowserSession(alir).signInWithKey(String(guess)))[1]).toContain(
        'error=unauthorized',
      );
    }
    for (const action of ['rename', 'replace']) {
      const { status, headers } = await browser.post(`${path}/${action}`, { _csrf, name: 'x' });
      expect([action, status, headers.get('location')]).toEqual([action, 404, null]);
    }
    expect((await alir.request(`${path}/rotate`, { method: 'POST' })).status).toBeGreaterThanOrEqual(400);
    expect((await browser.get('/account/keys')).status).toBe(200);
    await browser.post(`${path}/revoke`, { _csrf });
    const second = await used();
    expect(second?.key_id).not.toBe(key?.key_id);
    expect((await alir.request(`/account/keys/${second?.key_id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await used())?.key_id).not.toBe(second?.key_id);
  });
});

describe('a cookie', () => {
  test('of an ended session stays without effect after the next sign-in', async ({ alir }) => {
    const mails = mailsOf(alir);
    const browser = new BrowserSession(alir);
    await signInByMail(browser, mails, EMAIL);
    const stolen = new Map(browser.cookies);
    await browser.post('/sign-out', { _csrf: await browser.token() });
    await signInByMail(browser, mails, EMAIL);
    for (const [name, value] of stolen) browser.cookies.set(name, value);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('of a deleted person signs nobody in, also when the address signs up again', async () => {
    const alir = await TestAlir.open({ environment: { ...SMTP, ALIR_SIGNUP: 'open' } });
    const mails = mailsOf(alir);
    const browser = new BrowserSession(alir);
    await signInByMail(browser, mails, 'a@b.id');
    const stolen = new BrowserSession(alir);
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    const { accounts, billing } = alir.stores;
    const { account_id } = await accounts.find('a@b.id');
    await billing.deletion.delete(account_id, BY, false);
    expect(await isSignedIn(stolen)).toBe(false);
    await signInByMail(new BrowserSession(alir), mails, 'a@b.id');
    expect(await isSignedIn(stolen)).toBe(false);
    expect((await accounts.find('a@b.id')).account_id).not.toBe(account_id);
  });
});
