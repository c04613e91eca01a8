import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { dateOfEpochDay, epochDay } from '../../../src/core/dates.ts';
import { afterThisFile, TestAlir } from '../../support/alir.ts';
import { CHROMIUM, expectGoodLook, LOOKS, letLimitsRecover, openBrowser } from '../../support/browser.ts';
import { ON_POSTGRES } from '../../support/test-ledger.ts';

const START = '2026-01-15';
const TODAY = '2026-02-01';
const UNITS = [310, 420, 905, 880, 0, 0, 940, 1010, 720, 860, 910, 0, 0, 1180, 1240, 990, 1105, 4356];
const BY = { actor: 'operator ani', reason: null };

let alir: TestAlir;
let url: string;
let account_id: string;
let api_key: string;

/** An account in the middle of its cycle, with keys, orders, invoices, people, webhooks and usage. */
beforeAll(async () => {
  alir = await TestAlir.open({}, afterThisFile);
  const { clock, stores, test_ledger } = alir;
  const { accounts, billing, people, webhooks, ledger } = stores;
  clock.time = new Date(`${START}T02:00:00Z`);
  const created = await accounts.create('desk@example.com', 'free', 1);
  ({ api_key } = created);
  ({ account_id } = created.account);
  const buy = async (purchase: Parameters<typeof billing.orders.create>[1]) => {
    const { order_id } = await billing.orders.create(account_id, purchase, { idempotency_key: null });
    return await billing.payments.confirm(order_id, {}, 'operator ani');
  };
  await billing.details.change(
    account_id,
    { name: 'PT Contoh Sekuritas', address: 'Jl. Contoh 1\nJakarta 10110', tax_id: '01.234.567.8-901.000' },
    BY,
  );
  await buy({ plan: 'starter', months: 1 });
  const nightly = await accounts.createKey(account_id, 'nightly sync', {
    scopes: ['data'],
    expires_at: null,
    allowed_ips: ['198.51.100.0/24', '2001:db8::/32'],
  });
  const notebook = await accounts.createKey(account_id, 'notebook', {
    scopes: ['data'],
    expires_at: '2026-12-31T17:00:00.000Z',
    allowed_ips: null,
  });
  const keys = await accounts.keys(account_id);
  const mcp = keys.find(({ kind }) => kind === 'mcp')?.key_id ?? '';
  const { account_id: _, ...account } = await accounts.withId(account_id);
  const window = `cycle ${account.period_start}`;
  let used = 0;
  const rows = UNITS.flatMap((units, day) => {
    const date = dateOfEpochDay(epochDay(START) + day);
    used += units;
    return [
      [nightly.key_id, 'get_daily_broker_summary', Math.round(units * 0.7)],
      [notebook.key_id, 'get_foreign_flow', Math.round(units * 0.2)],
      [mcp, 'get_broker_summary', units - Math.round(units * 0.7) - Math.round(units * 0.2)],
    ].flatMap(([key, endpoint, part]) =>
      units === 0
        ? []
        : [
            `INSERT INTO usage_history (key_id, usage_date, endpoint, units, requests) VALUES ('${key}', '${date}', '${endpoint}', ${part}, ${part});`,
          ],
    );
  });
  await test_ledger.write(rows.join('\n'));
  await test_ledger.write(
    `DELETE FROM account_usage WHERE account_id = '${account_id}'; INSERT INTO account_usage (account_id, quota_window, units) VALUES ('${account_id}', '${window}', ${used});`,
  );
  for (const [key_id, share] of [
    [nightly.key_id, 0.7],
    [notebook.key_id, 0.2],
    [mcp, 0.1],
  ] as const) {
    await test_ledger.write(
      `INSERT INTO key_usage (key_id, quota_window, units, last_used_at) VALUES ('${key_id}', '${window}', ${Math.round(used * share)}, '${TODAY}T01:12:00.000Z');`,
    );
  }
  const old = await accounts.createKey(account_id, 'old laptop').catch(() => null);
  if (old) await accounts.revokeKey(old.key_id);
  await people.admit('desk@example.com');
  await people.invite('analyst@example.com', account_id, 'member', BY);
  await people.admit('analyst@example.com');
  await webhooks.create(account_id, 'https://hooks.example.com/alir', [
    'day.published',
    'day.corrected',
    'quota.80',
  ]);
  clock.time = new Date(`${TODAY}T03:00:00Z`);
  await people.invite('new.colleague@example.com', account_id, 'owner', BY);
  await billing.orders.create(account_id, { plan: 'professional', months: 1 }, { idempotency_key: null });
  await billing.offers.create(
    account_id,
    { units: 180_000, requests_per_minute: 250, keys: 12, price_idr: 540_000, days: 45 },
    true,
    new Date('2026-02-10T00:00:00Z'),
  );
  const [webhook] = await webhooks.all(account_id);
  await webhooks.test(account_id, webhook?.webhook_id ?? '');
  await ledger.version();
  url = await alir.url();
  letLimitsRecover(alir);
});

async function signIn(page: Page, key = api_key): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.fill('input[name=key]', key);
  await page.press('input[name=key]', 'Enter');
  await page.waitForURL('**/account/usage');
}

async function pathsOf(): Promise<Record<string, string>> {
  const { accounts, billing, people, webhooks } = alir.stores;
  const key = (await accounts.keys(account_id)).find(({ name }) => name === 'nightly sync');
  const [order] = await billing.orders.of(account_id);
  const [webhook] = await webhooks.all(account_id);
  const member = (await people.of(account_id)).find(({ role }) => role === 'member');
  return {
    usage: '/account/usage',
    'usage-days': '/account/usage?range=90&by=key',
    keys: '/account/keys',
    'key-replace': `/account/keys/${key?.key_id}/replace`,
    'key-revoke': `/account/keys/${key?.key_id}/revoke`,
    billing: '/account/billing',
    quote: '/account/billing?plan=professional&months=1',
    order: `/account/billing/orders/${order?.order_id}`,
    people: '/account/people',
    'people-remove': `/account/people/${member?.person_id}/remove`,
    webhooks: '/account/webhooks',
    webhook: `/account/webhooks/${webhook?.webhook_id}`,
    'webhook-delete': `/account/webhooks/${webhook?.webhook_id}/delete`,
    mcp: '/account/mcp',
  };
}

// PostgreSQL has other statements for the prepared usage.
describe.skipIf(CHROMIUM === undefined || ON_POSTGRES)('the account pages, in a browser', () => {
  test.for(LOOKS)(
    'are accessible, fit and load nothing from elsewhere: $colorScheme, $width px',
    async ({ colorScheme, width, locale }) => {
      const { page, problems } = await openBrowser({ colorScheme, locale, viewport: { width, height: 900 } });
      await signIn(page);
      for (const [name, path] of Object.entries(await pathsOf())) {
        await page.goto(url + path);
        await expectGoodLook(page, `account-${name}-${colorScheme}-${width}`);
      }
      expect(problems).toEqual([]);
    },
  );

  test.for(LOOKS.slice(-1))(
    'are accessible and fit without content, with errors and with secrets: $width px',
    async ({ colorScheme, width, locale }) => {
      const { page } = await openBrowser({ colorScheme, locale, viewport: { width, height: 900 } });
      const check = (name: string) => expectGoodLook(page, `account-${name}-${colorScheme}-${width}`);
      const { api_key: free } = await alir.stores.accounts.create(`free${width}@example.com`, 'free', 1);
      await signIn(page, free);
      for (const tab of ['usage', 'keys', 'billing', 'people', 'webhooks']) {
        await page.goto(`${url}/account/${tab}`);
        await check(`free-${tab}`);
      }
      await page.goto(`${url}/account/keys/none/revoke`);
      await check('error');
      const { account, api_key: starter } = await alir.stores.accounts.create(
        `starter${width}@example.com`,
        'starter',
        1,
        null,
        200_000,
      );
      await page.context().clearCookies();
      await signIn(page, starter);
      await page.goto(`${url}/account/keys`);
      await check('keys-form');
      await page.fill('input[name=name]', 'program');
      await page.fill('input[name=allowed_ips]', 'everywhere');
      await page.uncheck('input[name=scopes] >> nth=0');
      await page.click('#new button[type=submit]');
      await check('keys-problem');
      await page.check('input[name=scopes] >> nth=0');
      await page.fill('input[name=allowed_ips]', '');
      await page.click('#new button[type=submit]');
      await check('keys-new');
      await page.goto(`${url}/account/webhooks`);
      await page.fill(
        'input[name=url]',
        'https://hooks.example.com/a/very/long/path/that/does/not/end/soon/for/the/width/of/a/phone',
      );
      await page.click('#new button[type=submit]');
      await check('webhooks-secret');
      await page.goto(`${url}/account/mcp`);
      await page.click('#mcp-key a.btn');
      await check('mcp-replace');
      await page.click('.confirmation button[type=submit]');
      await check('mcp-new');
      await page.goto(`${url}/account/billing?plan=starter&months=6`);
      await check('quote-upgrade');
      await alir.stores.administration.assignPlan(
        account.account_id,
        { plan: 'advanced', months: 1, own_terms: null, paid_idr: 3_000_000 },
        BY,
      );
      await page.goto(`${url}/account/billing?plan=starter&months=1`);
      await check('quote-refused');
      const { offer_id } = await alir.stores.billing.offers.create(
        account.account_id,
        { units: 1000, requests_per_minute: 10, keys: 2, price_idr: 100_000, days: 10 },
        false,
      );
      await page.goto(`${url}/account/billing?offer_id=${offer_id}`);
      await check('quote-lost');
    },
  );

  test('lead from a new key to the first call, an upgrade and its invoice, without scripts', async () => {
    const { page, problems } = await openBrowser({ javaScriptEnabled: false, locale: 'en' });
    const { account, api_key: first } = await alir.stores.accounts.create(
      'buyer@example.com',
      'starter',
      1,
      null,
      200_000,
    );
    await page.goto(`${url}/sign-in`);
    await page.fill('input[name=key]', first);
    await page.press('input[name=key]', 'Enter');
    await page.click('nav.tabs >> text=Keys');
    await page.fill('input[name=name]', 'first program');
    await page.click('text=Create key');
    const key = (await page.locator('.secret pre').first().textContent()) ?? '';
    const called = await fetch(`${url}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(called.headers.get('x-request-cost')).toBe('1');
    await page.click('nav.tabs >> text=Usage');
    expect(await page.locator('h2').first().textContent()).toBe('1 of 25,000 units');
    await page.click('nav.tabs >> text=Plan and billing');
    await page.selectOption('select[name=plan]', 'professional');
    await page.click('text=Show the price');
    await page.click('button:has-text("Order for")');
    expect(await page.locator('.notice').first().textContent()).toContain('The order is placed.');
    const [order] = await alir.stores.billing.orders.of(account.account_id);
    await alir.stores.billing.payments.confirm(order?.order_id ?? '', {}, 'operator ani');
    await page.reload();
    await page.click('a:has-text("INV-")');
    expect(await page.locator('h1').textContent()).toBe('Invoice and receipt');
    expect(problems).toEqual([]);
  });

  test('read each day of the chart with the keyboard', async () => {
    const { page, problems } = await openBrowser({ locale: 'en', viewport: { width: 1440, height: 900 } });
    await signIn(page);
    const chart = page.getByRole('slider');
    await chart.focus();
    await page.keyboard.press('Home');
    expect(await chart.getAttribute('aria-valuetext')).toBe(
      '15 Jan 2026: 310 units, 310 since the start of the cycle (1.2% of the quota)',
    );
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.readout').textContent()).toContain('16 Jan 2026: 420 units, 730 since');
    const { rows } = await alir.stores.usage_history.of(
      { account_id },
      { by: 'day', from: START, to: TODAY },
    );
    const cells = await page.locator('#rows tbody td:nth-child(2)').allTextContents();
    expect(cells.map((text) => Number(text.replaceAll(',', ''))).toReversed()).toEqual(
      rows.map(({ units }) => units),
    );
    expect(problems).toEqual([]);
  });
});
