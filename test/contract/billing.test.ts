import { describe, expect } from 'vitest';
import { orderSchema } from '../../src/api/endpoints/account/billing-schemas.ts';
import { customer, STARTER } from '../support/customer.ts';
import { testWithSharedAlir as test } from '../support/fixtures.ts';

describe('plans', () => {
  test('are public; offers are visible to their account only', async ({ alir }) => {
    const [mine, other] = [await customer(alir), await customer(alir)];
    const terms = { units: 9, requests_per_minute: 8, keys: 7, price_idr: 6, days: 5 };
    const offer = await alir.stores.billing.offers.create(mine.account_id, terms, true);
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
  test('cost nothing, also when the quota is used up', async ({ alir }) => {
    const me = await customer(alir);
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
    await alir.stores.billing.payments.confirm(order_id, {}, 'operator');
    const renewal = (await me.post('/billing/quotes', STARTER)).body.data;
    expect(renewal).toMatchObject({ kind: 'renewal', refills_quota: false });
    expect(renewal.note).toBe('The payment extends the period. It does not refill the quota.');
  });

  test('state that a renewal does not refill a used-up quota', async ({ alir }) => {
    const me = await customer(alir);
    const terms = { units: 2, requests_per_minute: 1000, keys: 1, price_idr: 1000, days: 30 };
    await alir.stores.billing.offers.create(me.account_id, terms, true);
    const next = async () => ({ offer_id: (await me.get('/billing/plans')).body.data.offers[0].offer_id });
    const { order_id } = (await me.order(await next())).body.data;
    await alir.stores.billing.payments.confirm(order_id, {}, 'operator');
    const ask = () => me.get('/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05');
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 403]);
    const { note } = (await me.post('/billing/quotes', await next())).body.data;
    expect(note).toBe(
      'The payment extends the period. It does not refill the quota. The units of this cycle are used up. To get more units before 2026-03-04T12:00:00.000Z, upgrade the plan or ask for a custom offer.',
    );
  });

  test('have no identifier with a NUL character, which PostgreSQL refuses', async ({ alir }) => {
    const me = await customer(alir);
    const order = await me.get('/billing/orders/%00');
    const quote = await me.post('/billing/quotes', { offer_id: 'a\u0000' });
    for (const { status, body } of [order, quote]) {
      expect(['unknown_order', 'unknown_offer', 'invalid_request']).toContain(body.code);
      expect([400, 404]).toContain(status);
    }
  });

  test('are listed per account, newest first, and repeated by their Idempotency-Key', async ({ alir }) => {
    const [me, other] = [await customer(alir), await customer(alir)];
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
    const me = await customer(alir);
    const { order_id } = (await me.order({ plan: 'starter', months: 3 })).body.data;
    await alir.stores.billing.payments.confirm(order_id, {}, 'operator');
    const wanted = { plan: 'professional', months: 1 };
    // 90 of 90 days of 498,000 are more than 350,000.
    expect((await me.post('/billing/quotes', wanted)).body.data).toMatchObject({
      charge_idr: 0,
      due_idr: 0,
      forfeited_idr: 148_000,
      replaced_period_end: '2026-05-03T12:00:00.000Z',
      replaced_price_idr: 498_000,
      note: 'The new period and the new quota start as soon as you pay. The order replaces the current period, which runs until 2026-05-03T12:00:00.000Z, which is later than the end of the new period, and cost IDR 498000, which is more than the new price. The unused part of the current period is worth IDR 148000 more than the price. This difference is not refunded.',
    });
    const refused = await me.order(wanted);
    expect([refused.status, refused.body.code]).toEqual([409, 'forfeit_not_confirmed']);
    expect(refused.body.error).toContain('accept_forfeit_idr: 148000');
    expect((await me.order({ ...wanted, accept_forfeit_idr: 147_999 })).body.code).toBe(
      'forfeit_not_confirmed',
    );
    const upgrade = (await me.order({ ...wanted, accept_forfeit_idr: 148_000 })).body.data;
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
    const me = await customer(alir);
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
    const me = await customer(alir);
    await alir.stores.billing.payments.confirm(
      (await me.order({ plan: 'advanced', months: 6 })).body.data.order_id,
      {},
      'operator',
    );
    const downgrade = await me.order(STARTER);
    expect([downgrade.status, downgrade.body.code]).toEqual([409, 'downgrade_refused']);
    const renewal = await me.post('/billing/quotes', { plan: 'advanced', months: 6 });
    expect([renewal.status, renewal.body.code]).toEqual([409, 'renewal_too_long']);
  });
});
