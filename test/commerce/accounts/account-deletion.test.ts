import { describe, expect } from 'vitest';
import { DATA_ONLY, type KeyTerms } from '../../../src/commerce/accounts/keys/key-terms.ts';
import { changeNoticeSettings } from '../../../src/commerce/accounts/notices/notice-settings.ts';
import { revenueOf, totalOf } from '../../../src/commerce/billing/books/revenue.ts';
import { LEDGER_TABLE_NAMES } from '../../../src/ledger/ledger-tables.ts';
import type { TestAlir } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';

const CHANGE = { actor: 'operator ani', reason: 'asked by e-mail' };
const ALL = { since: '2000', until: '3000' };
const EMAIL = 'Budi.Santoso@example.com';
const OLD_EMAIL = 'budi@old.example';
const BUYER = {
  name: 'Budi Santoso (Toko "Maju")',
  address: 'Jl. Mawar 5\nBandung',
  tax_id: '09.876.543.2-109.000',
};
/** The text of each value that may not stay, in lower case. */
const PERSONAL = ['budi.santoso@', 'budi@old', 'budi santoso', 'jl. mawar', '09.876.543', '198.51.100'];

const TERMS: KeyTerms = { ...DATA_ONLY, allowed_ips: ['198.51.100.7'] };

/** Every row of every table, with the texts of the invoices apart. */
async function rowsOf(alir: TestAlir): Promise<Record<string, any[]>> {
  const tables = LEDGER_TABLE_NAMES.map(async (table) => [
    table,
    await alir.test_ledger.rows(`SELECT * FROM ${table}`),
  ]);
  return Object.fromEntries(await Promise.all(tables));
}

/** The places that still have a personal text. */
async function remainingTexts(alir: TestAlir): Promise<string[]> {
  return Object.entries(await rowsOf(alir)).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => {
        const text = (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)).toLowerCase();
        return PERSONAL.some((each) => text.includes(each)) ? [`${table}.${column}: ${text}`] : [];
      }),
    ),
  );
}

/** An account with everything that an account can have. The personal texts are in as many places as possible. */
async function customerWithAll(alir: TestAlir) {
  const { accounts, administration, billing, people, sign_in, webhooks, ledger } = alir.stores;
  const { account, api_key } = await accounts.create(OLD_EMAIL, 'starter', 1, null, 200_000);
  const { account_id } = account;
  await administration.changeEmail(account_id, EMAIL, { ...CHANGE, reason: `${OLD_EMAIL} is now ${EMAIL}` });
  await billing.details.change(account_id, BUYER, CHANGE);
  const request = { idempotency_key: `for ${EMAIL}`, accepted_forfeit_idr: 0 };
  const order = await billing.orders.create(account_id, { plan: 'professional', months: 1 }, request);
  await billing.payments.confirm(order.order_id, { payment_reference: 'BCA 123' }, 'operator ani');
  const refund = { plan: 'keep', amount_idr: 50_000 } as const;
  await billing.refunds.refund(order.order_id, refund, { ...CHANGE, reason: `${BUYER.name} asked` });
  await accounts.createKey(account_id, 'Laptop of Budi Santoso', TERMS);
  await webhooks.create(account_id, `https://hooks.example.com/${EMAIL}`, ['key.created', 'day.published']);
  await accounts.rotateMcpKey(account_id);
  await changeNoticeSettings(alir.stores, account_id, { language: 'id', email_events: ['key.created'] });
  await ledger.run('note_idempotent_charge', {
    account_id,
    idempotency_key: EMAIL,
    request_sha256: '0',
    charged_at: '2026-02-02',
  });
  await ledger.run('create_session', {
    sha256: Buffer.alloc(32),
    person_id: null,
    key_id: (await accounts.keys(account_id))[0]?.key_id ?? '',
    account_id,
    csrf_secret: 'x',
    created_at: '2026-02-02',
    last_seen_at: '2026-02-02',
  });
  await people.invite('citra@example.com', account_id, 'member', CHANGE);
  await people.invite(EMAIL, account_id, 'owner', CHANGE);
  const { code } = await sign_in.linkCode(EMAIL);
  await sign_in.signIn(EMAIL, code);
  await sign_in.linkCode(EMAIL.toUpperCase());
  const content = { tickers: ['BBCA'], brokers: [] };
  const { saved_id } = await alir.stores.saved.create(account_id, {
    kind: 'watchlist',
    name: EMAIL,
    content,
  });
  await useWatchlist(alir, account_id, saved_id);
  await administration.suspend(account_id, { ...CHANGE, reason: `complaint of ${EMAIL.toUpperCase()}.` });
  await administration.resume(account_id, {
    ...CHANGE,
    reason: `${BUYER.address} and ${BUYER.tax_id} are right`,
  });
  return { account_id, api_key, order_id: order.order_id };
}

const RULE = { broker: 'YP', side: 'buy', value_idr: 1_000_000_000 } as const;

/** Alerts, briefs and pictures of an account, and what it was charged. */
async function useWatchlist(alir: TestAlir, account_id: string, saved_id: string): Promise<void> {
  const { accounts, alerts, billing, brief_subscriptions, ledger, people, snapshots, webhooks } = alir.stores;
  const { alert_id } = await alerts.create(account_id, saved_id, RULE);
  const evaluated = { alert_id, publication: 1, trade_date: '2026-01-19', members: '["BBCA"]' };
  await ledger.run('note_evaluated_alert', { ...evaluated, last_change: '{"entered":["BBCA"]}' });
  const [person] = await people.of(account_id);
  const subscriber = { account_id, person_id: person?.person_id ?? '' };
  await brief_subscriptions.subscribe(subscriber, saved_id, 'id');
  await ledger.run('replace_feed', { account_id, watchlist: saved_id });
  const [webhook] = await webhooks.all(account_id);
  await webhooks.test(account_id, webhook?.webhook_id ?? '');
  const picture = { title: BUYER.name, note: EMAIL, content: Buffer.from('c'), preview: Buffer.from('p') };
  await snapshots.create(account_id, { ...picture, title: 'BBCA' }, 'person p');
  const terms = { units: 1, requests_per_minute: 1, keys: 1, price_idr: 1, days: 1 };
  await billing.offers.create(account_id, terms, false);
  for (const { key_id } of await accounts.keys(account_id)) {
    await ledger.charge([
      {
        ...{ account_id, key_id, window: 'w', limit: 9, key_limit: null, units: 1, idempotency: null },
        ...{ charged_at: '2026-01-19T10:00:00.000Z', usage_date: '2026-01-19', endpoint: 'flow' },
      },
    ]);
  }
}

async function booksOf(alir: TestAlir) {
  const { payment, money_move, subscription_change, usage_history, account_usage, key_usage, invoice } =
    await rowsOf(alir);
  const entries = await alir.stores.billing.books.entries(ALL);
  const revenue = revenueOf(entries);
  return {
    revenue,
    total: totalOf(revenue),
    ...{ payment, money_move, subscription_change, usage_history, account_usage, key_usage, invoice },
  };
}

describe('the deletion of an account', () => {
  test('leaves its address and name nowhere, except on issued invoices', async ({ alir }) => {
    const { account_id } = await customerWithAll(alir);
    const other = (await alir.stores.accounts.create('x.budi.santoso@example.com', 'free', 1)).account;
    await alir.stores.administration.suspend(other.account_id, {
      ...CHANGE,
      reason: `same person as <${EMAIL}>, and not notbudi@old.example, by ${BUYER.name}`,
    });
    expect((await remainingTexts(alir)).length).toBeGreaterThan(15);
    await alir.stores.billing.deletion.delete(
      account_id,
      { ...CHANGE, reason: `${EMAIL} asked for it` },
      false,
    );

    const left = await remainingTexts(alir);
    const foreign = left.filter((place) => !place.startsWith('invoice.document'));
    // The address of the other account contains the deleted one.
    expect(
      foreign.filter((place) => !place.includes('x.budi.santoso@') && !place.includes('notbudi@')),
    ).toEqual([]);
    expect(left.filter((place) => place.startsWith('invoice.document'))).toHaveLength(2);
    const audit = await alir.stores.ledger.all('audit_entries', { account_id: null, ...ALL });
    const placeholder = `deleted-${account_id}@invalid`;
    expect(audit.filter(({ redacted_at }) => redacted_at !== null).map(({ reason }) => reason)).toEqual([
      null,
      `${placeholder} is now ${placeholder}`,
      '[removed] asked',
      `complaint of ${placeholder}.`,
      '[removed] and [removed] are right',
      `same person as <${placeholder}>, and not notbudi@old.example, by ${BUYER.name}`,
      `${placeholder} asked for it`,
    ]);
  });

  test('keeps all money, invoices and counters, to the rupiah and the unit', async ({ alir }) => {
    const { account_id } = await customerWithAll(alir);
    const before = await booksOf(alir);
    expect(before.total).toMatchObject({ payments_idr: 350_000, returned_idr: 50_000 });
    await alir.stores.billing.deletion.delete(account_id, CHANGE, false);
    expect(await booksOf(alir)).toEqual(before);
  });

  test('refuses its keys from the next request on, and every later change', async ({ alir }) => {
    const { account_id, api_key } = await customerWithAll(alir);
    const { accounts, administration, billing, people } = alir.stores;
    const usage = () => alir.request('/usage', { headers: { authorization: `Bearer ${api_key}` } });
    expect((await usage()).status).toBe(200);
    await billing.deletion.delete(account_id, CHANGE, false);
    expect((await usage()).status).toBe(401);
    expect(await accounts.withId(account_id)).toMatchObject({
      email: `deleted-${account_id}@invalid`,
      suspended_at: alir.clock.time.toISOString(),
      deleted_at: alir.clock.time.toISOString(),
    });
    const keys = await accounts.keys(account_id);
    expect(
      keys.every(({ revoked_at, name, allowed_ips }) => revoked_at && name === 'deleted' && !allowed_ips),
    ).toBe(true);
    const terms = { units: 1, requests_per_minute: 1, keys: 1, price_idr: 1, days: 1 };
    for (const change of [
      () => administration.resume(account_id, CHANGE),
      () => administration.grantUnits(account_id, 1, CHANGE),
      () => administration.changeEmail(account_id, 'a@example.com', CHANGE),
      () => billing.deletion.delete(account_id, CHANGE, true),
      () => billing.deletion.effects(account_id),
      () => accounts.createKey(account_id, 'new'),
      () => accounts.rotateMcpKey(account_id),
      () => billing.details.change(account_id, BUYER, CHANGE),
      () => billing.offers.create(account_id, terms, false),
      () => people.invite('a@example.com', account_id, 'owner', CHANGE),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'account_deleted' });
  });

  test('leaves nothing that a request of the same moment creates', async ({ alir }) => {
    const { accounts, billing, ledger, people, saved, webhooks } = alir.stores;
    const terms = { units: 1, requests_per_minute: 1, keys: 1, price_idr: 1, days: 1 };
    const content = { tickers: ['BBCA'], brokers: [] };
    const plan = { plan: 'starter', months: 1 } as const;
    const requests: readonly ((account_id: string) => Promise<unknown>)[] = [
      (id) => accounts.createKey(id, 'new'),
      (id) => accounts.consoleCaller(id),
      (id) => billing.details.change(id, BUYER, CHANGE),
      (id) => billing.offers.create(id, terms, false),
      (id) => billing.orders.create(id, plan, { idempotency_key: null }),
      (id) => changeNoticeSettings(alir.stores, id, { language: 'id' }),
      (id) => people.invite('a@example.com', id, 'owner', CHANGE),
      (id) => saved.create(id, { kind: 'watchlist', name: 'Banks', content }),
      (id) => webhooks.create(id, 'https://hooks.example.com/', ['key.created']),
    ];
    for (const [index, request] of requests.entries()) {
      const { account_id } = (await accounts.create(`${index}@example.com`, 'free', 1)).account;
      const deletion = () => billing.deletion.delete(account_id, CHANGE, true);
      const results = await Promise.allSettled([request(account_id), deletion(), request(account_id)]);
      expect(results[1].status).toBe('fulfilled');
      await expect(request(account_id)).rejects.toMatchObject({ code: 'account_deleted' });
    }
    const rows = await rowsOf(alir);
    for (const table of ['billing_details', 'notice_settings', 'invitation', 'saved_item', 'webhook'])
      expect([table, rows[table]]).toEqual([table, []]);
    expect(rows.offer?.filter(({ withdrawn_at }) => withdrawn_at === null)).toEqual([]);
    expect(rows.billing_order?.filter(({ state }) => state !== 'cancelled')).toEqual([]);
    const keys = await ledger.all('keys');
    expect(keys.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(2);
  });

  test('frees the e-mail address for a new account', async ({ alir }) => {
    const { account_id } = await customerWithAll(alir);
    await alir.stores.billing.deletion.delete(account_id, CHANGE, false);
    const { account } = await alir.stores.accounts.create(EMAIL, 'free', 1);
    expect((await alir.stores.accounts.find(EMAIL)).account_id).toBe(account.account_id);
  });

  test('keeps a person who belongs to another account, or is an operator', async ({ alir }) => {
    const { accounts, billing, people, sign_in } = alir.stores;
    const [one, two] = [
      (await accounts.create('one@example.com', 'free', 1)).account.account_id,
      (await accounts.create('two@example.com', 'free', 1)).account.account_id,
    ];
    for (const email of ['both@example.com', 'gone@example.com', 'admin@example.com'])
      await people.invite(email, one, 'member', CHANGE);
    await people.invite('both@example.com', two, 'member', CHANGE);
    for (const email of ['both@example.com', 'gone@example.com', 'admin@example.com'])
      await sign_in.signIn(email, (await sign_in.linkCode(email)).code);
    await people.addOperator('admin@example.com', CHANGE);
    await billing.deletion.delete(one, CHANGE, false);
    expect(await people.of(one)).toEqual([]);
    expect((await people.of(two)).map(({ email }) => email)).toEqual(['both@example.com']);
    expect(await people.withEmail('gone@example.com')).toBeUndefined();
    expect(await people.withEmail('admin@example.com')).toBeDefined();
  });

  test('is refused while money is open, and forfeits it only on request', async ({ alir }) => {
    const { account_id, order_id } = await customerWithAll(alir);
    const { billing } = alir.stores;
    const refund = { plan: 'keep', amount_idr: 30_000, asCredit: true } as const;
    await billing.refunds.refund(order_id, refund, CHANGE);
    const request = { idempotency_key: null, accepted_forfeit_idr: 0 };
    const open = await billing.orders.create(account_id, { plan: 'advanced', months: 1 }, request);
    const late = await billing.orders.create(account_id, { plan: 'advanced', months: 3 }, request);
    await billing.payments.pay(
      { order_id: late.order_id, payment_reference: 'a', amount_idr: 1000, paid_at: null },
      'midtrans',
    );
    await expect(billing.deletion.delete(account_id, CHANGE, false)).rejects.toMatchObject({
      code: 'deletion_refused',
      message: expect.stringContaining(
        '1 order to pay, 1 order to decide, IDR 1000 held, IDR 30000 of credit',
      ),
    });
    expect((await alir.stores.accounts.withId(account_id)).deleted_at).toBeNull();
    const before = await booksOf(alir);
    const effects = {
      ...{ account_id, email: EMAIL, live_keys: 3, webhooks: 1, people: 1, invoices: 3 },
      ...{ open_orders: 1, undecided_orders: 1, held_idr: 1000, credit_idr: 30_000, owed_idr: 0 },
    };
    expect(await billing.deletion.delete(account_id, CHANGE, true)).toEqual(effects);
    const [deleted] = (await alir.stores.ledger.all('audit_entries', { account_id, ...ALL })).filter(
      ({ action }) => action === 'account.deleted',
    );
    expect(JSON.parse(deleted?.details ?? '')).toEqual({
      ...{ email: `deleted-${account_id}@invalid`, owed_idr: 0 },
      ...{ open_orders: 1, undecided_orders: 1, held_idr: 1000, credit_idr: 30_000 },
    });
    expect(await booksOf(alir)).toEqual(before);
    expect((await billing.orders.find(open.order_id)).state).toBe('cancelled');

    // A payment that arrives later is held for the operator, and changes no plan.
    const due = {
      order_id: open.order_id,
      payment_reference: 'b',
      amount_idr: open.charge_idr,
      paid_at: null,
    };
    expect(await billing.payments.pay(due, 'midtrans')).toMatchObject({ state: 'paid_not_applied' });
    const accepted = { isAccepted: true };
    expect(await billing.payments.confirm(open.order_id, accepted, 'operator ani')).toMatchObject({
      state: 'paid_not_applied',
      reason: 'The account was deleted.',
    });
    expect(await billing.refunds.cancel(open.order_id, CHANGE)).toMatchObject({ state: 'refunded' });
  });

  test('withdraws its offers, also one that a later refund opens again', async ({ alir }) => {
    const { account_id } = (await alir.stores.accounts.create('ani@example.com', 'free', 1)).account;
    const { billing } = alir.stores;
    const terms = { units: 1, requests_per_minute: 1, keys: 1, price_idr: 1000, days: 1 };
    const { offer_id } = await billing.offers.create(account_id, terms, true);
    const request = { idempotency_key: null, accepted_forfeit_idr: 0 };
    const { order_id } = await billing.orders.create(account_id, { offer_id }, request);
    await billing.payments.confirm(order_id, { payment_reference: 'a' }, 'operator ani');
    await billing.deletion.delete(account_id, CHANGE, false);
    await billing.refunds.refund(order_id, { plan: 'undo' }, CHANGE);
    expect(
      (await billing.offers.all()).map(({ taken_by, withdrawn_at }) => [taken_by, withdrawn_at]),
    ).toEqual([
      [null, alir.clock.time.toISOString()],
      [null, alir.clock.time.toISOString()],
    ]);
  });

  test('ends the notices to the account', async ({ alir }) => {
    const { account_id } = await customerWithAll(alir);
    await alir.stores.billing.deletion.delete(account_id, CHANGE, false);
    // Its plan ends in less than 7 days.
    const listed = await alir.stores.ledger.all('accounts_after', { account_id: '', limit: 100 });
    expect(listed.map((account) => account.account_id)).not.toContain(account_id);
  });
});

describe('the audit log', () => {
  test('accepts only the removal of texts', async ({ alir }) => {
    const { account_id } = await customerWithAll(alir);
    const write = (set: string) =>
      alir.test_ledger.write(`UPDATE audit_log SET ${set} WHERE account_id = '${account_id}'`);
    for (const set of [
      "reason = 'x'",
      "redacted_at = '2026-02-02', actor = 'x'",
      "redacted_at = '2026-02-02', account_id = NULL",
      "redacted_at = '2026-02-02', recorded_at = '2000'",
      "redacted_at = NULL, details = '{}'",
    ])
      await expect(write(set)).rejects.toThrow(/never changed/);
    await expect(alir.test_ledger.write('DELETE FROM audit_log')).rejects.toThrow(/never deleted/);
    await write("redacted_at = '2026-02-02', reason = 'x'");
  });
});

test('the audit log states who changed webhooks, pictures, operator keys and tax invoices', async ({
  alir,
}) => {
  const { account_id } = await customerWithAll(alir);
  const { webhooks, snapshots, operators, billing, ledger } = alir.stores;
  const { webhook_id = '' } = (await webhooks.all(account_id))[0] ?? {};
  const { snapshot_id = '' } = (await snapshots.all(account_id))[0] ?? {};
  const { number = '' } = (await billing.invoices.of(account_id))[0] ?? {};
  await webhooks.rotate(account_id, webhook_id, 'key k');
  await webhooks.delete(account_id, webhook_id, 'person p');
  await snapshots.revoke(account_id, snapshot_id, 'person q');
  const { operator_key_id } = await operators.create('ani', 'operator budi');
  await operators.revoke(operator_key_id, 'operator citra');
  alir.clock.pass(1000);
  await operators.revoke(operator_key_id, 'operator dodi');
  const tax_invoice_number = '0'.repeat(16);
  await billing.invoices.noteTaxInvoice(number, tax_invoice_number, { ...CHANGE, at: alir.clock.now() });
  await alir.stores.administration.export(account_id, CHANGE);
  const entries = await ledger.all('audit_entries', { account_id: null, ...ALL });
  const events = ['day.published', 'key.created'];
  expect(entries.slice(-7).map(({ action, actor, details }) => [action, actor, JSON.parse(details)])).toEqual(
    [
      ['webhook.secret_replaced', 'key k', { webhook_id, events }],
      ['webhook.deleted', 'person p', { webhook_id, events }],
      ['snapshot.revoked', 'person q', { snapshot_id }],
      ['operator.key_created', 'operator budi', { operator_key_id, name: 'ani' }],
      ['operator.key_revoked', 'operator citra', { operator_key_id, name: 'ani' }],
      ['invoice.tax_invoice', CHANGE.actor, { number, tax_invoice_number }],
      ['account.exported', CHANGE.actor, {}],
    ],
  );
});

describe('the export of an account', () => {
  test('has every row of the account, and no secret', async ({ alir }) => {
    const { account_id } = await customerWithAll(alir);
    await alir.stores.accounts.create('other@example.com', 'starter', 1);
    const { number } = (await alir.stores.billing.invoices.of(account_id))[0] as { number: string };
    await alir.stores.billing.invoices.noteTaxInvoice(number, '0'.repeat(16), {
      ...CHANGE,
      at: new Date('2026-02-02'),
    });
    const exported = await alir.stores.administration.export(account_id, CHANGE);
    expect(exported.invoices).toContainEqual(
      expect.objectContaining({ number, tax_invoice_number: '0'.repeat(16) }),
    );
    const tables = await rowsOf(alir);
    const keys = new Set(exported.keys.map(({ key_id }) => key_id));
    const orders = new Set(exported.orders.map(({ order_id }) => order_id));
    const counted = Object.entries(tables).flatMap(([table, rows]): [string, number][] => {
      const own = rows.filter(
        (row) =>
          row.account_id === account_id ||
          (row.account_id === undefined && (keys.has(row.key_id) || orders.has(row.order_id))),
      );
      return own.length === 0 ? [] : [[table, own.length]];
    });
    const { usage } = exported;
    expect(exported.alerts).toMatchObject([
      { rule: RULE, members: ['BBCA'], last_change: { entered: ['BBCA'] } },
    ]);
    expect(exported.saved_items).toMatchObject([{ content: { tickers: ['BBCA'], brokers: [] } }]);
    expect(Object.fromEntries(counted)).toEqual({
      account: 1,
      membership: exported.people.length,
      invitation: exported.invitations.length,
      session: exported.sessions.length,
      billing_details: 1,
      api_key: exported.keys.length,
      subscription_change: exported.subscription_changes.length,
      billing_order: exported.orders.length,
      payment: exported.payments.length,
      money_move: exported.money_moves.length,
      invoice: exported.invoices.length,
      idempotent_charge: usage.idempotent_charges.length,
      notice_settings: 1,
      webhook: exported.webhooks.length,
      saved_item: exported.saved_items.length,
      alert: exported.alerts.length,
      brief_subscription: exported.brief_subscriptions.length,
      feed: exported.feeds.length,
      snapshot: exported.snapshots.length,
      offer: exported.offers.length,
      notice: exported.notices.length,
      account_usage: usage.windows.length,
      key_usage: usage.key_windows.length,
      usage_history: usage.days.length,
      event: exported.events.length,
      audit_log: exported.audit_log.length,
    });
    const text = JSON.stringify(exported);
    for (const found of [EMAIL, OLD_EMAIL, 'Laptop of Budi Santoso', 'BCA 123', 'Jl. Mawar 5'])
      expect(text).toContain(found);
    expect(text).not.toMatch(/whsec_|"sha256":(?!null)|alir_live_|other@example.com/);
  });
});
