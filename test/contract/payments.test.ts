import { describe, expect } from 'vitest';
import { startServer } from '../../src/server/main.ts';
import { openStores, type Stores } from '../../src/server/stores.ts';
import { afterThisFile, configOf, folderOfThisFile, SetClock, temporaryFolder } from '../support/alir.ts';
import { STARTER } from '../support/customer.ts';
import { test } from '../support/fixtures.ts';
import { newEmail } from '../support/new-email.ts';
import { CALLBACK_TOKEN, PaymentStandIns, SERVER_KEY, XENDIT_KEY } from '../support/payment-stand-ins.ts';

type Provider = 'midtrans' | 'xendit';

/** What the servers of this file send their requests to: each test has its own. */
let stand_ins: PaymentStandIns;
const servers: Partial<Record<Provider, Promise<{ stores: Stores; clock: SetClock; url: string }>>> = {};

async function serverOf(provider: Provider) {
  const config = configOf(await folderOfThisFile(), {
    ALIR_PAYMENT_PROVIDER: provider,
    ALIR_PAYMENT_KEY: provider === 'midtrans' ? SERVER_KEY : XENDIT_KEY,
    ALIR_PAYMENT_CALLBACK_TOKEN: CALLBACK_TOKEN,
  });
  const clock = new SetClock();
  const stores = await openStores(config, clock, (input, init) => stand_ins.send(input, init));
  const server = await startServer(stores);
  afterThisFile(() => server.close());
  return { stores, clock, url: server.url };
}

/** A server that is paid by Midtrans or Xendit, and a new customer's order there. */
async function paidBy(provider: Provider) {
  servers[provider] ??= serverOf(provider);
  const { stores, clock, url } = await servers[provider];
  stand_ins = await PaymentStandIns.start();
  clock.time = new SetClock().time;
  // The failed requests of an address are limited.
  clock.elapsed_ms += 60_000;
  const { account, api_key } = await stores.accounts.create(newEmail(), 'free', 1);
  const order = async (key = 'one') => {
    const response = await fetch(`${url}/billing/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api_key}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(STARTER),
    });
    return { status: response.status, ...((await response.json()) as any) };
  };
  const notify = async (body: unknown, headers: Record<string, string> = {}, name: string = provider) => {
    const response = await fetch(`${url}/billing/notifications/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.status;
  };
  return {
    standIns: stand_ins,
    stores,
    clock,
    order,
    notify,
    orders: () => stores.billing.orders.of(account.account_id),
    ask: (all = false) => stores.billing.reconciliation.run(all),
    changes: async () => (await stores.accounts.changes(account.account_id)).length - 1,
  };
}

/** The same, with an order. */
async function ordered(provider: Provider) {
  const paid = await paidBy(provider);
  return { ...paid, order_id: (await paid.order()).data.order_id as string };
}

describe('Midtrans', () => {
  test('creates a page for an order, and repeated notifications in any order apply it once', async () => {
    const { standIns, stores, order, notify, changes } = await paidBy('midtrans');
    const { data } = await order();
    expect(data.payment_url).toBe(`https://app.midtrans.com/snap/${data.order_id}`);
    expect(standIns.asked[0]).toMatchObject({
      host: 'app.midtrans.com',
      body: { transaction_details: { gross_amount: 200_000 } },
    });
    // The same again asks for no second page.
    expect((await order()).data).toEqual(data);
    expect(standIns.asked).toHaveLength(1);

    const { order_id } = data;
    standIns.midtrans = { transaction_status: 'pending', status_code: '201' };
    expect(await notify(standIns.notification(order_id))).toBe(200);
    expect(await changes()).toBe(0);
    standIns.midtrans = {};
    const statuses = await Promise.all(
      Array.from({ length: 50 }, () => notify(standIns.notification(order_id))),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await changes()).toBe(1);
    // An old one that comes late.
    expect(
      await notify(standIns.notification(order_id, { transaction_status: 'pending', status_code: '201' })),
    ).toBe(200);
    expect(await changes()).toBe(1);
    expect(await stores.billing.orders.find(order_id)).toMatchObject({
      state: 'applied',
      payment_reference: `mid-${order_id}`,
    });
  });

  test.each([
    ['denied', { transaction_status: 'deny', status_code: '202' }],
    ['expired', { transaction_status: 'expire', status_code: '407' }],
    ['challenged', { transaction_status: 'capture', fraud_status: 'challenge' }],
    ['with another status code', { status_code: '201' }],
    ['of another order', { order_id: 'another' }],
  ])('a notification of a %s payment is accepted and not applied', async (_what, status) => {
    const { standIns, notify, changes, order_id } = await ordered('midtrans');
    const sent = standIns.notification(order_id);
    standIns.midtrans = status;
    expect(await notify(sent)).toBe(200);
    expect(await changes()).toBe(0);
  });

  test('10 simultaneous orders with the same Idempotency-Key are one order with one page', async () => {
    const { standIns, orders, order } = await paidBy('midtrans');
    const answers = await Promise.all(Array.from({ length: 10 }, () => order('same')));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await orders()).toHaveLength(1);
    expect(standIns.asked).toHaveLength(1);
    expect(standIns.asked[0]?.body.expiry).toEqual({ unit: 'minute', duration: 1440 });
  });

  test('an unexpected or empty response of Midtrans does not reach the customer', async () => {
    const { standIns, order } = await paidBy('midtrans');
    standIns.garbage = SERVER_KEY;
    const { status, error } = await order();
    expect([status, error]).toEqual([
      503,
      'The request to the payment provider failed (unexpected response). Try again in a minute.',
    ]);
  });

  test('a captured card payment is applied if the fraud status is accept or absent', async () => {
    for (const status of [
      { transaction_status: 'capture' },
      { fraud_status: undefined },
      { fraud_status: null, currency: null },
    ]) {
      const { standIns, notify, changes, order_id } = await ordered('midtrans');
      standIns.midtrans = status;
      expect(await notify(standIns.notification(order_id))).toBe(200);
      expect(await changes()).toBe(1);
    }
  });

  test('a forged, incomplete or unknown notification is refused without a request to Midtrans', async () => {
    const { standIns, notify, changes, order_id } = await ordered('midtrans');
    const right = standIns.notification(order_id);
    expect(await notify({ ...right, signature_key: 'x'.repeat(128) })).toBe(403);
    expect(await notify({ ...right, gross_amount: '1.00' })).toBe(403);
    expect(await notify({ ...right, status_code: '201' })).toBe(403);
    const { signature_key: _, ...unsigned } = right;
    expect(await notify(unsigned)).toBe(400);
    expect(await notify({ ...right, gross_amount: 200_000 })).toBe(400);
    expect(await notify([])).toBe(400);
    expect(await notify(standIns.notification('unknown'))).toBe(404);
    expect(await notify(right, {}, 'xendit')).toBe(404);
    expect(standIns.asked).toHaveLength(1);
    expect(await changes()).toBe(0);
  });

  test.each([
    ['another amount', { gross_amount: '199000.00' }],
    ['parts of a rupiah', { gross_amount: '200000.50' }],
    ['another currency', { currency: 'USD' }],
  ])('a payment of %s is recorded for the operator', async (_what, status) => {
    const { standIns, stores, notify, changes, order_id } = await ordered('midtrans');
    standIns.midtrans = status;
    expect(await notify(standIns.notification(order_id))).toBe(200);
    expect(await changes()).toBe(0);
    expect((await stores.billing.orders.find(order_id)).state).toBe('paid_not_applied');
  });

  test('the time of the settlement counts, in Jakarta time', async () => {
    const { standIns, stores, clock, notify, order_id } = await ordered('midtrans');
    clock.time = new Date('2026-02-04T12:00:00Z');
    standIns.midtrans = { settlement_time: '2026-02-02 19:30:05', transaction_time: '2026-02-02 19:29:00' };
    expect(await notify(standIns.notification(order_id))).toBe(200);
    // Within the 24 hours of the order, although Alir learned of it after them.
    expect(await stores.billing.orders.find(order_id)).toMatchObject({
      state: 'applied',
      paid_at: '2026-02-02T12:30:05.000Z',
    });
  });

  test.each([
    ['refund', { refund_amount: '200000.00' }, 200_000, 'refund'],
    ['partial_refund', { refund_amount: '50000.00' }, 50_000, 'refund'],
    ['chargeback', {}, 200_000, 'chargeback'],
    ['cancel', {}, 0, 'void'],
  ])(
    'a %s is recorded once, and the plan waits for the operator',
    async (transaction_status, more, returned, cause) => {
      const { standIns, stores, notify, changes, order_id } = await ordered('midtrans');
      await notify(standIns.notification(order_id));
      standIns.midtrans = { transaction_status, ...more };
      const sent = standIns.notification(order_id);
      const statuses = await Promise.all(Array.from({ length: 20 }, () => notify(sent)));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await stores.billing.refunds.moneyOf(order_id)).toMatchObject({ held: 0, returned });
      const { state, reason } = await stores.billing.orders.find(order_id);
      expect(state).toBe('attention');
      expect(reason).toContain(`(${cause}). Decide with a refund of the order`);
      // The purchase, and one change of its value.
      expect(await changes()).toBe(2);
    },
  );

  test('a refund of a payment that was not reported is recorded with it, and a forged one changes nothing', async () => {
    const { standIns, stores, notify, order_id } = await ordered('midtrans');
    standIns.midtrans = { transaction_status: 'refund', refund_amount: '200000.00' };
    const sent = standIns.notification(order_id);
    expect(await notify({ ...sent, signature_key: 'x'.repeat(128) })).toBe(403);
    expect((await stores.billing.orders.find(order_id)).state).toBe('pending');
    for (let count = 0; count < 2; count++) expect(await notify(sent)).toBe(200);
    expect((await stores.billing.orders.find(order_id)).state).toBe('refunded');
    expect(await stores.billing.refunds.moneyOf(order_id)).toEqual({
      held: 0,
      applied: 0,
      returned: 200_000,
    });
  });

  test('while Midtrans is down, a notification and an order get 503, and both succeed when repeated', async () => {
    const { standIns, orders, order, notify, changes } = await paidBy('midtrans');
    standIns.isDown = true;
    const { status, code } = await order();
    expect([status, code]).toEqual([503, 'payment_unavailable']);
    standIns.isDown = false;
    const { order_id } = (await order()).data;
    expect(await orders()).toHaveLength(1);
    standIns.isDown = true;
    expect(await notify(standIns.notification(order_id))).toBe(503);
    standIns.isDown = false;
    expect(await notify(standIns.notification(order_id))).toBe(200);
    expect(await changes()).toBe(1);
  });
});

describe('Xendit', () => {
  const token = { 'x-callback-token': CALLBACK_TOKEN };

  test('creates an invoice for an order, and its callback applies it once', async () => {
    const { standIns, order, notify, changes } = await paidBy('xendit');
    const { data } = await order();
    expect(data).toMatchObject({
      payment_url: 'https://checkout.xendit.co/x',
      payment_reference: `inv-${data.order_id}`,
    });
    expect(standIns.asked[0]?.body).toMatchObject({
      amount: 200_000,
      currency: 'IDR',
      invoice_duration: 86_400,
    });
    const paid = standIns.invoice(`inv-${data.order_id}`);
    standIns.xendit = { status: 'PENDING' };
    expect(await notify(paid, token)).toBe(200);
    expect(await changes()).toBe(0);
    standIns.xendit = {};
    const statuses = await Promise.all(Array.from({ length: 50 }, () => notify(paid, token)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await changes()).toBe(1);
  });

  test.each([
    ['', (data: object) => data],
    [' in its wrapped form', (data: object) => ({ event: 'refund.succeeded', data })],
  ])('a refund%s is recorded with the total of the invoice', async (_form, wrapped) => {
    const { standIns, stores, notify, order_id } = await ordered('xendit');
    const invoice_id = `inv-${order_id}`;
    await notify(standIns.invoice(invoice_id), token);
    const sent = { event: 'refund.succeeded', data: wrapped({ id: 'rfd-1', invoice_id, amount: 1 }) };
    const refund = { status: 'SUCCEEDED', currency: 'IDR', amount: 30_000 };
    standIns.refunds = [{ ...refund, status: 'FAILED' }];
    expect(await notify(sent, token)).toBe(200);
    expect(await stores.billing.refunds.moneyOf(order_id)).toMatchObject({ returned: 0 });
    standIns.refunds = [refund, { ...refund, amount: 20_000 }, { ...refund, status: 'PENDING' }];
    for (let count = 0; count < 5; count++) expect(await notify(sent, token)).toBe(200);
    expect(await stores.billing.refunds.moneyOf(order_id)).toMatchObject({
      applied: 150_000,
      returned: 50_000,
    });
    expect(await notify(sent, { 'x-callback-token': 'wrong' })).toBe(403);
    const unknown = { event: 'refund.succeeded', data: { invoice_id: 'inv-unknown' } };
    expect(await notify(unknown, token)).toBe(200);
  });

  test('the time of the payment counts', async () => {
    const { standIns, stores, clock, notify, order_id } = await ordered('xendit');
    clock.time = new Date('2026-02-05T12:00:00Z');
    standIns.xendit = { paid_at: '2026-02-02T13:00:00.000Z' };
    await notify(standIns.invoice(`inv-${order_id}`), token);
    expect(await stores.billing.orders.find(order_id)).toMatchObject({
      state: 'applied',
      paid_at: '2026-02-02T13:00:00.000Z',
    });
  });

  test('an invoice without the amount that was paid was paid in full', async () => {
    const { standIns, stores, notify, order_id } = await ordered('xendit');
    standIns.xendit = { paid_amount: null };
    expect(await notify(standIns.invoice(`inv-${order_id}`), token)).toBe(200);
    expect((await stores.billing.orders.find(order_id)).state).toBe('applied');
  });

  test('a callback with a wrong token, a missing field, an unknown order or another invoice is not applied', async () => {
    const { standIns, notify, changes, order_id } = await ordered('xendit');
    const paid = standIns.invoice(`inv-${order_id}`);
    expect(await notify(paid)).toBe(403);
    expect(await notify(paid, { 'x-callback-token': 'wrong' })).toBe(403);
    expect(await notify({ ...paid, id: undefined }, token)).toBe(400);
    expect(await notify({ ...paid, external_id: 'unknown' }, token)).toBe(404);
    expect(standIns.asked).toHaveLength(1);
    expect(await notify({ ...paid, id: 'inv-of-another' }, token)).toBe(200);
    expect(await changes()).toBe(0);
  });

  test.each([
    ['another amount', { paid_amount: 100_000 }],
    ['another currency', { currency: 'PHP' }],
  ])('a payment of %s is recorded for the operator', async (_what, invoice) => {
    const { standIns, stores, notify, changes, order_id } = await ordered('xendit');
    standIns.xendit = invoice;
    expect(await notify(standIns.invoice(`inv-${order_id}`), token)).toBe(200);
    expect(await changes()).toBe(0);
    expect((await stores.billing.orders.find(order_id)).state).toBe('paid_not_applied');
  });
});

describe('a notification that was lost', () => {
  const HOUR_MS = 3_600_000;

  test.each(['midtrans', 'xendit'] as const)('is made good by asking %s', async (provider) => {
    const { standIns, stores, clock, order, ask } = await paidBy(provider);
    const unpaid = { transaction_status: 'pending', status_code: '201', status: 'PENDING' };
    standIns.midtrans = unpaid;
    standIns.xendit = unpaid;
    const { order_id } = (await order()).data;
    const pass = (hours: number) => clock.pass(hours * HOUR_MS);
    const asked = async (all = false) => {
      const before = standIns.asked.length;
      await ask(all);
      // The server has orders of other tests.
      return standIns.asked.slice(before).filter(({ path }) => path.includes(order_id)).length;
    };
    // Each hour, and at the start of a server.
    expect(await asked()).toBe(0);
    expect(await asked(true)).toBe(1);
    pass(1);
    expect([await asked(), await asked()]).toEqual([1, 0]);
    const paid_at = new Date(clock.time.getTime() + HOUR_MS);
    // At its expiry, and a day later.
    pass(23);
    expect([await asked(), await asked()]).toEqual([1, 0]);
    pass(14);
    expect(await asked()).toBe(0);
    standIns.midtrans = {
      settlement_time: new Date(paid_at.getTime() + 7 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' '),
    };
    standIns.xendit = { paid_at: paid_at.toISOString() };
    const changed = (await ask(true)).filter((each) => each.order_id === order_id);
    expect(changed).toMatchObject([{ state: 'applied', paid_at: paid_at.toISOString() }]);
    pass(10);
    expect(await asked()).toBeGreaterThan(0);
    expect(await asked(true)).toBe(0);
    expect(await stores.billing.orders.find(order_id)).toMatchObject({ state: 'applied', ask_at: null });
  });

  test('of an order that is not paid ends with its expiry', async () => {
    const { standIns, stores, clock, ask, order_id } = await ordered('midtrans');
    standIns.midtrans = { transaction_status: 'pending', status_code: '201' };
    clock.pass(48 * HOUR_MS);
    await ask();
    expect(await stores.ledger.get('order', { order_id })).toMatchObject({ state: 'expired', ask_at: null });
  });

  test.each([
    ['midtrans', { transaction_status: 'partial_refund', refund_amount: '50000.00' }],
    ['xendit', {}],
  ] as const)('of the payment, before that of a part of its refund: %s', async (provider, status) => {
    const { standIns, stores, notify, order_id } = await ordered(provider);
    standIns.midtrans = status;
    standIns.refunds = [{ status: 'SUCCEEDED', currency: 'IDR', amount: 50_000 }];
    const sent =
      provider === 'midtrans'
        ? standIns.notification(order_id)
        : { event: 'refund.succeeded', data: { invoice_id: `inv-${order_id}` } };
    expect(await notify(sent, { 'x-callback-token': CALLBACK_TOKEN })).toBe(200);
    expect(await stores.billing.refunds.moneyOf(order_id)).toEqual({
      held: 0,
      applied: 150_000,
      returned: 50_000,
    });
    expect((await stores.billing.orders.find(order_id)).state).toBe('attention');
  });

  test('does not end because the provider is down', async () => {
    const { standIns, clock, order, ask, changes } = await paidBy('midtrans');
    await order();
    clock.pass(HOUR_MS);
    standIns.isDown = true;
    expect(await ask()).toEqual([]);
    expect(await changes()).toBe(0);
    standIns.isDown = false;
    expect(await ask()).toHaveLength(1);
    expect(await changes()).toBe(1);
  });
});

test.each(['midtrans', 'xendit'] as const)(
  'an order whose checkout was made and whose answer was lost gets one when it is repeated: %s',
  async (provider) => {
    const { standIns, order, orders, notify, changes } = await paidBy(provider);
    standIns.midtrans = { transaction_status: 'pending', status_code: '201' };
    standIns.xendit = { status: 'PENDING' };
    standIns.losesAnswer = true;
    expect((await order()).status).toBe(503);
    standIns.losesAnswer = false;
    const { payment_url } = (await order()).data;
    expect(payment_url).toContain('https://');
    expect(await orders()).toHaveLength(1);
    standIns.midtrans = {};
    standIns.xendit = {};
    const [{ order_id = '', checkout_id } = {}] = await orders();
    const sent =
      provider === 'midtrans'
        ? standIns.notification(checkout_id ?? '')
        : standIns.invoice(`inv-${order_id}`);
    expect(await notify(sent, { 'x-callback-token': CALLBACK_TOKEN })).toBe(200);
    expect(await changes()).toBe(1);
  },
);

test('an order whose checkout was paid and whose answer was lost gets no second one', async () => {
  const { standIns, order } = await paidBy('xendit');
  standIns.losesAnswer = true;
  expect((await order()).status).toBe(503);
  expect((await order()).data).toMatchObject({ state: 'applied', payment_url: null });
  expect(standIns.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a provider without its secrets prevents the start', async () => {
  for (const provider of ['midtrans', 'xendit']) {
    const config = configOf(await temporaryFolder(), { ALIR_PAYMENT_PROVIDER: provider });
    await expect(() => openStores(config, new SetClock())).rejects.toThrow('ALIR_PAYMENT_KEY is not set');
  }
});
