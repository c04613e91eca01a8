import { connect } from 'node:net';
import { describe, expect } from 'vitest';
import { orderSchema } from '../../src/api/endpoints/billing-schemas.ts';
import { startServer } from '../../src/server/main.ts';
import { openStores } from '../../src/server/stores.ts';
import {
  type Answer,
  afterThisTest,
  configOf,
  SetClock,
  type TestAlir,
  temporaryFolder,
} from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { counters } from '../support/metering.ts';
import { CALLBACK_TOKEN, PaymentStandIns, SERVER_KEY, XENDIT_KEY } from '../support/payment-stand-ins.ts';

const STARTER = { plan: 'starter', months: 1 };
let made = 0;

/** An account on Free, and requests with its key. */
function customer(alir: TestAlir) {
  const { account, api_key, mcp_key } = alir.stores.accounts.create(`${made++}@example.com`, 'free', 1);
  const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  return {
    account_id: account.account_id,
    api_key,
    mcp_key,
    get: (path: string) => alir.request(path, { headers }),
    post: (path: string, body: unknown, more: Record<string, string> = {}) =>
      alir.request(path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }),
    delete: (path: string) =>
      alir.request(path, { method: 'DELETE', headers: { authorization: headers.authorization } }),
    order(body: unknown, key = `key ${made++}`): Promise<Answer> {
      return this.post('/billing/orders', body, { 'idempotency-key': key });
    },
  };
}

describe('plans', () => {
  test('are public; offers are visible to their account only', async ({ alir }) => {
    const [mine, other] = [customer(alir), customer(alir)];
    const terms = { units: 9, requests_per_minute: 8, keys: 7, price_idr: 6, days: 5 };
    const offer = alir.stores.billing.offers.create(mine.account_id, terms, true);
    const stranger = await fetch(`${await alir.url()}/billing/plans`);
    expect(stranger.status).toBe(200);
    const { data } = (await stranger.json()) as any;
    expect(data.offers).toEqual([]);
    expect(data.plans).toHaveLength(9);
    expect(data.plans[3]).toEqual({
      plan: 'professional',
      months: 1,
      days: 30,
      price_idr: 350_000,
      units_per_cycle: 100_000,
      requests_per_minute: 300,
      keys: 10,
    });
    expect((await other.get('/billing/plans')).body.data.offers).toEqual([]);
    expect((await mine.get('/billing/plans')).body.data.offers).toEqual([
      {
        offer_id: offer.offer_id,
        days: 5,
        price_idr: 6,
        units_per_cycle: 9,
        requests_per_minute: 8,
        keys: 7,
        is_recurring: true,
      },
    ]);
    const wrong = await alir.request('/billing/plans', { headers: { authorization: 'Bearer alir_live_no' } });
    expect(wrong.status).toBe(401);
  });
});

describe('quotes and orders', () => {
  test('cost nothing, also when the quota is used up, and state that a renewal does not refill it', async ({
    alir,
  }) => {
    const me = customer(alir);
    const quoted = await me.post('/billing/quotes', STARTER);
    expect(quoted.headers.get('x-request-cost')).toBe('0');
    expect(quoted.body.data).toMatchObject({
      kind: 'purchase',
      charge_idr: 200_000,
      period_start: '2026-02-02T12:00:00.000Z',
      period_end: '2026-03-04T12:00:00.000Z',
      refills_quota: true,
    });
    const { order_id } = (await me.order(STARTER)).body.data;
    alir.stores.billing.orders.confirm(order_id);
    const renewal = (await me.post('/billing/quotes', STARTER)).body.data;
    expect(renewal).toMatchObject({ kind: 'renewal', refills_quota: false });
    expect(renewal.note).toBe('The payment extends the period. It does not refill the quota.');
  });

  test('state that a renewal does not refill a used-up quota', async ({ alir }) => {
    const me = customer(alir);
    const terms = { units: 2, requests_per_minute: 1000, keys: 1, price_idr: 1000, days: 30 };
    alir.stores.billing.offers.create(me.account_id, terms, true);
    const next = async () => ({ offer_id: (await me.get('/billing/plans')).body.data.offers[0].offer_id });
    const { order_id } = (await me.order(await next())).body.data;
    alir.stores.billing.orders.confirm(order_id);
    const ask = () => me.get('/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05');
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 403]);
    const { note } = (await me.post('/billing/quotes', await next())).body.data;
    expect(note).toBe(
      'The payment extends the period. It does not refill the quota. The units of this cycle are used up. To get more units before 2026-03-04T12:00:00.000Z, upgrade the plan or ask for a custom offer.',
    );
  });

  test('are listed per account, newest first, and repeated by their Idempotency-Key', async ({ alir }) => {
    const [me, other] = [customer(alir), customer(alir)];
    const first = (await me.order(STARTER, 'same')).body.data;
    expect(first).toMatchObject({
      kind: 'purchase',
      state: 'pending',
      provider: 'manual',
      payment_url: null,
    });
    expect(Object.keys(first)).not.toContain('account_id');
    alir.clock.time = new Date('2026-02-02T13:00:00Z');
    const second = (await me.order({ plan: 'advanced', months: 6 })).body.data;
    expect((await me.order(STARTER, 'same')).body.data).toEqual(first);
    expect((await me.order({ plan: 'advanced' }, 'same')).body).toMatchObject({
      code: 'idempotency_conflict',
    });
    const listed = (await me.get('/billing/orders')).body.data;
    expect(listed.map((order: any) => order.order_id)).toEqual([second.order_id, first.order_id]);
    expect((await me.get(`/billing/orders/${first.order_id}`)).body.data).toEqual(first);
    expect((await other.get(`/billing/orders/${first.order_id}`)).status).toBe(404);
    alir.clock.time = new Date('2026-02-03T12:00:00Z');
    expect((await me.get(`/billing/orders/${first.order_id}`)).body.data.state).toBe('expired');
  });

  test('show the provider: an upgrade that credit covers has the provider credit', async ({ alir }) => {
    const me = customer(alir);
    const { order_id } = (await me.order({ plan: 'starter', months: 3 })).body.data;
    alir.stores.billing.orders.confirm(order_id);
    const upgrade = (await me.order({ plan: 'professional', months: 1 })).body.data;
    expect(upgrade).toMatchObject({ state: 'applied', provider: 'credit', charge_idr: 0, payment_url: null });
    const listed = (await me.get('/billing/orders')).body.data;
    const providers = listed.map((each: any) => orderSchema.parse(each).provider);
    expect(providers.toSorted()).toEqual(['credit', 'manual']);
  });

  test.for([
    [{}, 'plan'],
    [{ plan: 'free' }, 'plan'],
    [{ plan: 'starter', months: 2 }, 'months'],
    [{ plan: 'starter', offer_id: 'x' }, 'plan'],
    [{ months: 3 }, 'plan'],
    [{ plan: 'starter', price: 1 }, 'price'],
    [{ plan: 'starter', idempotency_key: 'x' }, 'idempotency_key'],
    [[], ''],
  ] as const)('of an unknown product are refused: %j', async ([body, field], { alir }) => {
    const me = customer(alir);
    for (const answer of [await me.post('/billing/quotes', body), await me.order(body)]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors.map((problem: any) => problem.field)).toContain(
        field || answer.body.errors[0].field,
      );
    }
    const { status, body: said } = await me.post('/billing/orders', STARTER);
    expect([status, said.errors]).toEqual([
      400,
      [{ field: 'idempotency_key', message: expect.stringContaining('is required: send a header') }],
    ]);
  });

  test('against the rules get 409 with the next step', async ({ alir }) => {
    const me = customer(alir);
    alir.stores.billing.orders.confirm((await me.order({ plan: 'advanced', months: 6 })).body.data.order_id);
    const downgrade = await me.order(STARTER);
    expect([downgrade.status, downgrade.body.code]).toEqual([409, 'downgrade_refused']);
    const renewal = await me.post('/billing/quotes', { plan: 'advanced', months: 6 });
    expect([renewal.status, renewal.body.code]).toEqual([409, 'renewal_too_long']);
  });
});

/** A server that is paid by Midtrans or Xendit, and a customer's order there. */
async function paidBy(provider: 'midtrans' | 'xendit') {
  const standIns = await PaymentStandIns.start();
  const config = configOf(await temporaryFolder(), {
    ALIR_PAYMENT_PROVIDER: provider,
    ALIR_PAYMENT_KEY: provider === 'midtrans' ? SERVER_KEY : XENDIT_KEY,
    ALIR_PAYMENT_CALLBACK_TOKEN: CALLBACK_TOKEN,
  });
  const stores = openStores(config, new SetClock(), standIns.send);
  const server = await startServer(stores);
  afterThisTest(() => server.close());
  const { account, api_key } = stores.accounts.create('payer@example.com', 'free', 1);
  const order = async (key = 'one') => {
    const response = await fetch(`${server.url}/billing/orders`, {
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
    const response = await fetch(`${server.url}/billing/notifications/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    return response.status;
  };
  return {
    standIns,
    stores,
    order,
    notify,
    changes: () => stores.accounts.changes(account.account_id).length - 1,
  };
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
    expect(changes()).toBe(0);
    standIns.midtrans = {};
    const statuses = await Promise.all(
      Array.from({ length: 50 }, () => notify(standIns.notification(order_id))),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(changes()).toBe(1);
    // An old one that comes late.
    expect(
      await notify(standIns.notification(order_id, { transaction_status: 'pending', status_code: '201' })),
    ).toBe(200);
    expect(changes()).toBe(1);
    expect(stores.billing.orders.find(order_id)).toMatchObject({
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
    const { standIns, order, notify, changes } = await paidBy('midtrans');
    const { order_id } = (await order()).data;
    const sent = standIns.notification(order_id);
    standIns.midtrans = status;
    expect(await notify(sent)).toBe(200);
    expect(changes()).toBe(0);
  });

  test('10 simultaneous orders with the same Idempotency-Key are one order with one page', async () => {
    const { standIns, stores, order } = await paidBy('midtrans');
    const answers = await Promise.all(Array.from({ length: 10 }, () => order('same')));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(stores.billing.orders.all()).toHaveLength(1);
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
      const { standIns, order, notify, changes } = await paidBy('midtrans');
      const { order_id } = (await order()).data;
      standIns.midtrans = status;
      expect(await notify(standIns.notification(order_id))).toBe(200);
      expect(changes()).toBe(1);
    }
  });

  test('a forged, incomplete or unknown notification is refused without a request to Midtrans', async () => {
    const { standIns, order, notify, changes } = await paidBy('midtrans');
    const { order_id } = (await order()).data;
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
    expect(changes()).toBe(0);
  });

  test.each([
    ['another amount', { gross_amount: '199000.00' }],
    ['parts of a rupiah', { gross_amount: '200000.50' }],
    ['another currency', { currency: 'USD' }],
  ])('a payment of %s is recorded for the operator', async (_what, status) => {
    const { standIns, stores, order, notify, changes } = await paidBy('midtrans');
    const { order_id } = (await order()).data;
    standIns.midtrans = status;
    expect(await notify(standIns.notification(order_id))).toBe(200);
    expect(changes()).toBe(0);
    expect(stores.billing.orders.find(order_id).state).toBe('paid_not_applied');
  });

  test('while Midtrans is down, a notification and an order get 503, and both succeed when repeated', async () => {
    const { standIns, stores, order, notify, changes } = await paidBy('midtrans');
    standIns.isDown = true;
    const { status, code } = await order();
    expect([status, code]).toEqual([503, 'payment_unavailable']);
    standIns.isDown = false;
    const { order_id } = (await order()).data;
    expect(stores.billing.orders.all()).toHaveLength(1);
    standIns.isDown = true;
    expect(await notify(standIns.notification(order_id))).toBe(503);
    standIns.isDown = false;
    expect(await notify(standIns.notification(order_id))).toBe(200);
    expect(changes()).toBe(1);
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
    expect(changes()).toBe(0);
    standIns.xendit = {};
    const statuses = await Promise.all(Array.from({ length: 50 }, () => notify(paid, token)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(changes()).toBe(1);
  });

  test('a callback with a wrong token, a missing field, an unknown order or another invoice is not applied', async () => {
    const { standIns, order, notify, changes } = await paidBy('xendit');
    const { order_id } = (await order()).data;
    const paid = standIns.invoice(`inv-${order_id}`);
    expect(await notify(paid)).toBe(403);
    expect(await notify(paid, { 'x-callback-token': 'wrong' })).toBe(403);
    expect(await notify({ ...paid, id: undefined }, token)).toBe(400);
    expect(await notify({ ...paid, external_id: 'unknown' }, token)).toBe(404);
    expect(standIns.asked).toHaveLength(1);
    expect(await notify({ ...paid, id: 'inv-of-another' }, token)).toBe(200);
    expect(changes()).toBe(0);
  });

  test.each([
    ['another amount', { paid_amount: 100_000 }],
    ['another currency', { currency: 'PHP' }],
  ])('a payment of %s is recorded for the operator', async (_what, invoice) => {
    const { standIns, stores, order, notify, changes } = await paidBy('xendit');
    const { order_id } = (await order()).data;
    standIns.xendit = invoice;
    expect(await notify(standIns.invoice(`inv-${order_id}`), token)).toBe(200);
    expect(changes()).toBe(0);
    expect(stores.billing.orders.find(order_id).state).toBe('paid_not_applied');
  });
});

test('a provider without its secrets prevents the start', async () => {
  for (const provider of ['midtrans', 'xendit']) {
    const config = configOf(await temporaryFolder(), { ALIR_PAYMENT_PROVIDER: provider });
    expect(() => openStores(config, new SetClock())).toThrow('ALIR_PAYMENT_KEY is not set');
  }
});

describe('an MCP key', () => {
  test('reads data and plans, and is refused keys and orders', async ({ alir }) => {
    const me = customer(alir);
    const { order_id } = (await me.order(STARTER)).body.data;
    const [key] = (await me.get('/account/keys')).body.data;
    // The plan allows ten requests a minute.
    const pass = () => {
      alir.clock.elapsed_ms += 60_000;
    };
    const headers = { authorization: `Bearer ${me.mcp_key}`, 'content-type': 'application/json' };
    const json = JSON.stringify(STARTER);
    const refused: [string, string, string?][] = [
      ['GET', '/account/keys'],
      ['POST', '/account/keys', '{"name":"mine"}'],
      ['DELETE', `/account/keys/${key.key_id}`],
      ['POST', '/billing/quotes', json],
      ['POST', '/billing/orders', json],
      ['GET', '/billing/orders'],
      ['GET', `/billing/orders/${order_id}`],
    ];
    for (const [method, path, body] of refused) {
      pass();
      const init = { method, headers: { ...headers, 'idempotency-key': 'mine' }, ...(body ? { body } : {}) };
      if (!body) delete (init.headers as any)['content-type'];
      const answer = await alir.request(path, init);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'key_not_allowed']);
      expect(answer.headers.get('x-monthly-remaining')).toBe('5');
    }
    pass();
    for (const path of [
      '/billing/plans',
      '/usage',
      '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05',
    ]) {
      expect((await alir.request(path, { headers })).status, path).toBe(200);
    }
    expect((await me.get('/account/keys')).body.data.every((each: any) => each.revoked_at === null)).toBe(
      true,
    );
    expect((await me.get('/billing/orders')).body.data).toHaveLength(1);
  });
});

describe('keys of an account', () => {
  test('are listed, created up to the limit of the plan, and revoked', async ({ alir }) => {
    const [me, other] = [customer(alir), customer(alir)];
    expect((await me.post('/account/keys', { name: 'second' })).body).toMatchObject({
      code: 'key_limit_reached',
    });
    alir.stores.billing.orders.confirm((await me.order(STARTER)).body.data.order_id);
    const made = await me.post('/account/keys', { name: 'second' });
    expect(made.status).toBe(200);
    expect((await me.post('/account/keys', { name: 'third' })).status).toBe(200);
    // Three of Starter; the MCP key does not count.
    expect((await me.post('/account/keys', { name: 'fourth' })).status).toBe(409);
    expect((await me.post('/account/keys', { name: '\n' })).status).toBe(400);
    const { data: keys } = (await me.get('/account/keys')).body;
    expect(keys.map(({ name, kind }: any) => `${name} ${kind}`).toSorted()).toEqual([
      'default api',
      'mcp mcp',
      'second api',
      'third api',
    ]);
    expect(JSON.stringify(keys)).not.toContain(me.api_key);
    const own = keys.find(({ is_calling_key }: any) => is_calling_key);
    expect((await me.delete(`/account/keys/${own.key_id}`)).body).toMatchObject({ code: 'key_in_use' });
    expect((await other.delete(`/account/keys/${own.key_id}`)).status).toBe(404);
    expect((await me.delete(`/account/keys/${made.body.data.key_id}`)).body.data.revoked_at).not.toBeNull();
    const revoked = { authorization: `Bearer ${made.body.data.api_key}` };
    expect((await alir.request('/usage', { headers: revoked })).status).toBe(401);
    expect((await me.delete(`/account/keys/${own.key_id}?even_if_in_use=yes`)).status).toBe(200);
    expect((await me.get('/usage')).status).toBe(401);
    expect(
      (await alir.request('/usage', { headers: { authorization: `Bearer ${me.mcp_key}` } })).status,
    ).toBe(200);
  });
});

test('a key that is revoked while its request body arrives creates no new key', async ({ alir }) => {
  const me = customer(alir);
  alir.stores.billing.orders.confirm((await me.order(STARTER)).body.data.order_id);
  const [own] = alir.stores.accounts.keys(me.account_id).filter(({ kind }) => kind === 'api');
  const { hostname, port } = new URL(await alir.url());
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ name: 'late' });
  const head = `POST /account/keys HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${me.api_key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
  socket.write(head);
  await expect.poll(async () => (await me.get('/usage')).status).toBe(200);
  alir.stores.accounts.revokeKey(own?.key_id ?? '');
  socket.write(body);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(alir.stores.accounts.keys(me.account_id)).toHaveLength(2);
});

test('while a plan changes under 64 clients, each request counts in one period and its headers are of one plan', async ({
  alir,
}) => {
  const terms = { units: 100_000, requests_per_minute: 100_000, keys: 1, price_idr: 0, days: 30 };
  const me = customer(alir);
  const { offers, orders } = alir.stores.billing;
  const take = async (units: number) => {
    const { offer_id } = offers.create(me.account_id, { ...terms, units, requests_per_minute: units }, false);
    expect((await orders.create(me.account_id, { offer_id }, `key ${made++}`)).state).toBe('applied');
  };
  await take(100_000);
  let sent = 0;
  let answered = 0;
  const windows = new Set<string>();
  const client = async () => {
    while (sent < 3000) {
      sent += 1;
      const { status, headers } = await me.get('/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05');
      expect(status).toBe(200);
      answered += 1;
      const [rate, month] = ['x-ratelimit-limit', 'x-monthly-limit'].map((name) => headers.get(name));
      expect(rate).toBe(month);
      expect(Number(headers.get('x-monthly-remaining'))).toBeLessThan(Number(month));
      windows.add(String(month));
    }
  };
  const changing = async () => {
    for (let change = 1; change <= 5; change++) {
      while (sent < change * 500) await new Promise((resolve) => setTimeout(resolve, 1));
      await take(100_000 + change);
    }
  };
  await Promise.all([...Array.from({ length: 64 }, client), changing()]);
  expect(windows.size).toBe(6);
  expect(counters(alir.stores.folders.ledgerFile, me.account_id)).toEqual({
    account: answered,
    keys: answered,
  });
});
