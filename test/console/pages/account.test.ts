import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { afterThisFile, TestAlir, UNLIMITED } from '../../support/alir.ts';
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

describe('every page of an account', () => {
  test('needs a sign-in, and leads back', async () => {
    for (const tab of TABS) {
      rested();
      const { status, headers } = await new BrowserSession(alir).get(`/account/${tab}`);
      expect([status, headers.get('location')]).toEqual([303, `/sign-in?next=%2Faccount%2F${tab}`]);
    }
  });

  test('has tabs, its title in both languages, and is not stored', async () => {
    for (const tab of TABS) {
      rested();
      for (const language of ['en', 'id']) {
        const response = await own.browser.get(`/account/${tab}`, { 'accept-language': language });
        const html = await response.text();
        expect([tab, response.status, response.headers.get('cache-control')]).toEqual([tab, 200, 'no-store']);
        expect(html).toContain(`<html lang="${language}">`);
        expect(html.match(/aria-current="page"/g)?.length).toBe(2);
        expect(html).not.toMatch(/undefined|\[object|NaN/);
      }
    }
  });

  test('whose path an operation has, too, is JSON for programs', async () => {
    const headers = { authorization: `Bearer ${own.api_key}`, accept: 'text/html' };
    for (const path of ['/account/keys', '/account/webhooks']) {
      const response = await fetch(`${await alir.url()}${path}`, { headers });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
    }
    expect((await fetch(`${await alir.url()}/account/keys`)).status).toBe(401);
  });
});

describe('usage', () => {
  test('states the units, the forecast and the rows of each grouping', async () => {
    for (let call = 0; call < 3; call++) {
      await fetch(`${await alir.url()}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30`, {
        headers: { authorization: `Bearer ${own.api_key}` },
      });
    }
    const { units } = await alir.stores.usage_history.of({ account_id: own.account_id }, { by: 'day' });
    expect(units).toBeGreaterThan(0);
    const html = await page(own.browser, '/account/usage');
    expect(html).toContain(`${units} of 25,000 units`);
    expect(await page(own.browser, '/account/usage?by=key')).toContain('default');
    expect(await page(own.browser, '/account/usage?by=endpoint&range=30')).toContain('get_foreign_flow');
    // A download has another Accept header than a page.
    const csv = await own.browser.get('/account/usage.csv?by=endpoint', { accept: '*/*' });
    expect(csv.headers.get('content-disposition')).toContain('attachment; filename="usage-endpoint-');
    expect(await csv.text()).toBe(`endpoint,units,requests\r\nget_foreign_flow,${units},3`);
  });
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

  test('beyond the limit of the plan is refused', async () => {
    for (const name of ['a', 'b']) await alir.stores.accounts.createKey(own.account_id, name);
    expect(await page(own.browser, '/account/keys')).toContain('Your plan allows no further key.');
    const response = await send(own.browser, '/account/keys/create', { name: 'c', scopes: 'data' });
    expect([response.status, await response.text()]).toEqual([409, expect.stringContaining('Revoke a key')]);
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

  test('an upgrade ends the order before it, and the usage says what belongs to its quota', async () => {
    const { time } = alir.clock;
    onTestFinished(() => {
      alir.clock.time = time;
    });
    const { account, api_key } = await alir.stores.accounts.create('changes@example.com', 'free', 1, null, 0);
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(api_key);
    const { orders, payments } = alir.stores.billing;
    const buy = async (plan: 'starter' | 'professional') => {
      const wanted = { plan, months: 1 } as const;
      const { order_id } = await orders.create(account.account_id, wanted, { idempotency_key: plan });
      await payments.confirm(order_id, {}, 'operator ani');
      alir.clock.time = new Date(alir.clock.time.getTime() + 60_000);
    };
    const call = async () =>
      fetch(`${await alir.url()}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30`, {
        headers: { authorization: `Bearer ${api_key}` },
      });
    await buy('starter');
    expect(await page(browser, '/account/usage')).not.toContain('previous quota');
    await call();
    await call();
    await buy('professional');
    await call();
    const open = await orders.create(
      account.account_id,
      { plan: 'advanced', months: 1 },
      { idempotency_key: 'advanced' },
    );
    const order = `/account/billing/orders/${open.order_id}`;
    const renewal = await orders.create(
      account.account_id,
      { plan: 'professional', months: 1 },
      { idempotency_key: 'renewal' },
    );
    expect(await page(browser, order)).not.toContain('Your plan changed after this order');
    const usage = await page(browser, '/account/usage');
    expect(usage).toContain('1 of 100,000 units');
    expect(usage).toContain('contain 2 units of that day that belong to the previous quota');
    expect(await page(browser, '/account/usage?range=7')).not.toContain('previous quota');
    await payments.confirm(
      (await orders.create(account.account_id, { plan: 'advanced', months: 6 }, { idempotency_key: 'six' }))
        .order_id,
      {},
      'operator ani',
    );
    const outdated = await page(browser, order);
    expect(outdated).toContain('Your plan changed after this order');
    expect(outdated).not.toContain('as the message');
    // A renewal of the replaced plan would be a downgrade.
    expect(await page(browser, `/account/billing/orders/${renewal.order_id}`)).toContain(
      'Your plan changed after this order',
    );
    const states = [
      ...(await page(browser, '/account/billing')).matchAll(
        /(Starter|Professional|Advanced), \d × 30.*?class="tag \w+">([^<]*)</g,
      ),
    ].map(([, plan, state]) => [plan, state]);
    expect(states.toSorted()).toEqual([
      ['Advanced', 'in force'],
      ['Advanced', 'waiting for payment'],
      ['Professional', 'ended'],
      ['Professional', 'waiting for payment'],
      ['Starter', 'ended'],
    ]);
    alir.clock.time = new Date(alir.clock.time.getTime() + 181 * 86_400_000);
    await browser.signInWithKey(api_key);
    expect(await page(browser, '/account/billing')).not.toContain('in force');
  });

  test('shows the sum of the quote again in its order', async () => {
    const { time } = alir.clock;
    onTestFinished(() => {
      alir.clock.time = time;
    });
    const { account, api_key } = await alir.stores.accounts.create(
      'sum@example.com',
      'starter',
      1,
      null,
      200_333,
    );
    const browser = new BrowserSession(alir);
    alir.clock.time = new Date(time.getTime() + 5.5 * 86_400_000);
    await browser.signInWithKey(api_key);
    const sumIn = (html: string) =>
      [
        ...(/<dl class="sum">.*?<\/dl>/.exec(html)?.[0].matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g) ?? []),
      ].map(([, name, amount]) => [name, amount]);
    const quoted = sumIn(await page(browser, '/account/billing?plan=professional&months=1'));
    // 25 of 30 days of 200,333.
    expect(quoted.map(([name]) => name)).toEqual([
      'Price',
      expect.stringMatching(/^Unused: 25 of the 30 days for .*200,333 \(a started day counts in full\)$/),
      'Rounded down to a multiple of 1,000',
      'You pay now',
    ]);
    expect(quoted[1]?.[1]).toMatch(/166,945$/);
    const [, location] = await sent(browser, '/account/billing/orders', {
      plan: 'professional',
      months: '1',
      form_id: 'sum',
    });
    // The sum is that of the time of the order.
    alir.clock.time = new Date(time.getTime() + 6.4 * 86_400_000);
    const ordered = sumIn(await page(browser, String(location)));
    expect(ordered.slice(0, -1)).toEqual(quoted.slice(0, -1));
    expect(ordered.at(-1)).toEqual(['Amount to pay', quoted.at(-1)?.[1]]);
    const [order] = await alir.stores.billing.orders.of(account.account_id);
    const { price_idr = 0, charge_idr, credit_idr } = order ?? {};
    expect([charge_idr, credit_idr]).toEqual([
      Math.floor((price_idr - (25 * 200_333) / 30) / 1000) * 1000,
      price_idr - (charge_idr ?? 0),
    ]);
  });

  test('refuses what the API refuses, with the reason', async () => {
    await alir.stores.administration.assignPlan(
      own.account_id,
      { plan: 'advanced', months: 1, own_terms: null, paid_idr: 0 },
      { actor: 'x', reason: 'x' },
    );
    expect(await page(own.browser, '/account/billing?plan=starter&months=1')).toContain(
      'lower than the current one',
    );
    const response = await send(own.browser, '/account/billing/orders', {
      plan: 'starter',
      months: '1',
      form_id: 'a',
    });
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('lower than the current one'),
    ]);
    expect(await alir.stores.billing.orders.of(own.account_id)).toEqual([]);
  });

  test('asks to confirm what would be lost', async () => {
    await alir.stores.accounts.create('rich@example.com', 'enterprise', 6, UNLIMITED, 90_000_000);
    const rich = await alir.stores.accounts.withEmail('rich@example.com');
    const account_id = rich?.account_id ?? '';
    const { api_key } = await alir.stores.accounts.createKey(account_id, 'k', {
      scopes: ['account'],
      expires_at: null,
      allowed_ips: null,
    });
    const { offer_id } = await alir.stores.billing.offers.create(
      account_id,
      { ...UNLIMITED, price_idr: 1_000_000, days: 30 },
      false,
    );
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(api_key);
    const html = await page(browser, `/account/billing?offer_id=${offer_id}`);
    const accept = tokenIn(html, /name="accept_forfeit_idr" value="(\d+)"/);
    expect(Number(accept)).toBeGreaterThan(80_000_000);
    const refused = await send(browser, '/account/billing/orders', { offer_id, form_id: 'f1' });
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('Confirm the amount that would be lost.'),
    ]);
    expect(
      (
        await sent(browser, '/account/billing/orders', {
          offer_id,
          form_id: 'f1',
          accept_forfeit_idr: accept,
        })
      )[1],
    ).toContain('done=order_applied');
    const [order] = await alir.stores.billing.orders.of(account_id);
    const sold = 'Offer: 1,000,000,000 units a cycle, 30 days (';
    for (const path of ['', `/orders/${order?.order_id}`, `/orders/${order?.order_id}/cancel`]) {
      expect(await page(browser, `/account/billing${path}`)).toContain(sold);
    }
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

/** Every form that changes an account. */
function formsOf(key_id: string, webhook_id: string, person_id: string): string[] {
  return [
    '/account/keys/create',
    '/account/keys/mcp/replace',
    ...['rename', 'replace', 'revoke'].map((action) => `/account/keys/${key_id}/${action}`),
    '/account/mcp/replace-key',
    '/account/billing/orders',
    '/account/billing/orders/none/cancel',
    '/account/billing/details',
    '/account/people/invite',
    `/account/people/${person_id}/role`,
    `/account/people/${person_id}/remove`,
    '/account/webhooks/create',
    '/account/webhooks/notices',
    ...['send-test', 'replace-secret', 'delete'].map((action) => `/account/webhooks/${webhook_id}/${action}`),
  ];
}

async function formsOfOwn(): Promise<string[]> {
  const [key] = await keys();
  const { webhook_id } = await alir.stores.webhooks.create(own.account_id, RECEIVER, ['day.published']);
  await alir.stores.people.admit(own.email);
  // A member may leave, so the form of an owner.
  const people = await alir.stores.people.of(own.account_id);
  const person = people.find(({ role }) => role === 'owner');
  return formsOf(key?.key_id ?? '', webhook_id, person?.person_id ?? '');
}

describe('an order that waits for its payment', () => {
  const place = async (account_id: string) =>
    (
      await alir.stores.billing.orders.create(
        account_id,
        { plan: 'advanced', months: 1 },
        { idempotency_key: null },
      )
    ).order_id;

  test('is cancelled by its buyer, after a question', async () => {
    const order_id = await place(own.account_id);
    const path = `/account/billing/orders/${order_id}`;
    expect(await page(own.browser, path)).toContain(`href="${path}/cancel"`);
    expect(await page(own.browser, `${path}/cancel`)).toContain('Your plan does not change.');
    expect(await sent(own.browser, `${path}/cancel`)).toEqual([303, `${path}?done=order_cancelled`]);
    expect(await alir.stores.billing.orders.find(order_id)).toMatchObject({ state: 'cancelled' });
    expect(await page(own.browser, path)).not.toContain(`${path}/cancel`);
  });

  test('is not cancelled by another account, and not after it was paid or has expired', async () => {
    const { orders, payments } = alir.stores.billing;
    const order_id = await place(own.account_id);
    const path = `/account/billing/orders/${order_id}/cancel`;
    const other = await owner();
    expect((await other.browser.get(path)).status).toBe(404);
    expect((await send(other.browser, path)).status).toBe(404);
    expect(await orders.find(order_id)).toMatchObject({ state: 'pending' });
    await payments.confirm(order_id, { amount_idr: 1000 }, 'x');
    const refused = await send(own.browser, path);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('The order cannot be cancelled any more.'),
    ]);
    expect(await orders.find(order_id)).toMatchObject({ state: 'paid_not_applied' });
    const late = await place(own.account_id);
    alir.clock.time = new Date(alir.clock.time.getTime() + 25 * 3_600_000);
    const withdrawn = alir.stores.billing.refunds.withdraw(late, own.account_id, {
      actor: 'x',
      reason: null,
    });
    await expect(withdrawn).rejects.toMatchObject({ code: 'order_not_payable' });
  });
});

describe('a form is refused', () => {
  test('without the token of the visitor, and from another site', async () => {
    const token = await own.browser.token('/account/mcp');
    for (const path of await formsOfOwn()) {
      rested();
      expect([path, (await own.browser.post(path)).status]).toEqual([path, 403]);
      const other = await own.browser.post(path, { _csrf: token }, { 'sec-fetch-site': 'cross-site' });
      expect([path, other.status]).toEqual([path, 403]);
    }
  });

  test('for a member, who sees no forms', async () => {
    await alir.stores.people.invite('member@example.com', own.account_id, 'member', {
      actor: 'x',
      reason: null,
    });
    const browser = new BrowserSession(alir);
    await signInByMail(browser, mails, 'member@example.com');
    const forms = await formsOfOwn();
    for (const tab of TABS) {
      rested();
      const actions = [
        ...(await page(browser, `/account/${tab}`)).matchAll(/<form method="post" action="([^"]+)"/g),
      ];
      expect(actions.map(([, action]) => action).filter((action) => action !== '/sign-out')).toEqual([]);
    }
    for (const path of forms) {
      rested();
      const token = await browser.token('/account/people');
      const response = await browser.post(path, { _csrf: token });
      expect([path, response.status]).toEqual([path, 403]);
    }
  });

  test('for a key that only reads data, which also sees only what the API shows it', async () => {
    const { api_key } = await alir.stores.accounts.createKey(own.account_id, 'reader');
    const browser = new BrowserSession(alir);
    await browser.signInWithKey(api_key);
    for (const tab of TABS) {
      rested();
      const isOpen = tab === 'usage' || tab === 'mcp';
      expect([tab, (await browser.get(`/account/${tab}`)).status]).toEqual([tab, isOpen ? 200 : 403]);
    }
    for (const path of await formsOfOwn()) {
      rested();
      expect([path, (await browser.post(path, { _csrf: 'none' })).status]).toEqual([path, 403]);
    }
  });

  test('for a key, a webhook, a person, an order and an invoice of another account', async () => {
    const other = await owner();
    const [key] = await alir.stores.accounts.keys(other.account_id);
    const { webhook_id } = await alir.stores.webhooks.create(other.account_id, RECEIVER, ['day.published']);
    await alir.stores.people.admit(other.email);
    const [person] = await alir.stores.people.of(other.account_id);
    const order = await alir.stores.billing.orders.create(
      other.account_id,
      { plan: 'advanced', months: 1 },
      { idempotency_key: null },
    );
    await alir.stores.billing.payments.confirm(order.order_id, {}, 'x');
    const [invoice] = await alir.stores.billing.invoices.of(other.account_id);
    const ids = [key?.key_id, webhook_id, person?.person_id];
    const forms = formsOf(key?.key_id ?? '', webhook_id, person?.person_id ?? '').filter((path) =>
      ids.some((id) => path.includes(id ?? 'x')),
    );
    expect(forms).toHaveLength(8);
    for (const path of forms)
      expect([path, (await send(own.browser, path, { name: 'x' })).status]).toEqual([path, 404]);
    for (const path of [
      ...forms.filter((path) => !/role|send-test/.test(path)),
      `/account/webhooks/${webhook_id}`,
      `/account/billing/orders/${order.order_id}`,
      `/account/billing/invoices/${invoice?.number}`,
      `/account/billing/invoices/${invoice?.number}.json`,
    ]) {
      expect([path, (await own.browser.get(path)).status]).toEqual([path, 404]);
      expect([path, (await other.browser.get(path)).status]).toEqual([path, 200]);
    }
  });
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
