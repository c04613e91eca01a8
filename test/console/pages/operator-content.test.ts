import { userInfo } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { h, type VNode } from 'preact';
import { expect } from 'vitest';
import type { CalendarDay } from '../../../src/api/endpoints/market/market.ts';
import type { KeyTerms } from '../../../src/commerce/accounts/keys/key-terms.ts';
import { viewOf } from '../../../src/console/pages/components/view.ts';
import { RequestContext } from '../../../src/console/pages/framework/page-routes.tsx';
import { pageHtml } from '../../../src/console/pages/framework/render.tsx';
import type { OperatorContext } from '../../../src/console/pages/operator/operator-page.tsx';
import type { OperatorServices } from '../../../src/console/pages/operator/operator-services.ts';
import { todayPage } from '../../../src/console/pages/operator/today/today-page.tsx';
import type { Finding } from '../../../src/operations/doctor/doctor.ts';
import type { TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';
import { wholeDay } from '../../support/daily-files.ts';
import { test as base } from '../../support/fixtures.ts';
import { BY, intake, OPERATOR } from '../../support/operator-morning.ts';
import { outlineOf, partOf, seenPages } from '../../support/page-outline.ts';

/** The last field of most forms. The tests write only its name. */
const REASON =
  'Reason {reason type=text required maxlength=500} For the audit log: who did what, when and why.';

const test = base.extend('settings', () => ({ environment: { ALIR_SMTP_URL: 'smtp://localhost' } }));

/** An operator who is signed in, and what fills the pages. `tick` sets the clock forward, so that nothing happens at the same time. */
async function desk(alir: TestAlir) {
  const { clock, stores } = alir;
  const names: Record<string, string> = {};
  const mails = mailsOf(alir);
  await stores.people.addOperator(OPERATOR, BY);
  const browser = new BrowserSession(alir);
  const signIn = async () => {
    await signInByMail(browser, mails, OPERATOR);
  };
  await signIn();
  const shortened = (text: string) =>
    text.replaceAll(REASON, 'Reason').replaceAll(/\+Details\{.*$/gm, '+Details');
  const html = async (path: string) => (await browser.get(`/operator${path}`)).text();
  return {
    ...seenPages(),
    ...{ names, mails, html, signIn },
    tick(hours = 1) {
      clock.time = new Date(clock.time.getTime() + hours * 3_600_000);
      clock.elapsed_ms += 60_000;
    },
    page: async (path: string) => shortened(outlineOf(await html(path), names)),
    /** The page that follows a form. */
    async send(path: string, fields: Record<string, string> = {}) {
      const _csrf = await browser.token('/operator/offers');
      const answer = await browser.post(`/operator${path}`, { _csrf, ...fields });
      const location = answer.headers.get('location');
      const text = location === null ? await answer.text() : await html(location.slice('/operator'.length));
      return shortened(outlineOf(text, names));
    },
    async account(email: string, plan: 'free' | 'starter' | 'professional', months: 1 | 3 = 1) {
      const paid = plan === 'free' ? 0 : stores.billing.prices[plan][months];
      const made = await stores.accounts.create(email, plan, months, null, paid);
      names[email.split('@')[0] ?? ''] = made.account.account_id;
      return { account_id: made.account.account_id, api_key: made.api_key };
    },
    async order(
      name: string,
      account_id: string,
      wanted: { plan: 'starter' | 'professional'; months?: 1 | 3 } | { offer_id: string },
    ) {
      const purchase = 'plan' in wanted ? { months: 1 as const, ...wanted } : wanted;
      const accepted_forfeit_idr = name === 'special' ? 101_000 : name === 'sold' ? 0 : null;
      const { order_id } = await stores.billing.orders.create(account_id, purchase, {
        idempotency_key: name,
        accepted_forfeit_idr,
      });
      names[name] = order_id;
      return order_id;
    },
  };
}

test('the page of an account: money, use, keys, orders, invoices, people, log', async ({ alir }) => {
  const { stores } = alir;
  const { account, order, tick, send, page, names, mails, see, areReviewed } = await desk(alir);
  const { account_id, api_key } = await account('student@example.com', 'free');
  tick();
  await stores.billing.payments.confirm(
    await order('bought', account_id, { plan: 'starter' }),
    { payment_reference: 'BCA 0117' },
    'operator ani',
  );
  tick();
  await stores.billing.payments.confirm(
    await order('short', account_id, { plan: 'professional' }),
    { amount_idr: 1000 },
    'operator ani',
  );
  await send(`/orders/${names.bought}/refund`, { plan: 'keep', amount_idr: '50000', reason: 'an outage' });
  const terms: Pick<KeyTerms, 'scopes' | 'allowed_ips'> = { scopes: ['data'], allowed_ips: null };
  const gone = await stores.accounts.createKey(account_id, 'gone', { ...terms, expires_at: null });
  await stores.accounts.revokeKey(gone.key_id, 'x');
  tick();
  await stores.accounts.createKey(account_id, 'old', { ...terms, expires_at: '2026-02-02T15:30:00.000Z' });
  tick();
  await stores.accounts.createKey(account_id, 'notebook', {
    ...terms,
    expires_at: '2026-03-01T17:00:00.000Z',
  });
  const headers = { authorization: `Bearer ${api_key}` };
  await fetch(`${await alir.url()}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30`, { headers });
  await signInByMail(new BrowserSession(alir), mails, 'student@example.com');
  await stores.people.invite('citra@example.com', account_id, 'owner', BY);
  const student = await page(`/accounts/${account_id}`);
  see(
    'an account',
    partOf(student, '#', '-- 12 ## Audit'),
    partOf(student, '-- 12 ## Audit', '2 Feb 2026, 22'),
  );
  const refused = await send(`/accounts/${account_id}/plan`, {
    plan: 'custom',
    months: '3',
    paid_idr: '5',
    units: '6',
    requests_per_minute: '7',
    keys: '0',
    reason: 'a contract',
  });
  see('a plan that is refused', partOf(refused, '#', '-- 8'), partOf(refused, '#plan', '#invite'));
  const suspended = await send(`/accounts/${account_id}/suspend`, { reason: 'x' });
  see('a suspended account', partOf(suspended, '#', 'Plan'), partOf(suspended, '-- 4', '#email'));
  const deleted = await send(`/accounts/${account_id}/delete`, {
    reason: 'asked',
    typed_email: 'student@example.com',
    forfeit: 'yes',
  });
  see('a deleted account', partOf(deleted, '-- 4', '-- 12 ## Stored'));
  await areReviewed('operator-account');
});

test('orders that wait and that are settled, and the page of each', async ({ alir }) => {
  const { account, order, tick, send, page, names, see, areReviewed } = await desk(alir);
  const { billing } = alir.stores;
  const { payments } = billing;
  see('no orders', await page('/orders'));
  const student = await account('student@example.com', 'free');
  tick();
  await payments.confirm(
    await order('applied', student.account_id, { plan: 'starter' }),
    { payment_reference: 'BCA 0117' },
    'x',
  );
  tick();
  const short = await order('short', student.account_id, { plan: 'professional' });
  await payments.confirm(short, { amount_idr: 1000 }, 'x');
  tick();
  const { account_id } = await account('desk@example.com', 'starter');
  tick();
  await order('pending', account_id, { plan: 'professional' });
  tick();
  const terms = { units: 7000, requests_per_minute: 60, keys: 2, price_idr: 99_000, days: 45 };
  const { offer_id } = await billing.offers.create(student.account_id, terms, false);
  await order('special', student.account_id, { offer_id });
  see(
    'orders that wait, and one that is not paid',
    await page('/orders'),
    await page(`/orders/${names.pending}`),
  );
  const short_page = await page(`/orders/${names.short}`);
  see(
    'orders that are held, applied and free of charge',
    partOf(short_page, '#', '-- 6 #confirm'),
    partOf(short_page, '#cancel'),
    await page(`/orders/${names.applied}`),
    partOf(await page(`/orders/${names.special}`), '#', '-- 6 #refund'),
  );
  const refused = await send(`/orders/${names.pending}/confirm`, {
    paid_at: '2026-03-02T23:00',
    amount_idr: '7',
    payment_reference: 'BCA',
    excess: 'return',
    accept: 'yes',
  });
  see('a confirmation that is refused', partOf(refused, '#'), partOf(refused, '-- 6 #confirm', '#cancel'));
  const transfer = { amount_idr: 150_000, payment_reference: 'BCA 0303' };
  await alir.stores.administration.recordTransfer(account_id, transfer, BY);
  const previewed = await send(`/orders/${names.pending}/confirm`, { transfer: 'BCA 0303', preview: 'yes' });
  see(
    'a confirmation that is previewed',
    partOf(previewed, '#'),
    partOf(previewed, '-- 6 #confirm', '#cancel'),
  );
  see('the account with the transfer', await page(`/accounts/${account_id}`));
  const taxed = await account('taxed@example.com', 'free');
  const slip = await order('taxed', taxed.account_id, { plan: 'starter' });
  const tax = { amount_idr: 4000, payment_reference: 'BP-1', isWithheld: true };
  await payments.confirm(slip, tax, 'x');
  await payments.confirm(slip, { amount_idr: 196_000, payment_reference: 'BCA 0404' }, 'x');
  see(
    'an order with withheld tax',
    partOf(await page(`/orders/${names.taxed}`), '-- 12 ## Payments', '#void'),
  );
  await areReviewed('operator-orders');
});

test('revenue by month, plan and method, and its months', async ({ alir }) => {
  const { account, order, tick, send, page, html, names, signIn, see, areReviewed } = await desk(alir);
  const { payments } = alir.stores.billing;
  see('no revenue', await page('/revenue'));
  const student = await account('student@example.com', 'free');
  await payments.confirm(await order('applied', student.account_id, { plan: 'starter' }), {}, 'x');
  await account('quant@example.com', 'professional', 3);
  tick(24 * 27);
  await signIn();
  await payments.confirm(
    await order('short', student.account_id, { plan: 'professional' }),
    { amount_idr: 1000 },
    'x',
  );
  await payments.confirm(await order('more', student.account_id, { plan: 'starter' }), {}, 'x');
  await send(`/orders/${names.more}/refund`, { plan: 'keep', amount_idr: '50000', reason: 'x' });
  await send(`/orders/${names.short}/void`, { reason: 'x' });
  see(
    'revenue and its CSV',
    await page('/revenue'),
    (await html('/revenue.csv?from=2026-01&to=2026-03')).replaceAll('\r', ''),
  );
  const bars = (await html('/revenue')).matchAll(/<text[^>]*>([^<]*)<\/text>|<rect[^>]*width="(\d+)/g);
  expect([...bars].map(([, text, width]) => text ?? width).join(' ')).toBe(
    'February 2026 160 1,072,000 March 2026 22 150,000',
  );
  const ranges: string[] = [];
  for (const query of ['from=2026-02&to=2026-03', 'to=2026-02']) {
    ranges.push(query, ...(await page(`/revenue?${query}`)).split('\n').slice(1, 2));
  }
  see('ranges', ranges.join('\n'));
  await areReviewed('operator-revenue');
});

test('the morning lists what needs the operator, the worst first', async ({ alir }) => {
  const { account, order, tick, names, see, areReviewed } = await desk(alir);
  const { stores } = alir;
  for (const [email, units] of [
    ['a@example.com', 5],
    ['b@example.com', 2],
    ['c@example.com', 10],
  ] as const) {
    tick();
    const { account_id, api_key } = await account(email, 'free');
    const terms = {
      plan: 'custom',
      months: 1,
      own_terms: { units, requests_per_minute: 60, keys: 2 },
      paid_idr: 0,
    } as const;
    await stores.administration.assignPlan(account_id, terms, BY);
    for (let call = 0; call < Math.min(units, 9); call++) {
      await fetch(`${await alir.url()}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30`, {
        headers: { authorization: `Bearer ${api_key}` },
      });
    }
  }
  tick(24 * 25);
  const buyer = await account('buyer@example.com', 'free');
  await order('first', buyer.account_id, { plan: 'starter' });
  const finding = (
    item: Finding['item'],
    state: Finding['state'],
    code: Finding['code'],
    values: readonly unknown[],
  ) => ({ item, state, code, values, what: '', fix: '' });
  const causes = [{ code: 'no_trades', values: [] }] as never;
  const day = (
    date: string,
    condition: CalendarDay['condition'],
    more: Partial<CalendarDay> = {},
  ): CalendarDay =>
    ({
      date,
      kind: 'trading_day',
      name: null,
      condition,
      revision: null,
      trades: null,
      value: null,
      published_at: null,
      verified: null,
      verified_markets: null,
      ...more,
    }) as CalendarDay;
  const days = [
    day('2026-02-02', 'missing'),
    day('2026-02-03', 'published', { revision: 1, trades: 5, verified: true }),
    day('2026-02-04', 'missing'),
    day('2026-02-05', 'published', { revision: 2, trades: 7 }),
    day('2026-02-06', null),
  ];
  const services = {
    ...stores,
    intake: {
      publishedDays: async () => ['2026-02-03', '2026-02-05'],
      canCheck: true,
      held: async () => [
        {
          trade_date: '2026-02-05',
          source: '/in/DT260205.csv',
          file: 'DT260205.csv',
          kept_at: null,
          seen_at: '2026-02-27T14:00:00.000Z',
          published: { revision: 2, trades_rows: 7 },
          totals: { file: { trades: 6 } },
          reason: 'no rows',
          causes,
        },
      ],
      rejected: async () => [
        {
          trade_date: '2026-02-04',
          source: '/in/DT260204.csv',
          name: 'DT260204.csv',
          seen_at: '2026-02-27T14:00:00.000Z',
          reason: 'no rows',
          causes,
        },
      ],
    },
    calendarDays: async () => days,
    failures: () => [
      {
        at: new Date('2026-02-28T00:59:00Z'),
        method: 'GET',
        route: null,
        status: 503,
        code: 'overloaded',
        request_id: 'r1',
        account_id: null,
        count: 2,
      },
    ],
    disk: async () => ({
      bytes: { lake: 2e9, replaced: 0, serving: 5e8, inbox: 0, refused: 9000, ledger: 4e6, other: 0 },
      ...{ free_bytes: 2.5e9, size_bytes: 5e9, growth_bytes: 25e6, full_on: '2026-06-07', backup: null },
    }),
    figures: async () => ({
      disk_free_bytes: 2.5e9,
      disk_size_bytes: 5e8,
      disk_until_full_days: 3.9,
      last_backup_s: 1_770_000_000,
      last_update_s: 0,
    }),
    diagnose: async () => ({
      checked_at: '2026-02-28T01:00:00.000Z',
      state: 'problem',
      findings: [
        finding('backup', 'warning', 'backup_never', []),
        finding('orders', 'ok', 'orders_none', []),
        finding('source', 'warning', 'source_never', ['/in', true]),
        finding('missing_days', 'problem', 'days_missing', [1, [], 'DT260204.csv']),
        finding('held_files', 'problem', 'held', [['a.csv'], 'it is short', 'alir ingest --confirm a.csv']),
        finding('rejected_files', 'problem', 'rejected', [['b.csv'], 'it is short', null, null]),
      ],
    }),
  } as unknown as OperatorServices;
  const view = viewOf({ headers: {}, url: '/operator', method: 'GET', server: {} } as FastifyRequest);
  const context = {
    view,
    texts: view.texts.operator,
    outcome: null,
    query: {},
  } as unknown as OperatorContext;
  const page = h(RequestContext.Provider, { value: context }, await todayPage(services, context));
  see('the morning', outlineOf(pageHtml(view, page as VNode), names));
  await areReviewed('operator-today');
});

test('days with a held file, a rejected one and a correction', async ({ alir }) => {
  await intake(alir, '2026-01-26');
  await alir.ingest('DT260128.csv', wholeDay('2026-01-28', 200));
  const { page, html, names, see, areReviewed } = await desk(alir);
  names.inbox = alir.stores.folders.inbox;
  const list = await page('/days');
  see('days', list.replaceAll(`by ${userInfo().username} |`, 'by USER |'));
  const cells = [
    ...(await html('/days')).matchAll(/<[ia] class="cal-day (\w+)" title="([^"]+)"[^>]*>(\d+)/g),
  ];
  const shown = cells
    .map(([, ...each]) => each.join(' '))
    .filter((each) => !/^(?:earlier|future)/.test(each));
  see(
    'the calendar',
    [cells.length, ...shown].join('\n'),
    partOf(await page('/days?year=2025'), '#', '-- 12'),
  );
  await areReviewed('operator-days');
});
