import { userInfo } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { render } from 'preact-render-to-string';
import { expect } from 'vitest';
import type { CalendarDay } from '../../../src/api/endpoints/market/market.ts';
import type { KeyTerms } from '../../../src/commerce/accounts/keys/key-terms.ts';
import { viewOf } from '../../../src/console/pages/components/view.ts';
import type {
  OperatorContext,
  OperatorServices,
} from '../../../src/console/pages/operator/operator-page.tsx';
import { todayPage } from '../../../src/console/pages/operator/operator-today.tsx';
import type { Finding } from '../../../src/operations/doctor/doctor.ts';
import type { TestAlir } from '../../support/alir.ts';
import { BrowserSession, mailsOf, signInByMail } from '../../support/browser-session.ts';
import { wholeDay } from '../../support/daily-files.ts';
import { test as base } from '../../support/fixtures.ts';
import { BY, intake, OPERATOR } from '../../support/operator-morning.ts';
import { lines, outlineOf, partOf } from '../../support/page-outline.ts';

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

test('the page of an account has its money, use, keys, orders, invoices, people and log', async ({
  alir,
}) => {
  const { stores } = alir;
  const { account, order, tick, send, page, names, mails } = await desk(alir);
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
  const terms: Omit<KeyTerms, 'expires_at'> = { scopes: ['data'], allowed_ips: null };
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
  expect(
    [partOf(student, '#', '-- 12 ## Audit'), partOf(student, '-- 12 ## Audit', '2 Feb 2026, 22')].join('\n'),
  ).toBe(lines`
    # student@example.com Starter
    Plan: Starter until 4 Mar 2026, 20:00 WIB / Used: 0.0% 1 of 25,000 at the present pace it lasts until the reset; the plan ends 4 Mar 2026, 20:00 WIB / Last request: 2 Feb 2026, 23:00 WIB / Paid: Rp150,000 / Credit: Rp0 / Held: Rp1,000 / Created: 2 Feb 2026
    -- 8
    -- 12 ## Use of the last 30 days
    #use 1 units in 1 requests, by endpoint
    Endpoint | Requests # | Units #
    get_foreign_flow | 1 | 1
    -- 12 ## Keys
    #keys keys, newest first
    Name | Key | Scopes | Expires | State
    notebook | MASKED | api: data | end of 1 Mar 2026 | (ok) live
    old | MASKED | api: data | 2 Feb 2026, 22:30 WIB | expired
    gone | MASKED | api: data | – | revoked
    mcp | MASKED | mcp: data | – | (ok) live
    default | MASKED | api: data, account | – | (ok) live
    -- 12 ## Orders
    #orders money in IDR, newest first
    Ordered | What | To pay # | State | Invoices
    [2 Feb 2026, 21:00 WIB](/operator/orders/SHORT) | upgrade: Professional, 1 × 30 days | 150,000 | (bad) paid, needs your decision | –
    [2 Feb 2026, 20:00 WIB](/operator/orders/BOUGHT) | purchase: Starter, 1 × 30 days | 200,000 | (ok) applied | [CN-2026-000001](/operator/invoices/CN-2026-000001) credit note [INV-2026-000001](/operator/invoices/INV-2026-000001) invoice
    -- 12 ## Invoices
    #invoices invoices and credit notes, newest first
    Number | Change | When | Order | Total, IDR #
    [CN-2026-000001](/operator/invoices/CN-2026-000001) | credit note | 2 Feb 2026, 21:00 WIB | [bought](/operator/orders/BOUGHT) | −50,000
    [INV-2026-000001](/operator/invoices/INV-2026-000001) | invoice | 2 Feb 2026, 20:00 WIB | [bought](/operator/orders/BOUGHT) | 200,000
    -- 12 ## History of the subscription
    #changes changes of the plan, newest first; times in Jakarta
    When | Change | Plan | Ends | Price, IDR # | Paid, IDR #
    2 Feb 2026, 21:00 WIB | refund | Starter, 1 × 30 days | 4 Mar 2026, 20:00 WIB | 0 | 0
    2 Feb 2026, 20:00 WIB | purchase | Starter, 1 × 30 days | 4 Mar 2026, 20:00 WIB | 200,000 | 200,000
    2 Feb 2026, 19:00 WIB | created | Free | – | 0 | 0
    -- 4 ## Change this account
    #suspend +Suspend / From the next request on, all 4 live keys are refused with account_suspended. Nothing is deleted, and the paid period goes on. / POST /operator/accounts/STUDENT/suspend / Reason / <Suspend danger>
    #email +Change e-mail / Invoices and notices go to the new address. The person who signs in does not change. / POST /operator/accounts/STUDENT/email / New e-mail address {email type=email required maxlength=254} / Reason / <Change e-mail>
    #units +Grant units / Adds units to the present quota. They end with it, 4 Mar 2026, 20:00 WIB. / POST /operator/accounts/STUDENT/units / Units {units type=number inputmode=numeric min=1 required} / Reason / <Grant units>
    #days +Grant days / Moves the end of the paid period, now 4 Mar 2026, 20:00 WIB. / POST /operator/accounts/STUDENT/days / Days {days type=number inputmode=numeric min=1 required} / Reason / <Grant days>
    #plan +Give a plan / Replaces the plan at once, without an order. The rest of the present period is not credited. The quota starts again at its full size. / POST /operator/accounts/STUDENT/plan / Plan {plan {free: Free} {starter: Starter} {professional: Professional} {advanced: Advanced} {enterprise: Enterprise} {custom: Custom}} / Length {months {1: 1 × 30 days} {3: 3 × 30 days} {6: 6 × 30 days}} / Paid for it, IDR {paid_idr type=number inputmode=numeric min=0} Money that you received without an order. It counts in the revenue. / Only for Enterprise and Custom / Units per cycle of 30 days {units type=number inputmode=numeric min=1} / Requests per minute {requests_per_minute type=number inputmode=numeric min=1} / Keys {keys type=number inputmode=numeric min=1} / Reason / <Give a plan>
    #invite +Invite a person / The person can sign in for this account with a code that is sent to this address. Without a mail server you get a link to pass on, also for a person who is already invited. / POST /operator/accounts/STUDENT/invite / E-mail address of the person {email type=email required maxlength=254} / Role {role {owner: owner} {member: member}*} / Reason / <Invite a person>
    #delete +Delete the account / Live keys that are revoked: 4. People who are removed: 1. Webhooks that are deleted: 0. Names and addresses are removed. Records of money and use stay, with invoices: 2. This cannot be undone. / POST /operator/accounts/STUDENT/delete / The account is not settled. Open orders: 1. Held: Rp1,000. Credit: Rp0. / {forfeit type=checkbox value=yes}Delete it all the same: cancel open orders, and keep the money / Type the e-mail address of the account {typed_email autocomplete=off type=text required maxlength=254} student@example.com / Reason / <Delete the account danger>
    -- 12 ## Stored data / everything that Alir stores about this account, without secrets
    [Download the data](/operator/accounts/STUDENT/export.json)
    -- 12 ## People
    #people who sign in for this account
    E-mail address | Role | Since
    student@example.com | owner | 2 Feb 2026
    #invitations open invitations
    E-mail address | Role | Open until
    citra@example.com | owner | 16 Feb 2026
    Account id STUDENT
    -- 12 ## Audit log of the last 30 days
    #audit newest first; times in Jakarta
    When | Who | Action | Order | Reason | Details
    2 Feb 2026, 23:00 WIB | operator | person.invited | – | a test | +Details
    2 Feb 2026, 23:00 WIB | person ID | person.joined | – | – | +Details
    2 Feb 2026, 23:00 WIB | operator | key.created | – | – | +Details
  `);
  const refused = await send(`/accounts/${account_id}/plan`, {
    plan: 'custom',
    months: '3',
    paid_idr: '5',
    units: '6',
    requests_per_minute: '7',
    keys: '0',
    reason: 'a contract',
  });
  expect([partOf(refused, '#', '-- 8'), partOf(refused, '#plan', '#invite')].join('\n')).toBe(lines`
    # student@example.com Starter
    !bad This was not done ‹en› keys must be a whole number from 1 to 1000000000000
    Plan: Starter until 4 Mar 2026, 20:00 WIB / Used: 0.0% 1 of 25,000 at the present pace it lasts until the reset; the plan ends 4 Mar 2026, 20:00 WIB / Last request: 2 Feb 2026, 23:00 WIB / Paid: Rp150,000 / Credit: Rp0 / Held: Rp1,000 / Created: 2 Feb 2026
    #plan ++Give a plan / Replaces the plan at once, without an order. The rest of the present period is not credited. The quota starts again at its full size. / POST /operator/accounts/STUDENT/plan / Plan {plan {free: Free} {starter: Starter} {professional: Professional} {advanced: Advanced} {enterprise: Enterprise} {custom: Custom}*} / Length {months {1: 1 × 30 days} {3: 3 × 30 days}* {6: 6 × 30 days}} / Paid for it, IDR {paid_idr type=number inputmode=numeric min=0 value=5} Money that you received without an order. It counts in the revenue. / Only for Enterprise and Custom / Units per cycle of 30 days {units type=number inputmode=numeric min=1 value=6} / Requests per minute {requests_per_minute type=number inputmode=numeric min=1 value=7} / Keys {keys type=number inputmode=numeric min=1 value=0} / Reason {reason type=text value=a contract required maxlength=500} For the audit log: who did what, when and why. / <Give a plan>
  `);
  const suspended = await send(`/accounts/${account_id}/suspend`, { reason: 'x' });
  expect([partOf(suspended, '#', 'Plan'), partOf(suspended, '-- 4', '#email')].join('\n')).toBe(lines`
    # student@example.com Starter (bad) suspended
    !ok The account is suspended. Its next request is refused.
    -- 4 ## Change this account
    #resume +Resume / All live keys work again from the next request on. / POST /operator/accounts/STUDENT/resume / Reason / <Resume primary>
  `);
  const deleted = await send(`/accounts/${account_id}/delete`, {
    reason: 'asked',
    typed_email: 'student@example.com',
    forfeit: 'yes',
  });
  expect(partOf(deleted, '-- 4', '-- 12 ## Stored')).toBe(lines`
    -- 4
    The account was deleted at 2 Feb 2026, 23:00 WIB. It stays without personal data, for the accounting.
  `);
});

test('the list of the accounts is sorted, and has those near their quota or their end', async ({ alir }) => {
  const { account, tick, page, order, signIn } = await desk(alir);
  const { stores } = alir;
  const { billing, administration } = stores;
  tick();
  const small = await account('small@example.com', 'free');
  await administration.assignPlan(
    small.account_id,
    { plan: 'custom', months: 1, own_terms: { units: 5, requests_per_minute: 60, keys: 2 }, paid_idr: 0 },
    BY,
  );
  const headers = { authorization: `Bearer ${small.api_key}` };
  for (let call = 0; call < 4; call++) {
    await fetch(`${await alir.url()}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30`, { headers });
  }
  tick();
  const quant = await account('quant@example.com', 'professional', 3);
  await billing.payments.confirm(
    await order('held', quant.account_id, { plan: 'professional', months: 3 }),
    { amount_idr: 1000 },
    'x',
  );
  tick(24 * 24);
  await signIn();
  const free = await account('free@example.com', 'free');
  await administration.suspend(free.account_id, BY);
  expect(await page('/accounts')).toBe(lines`
    # Accounts 4 of 4 accounts
    GET /operator/accounts / E-mail address or id {search type=search maxlength=254} / <Show>
    [All](/operator/accounts)*[80% of quota used](/operator/accounts?near_quota=80)[End within 7 days](/operator/accounts?ending_days=7)
    -- 12 #accounts units of the present quota window; money in IDR
    [Account](/operator/accounts?sort=email) | [Plan](/operator/accounts?sort=plan) | [Ends](/operator/accounts?sort=until) | [Used](/operator/accounts?sort=-used) # | Keys # | [Last request](/operator/accounts?sort=last) | [Paid](/operator/accounts?sort=-paid) # | Credit # | Held # | State
    [test@example.com](/operator/accounts/ID) | Enterprise | 4 Mar 2026 | 0.0% 0 of 1,000,000,000 | 2 | never | – | – | – | active
    [small@example.com](/operator/accounts/SMALL) | Custom | 4 Mar 2026 | 80.0% 4 of 5 | 2 | 2 Feb 2026, 20:00 WIB | – | – | – | active
    [quant@example.com](/operator/accounts/QUANT) | Professional | 3 May 2026 | 0.0% 0 of 100,000 | 2 | never | 872,000 | – | 1,000 | active
    [free@example.com](/operator/accounts/FREE) | Free | – | 0.0% 0 of 5 | 2 | never | – | – | – | (bad) suspended
    -- 12 #create +Create an account / Its API key is shown once, after you press the button. / POST /operator/accounts/create / E-mail address {email type=email required maxlength=254} / Plan {plan {free: Free} {starter: Starter} {professional: Professional} {advanced: Advanced} {enterprise: Enterprise} {custom: Custom}} / Length {months {1: 1 × 30 days} {3: 3 × 30 days} {6: 6 × 30 days}} / Paid for it, IDR {paid_idr type=number inputmode=numeric min=0} Money that you received without an order. It counts in the revenue. / Only for Enterprise and Custom / Units per cycle of 30 days {units type=number inputmode=numeric min=1} / Requests per minute {requests_per_minute type=number inputmode=numeric min=1} / Keys {keys type=number inputmode=numeric min=1} / <Create an account primary>
  `);
  const rows = async (query: string) => {
    const list = (await page(`/accounts?${query}`)).split('\n');
    const first = list.findIndex((each) => each.startsWith('-- 12 #accounts'));
    const emails =
      first === -1
        ? list.slice(5, 8)
        : list.slice(first + 2).flatMap((row) => /\w+(?=@)/.exec(row)?.[0] ?? []);
    return [query, ...emails].join(' ');
  };
  const queries = [
    'near_quota=80',
    'near_quota=81',
    'ending_days=7',
    'search=QUANT',
    'search=none',
    ...[
      'email',
      '-email',
      'plan',
      '-plan',
      'until',
      '-until',
      'used',
      '-used',
      'last',
      '-last',
      'paid',
      '-paid',
    ].map((key) => `sort=${key}`),
  ];
  const found: string[] = [];
  for (const query of queries) found.push(await rows(query));
  expect(found.join('\n')).toBe(lines`
    near_quota=80 small
    near_quota=81 Try a part of the e-mail address, or show all accounts. -- 12 #create +Create an account / Its API key is shown once, after you press the button. / POST /operator/accounts/create / E-mail address {email type=email required maxlength=254} / Plan {plan {free: Free} {starter: Starter} {professional: Professional} {advanced: Advanced} {enterprise: Enterprise} {custom: Custom}} / Length {months {1: 1 × 30 days} {3: 3 × 30 days} {6: 6 × 30 days}} / Paid for it, IDR {paid_idr type=number inputmode=numeric min=0} Money that you received without an order. It counts in the revenue. / Only for Enterprise and Custom / Units per cycle of 30 days {units type=number inputmode=numeric min=1} / Requests per minute {requests_per_minute type=number inputmode=numeric min=1} / Keys {keys type=number inputmode=numeric min=1} / <Create an account primary>
    ending_days=7 test small
    search=QUANT quant
    search=none Try a part of the e-mail address, or show all accounts. -- 12 #create +Create an account / Its API key is shown once, after you press the button. / POST /operator/accounts/create / E-mail address {email type=email required maxlength=254} / Plan {plan {free: Free} {starter: Starter} {professional: Professional} {advanced: Advanced} {enterprise: Enterprise} {custom: Custom}} / Length {months {1: 1 × 30 days} {3: 3 × 30 days} {6: 6 × 30 days}} / Paid for it, IDR {paid_idr type=number inputmode=numeric min=0} Money that you received without an order. It counts in the revenue. / Only for Enterprise and Custom / Units per cycle of 30 days {units type=number inputmode=numeric min=1} / Requests per minute {requests_per_minute type=number inputmode=numeric min=1} / Keys {keys type=number inputmode=numeric min=1} / <Create an account primary>
    sort=email free quant small test
    sort=-email test small quant free
    sort=plan free quant test small
    sort=-plan small test quant free
    sort=until test small quant free
    sort=-until free quant small test
    sort=used test quant free small
    sort=-used small test quant free
    sort=last test quant free small
    sort=-last small test quant free
    sort=paid test small free quant
    sort=-paid quant test small free
  `);
});

test('orders that wait and that are settled, and the page of each', async ({ alir }) => {
  const { account, order, tick, send, page, names } = await desk(alir);
  const { billing } = alir.stores;
  const { payments } = billing;
  expect(await page('/orders')).toBe(lines`
    # Orders
    -- 12 ## Waiting
    No order waits
    New orders appear here at once.
    -- 12 ## Others
    No other order yet
    Orders that are settled appear here.
  `);
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
  expect([await page('/orders'), await page(`/orders/${names.pending}`)].join('\n')).toBe(lines`
    # Orders
    -- 12 ## Waiting
    #waiting for a payment or for your decision, oldest first; money in IDR
    Order | Account | What | To pay # | Held # | State | Ordered
    [short](/operator/orders/SHORT) | [student@example.com](/operator/accounts/STUDENT) | upgrade: Professional, 1 × 30 days | 150,000 | 1,000 | (bad) paid, needs your decision ‹en› The amount to pay was IDR 150000, but IDR 1000 was paid. | 2 Feb 2026, 21:00 WIB
    [pending](/operator/orders/PENDING) | [desk@example.com](/operator/accounts/DESK) | upgrade: Professional, 1 × 30 days | 150,000 | – | (warn) waits for payment | 2 Feb 2026, 23:00 WIB
    -- 12 ## Others
    #others money in IDR, newest first
    Order | Account | What | To pay # | Held # | State | Ordered
    [special](/operator/orders/SPECIAL) | [student@example.com](/operator/accounts/STUDENT) | upgrade: Custom | 0 | – | (ok) applied | 3 Feb 2026, 00:00 WIB
    [applied](/operator/orders/APPLIED) | [student@example.com](/operator/accounts/STUDENT) | purchase: Starter, 1 × 30 days | 200,000 | – | (ok) applied | 2 Feb 2026, 20:00 WIB
    # Order pending (warn) waits for payment
    -- 6
    -- 12 ## upgrade: Professional, 1 × 30 days
    [desk@example.com](/operator/accounts/DESK)
    Price: 350,000 / Unused: 30 of the 30 days for Rp200,000 (a started day counts in full): −200,000 / To pay: Rp150,000
    Ordered: 2 Feb 2026, 23:00 WIB / Price holds until: 3 Feb 2026, 23:00 WIB / Method: bank transfer / Paid: – / Invoices: – / Order: PENDING
    -- 12 ## Payments
    No payment is recorded.
    -- 6 #confirm ++Confirm the payment / Records Rp150,000 as received. Then desk@example.com gets Professional, 1 × 30 days at once, counted from the time of the payment, with an invoice. / POST /operator/orders/PENDING/confirm / When the payment arrived (WIB) {paid_at type=datetime-local} Leave it empty if it arrived just now. A payment after the end of the price needs your acceptance. / Amount, IDR {amount_idr type=number inputmode=numeric min=0} Leave it empty for Rp150,000. Another amount is held until you accept it. / Reference of the transfer {payment_reference type=text maxlength=200} / What is paid above the price {excess {credit: becomes credit of the account} {return: is held until I return it}} / {accept type=checkbox value=yes}Accept it even if it is late, has another amount, or the order was cancelled / <Confirm the payment primary>
    #cancel +Cancel the order / The customer can no longer pay it. A payment that arrives later is held for your decision. / POST /operator/orders/PENDING/cancel / Reason / <Cancel the order danger>
  `);
  const short_page = await page(`/orders/${names.short}`);
  expect(
    [
      partOf(short_page, '#', '-- 6 #confirm'),
      partOf(short_page, '#cancel'),
      await page(`/orders/${names.applied}`),
      partOf(await page(`/orders/${names.special}`), '#', '-- 6 #refund'),
    ].join('\n'),
  ).toBe(lines`
    # Order short (bad) paid, needs your decision
    !warn Why it is not applied ‹en› The amount to pay was IDR 150000, but IDR 1000 was paid.
    -- 6
    -- 12 ## upgrade: Professional, 1 × 30 days
    [student@example.com](/operator/accounts/STUDENT)
    Price: 350,000 / Unused: 30 of the 30 days for Rp200,000 (a started day counts in full): −200,000 / To pay: Rp150,000
    Ordered: 2 Feb 2026, 21:00 WIB / Price holds until: 3 Feb 2026, 21:00 WIB / Method: bank transfer / Paid: 2 Feb 2026, 21:00 WIB / Invoices: – / Order: SHORT
    -- 12 ## Payments
    #payments oldest first
    Reference | Paid | Amount, IDR #
    confirmed without a reference | 2 Feb 2026, 21:00 WIB | 1,000
    held: Rp1,000
    #cancel +Cancel the order / Records that you returned Rp1,000 to the customer. Transfer it first. / POST /operator/orders/SHORT/cancel / Reason / <Cancel the order danger>
    #refund +Refund / Records held money that you returned to the customer: up to Rp1,000. Transfer it first. / POST /operator/orders/SHORT/refund / What is returned {plan {held: held money only}} Undone: the account gets back the plan that it had before this order. / Amount, IDR {amount_idr type=number inputmode=numeric min=1} Leave it empty for all, Rp1,000. / {as_credit type=checkbox value=yes}Keep it as credit of the account instead of returning it / Reason / <Refund danger>
    #void +Void the payment / For a payment that was recorded by mistake and never arrived. The money is taken out of the revenue as if it had never come, and a credit note is made. / POST /operator/orders/SHORT/void / Reason / <Void the payment danger>
    # Order applied (ok) applied
    -- 6
    -- 12 ## purchase: Starter, 1 × 30 days
    [student@example.com](/operator/accounts/STUDENT)
    Price: 200,000 / To pay: Rp200,000
    Ordered: 2 Feb 2026, 20:00 WIB / Price holds until: 3 Feb 2026, 20:00 WIB / Method: bank transfer / Paid: 2 Feb 2026, 20:00 WIB / Invoices: [INV-2026-000001](/operator/invoices/INV-2026-000001) invoice / Order: APPLIED
    -- 12 ## Payments
    #payments oldest first
    Reference | Paid | Amount, IDR #
    BCA 0117 | 2 Feb 2026, 20:00 WIB | 200,000
    applied to the plan: Rp200,000
    -- 6 #refund +Refund / Records money that you returned to the customer: up to Rp200,000. Transfer it first. A credit note is made. / POST /operator/orders/APPLIED/refund / What is returned {plan {undo: paid money, plan undone} {keep: paid money, plan kept}} Undone: the account gets back the plan that it had before this order. / Amount, IDR {amount_idr type=number inputmode=numeric min=1} Leave it empty for all, Rp200,000. / {as_credit type=checkbox value=yes}Keep it as credit of the account instead of returning it / Reason / <Refund danger>
    #void +Void the payment / For a payment that was recorded by mistake and never arrived. The money is taken out of the revenue as if it had never come, and a credit note is made. / POST /operator/orders/APPLIED/void / The plan {plan {undo: undone: the account gets back the plan before}* {keep: the account keeps its plan}} / Reason / <Void the payment danger>
    # Order special (ok) applied
    -- 6
    -- 12 ## upgrade: Custom
    [student@example.com](/operator/accounts/STUDENT)
    7,000 units per cycle, 60 requests a minute, 2 keys, 45 days
    Price: 99,000 / Unused: 30 of the 30 days for Rp200,000 (a started day counts in full): −200,000 / Above the price, not refunded: 101,000 / To pay: Rp0
    Ordered: 3 Feb 2026, 00:00 WIB / Price holds until: 4 Feb 2026, 00:00 WIB / Method: credit of the account / Paid: 3 Feb 2026, 00:00 WIB / Invoices: – / Order: SPECIAL
    -- 12 ## Payments
    #payments oldest first
    Reference | Paid | Amount, IDR #
    paid with credit | 3 Feb 2026, 00:00 WIB | 0
  `);
  const refused = await send(`/orders/${names.pending}/confirm`, {
    paid_at: '2026-03-02T23:00',
    amount_idr: '7',
    payment_reference: 'BCA',
    excess: 'return',
    accept: 'yes',
  });
  expect([partOf(refused, '#'), partOf(refused, '-- 6 #confirm', '#cancel')].join('\n')).toBe(lines`
    # Order pending (warn) waits for payment
    !bad This was not done ‹en› The time of the payment, 2026-03-02T16:00:00.000Z, is in the future.
    -- 6 #confirm ++Confirm the payment / Records Rp150,000 as received. Then desk@example.com gets Professional, 1 × 30 days at once, counted from the time of the payment, with an invoice. / POST /operator/orders/PENDING/confirm / When the payment arrived (WIB) {paid_at type=datetime-local value=2026-03-02T23:00} Leave it empty if it arrived just now. A payment after the end of the price needs your acceptance. / Amount, IDR {amount_idr type=number inputmode=numeric min=0 value=7} Leave it empty for Rp150,000. Another amount is held until you accept it. / Reference of the transfer {payment_reference type=text maxlength=200 value=BCA} / What is paid above the price {excess {credit: becomes credit of the account} {return: is held until I return it}*} / {accept type=checkbox value=yes checked}Accept it even if it is late, has another amount, or the order was cancelled / <Confirm the payment primary>
  `);
});

test('offers in each state, and the fields of one that is refused', async ({ alir }) => {
  const { account, order, tick, send, page, names } = await desk(alir);
  const { billing } = alir.stores;
  const { account_id } = await account('student@example.com', 'free');
  const terms = { units: 7000, requests_per_minute: 60, keys: 2, price_idr: 99_000, days: 45 };
  for (const [name, price_idr, end] of [
    ['taken', 0, null],
    ['withdrawn', 1, null],
    ['late', 2, '2026-02-02T14:00:00Z'],
    ['open', 3, '2026-02-20T14:00:00Z'],
  ] as const) {
    const { offer_id } = await billing.offers.create(
      account_id,
      { ...terms, price_idr },
      name === 'open',
      end === null ? undefined : new Date(end),
    );
    names[name] = offer_id;
    tick();
  }
  await billing.offers.withdraw(names.withdrawn ?? '', BY);
  await order('sold', account_id, { offer_id: names.taken ?? '' });
  expect(
    [await page('/offers'), partOf(await page('/offers?account=x'), '-- 12 #create', 'Units')].join('\n'),
  ).toBe(lines`
    # Offers
    A private price for one account. It can be taken once; a recurring one is then made again.
    -- 12 #offers price in IDR
    Account | Terms | Price # | Length # | Repeats | Open until | State
    [student@example.com](/operator/accounts/STUDENT) | 7,000 units per cycle, 60 requests a minute, 2 keys | 3 | 45 days | recurring | 20 Feb 2026, 21:00 WIB | (ok) open #withdraw-open +Withdraw / It can no longer be ordered. An order that was already made can still be paid. / POST /operator/offers/OPEN/withdraw / Reason / <Withdraw danger>
    [student@example.com](/operator/accounts/STUDENT) | 7,000 units per cycle, 60 requests a minute, 2 keys | 2 | 45 days | once | 2 Feb 2026, 21:00 WIB | (info) expired
    [student@example.com](/operator/accounts/STUDENT) | 7,000 units per cycle, 60 requests a minute, 2 keys | 1 | 45 days | once | – | (info) withdrawn
    [student@example.com](/operator/accounts/STUDENT) | 7,000 units per cycle, 60 requests a minute, 2 keys | 0 | 45 days | once | – | (info) taken [sold](/operator/orders/SOLD)
    -- 12 #create +Make an offer / The customer sees it on the page of prices and in GET /billing/plans at once, and can order it. / POST /operator/offers/create / Account: e-mail address or id {account type=text required} / Units per cycle of 30 days {units type=number inputmode=numeric min=1 required} / Requests per minute {requests_per_minute type=number inputmode=numeric min=1 required} / Keys {keys type=number inputmode=numeric min=1 required} / Price, IDR {price_idr type=number inputmode=numeric min=0 required} / Length of the period, days {days type=number inputmode=numeric min=1 required value=30} / Open until (WIB) {expires_at type=datetime-local} Leave it empty for an offer without end. / {is_recurring type=checkbox value=yes}Make the same offer again when it is paid / <Make an offer primary>
    -- 12 #create ++Make an offer / The customer sees it on the page of prices and in GET /billing/plans at once, and can order it. / POST /operator/offers/create / Account: e-mail address or id {account type=text required value=x} / Units per cycle of 30 days {units type=number inputmode=numeric min=1 required} / Requests per minute {requests_per_minute type=number inputmode=numeric min=1 required} / Keys {keys type=number inputmode=numeric min=1 required} / Price, IDR {price_idr type=number inputmode=numeric min=0 required} / Length of the period, days {days type=number inputmode=numeric min=1 required value=30} / Open until (WIB) {expires_at type=datetime-local} Leave it empty for an offer without end. / {is_recurring type=checkbox value=yes}Make the same offer again when it is paid / <Make an offer primary>
  `);
  const refused = await send('/offers/create', {
    account: 'a',
    units: 'b',
    requests_per_minute: 'c',
    keys: 'd',
    price_idr: 'e',
    days: 'f',
    expires_at: 'g',
    is_recurring: 'yes',
  });
  expect([partOf(refused, '#', '-- '), partOf(refused, '-- 12 #create')].join('\n')).toBe(lines`
    # Offers
    !bad This was not done ‹en› units must be a whole number from 1 to 1000000000000; requests_per_minute must be a whole number from 1 to 1000000000000; keys must be a whole number from 1 to 1000000000000; price_idr must be a whole number of rupiah; days must be a whole number from 1 to 3660; expires_at must be a time in ISO 8601 with a time zone, such as 2026-12-31T23:59:59+07:00
    A private price for one account. It can be taken once; a recurring one is then made again.
    -- 12 #create ++Make an offer / The customer sees it on the page of prices and in GET /billing/plans at once, and can order it. / POST /operator/offers/create / Account: e-mail address or id {account type=text required value=a} / Units per cycle of 30 days {units type=number inputmode=numeric min=1 required value=b} / Requests per minute {requests_per_minute type=number inputmode=numeric min=1 required value=c} / Keys {keys type=number inputmode=numeric min=1 required value=d} / Price, IDR {price_idr type=number inputmode=numeric min=0 required value=e} / Length of the period, days {days type=number inputmode=numeric min=1 required value=f} / Open until (WIB) {expires_at type=datetime-local value=g} Leave it empty for an offer without end. / {is_recurring type=checkbox value=yes checked}Make the same offer again when it is paid / <Make an offer primary>
  `);
});

test('revenue by month, plan and method, and its months', async ({ alir }) => {
  const { account, order, tick, send, page, html, names, signIn } = await desk(alir);
  const { payments } = alir.stores.billing;
  expect(await page('/revenue')).toBe(lines`
    # Revenue
    GET /operator/revenue / From month {from type=month value=2025-03 pattern=\d{4}-\d{2}} / To month {to type=month value=2026-02 pattern=\d{4}-\d{2}} / <Show>
    No money moved in these months
    Choose other months.
  `);
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
  expect(
    [await page('/revenue'), (await html('/revenue.csv?from=2026-01&to=2026-03')).replaceAll('\r', '')].join(
      '\n',
    ),
  ).toBe(lines`
    # Revenue
    GET /operator/revenue / From month {from type=month value=2025-04 pattern=\d{4}-\d{2}} / To month {to type=month value=2026-03 pattern=\d{4}-\d{2}} / <Show>
    -- 4 ## Net receipts by month / IDR, less what was voided and returned
    Net receipts by month, IDR, less what was voided and returned
    -- 8 ## Revenue
    #revenue IDR, months in Jakarta. Received − voided − returned = applied + credit + held
    Month | Plan | Method | Received # | Voided # | Returned # | Applied to plans # | Credit # | Held #
    February 2026 | Professional | without an order | 872,000 | – | – | 872,000 | – | –
    February 2026 | Starter | bank transfer | 200,000 | – | – | 200,000 | – | –
    Total February 2026 | | | 1,072,000 | – | – | 1,072,000 | – | –
    March 2026 | Professional | bank transfer | 1,000 | 1,000 | – | – | – | –
    March 2026 | Starter | bank transfer | 200,000 | – | 50,000 | 150,000 | – | –
    Total March 2026 | | | 201,000 | 1,000 | 50,000 | 150,000 | – | –
    Total | | | 1,273,000 | 1,000 | 50,000 | 1,222,000 | – | –
    [CSV of this table](/operator/revenue.csv?from=2025-04&to=2026-03)[CSV of each movement](/operator/revenue/entries.csv?from=2025-04&to=2026-03)
    month,plan,method,payments_idr,voided_idr,returned_idr,applied_idr,credit_idr,held_idr
    2026-02,professional,outside,872000,0,0,872000,0,0
    2026-02,starter,manual,200000,0,0,200000,0,0
    2026-03,professional,manual,1000,1000,0,0,0,0
    2026-03,starter,manual,200000,0,50000,150000,0,0
    total,,,1273000,1000,50000,1222000,0,0
  `);
  const bars = (await html('/revenue')).matchAll(/<text[^>]*>([^<]*)<\/text>|<rect[^>]*width="(\d+)/g);
  expect([...bars].map(([, text, width]) => text ?? width).join(' ')).toBe(
    'February 2026 160 1,072,000 March 2026 22 150,000',
  );
  const ranges: string[] = [];
  for (const query of [
    'from=2026-02&to=2026-03',
    'from=2026-03&to=2026-02',
    'from=x&to=2026-02',
    'to=2026-13',
  ]) {
    ranges.push(query, ...(await page(`/revenue?${query}`)).split('\n').slice(1, 2));
  }
  expect(ranges.join('\n')).toBe(lines`
    from=2026-02&to=2026-03
    GET /operator/revenue / From month {from type=month value=2026-02 pattern=\d{4}-\d{2}} / To month {to type=month value=2026-03 pattern=\d{4}-\d{2}} / <Show>
    from=2026-03&to=2026-02
    GET /operator/revenue / From month {from type=month value=2025-03 pattern=\d{4}-\d{2}} / To month {to type=month value=2026-02 pattern=\d{4}-\d{2}} / <Show>
    from=x&to=2026-02
    GET /operator/revenue / From month {from type=month value=2025-03 pattern=\d{4}-\d{2}} / To month {to type=month value=2026-02 pattern=\d{4}-\d{2}} / <Show>
    to=2026-13
    GET /operator/revenue / From month {from type=month value=2025-04 pattern=\d{4}-\d{2}} / To month {to type=month value=2026-03 pattern=\d{4}-\d{2}} / <Show>
  `);
});

test('open and resolved incidents, and the audit log of a range', async ({ alir }) => {
  const { account, tick, send, page, names } = await desk(alir);
  const { incidents } = alir.stores;
  expect(partOf(await page('/incidents'), '-- 12 ## Open')).toBe(lines`
    -- 12 ## Open incidents
    No incident is open
    Write one when customers notice a problem, so that they need not ask.
  `);
  await account('student@example.com', 'free');
  tick();
  const resolved = await incidents.add({ title: 'Slow responses', details: '' }, BY);
  names.slow = resolved.incident_id;
  tick();
  names.late = (
    await incidents.add({ title: 'The day is late', details: 'The file has not arrived.' }, BY)
  ).incident_id;
  tick();
  await incidents.resolve(resolved.incident_id, BY);
  expect(
    [
      await page('/incidents'),
      partOf(await send('/incidents/add', { title: '', details: 'D', started_at: 'x' }), '-- 12 #add'),
      await page('/audit'),
      partOf(await page('/audit?account=student@example.com&from=2026-02-01&to=2026-02-02'), 'GET'),
    ].join('\n'),
  ).toBe(lines`
    # Incidents [Status page](/status)
    -- 12 #add +Write an incident / Everyone can read it on the status page at once. It stays on top of that page until it is resolved. Do not name customers. / POST /operator/incidents/add / What does not work {title type=text required maxlength=120} One sentence of at most 120 characters. / Details {details rows=4 maxlength=2000: } What is affected, and what you do about it. / Began {started_at type=datetime-local} Time in Jakarta. If it is empty: now. / <Write an incident primary>
    -- 12 ## Open incidents
    ### The day is late (bad) open
    The file has not arrived.
    Since 2 Feb 2026, 21:00 WIB.
    #resolve-LATE +Mark as resolved / The status page lists it as resolved, with its beginning and end. / POST /operator/incidents/LATE/resolve <Mark as resolved primary>
    #update-LATE +Change the text / The status page shows the new text at once. / POST /operator/incidents/LATE/update / What does not work {title type=text value=The day is late required maxlength=120} One sentence of at most 120 characters. / Details {details rows=4 maxlength=2000: The file has not arrived.} What is affected, and what you do about it. / <Change the text>
    -- 12 ## Resolved incidents
    ### Slow responses
    2 Feb 2026, 20:00 WIB to 2 Feb 2026, 22:00 WIB
    #update-SLOW +Change the text / The status page shows the new text at once. / POST /operator/incidents/SLOW/update / What does not work {title type=text value=Slow responses required maxlength=120} One sentence of at most 120 characters. / Details {details rows=4 maxlength=2000: } What is affected, and what you do about it. / <Change the text>
    -- 12 #add ++Write an incident / Everyone can read it on the status page at once. It stays on top of that page until it is resolved. Do not name customers. / POST /operator/incidents/add / What does not work {title type=text required maxlength=120} One sentence of at most 120 characters. / Details {details rows=4 maxlength=2000: D} What is affected, and what you do about it. / Began {started_at type=datetime-local value=x} Time in Jakarta. If it is empty: now. / <Write an incident primary>
    # Audit log
    Who changed money, plans, units and access, when and why. Entries cannot be changed.
    GET /operator/audit / From {from type=date value=2026-01-03} / To {to type=date value=2026-02-02} / Account {account type=text value} / <Show>
    #audit newest first; times in Jakarta
    When | Who | Action | Account | Order | Reason | Details
    2 Feb 2026, 22:00 WIB | operator | incident.resolved | – | – | a test | +Details
    2 Feb 2026, 21:00 WIB | operator | incident.added | – | – | a test | +Details
    2 Feb 2026, 20:00 WIB | operator | incident.added | – | – | a test | +Details
    2 Feb 2026, 19:00 WIB | operator | account.created | [student@example.com](/operator/accounts/STUDENT) | – | – | +Details
    2 Feb 2026, 19:00 WIB | operator | operator.added | – | – | a test | +Details
    2 Feb 2026, 19:00 WIB | operator | account.created | [test@example.com](/operator/accounts/ID) | – | – | +Details
    [CSV](/operator/audit.csv?from=2026-01-03&to=2026-02-02)
    GET /operator/audit / From {from type=date value=2026-02-01} / To {to type=date value=2026-02-02} / Account {account type=text value=student@example.com} / <Show>
    #audit newest first; times in Jakarta
    When | Who | Action | Account | Order | Reason | Details
    2 Feb 2026, 19:00 WIB | operator | account.created | [student@example.com](/operator/accounts/STUDENT) | – | – | +Details
    [CSV](/operator/audit.csv?from=2026-02-01&to=2026-02-02&account=student%40example.com)
  `);
});

test('the morning lists what needs the operator, the worst first', async ({ alir }) => {
  const { account, order, tick, names } = await desk(alir);
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
  const show = todayPage({
    ...stores,
    intake: {
      publishedDays: async () => ['2026-02-03', '2026-02-05'],
      held: async () => [
        { trade_date: '2026-02-05', published: { revision: 2 }, reason: 'it is short', causes: [] },
      ],
      rejected: async () => [{ reason: 'no rows', causes }],
    },
    calendarDays: async (from: string, to: string) =>
      from === to ? days.filter(({ date }) => date === from) : days,
    failures: () => [],
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
        finding('held_files', 'problem', 'held', [['a.csv'], 'it is short', 'alir ingest --confirm a.csv']),
      ],
    }),
  } as unknown as OperatorServices);
  const view = viewOf({ headers: {}, url: '/operator', method: 'GET' } as FastifyRequest);
  const context = { view, texts: view.texts.operator, outcome: null } as unknown as OperatorContext;
  expect(outlineOf(render(await show(context)), names)).toBe(lines`
    # Today Friday, 27 February 2026
    Newest day: 5 Feb 2026 7 trades, revision 2 / Last backup: 2 Feb 2026, 09:40 WIB / Source checked: never / Disk free: 2.5 GB of 500.0 MB, full in 3 days / Received in February 2026: Rp0 0 payments / Accounts: 5 4 with a paid plan
    -- 6 #needs-you ## Needs you / 5 things
    (bad) Now Held files 1 file is held and not published: a.csv. The reason of the first: ‹en› it is short. A correction of 5 Feb 2026 is held; revision 2 is published. Check the file. If it is correct, publish it: ‹en› alir ingest --confirm a.csv. If it is wrong, delete or replace it. / You can also compare, publish or dismiss a held file on the page /operator/days. [Compare](/operator/days#held)
    (warn) Soon Backup No backup of this data folder was made. Make one: alir backup DIR [How to](/docs/run#back-up-and-restore)
    (warn) Soon 1 order waits for a payment Rp200,000 in all, the oldest since 27 Feb 2026, 22:00 WIB Confirm each payment that arrived at your bank. The price of the oldest holds until 28 Feb 2026, 22:00 WIB. [Confirm](/operator/orders/FIRST#confirm)
    (info) To know 4 plans end this week test@example.com (0.0%), a@example.com (100.0%), b@example.com (100.0%), and 1 more Each account was notified by e-mail if a mail server is set. Offer them a renewal. [See them](/operator/accounts?ending_days=7)
    (info) To know 3 accounts have used 80% of the quota or more a@example.com (100.0%), b@example.com (100.0%), c@example.com (90.0%) Offer an upgrade, or grant units. [See them](/operator/accounts?near_quota=80)
    +In order: 1 checks
    Orders to decide: No order waits for a decision.
    Checked 28 Feb 2026, 08:00 WIB, as by alir doctor
    -- 6
    -- 12 ## Days
    published missing held before the first day to come
    Calendar of the trading days from 2 Feb 2026 to 6 Feb 2026
    2 of 3 trading days published, 1 corrected, 1 verified against the exchange.
    [All days](/operator/days)
    -- 12 ## Most of their quota used
    #busiest units of the present quota window; money in IDR
    Account | Plan | Used # | Paid #
    [a@example.com](/operator/accounts/A) | Custom | 100.0% | 0
    [b@example.com](/operator/accounts/B) | Custom | 100.0% | 0
    [c@example.com](/operator/accounts/C) | Custom | 90.0% | 0
    [test@example.com](/operator/accounts/ID) | Enterprise | 0.0% | 0
    [buyer@example.com](/operator/accounts/BUYER) | Free | 0.0% | 0
    [All accounts](/operator/accounts)[Revenue](/operator/revenue)
    -- 12 #failures ## Recent server errors
    This server has sent no response with a status of 500 or above since its start.
  `);
});

test('days with a held file, a rejected one and a correction', async ({ alir }) => {
  await intake(alir, '2026-01-26');
  await alir.ingest('DT260128.csv', wholeDay('2026-01-28', 200));
  const { page, html, names } = await desk(alir);
  names.inbox = alir.stores.folders.inbox;
  const list = await page('/days');
  expect(list.replaceAll(`by ${userInfo().username} |`, 'by USER |')).toBe(lines`
    # Days 2026
    -- 12 #held ## Held files / The gate found something unusual, and waits for you.
    ### DT260130.csv Friday, 30 January 2026 · Found 2 Feb 2026, 19:00 WIB
    #### Why it is held
    it has 1 trade, fewer than 98% of the 2 trades of the published revision 1
    only 50.0% of its value matches the published revision 1 (compared by ticker, market, investor, broker and side)
    it lacks 1 trade (50.0% of the value) of the published revision 1 and has 0 other trades: a correction usually changes fewer
    the trades of 1 ticker differ too much from the published revision 1 for a correction: BRMS RG 1/2
    the trades of 2 brokers differ too much from the published revision 1 for a correction: d XL 1/2, f AK 1/2
    the end is missing: its last regular trade is at 08:58:00, before the close of session 1
    INBOX/DT260130.csv
    #### Compared with the published day
    published revision 1: 2 Feb 2026, 19:00 WIB / Trades: 2 / Value, IDR: 252,000
    #totals-0 Totals of this file beside the medians of the 3 published days around it
    Total | This file # | Usual # | Of the usual #
    Trades | 1 | 2 | 50%
    Value, IDR | 126,000 | 252,000 | 50%
    Lots, regular market | 1 | 2 | 50%
    Tickers, regular market | 1 | 1 | 100%
    #publish-0 +Publish this file / Replaces revision 1 of 30 Jan 2026. Callers get the new numbers when the publication has ended, mostly within a minute. / POST /operator/days/publish hidden source=INBOX/DT260130.csv / Reason / <Publish this file primary>
    #dismiss-held-0 +Dismiss without publishing / This file is no longer reported, also when it is delivered again. Nothing is published or deleted. Another file for this day is checked as usual. / POST /operator/days/dismiss-held hidden source=INBOX/DT260130.csv / Reason / <Dismiss without publishing>
    If the file is wrong, replace or delete it in its folder. The next check of the source then forgets it.
    -- 12 #rejected ## Rejected files / These files cannot be read as trades of one day. Nothing of them was published.
    ### DT260127.csv Tuesday, 27 January 2026 · Rejected 2 Feb 2026, 19:00 WIB
    line 2: STK_PRIC "<script>alert(1)</script>" must be a whole price in IDR above 0, at most 15 digits
    +Report
    ‹en› DT260127.csv was rejected at 2026-02-02T12:00:00.000Z. No part of it was published. Earlier publications are unchanged. Correct the file or download it again, then publish it: alir ingest INBOX/rejected/DT260127.csv Rows with a problem: 1 line column value reason 2 STK_PRIC "<script>alert(1)</script>" must be a whole price in IDR above 0, at most 15 digits
    #dismiss-0 +Dismiss / Stops reporting this file here, in alir doctor and in the metrics. Deletes nothing. It is reported again if it is rejected with other content. / POST /operator/days/dismiss hidden source=INBOX/DT260127.csv / Reason / <Dismiss>
    -- 12 ## Trading days of 2026
    [2026](/operator/days?year=2026)*
    published corrected missing held before the first day due today to come closed
    Calendar of the trading days from 1 Jan 2026 to 28 Feb 2026
    #days newest first; value in IDR, all markets
    Day | State | Trades # | Value, IDR # | Revision # | Checked with the exchange | Published | Details
    Monday, 2 February 20262 Feb | (info) due today | – | – | – | – | – | + / Value, IDR: – / Revision: – / Checked with the exchange: – / Published: –
    Friday, 30 January 202630 Jan | (warn) a correction is held; revision 1 is published | 2 | 252,000 | 1 | not compared | 2 Feb 2026, 19:00 WIB | + / Value, IDR: 252,000 / Revision: 1 / Checked with the exchange: not compared / Published: 2 Feb 2026, 19:00 WIB
    Thursday, 29 January 202629 Jan | (ok) published | 2 | 252,000 | 1 | not compared | 2 Feb 2026, 19:00 WIB | + / Value, IDR: 252,000 / Revision: 1 / Checked with the exchange: not compared / Published: 2 Feb 2026, 19:00 WIB
    Wednesday, 28 January 202628 Jan | (corrected) corrected | 2 | 378,000 | 2 | not compared | 2 Feb 2026, 19:00 WIB | + / Value, IDR: 378,000 / Revision: 2 / Checked with the exchange: not compared / Published: 2 Feb 2026, 19:00 WIB
    Tuesday, 27 January 202627 Jan | (bad) missing Get DT260127.csv from the source and put it into the inbox. | – | – | – | – | – | + / Value, IDR: – / Revision: – / Checked with the exchange: – / Published: –
    Monday, 26 January 202626 Jan | (ok) published | 2 | 252,000 | 1 | not compared | 2 Feb 2026, 19:00 WIB | + / Value, IDR: 252,000 / Revision: 1 / Checked with the exchange: not compared / Published: 2 Feb 2026, 19:00 WIB
    -- 12 ## Corrections
    #corrections Every revision of the days that were published more than once.
    Day | Revision # | Trades # | File | Published by | Published | Replaced
    28 Jan 2026 | 2 | 2 | DT260128.csv | alir ingest by USER | 2 Feb 2026, 19:00 WIB | –
    28 Jan 2026 | 1 | 2 | DT260128.csv | alir ingest by USER | 2 Feb 2026, 19:00 WIB | 2 Feb 2026, 19:00 WIB
  `);
  const cells = [...(await html('/days')).matchAll(/<i class="cal-day (\w+)" title="([^"]+)">(\d+)/g)];
  const shown = cells
    .map(([, ...each]) => each.join(' '))
    .filter((each) => !/^(?:earlier|future)/.test(each));
  expect(
    [[cells.length, ...shown].join('\n'), partOf(await page('/days?year=2025'), '#', '-- 12')].join('\n'),
  ).toBe(lines`
    42
    closed 1 Jan 2026: closed (Tahun Baru 2026 Masehi) 1
    closed 16 Jan 2026: closed (Isra Mikraj Nabi Muhammad SAW) 16
    published 26 Jan 2026: published 26
    missing 27 Jan 2026: missing 27
    corrected 28 Jan 2026: corrected 28
    published 29 Jan 2026: published 29
    held 30 Jan 2026: a correction is held; revision 1 is published 30
    due 2 Feb 2026: due today 2
    closed 16 Feb 2026: closed (Cuti Bersama Tahun Baru Imlek 2577) 16
    closed 17 Feb 2026: closed (Tahun Baru Imlek 2577 Kongzili) 17
    # Days 2026
  `);
});
