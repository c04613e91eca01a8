import { expect } from 'vitest';
import type { TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';
import { test as base } from '../../support/fixtures.ts';
import { BY } from '../../support/operator-morning.ts';
import { outlineOf, partOf, seenPages } from '../../support/page-outline.ts';

const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

/** An account with its owner, who signed in with a key. */
async function owned(alir: TestAlir, plan: 'free' | 'starter' = 'starter') {
  const { clock, stores } = alir;
  const mails = mailsOf(alir);
  const made = await stores.accounts.create('ani@example.com', plan, 1, null, plan === 'free' ? 0 : 200_000);
  const { account_id } = made.account;
  const names: Record<string, string> = { own: account_id };
  const owner = new BrowserSession(alir);
  const member = new BrowserSession(alir);
  /** Of the windows of the pages. */
  const titles = new Set<string>();
  const outline = async (answer: Response) => outlineOf(await answer.text(), names);
  const tick = (hours = 1) => {
    clock.time = new Date(clock.time.getTime() + hours * 3_600_000);
    clock.elapsed_ms += 60_000;
  };
  // The server starts with the first request.
  const signIn = async () => {
    if (owner.cookies.size === 0) await owner.signInWithKey(made.api_key);
  };
  return {
    ...seenPages(),
    ...{ account_id, names, titles, mails, owner, member, tick, api_key: made.api_key },
    async page(path: string, browser = owner) {
      await signIn();
      const html = await (await browser.get(`/account/${path}`)).text();
      const tab = /href="\/account\/(\w+)" aria-current="page"/.exec(
        html.split('class="tabs"')[1] ?? '',
      )?.[1];
      expect([path, tab]).toEqual([path, path.split(/[/?]/)[0]]);
      titles.add(/<title>([^<]*)/.exec(html)?.[1] ?? '');
      return outlineOf(html, names);
    },
    /** The page that follows a form. */
    async send(path: string, fields: Record<string, string | string[]> = {}, browser = owner) {
      const _csrf = await browser.token('/account/mcp');
      const answer = await browser.post(`/account/${path}`, { _csrf, ...fields });
      const location = answer.headers.get('location');
      return await outline(location === null ? answer : await browser.get(location));
    },
    async join() {
      await stores.people.invite('budi@example.com', account_id, 'member', BY);
      await signInByMail(member, mails, 'budi@example.com');
    },
    async call(key = made.api_key) {
      const query = 'ticker=BBCA&from=2026-01-05&to=2026-01-30';
      await fetch(`${await alir.url()}/foreign-flow?${query}`, {
        headers: { authorization: `Bearer ${key}` },
      });
    },
    async order(
      name: string,
      purchase: { plan: 'professional' | 'advanced' | 'starter'; months: 1 | 6 } | { offer_id: string },
      accepted: number | null = null,
    ) {
      const given = { idempotency_key: name, accepted_forfeit_idr: accepted };
      const { order_id } = await stores.billing.orders.create(account_id, purchase, given);
      names[name] = order_id;
      return order_id;
    },
  };
}

test('plans, offers, orders and invoices, as an owner and a member see them', async ({ alir }) => {
  const { account_id, page, send, tick, member, join, order, names, titles, see, areReviewed } =
    await owned(alir);
  const { accounts, billing } = alir.stores;
  await accounts.createKey(account_id, 'second');
  see('no orders', await page('billing'));
  tick();
  const offer = await billing.offers.create(
    account_id,
    { units: 7000, requests_per_minute: 60, keys: 2, price_idr: 99_000, days: 45 },
    false,
  );
  names.offer = offer.offer_id;
  see(
    'prices of a plan and of an offer',
    partOf(await page('billing'), '-- 7', '-- 5'),
    partOf(await page('billing?plan=professional&months=1'), '-- 7', '-- 5'),
    partOf(await page(`billing?offer_id=${offer.offer_id}`), '-- 7', '-- 5'),
  );
  const unconfirmed = await send('billing/orders', { offer_id: offer.offer_id });
  see('the loss is not confirmed', partOf(unconfirmed, '#', 'Plan'), partOf(unconfirmed, 'POST', '-- 5'));
  await order('pending', { plan: 'professional', months: 1 });
  tick();
  const held = await order('held', { plan: 'advanced', months: 1 });
  await billing.payments.confirm(held, { amount_idr: 1000 }, 'x');
  tick();
  await order('cancelled', { plan: 'advanced', months: 1 });
  await billing.refunds.cancel(names.cancelled ?? '', BY, account_id);
  tick(22);
  const paid = await order('paid', { plan: 'professional', months: 1 });
  await billing.payments.confirm(paid, {}, 'x');
  tick();
  see(
    'orders that expired, are checked, and are in force',
    await page(`billing/orders/${names.pending}`),
    await page(`billing/orders/${names.held}`),
    await page(`billing/orders/${names.paid}`),
    await page(`billing/orders/${names.paid}/cancel`),
  );
  for (const state of ['paid', 'pending']) {
    const refused = await send(`billing/orders/${names[state]}/cancel`);
    see(`an order that is ${state === 'paid' ? state : 'expired'} is not cancelled`, refused);
  }
  await order('next', { plan: 'professional', months: 1 });
  see(
    'an order that waits',
    await page(`billing/orders/${names.next}`),
    await page(`billing/orders/${names.next}/cancel`),
  );
  tick();
  await order('better', { plan: 'advanced', months: 1 });
  await billing.details.change(
    account_id,
    { name: 'PT Contoh', address: 'Jl. Contoh 1\nJakarta', tax_id: '0123456789012345' },
    BY,
  );
  see('orders in each state', await page('billing'));
  await join();
  see(
    'a renewal, for a member',
    partOf(await page('billing?plan=professional&months=1', member), '-- 7', '-- 12'),
  );
  expect(await page(`billing/orders/${names.next}/cancel`, member)).not.toContain('POST');
  see(
    'an order for a member, and a plan that is lower',
    partOf(await page(`billing/orders/${names.next}`, member), '#', '-- 5'),
    partOf(await page('billing?plan=starter&months=1'), '-- 7', '-- 5'),
  );
  const lower = await send('billing/orders', { plan: 'starter', months: '1', form_id: 'a' });
  see('an order that is refused', partOf(lower, '#', 'Plan'));
  const bad = await send('billing/details', {
    name: 'x'.repeat(101),
    address: 'y'.repeat(201),
    tax_id: '<z>',
  });
  see(
    'details that are refused',
    [partOf(bad, '!', 'Plan'), partOf(bad, '-- 5', '-- 12')].join('\n').replaceAll(/(x|y)\1+/g, '$1...'),
  );
  see('titles', ...titles);
  await areReviewed('account-billing');
});

test('orders and usage after the plan changed', async ({ alir }) => {
  const { page, order, call, tick, names, owner, api_key, see, areReviewed } = await owned(alir, 'free');
  const buy = async (name: string, plan: 'starter' | 'professional' | 'advanced', months: 1 | 6 = 1) => {
    await alir.stores.billing.payments.confirm(await order(name, { plan, months }), {}, 'x');
    tick();
  };
  await buy('first', 'starter');
  await call();
  await call();
  see('before an upgrade', partOf(await page('usage'), '#', '-- 3'));
  await buy('second', 'professional');
  await call();
  see('units of the previous quota', partOf(await page('usage'), '#', '-- 3'));
  see('7 days', partOf(await page('usage?range=7'), '#', '-- 3'));
  // Orders of the same time have no fixed order.
  await order('open', { plan: 'advanced', months: 1 });
  tick();
  await order('renewal', { plan: 'professional', months: 1 });
  tick();
  see('an order that waits', await page(`billing/orders/${names.open}`));
  await buy('six', 'advanced', 6);
  see(
    'orders of before the last upgrade',
    await page(`billing/orders/${names.open}`),
    await page(`billing/orders/${names.renewal}`),
    partOf(await page('billing'), '-- 12 #orders', '-- 12 #invoices'),
  );
  tick(181 * 24);
  await owner.signInWithKey(api_key);
  see('the last period has ended', partOf(await page('billing'), '-- 12 #orders', '-- 12 #invoices'));
  await areReviewed('account-plan-change');
});

test('webhooks in each state, with the log of deliveries', async ({ alir }) => {
  const { account_id, page, send, tick, member, join, names, titles, see, areReviewed } = await owned(alir);
  const { webhooks } = alir.stores;
  const write = (table: string, values: string) =>
    alir.test_ledger.write(
      `UPDATE ${table} SET ${values} WHERE created_at = '${alir.clock.time.toISOString()}'`,
    );
  for (const name of ['fine', 'failing', 'off']) {
    tick();
    const { webhook_id } = await webhooks.create(account_id, `https://${name}.example.com/`, [
      'day.published',
      'key.created',
    ]);
    names[name] = webhook_id;
    if (name === 'failing') await write('webhook', "failing_since = '2026-02-01T00:00:00.000Z'");
  }
  const created_at = alir.clock.time;
  for (const values of [
    "state = 'delivered', attempts = 1, last_status = 204, next_attempt_at = NULL",
    "state = 'failed', attempts = 8, last_status = 500, last_error = 'bad', next_attempt_at = NULL",
    "state = 'failed', attempts = 8, last_error = 'no route', next_attempt_at = NULL",
    "attempts = 1, last_attempt_at = '2026-02-02T15:00:00.000Z', next_attempt_at = '2036-02-02T15:00:00.000Z'",
    "state = 'not_sent', next_attempt_at = NULL",
  ]) {
    tick();
    await webhooks.test(account_id, names.off ?? '');
    await write('notice', values);
  }
  const now = alir.clock.time;
  alir.clock.time = created_at;
  await write(
    'webhook',
    "disabled_at = '2026-02-02T00:00:00.000Z', failing_since = '2026-02-01T00:00:00.000Z'",
  );
  alir.clock.time = now;
  const other = new BrowserSession(alir);
  await other.signInWithKey((await alir.stores.accounts.create('citra@example.com', 'free', 1)).api_key);
  see(
    'no webhooks; a webhook without deliveries, and one that is disabled',
    await page('webhooks', other),
    await page(`webhooks/${names.fine}`),
    await page(`webhooks/${names.off}`),
  );
  await join();
  see('webhooks in each state, for a member', await page('webhooks', member));
  const seen = await page(`webhooks/${names.failing}`, member);
  see('a webhook that fails, for a member', partOf(seen, '-- 12', '-- 12'));
  const bad = await send('webhooks/create', { url: 'http://a.example.com/', events: ['key.created'] });
  see(
    'pages that change a webhook',
    partOf(bad, '-- 7'),
    (await send('webhooks/create', { url: 'https://a.example.com/', events: ['key.created'] })).replaceAll(
      /whsec_[\w+/=]+/g,
      'SECRET',
    ),
    await page(`webhooks/${names.fine}/delete`),
    await page(`webhooks/${names.fine}/replace-secret`),
  );
  expect(await page(`webhooks/${names.fine}/replace-secret`, member)).not.toContain('POST');
  await webhooks.create(account_id, 'https://b.example.com/', ['day.published']);
  const full = (await page('webhooks')).split('\n');
  see('the limit of webhooks', full.filter((each) => /^(?:#|--) /.test(each)).join('\n'));
  see('titles', ...titles);
  await areReviewed('account-webhooks');
});
