import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';
import { mailServer, textOf } from '../../support/mail-server.ts';

const HOSTILE = '"><script>alert(1)</script>';
const RECEIVER = 'https://hooks.example.com/alir';
const TABS = ['usage', 'keys', 'billing', 'people', 'webhooks', 'mcp'];
let made = 0;

let alir: TestAlir;
let mails: ReturnType<typeof mailsOf>;
beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
  mails = mailsOf(alir);
});

/** An account with a session of its owner, who signed in with a key of the scope `account`. */
async function owner(email = `owner${made++}@example.com`) {
  const { account, api_key, mcp_key } = await alir.stores.accounts.create(email, 'starter', 1, null, 200_000);
  const browser = new BrowserSession(alir);
  await browser.signInWithKey(api_key);
  return { account_id: account.account_id, email, api_key, mcp_key, browser };
}

async function page(browser: BrowserSession, path: string): Promise<string> {
  rested();
  const response = await browser.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return await response.text();
}

/** Sends a form of the console. */
async function send(browser: BrowserSession, path: string, fields: Record<string, string | string[]> = {}) {
  rested();
  const token = await browser.token('/account/mcp');
  return await browser.post(path, { _csrf: token, ...fields });
}

async function sent(browser: BrowserSession, path: string, fields: Record<string, string | string[]> = {}) {
  const response = await send(browser, path, fields);
  return [response.status, response.headers.get('location')];
}

function tokenIn(html: string, pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? '';
}

let own: Awaited<ReturnType<typeof owner>>;
let keys: () => Promise<Awaited<ReturnType<typeof alir.stores.accounts.keys>>>;
/** Pages are limited by address. */
const rested = () => {
  alir.clock.elapsed_ms += 60_000;
};

beforeEach(async () => {
  rested();
  own = await owner();
  keys = () => alir.stores.accounts.keys(own.account_id);
});

test('a page whose path an operation has, too, is JSON for programs', async () => {
  const headers = { authorization: `Bearer ${own.api_key}`, accept: 'text/html' };
  for (const path of ['/account/keys', '/account/webhooks']) {
    const response = await fetch(`${await alir.url()}${path}`, { headers });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
  expect((await fetch(`${await alir.url()}/account/keys`)).status).toBe(401);
});

describe('a key', () => {
  test('is created with its terms, and shown once', async () => {
    const fields = {
      name: 'notebook',
      scopes: ['data', 'account'],
      expires_on: '2026-03-01',
      allowed_ips: '198.51.100.7, 2001:db8::/32',
    };
    const response = await send(own.browser, '/account/keys/create', fields);
    const html = await response.text();
    const key = tokenIn(html, /<pre tabindex="0">(alir_live_\w+)<\/pre>/);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).toContain('<dd>end of 1 Mar 2026</dd>');
    const made_key = (await keys()).find(({ name }) => name === 'notebook');
    expect(made_key).toMatchObject({
      kind: 'api',
      scopes: ['data', 'account'],
      expires_at: '2026-03-01T17:00:00.000Z',
      allowed_ips: ['198.51.100.7/32', '2001:db8::/32'],
      masked: `${key.slice(0, 4)}...${key.slice(-4)}`,
    });
    expect(await page(own.browser, '/account/keys')).not.toContain(key);
  });

  test('with bad terms is refused at the field, and the form keeps what was entered', async () => {
    const good = { name: 'n', scopes: 'data', expires_on: '', allowed_ips: '' };
    for (const [field, value, text] of [
      ['name', '', 'Enter a name of 1 to 64 characters'],
      ['scopes', 'all', 'Choose at least one permission'],
      ['expires_on', '2026-02-01', 'Enter a day after today'],
      ['expires_on', 'soon', 'Enter a day after today'],
      ['allowed_ips', 'anywhere', 'Enter IP addresses'],
    ] as const) {
      const response = await send(own.browser, '/account/keys/create', { ...good, [field]: value });
      const html = await response.text();
      expect([field, response.status]).toEqual([field, 400]);
      expect(html).toContain('Nothing was changed.');
      expect(html.includes(`id="problem-${field}"`) && html.includes(text)).toBe(true);
      if (field === 'allowed_ips') expect(html).toContain('value="anywhere"');
    }
    expect(await keys()).toHaveLength(2);
  });

  test('is renamed, replaced and revoked after a page that says what it changes', async () => {
    const { key_id, api_key } = await alir.stores.accounts.createKey(own.account_id, 'old');
    expect(await page(own.browser, `/account/keys/${key_id}/rename`)).toContain('value="old"');
    expect(await sent(own.browser, `/account/keys/${key_id}/rename`, { name: 'new' })).toEqual([
      303,
      '/account/keys?done=key_renamed',
    ]);
    expect(await page(own.browser, '/account/keys?done=key_renamed')).toContain('The key has a new name.');
    expect(await page(own.browser, `/account/keys/${key_id}/replace`)).toContain('stops working at once');
    const replaced = await (await send(own.browser, `/account/keys/${key_id}/replace`)).text();
    const next = tokenIn(replaced, /<pre tabindex="0">(alir_live_\w+)<\/pre>/);
    expect(next).not.toBe(api_key);
    const live = (await keys()).find(({ name, revoked_at }) => name === 'new' && revoked_at === null);
    expect(await page(own.browser, `/account/keys/${live?.key_id}/revoke`)).toContain(
      'This cannot be undone.',
    );
    expect(await sent(own.browser, `/account/keys/${live?.key_id}/revoke`)).toEqual([
      303,
      '/account/keys?done=key_revoked',
    ]);
    expect((await keys()).filter(({ revoked_at }) => revoked_at === null)).toHaveLength(2);
    expect((await send(own.browser, `/account/keys/${live?.key_id}/rename`, { name: 'x' })).status).toBe(404);
  });

  test('of MCP is replaced, and filled into the configurations', async () => {
    const html = await (await send(own.browser, '/account/mcp/replace-key')).text();
    const key = tokenIn(html, /<pre tabindex="0">(alir_live_\w+)<\/pre>/);
    expect(html.split(key).length).toBeGreaterThan(6);
    expect(
      (await fetch(`${await alir.url()}/usage`, { headers: { authorization: `Bearer ${own.mcp_key}` } }))
        .status,
    ).toBe(401);
    expect(await page(own.browser, '/account/mcp')).not.toContain(key);
  });
});

describe('billing', () => {
  test('quotes, orders, and shows how to pay; the invoice follows', async () => {
    const quote = await page(own.browser, '/account/billing?plan=professional&months=1');
    expect(quote).toContain('You pay now');
    const form_id = tokenIn(quote, /name="form_id" value="([^"]+)"/);
    const fields = { plan: 'professional', months: '1', form_id };
    const [status, location] = await sent(own.browser, '/account/billing/orders', fields);
    expect([status, location]).toEqual([
      303,
      expect.stringMatching(/^\/account\/billing\/orders\/[\w-]+\?done=ordered$/),
    ]);
    // A form that is sent twice makes one order.
    expect((await sent(own.browser, '/account/billing/orders', fields))[1]).toBe(location);
    const [order] = await alir.stores.billing.orders.of(own.account_id);
    const { order_id = '' } = order ?? {};
    const path = `/account/billing/orders/${order_id}`;
    expect(await page(own.browser, path)).toContain(`with the number ${order_id} as the message`);
    await alir.stores.billing.payments.confirm(order_id, {}, 'operator ani');
    expect(await page(own.browser, path)).toContain('in force');
    const number = tokenIn(await page(own.browser, '/account/billing'), /(INV-\d{4}-\d{6})/);
    const printed = await page(own.browser, `/account/billing/invoices/${number}`);
    expect(printed).toContain(number);
    expect(printed).toMatch(
      /<button type="button" id="print" hidden>.*\n<script type="module" src="\/assets\/print\.\w+\.js">/,
    );
    const json = await own.browser.get(`/account/billing/invoices/${number}.json`);
    expect([json.headers.get('content-disposition'), (await json.json()).number]).toEqual([
      `attachment; filename="${number}.json"`,
      number,
    ]);
  });

  test('shows the payment instructions of the operator on an unpaid order', async () => {
    const instructions = 'Bank Contoh 000-000 <PT Alir>, billing@example.com';
    const shop = await TestAlir.open({ environment: { ALIR_PAYMENT_INSTRUCTIONS: instructions } });
    const { account, api_key } = await shop.stores.accounts.create('buyer@example.com', 'free', 1, null, 0);
    const browser = new BrowserSession(shop);
    await browser.signInWithKey(api_key);
    const { orders } = shop.stores.billing;
    const { order_id } = await orders.create(
      account.account_id,
      { plan: 'starter', months: 1 },
      { idempotency_key: null },
    );
    const html = await page(browser, `/account/billing/orders/${order_id}`);
    expect(html).toContain('Bank Contoh 000-000 &lt;PT Alir>, billing@example.com');
    expect(html).not.toContain('Ask the operator for the bank account');
    await shop.stores.billing.payments.confirm(order_id, {}, 'operator ani');
    expect(await page(browser, `/account/billing/orders/${order_id}`)).not.toContain('Bank Contoh');
  });

  test('keeps the billing details, or says what is wrong with them', async () => {
    const details = { name: 'PT Contoh', address: 'Jl. Contoh 1\r\nJakarta', tax_id: '01.234' };
    expect(await sent(own.browser, '/account/billing/details', details)).toEqual([
      303,
      '/account/billing?done=details_saved',
    ]);
    expect(await alir.stores.billing.details.of(own.account_id)).toMatchObject({
      ...details,
      address: 'Jl. Contoh 1\nJakarta',
    });
    const response = await send(own.browser, '/account/billing/details', { ...details, tax_id: '<x>' });
    const html = await response.text();
    expect([response.status, html.includes('id="problem-tax_id"')]).toEqual([400, true]);
    expect(html).toContain('value="&lt;x>"');
  });
});

test('an offer that forfeits money is ordered with the amount of its form', async () => {
  const { offers, orders } = alir.stores.billing;
  const terms = { units: 7000, requests_per_minute: 60, keys: 2, price_idr: 99_000, days: 45 };
  const { offer_id } = await offers.create(own.account_id, terms, false);
  const form = { offer_id, form_id: 'f', accept_forfeit_idr: '101000' };
  expect((await send(own.browser, '/account/billing/orders', { offer_id, form_id: 'e' })).status).toBe(409);
  expect((await sent(own.browser, '/account/billing/orders', form))[0]).toBe(303);
  expect(await orders.of(own.account_id)).toMatchObject([{ kind: 'upgrade', charge_idr: 0 }]);
});

describe('people', () => {
  test('are invited, get another role, and are removed', async () => {
    const browser = new BrowserSession(alir);
    await signInByMail(browser, mails, own.email);
    expect(
      await sent(browser, '/account/people/invite', { email: 'friend@example.com', role: 'member' }),
    ).toEqual([303, '/account/people?done=person_invited']);
    expect(await page(browser, '/account/people')).toContain('friend@example.com');
    const friend = new BrowserSession(alir);
    await signInByMail(friend, mails, 'friend@example.com');
    const { person_id = '' } = (await alir.stores.people.withEmail('friend@example.com')) ?? {};
    expect(await sent(browser, `/account/people/${person_id}/role`, { role: 'owner' })).toEqual([
      303,
      '/account/people?done=role_changed',
    ]);
    expect(await page(browser, `/account/people/${person_id}/remove`)).toContain(
      'can no longer see this account',
    );
    expect(await sent(browser, `/account/people/${person_id}/remove`)).toEqual([
      303,
      '/account/people?done=person_removed',
    ]);
    expect(await alir.stores.people.of(own.account_id)).toHaveLength(1);
    for (const [email, text] of [
      ['no address', 'Enter an e-mail address'],
      [own.email.toUpperCase(), 'already belongs'],
    ] as const) {
      const response = await send(browser, '/account/people/invite', { email, role: 'owner' });
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(text)]);
    }
  });

  test('get an e-mail with their invitation, whose link the owner does not see', async () => {
    const { url, received } = await mailServer();
    const origin = 'https://alir.example.com';
    const shared = alir;
    onTestFinished(() => {
      alir = shared;
    });
    alir = await TestAlir.open({ environment: { ALIR_SMTP_URL: url, ALIR_PUBLIC_URL: origin } });
    own = await owner();
    const invited = { email: 'friend@example.com', role: 'member' };
    const place = '/account/people?done=person_invited_by_mail';
    expect(await sent(own.browser, '/account/people/invite', invited)).toEqual([303, place]);
    const text = textOf(received[0] ?? '');
    expect(text).toContain('To: friend@example.com');
    const link = new URL(/https:\S+\/sign-in\/link\S+/.exec(text)?.[0] ?? '');
    expect(link.origin).toBe(origin);
    const html = await page(own.browser, place);
    expect(html).toContain('The person got an e-mail with a link.');
    expect(html).not.toContain('/sign-in/link');
    const friend = new BrowserSession(alir);
    await friend.post('/sign-in', Object.fromEntries(link.searchParams));
    expect(await page(friend, '/account/people')).toContain(own.email);
  });

  test('who were invited can be uninvited, by an owner of the account only', async () => {
    await alir.stores.people.invite('wrong@example.com', own.account_id, 'owner', {
      actor: 'x',
      reason: null,
    });
    const [invitation] = await alir.stores.people.invitations(own.account_id);
    const path = `/account/people/invitations/${invitation?.invitation_id}/withdraw`;
    expect((await send((await owner()).browser, path)).status).toBe(404);
    expect((await own.browser.post(path)).status).toBe(403);
    expect(await sent(own.browser, path)).toEqual([303, '/account/people?done=person_uninvited']);
    expect(await alir.stores.people.invitations(own.account_id)).toEqual([]);
    expect(await alir.stores.people.maySignIn('wrong@example.com')).toBe(false);
  });

  test('are invited up to a limit', async () => {
    for (let made_before = 0; made_before < 50; made_before++) {
      await alir.stores.people.invite(`p${made_before}@example.com`, own.account_id, 'member', {
        actor: 'x',
        reason: null,
      });
    }
    const response = await send(own.browser, '/account/people/invite', {
      email: 'more@example.com',
      role: 'member',
    });
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('maximum number of open invitations'),
    ]);
  });

  test('keep at least one owner', async () => {
    const browser = new BrowserSession(alir);
    await signInByMail(browser, mails, own.email);
    const [person] = await alir.stores.people.of(own.account_id);
    const response = await send(browser, `/account/people/${person?.person_id}/role`, { role: 'member' });
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('An account needs an owner.'),
    ]);
    expect((await send(browser, `/account/people/${person?.person_id}/remove`)).status).toBe(409);
  });
});

describe('a webhook', () => {
  test('is created, tested, gets a new secret, and is deleted', async () => {
    const created = await (
      await send(own.browser, '/account/webhooks/create', {
        url: RECEIVER,
        events: ['day.published', 'key.created'],
      })
    ).text();
    const secret = tokenIn(created, /(whsec_[\w+/=]+)/);
    const [webhook] = await alir.stores.webhooks.all(own.account_id);
    expect(webhook).toMatchObject({ url: RECEIVER, events: ['day.published', 'key.created'] });
    const path = `/account/webhooks/${webhook?.webhook_id}`;
    expect(await sent(own.browser, `${path}/send-test`)).toEqual([303, `${path}?done=test_sent`]);
    expect(await page(own.browser, path)).toContain('webhook.test');
    const rotated = await (await send(own.browser, `${path}/replace-secret`)).text();
    expect(tokenIn(rotated, /(whsec_[\w+/=]+)/)).not.toBe(secret);
    expect(await page(own.browser, `${path}/delete`)).toContain('This cannot be undone.');
    expect(await sent(own.browser, `${path}/delete`)).toEqual([
      303,
      '/account/webhooks?done=webhook_deleted',
    ]);
    expect((await own.browser.get(path)).status).toBe(404);
  });

  test('with a bad address or without events is refused at the field', async () => {
    for (const [field, fields] of [
      ['url', { url: 'http://hooks.example.com/', events: 'day.published' }],
      ['url', { url: 'https://127.0.0.1/', events: 'day.published' }],
      ['events', { url: RECEIVER }],
    ] as const) {
      const response = await send(own.browser, '/account/webhooks/create', fields);
      expect([response.status, (await response.text()).includes(`id="problem-${field}"`)]).toEqual([
        400,
        true,
      ]);
    }
  });

  test('replaces e-mails on a server that sends none', async () => {
    const form = 'action="/account/webhooks/notices"';
    const shown = async (environment: Record<string, string>) => {
      const shop = await TestAlir.open({ environment });
      const { api_key } = await shop.stores.accounts.create('mail@example.com', 'free', 1, null, 0);
      const browser = new BrowserSession(shop);
      await browser.signInWithKey(api_key);
      return await page(browser, '/account/webhooks');
    };
    const html = await shown({});
    expect(html).toContain('This server sends no e-mail');
    expect(html).not.toContain(form);
    const with_mail = await shown({ ALIR_SMTP_URL: 'smtp://localhost' });
    expect(with_mail).toContain('sent to mail@example.com');
    expect(with_mail).not.toContain('This server sends no e-mail');
    expect(with_mail).toContain(form);
  });

  test('stands beside the choices of e-mails', async () => {
    const fields = { language: 'id', email_events: ['quota.100'] };
    expect(await sent(own.browser, '/account/webhooks/notices', fields)).toEqual([
      303,
      '/account/webhooks?done=notices_saved',
    ]);
    const { body } = await alir.request('/account/notices', {
      headers: { authorization: `Bearer ${own.api_key}` },
    });
    expect(body.data).toEqual({ language: 'id', email_events: ['quota.100'] });
    expect(await sent(own.browser, '/account/webhooks/notices', { language: 'en' })).toEqual([
      303,
      '/account/webhooks?done=notices_saved',
    ]);
  });
});

test('an order that waits for its payment is cancelled by its buyer', async () => {
  const { orders } = alir.stores.billing;
  const wanted = { plan: 'advanced', months: 1 } as const;
  const { order_id } = await orders.create(own.account_id, wanted, { idempotency_key: null });
  const path = `/account/billing/orders/${order_id}`;
  expect(await sent(own.browser, `${path}/cancel`)).toEqual([303, `${path}?done=order_cancelled`]);
  expect(await orders.find(order_id)).toMatchObject({ state: 'cancelled' });
  expect(await page(own.browser, path)).not.toContain(`${path}/cancel`);
});

test('texts of customers are escaped on every page', async () => {
  const evil = await owner(`${HOSTILE.replaceAll(' ', '')}@example.com`);
  const { key_id } = await alir.stores.accounts.createKey(evil.account_id, HOSTILE);
  const { webhook_id } = await alir.stores.webhooks.create(evil.account_id, `https://a.example/${HOSTILE}`, [
    'day.published',
  ]);
  await alir.stores.people.admit(evil.email);
  const [person] = await alir.stores.people.of(evil.account_id);
  await alir.stores.people.invite(`invited${HOSTILE}@example.com`, evil.account_id, 'member', {
    actor: 'x',
    reason: null,
  });
  await alir.stores.billing.details.change(
    evil.account_id,
    { name: HOSTILE, address: HOSTILE },
    { actor: 'x', reason: null },
  );
  await fetch(`${await alir.url()}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30`, {
    headers: { authorization: `Bearer ${evil.api_key}` },
  });
  const paths = [
    ...TABS.map((tab) => `/account/${tab}`),
    '/account/usage?by=key',
    `/account/usage?done=${encodeURIComponent(HOSTILE)}&from=${encodeURIComponent(HOSTILE)}`,
    `/account/billing?plan=${encodeURIComponent(HOSTILE)}`,
    `/account/keys/${key_id}/rename`,
    `/account/keys/${key_id}/replace`,
    `/account/keys/${key_id}/revoke`,
    `/account/people/${person?.person_id}/remove`,
    `/account/webhooks/${webhook_id}`,
    `/account/webhooks/${webhook_id}/delete`,
  ];
  for (const path of paths) {
    rested();
    const html = await (await evil.browser.get(path)).text();
    expect([path, html.includes('<script>')]).toEqual([path, false]);
    expect([path, html.includes('"><script')]).toEqual([path, false]);
  }
  for (const [path, fields] of [
    ['/account/keys/create', { name: `${HOSTILE}\n`.repeat(4), allowed_ips: HOSTILE, expires_on: HOSTILE }],
    ['/account/people/invite', { email: HOSTILE, role: HOSTILE }],
    ['/account/webhooks/create', { url: HOSTILE, events: HOSTILE }],
    ['/account/billing/details', { name: 'x', tax_id: HOSTILE, address: `${HOSTILE}\u0000` }],
  ] as const) {
    const response = await send(evil.browser, path, fields);
    expect([path, response.status, (await response.text()).includes('<script>')]).toEqual([path, 400, false]);
  }
});
