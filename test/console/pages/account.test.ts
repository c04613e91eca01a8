import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { evaluateAlerts } from '../../../src/commerce/accounts/alerts/alert-evaluation.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { BrowserSession } from '../../support/browser-session.ts';
import { islandProps } from '../../support/html.ts';
import { mailServer, textOf } from '../../support/mail-server.ts';

const BY = { actor: 'x', reason: null };
const HOSTILE = '"><script>alert(1)</script>';
const TABS = ['usage', 'keys', 'billing', 'people', 'webhooks', 'saved', 'mcp'];
let made = 0;

let alir: TestAlir;
beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
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

let own: Awaited<ReturnType<typeof owner>>;
/** Pages are limited by address. */
const rested = () => {
  alir.clock.elapsed_ms += 60_000;
};

beforeEach(async () => {
  rested();
  own = await owner();
});

test('each page marks its tab', async () => {
  const path = '/account/billing?plan=professional&months=1';
  for (const [tab, address] of [['billing', path], ...TABS.map((name) => [name, `/account/${name}`])]) {
    const [, tabs = ''] = (await page(own.browser, address ?? '')).split('class="tabs"');
    expect(/href="\/account\/(\w+)" aria-current="page"/.exec(tabs)?.[1]).toBe(tab);
  }
});

test('a delivery that was given up has a button that sends it again, until the webhook is disabled', async () => {
  const { account_id, browser } = own;
  const { webhooks, ledger } = alir.stores;
  const { webhook_id } = await webhooks.create(account_id, 'https://a.example/', ['day.published']);
  await webhooks.test(account_id, webhook_id);
  const path = `/account/webhooks/${webhook_id}`;
  const [{ notice_id } = { notice_id: '' }] = await webhooks.deliveries(account_id, webhook_id);
  const form = `action="${path}/send-again"`;
  expect(await page(browser, path)).not.toContain(form);
  const at = alir.clock.time.toISOString();
  const failure = { webhook_id, settled_at: at, last_error: 'no answer' };
  await ledger.run('fail_notices_of_webhook', failure);
  const html = await page(browser, path);
  expect(html).toContain(form);
  expect(html).toContain(`name="notice_id" value="${notice_id}"`);
  expect(await sent(browser, `${path}/send-again`, { notice_id })).toEqual([303, `${path}?done=sent_again`]);
  expect(await webhooks.deliveries(account_id, webhook_id)).toMatchObject([{ state: 'pending' }]);
  await ledger.run('fail_notices_of_webhook', failure);
  await ledger.run('note_webhook_state', { webhook_id, failing_since: at, disabled_at: at });
  expect(await page(browser, path)).not.toContain(form);
  expect((await send(browser, `${path}/send-again`, { notice_id })).status).toBe(409);
});

test('a Telegram chat gets messages after its code, until they are stopped', async () => {
  const { account_id, browser } = own;
  const chat = async () => (await alir.stores.ledger.get('notice_settings', { account_id }))?.telegram_chat;
  const telegram_code = await alir.stores.telegram_chats.code(account_id, '@channel');
  const saved = [303, '/account/webhooks?done=notices_saved'];
  const form = '/account/webhooks/telegram';
  expect(await sent(browser, form, { chat: '@channel', telegram_code })).toEqual(saved);
  expect(await chat()).toBe('@channel');
  expect((await send(browser, form, { chat: '@other_channel', telegram_code })).status).toBe(400);
  expect(await sent(browser, form, { action: 'stop' })).toEqual(saved);
  expect(await chat()).toBeNull();
});

test('the page of a screen has the stocks that entered and left last', async () => {
  const { account_id, browser } = own;
  const { saved, alerts } = alir.stores;
  const { saved_id } = await saved.create(account_id, { kind: 'screen', name: 'All', content: {} });
  await alerts.create(account_id, saved_id, null);
  for (const [publication, ticker] of [
    [1, 'BBCA'],
    [2, 'BBRI'],
  ] as const) {
    await evaluateAlerts(alir.stores, {
      ...{ publication, trade_date: `2026-02-0${publication}` },
      netValues: async () => new Map(),
      screened: async () => [ticker],
      brief: async () => null,
    });
  }
  const html = await page(browser, `/account/saved/${saved_id}`);
  expect(html).toContain('Entered: BBRI');
  expect(html).toContain('Left: BBCA');
});

test('the quota of a cycle that ends at midnight has its last day before', async () => {
  const { time } = alir.clock;
  onTestFinished(() => {
    alir.clock.time = time;
  });
  alir.clock.time = new Date('2026-02-02T17:00:00Z');
  const { browser } = await owner();
  const { cycle } = islandProps(await page(browser, '/account/usage'));
  expect(cycle).toMatchObject({ start: '2026-02-03', end: '2026-03-04' });
});

test('the address of a webhook is stored as it is called, and its secret is shown at its page', async () => {
  const response = await send(own.browser, '/account/webhooks/create', {
    ...{ url: 'https://EXAMPLE.com/a b', events: ['day.published'] },
  });
  const [webhook] = await alir.stores.webhooks.all(own.account_id);
  expect(webhook?.url).toBe('https://example.com/a%20b');
  expect(await response.text()).toContain(`data-url="/account/webhooks/${webhook?.webhook_id}"`);
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

test('the chart of the usage has the limit of a day, or the cycle with its limit', async () => {
  const propsOf = async (browser: BrowserSession) => islandProps(await page(browser, '/account/usage'));
  expect(await propsOf(own.browser)).toMatchObject({ cycle: { limit: 25_000, used: 0 }, limit_a_day: null });
  const { api_key } = await alir.stores.accounts.create(`day${made++}@example.com`, 'free', 1);
  const browser = new BrowserSession(alir);
  await browser.signInWithKey(api_key);
  expect(await propsOf(browser)).toMatchObject({ cycle: null, limit_a_day: 5 });
});

test('an invoice has a button that prints it, and a file that is not stored', async () => {
  const { orders, payments } = alir.stores.billing;
  const wanted = { plan: 'professional', months: 1 } as const;
  const { order_id } = await orders.create(own.account_id, wanted, { idempotency_key: null });
  await payments.confirm(order_id, {}, 'operator ani');
  const [number] = /INV-\d{4}-\d{6}/.exec(await page(own.browser, '/account/billing')) ?? [];
  const path = `/account/billing/invoices/${number}`;
  expect(await page(own.browser, path)).toMatch(
    /<button type="button" id="print" hidden>.*\n<script type="module" src="\/assets\/print\.\w+\.js">/,
  );
  const json = await own.browser.get(`${path}.json`);
  expect([json.headers.get('cache-control'), (await json.json()).number]).toEqual(['no-store', number]);
});

test('an address on invoices has one line feed for each line of the form', async () => {
  const details = { name: 'PT Contoh', address: 'Jl. Contoh 1\r\nJakarta' };
  expect((await send(own.browser, '/account/billing/details', details)).status).toBe(303);
  expect((await alir.stores.billing.details.of(own.account_id))?.address).toBe('Jl. Contoh 1\nJakarta');
});

describe('people', () => {
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

  test('are invited up to a limit', async () => {
    for (let made_before = 0; made_before < 50; made_before++) {
      await alir.stores.people.invite(`p${made_before}@example.com`, own.account_id, 'member', BY);
    }
    const more = { email: 'more@example.com', role: 'member' };
    const response = await send(own.browser, '/account/people/invite', more);
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('maximum number of open invitations'),
    ]);
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
  await alir.stores.people.invite(`invited${HOSTILE}@example.com`, evil.account_id, 'member', BY);
  await alir.stores.billing.details.change(evil.account_id, { name: HOSTILE, address: HOSTILE }, BY);
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
