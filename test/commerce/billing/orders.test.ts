import { describe, expect } from 'vitest';
import type { PaymentProvider } from '../../../src/commerce/billing/payments/payment-provider.ts';
import { orderReference } from '../../../src/commerce/billing/prices/order-amounts.ts';
import { AlirError } from '../../../src/core/errors.ts';
import { afterThisTest } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';
import { PROFESSIONAL, Shop, STARTER } from '../../support/shop.ts';
import { TestLedger } from '../../support/test-ledger.ts';

describe('an order', () => {
  test('is found by the reference of a transfer, unless another order has the same', async ({ shop }) => {
    const { orders } = shop.billing;
    const account = await shop.account('starter');
    const { order_id } = await shop.order(account, PROFESSIONAL);
    const reference = orderReference(order_id);
    expect(await orders.idOf(reference.toUpperCase())).toBe(order_id);
    expect(await orders.idOf(order_id)).toBe(order_id);
    await expect(orders.idOf('00000000')).rejects.toThrow('There is no order with the id 00000000.');
    const order = await shop.ledger.get('order', { order_id });
    const other = `${reference}-ffff-4fff-8fff-ffffffffffff`;
    if (order) await shop.ledger.run('create_order', { ...order, order_id: other });
    await expect(orders.idOf(reference)).rejects.toMatchObject({ code: 'unknown_order' });
  });

  test('locks its price for 24 hours, and is applied once it is confirmed', async ({ shop }) => {
    const account = await shop.account('starter');
    shop.pass(10);
    const pending = await shop.order(account, PROFESSIONAL);
    expect(pending).toMatchObject({
      kind: 'upgrade',
      state: 'pending',
      price_idr: 350_000,
      credit_idr: 134_000,
      charge_idr: 216_000,
      expires_at: '2026-01-16T03:00:00.000Z',
    });
    shop.pass(0.9);
    expect((await shop.confirm(pending.order_id)).state).toBe('applied');
    expect(await shop.accounts.withId(account)).toMatchObject({
      plan: 'professional',
      months: 1,
      period_start: '2026-01-16T00:36:00.000Z',
      period_end: '2026-02-15T00:36:00.000Z',
      period_price_idr: 350_000,
    });
    expect(await shop.accounts.changes(account)).toMatchObject([
      { kind: 'created', plan: 'starter', charge_idr: 200_000 },
      {
        kind: 'upgrade',
        order_id: pending.order_id,
        old_plan: 'starter',
        old_period_end: '2026-02-04T03:00:00.000Z',
        plan: 'professional',
        price_idr: 350_000,
        credit_idr: 134_000,
        charge_idr: 216_000,
      },
    ]);
    await expect(() => shop.confirm(pending.order_id)).rejects.toThrow(
      'is applied, so it cannot be confirmed',
    );
    await expect(() => shop.cancel(pending.order_id)).rejects.toThrow(
      'is applied, so it cannot be cancelled',
    );
  });

  test('is returned again for its Idempotency-Key, not for another product', async ({ shop }) => {
    const [account, other] = [await shop.account(), await shop.account()];
    const { orders } = shop.billing;
    const first = await orders.create(account, STARTER, { idempotency_key: 'one' });
    expect((await orders.create(account, STARTER, { idempotency_key: 'one' })).order_id).toBe(first.order_id);
    shop.pass(2);
    expect((await orders.create(account, STARTER, { idempotency_key: 'one' })).order_id).toBe(first.order_id);
    for (const product of [PROFESSIONAL, { ...STARTER, months: 3 } as const, { offer_id: 'none' }]) {
      await expect(orders.create(account, product, { idempotency_key: 'one' })).rejects.toMatchObject({
        code: 'idempotency_conflict',
      });
    }
    expect((await orders.create(other, STARTER, { idempotency_key: 'one' })).order_id).not.toBe(
      first.order_id,
    );
    expect(await orders.of(account)).toHaveLength(1);
    await expect(() => orders.find(first.order_id, other)).rejects.toThrow(
      expect.objectContaining({ code: 'unknown_order' }),
    );
  });

  test('waits for its payment while its price is locked, and for the operator if the payment does not fit', async ({
    shop,
  }) => {
    const { orders } = shop.billing;
    const account = await shop.account();
    const [first, second] = [await shop.order(account, STARTER), await shop.order(account, PROFESSIONAL)];
    const waiting = async () => (await orders.waiting()).map(({ order_id }) => order_id).toSorted();
    expect(await waiting()).toEqual([first.order_id, second.order_id].toSorted());
    await shop.confirm(second.order_id, { amount_idr: 1 });
    shop.pass(1);
    expect(await waiting()).toEqual([second.order_id]);
    expect((await orders.all()).map(({ state }) => state).toSorted()).toEqual([
      'expired',
      'paid_not_applied',
    ]);
    expect(await orders.unsettled(account)).toMatchObject({
      open: [],
      undecided: [{ order_id: second.order_id }],
    });
  });

  test('is refused after 20 pending orders', async ({ shop, account }) => {
    for (let count = 0; count < 20; count++) await shop.order(account, STARTER);
    await expect(shop.order(account, STARTER)).rejects.toMatchObject({ code: 'too_many_orders' });
    shop.pass(1);
    await shop.order(account, STARTER);
  });

  test('that credit covers is applied immediately, with the provider credit', async ({ shop }) => {
    const account = await shop.account('starter', 3);
    await expect(shop.order(account, PROFESSIONAL)).rejects.toMatchObject({ code: 'forfeit_not_confirmed' });
    const { forfeited_idr } = await shop.billing.orders.quote(account, PROFESSIONAL);
    const applied = await shop.order(account, PROFESSIONAL, forfeited_idr);
    expect(applied).toMatchObject({
      state: 'applied',
      charge_idr: 0,
      credit_idr: 350_000,
      provider: 'credit',
    });
    expect((await shop.accounts.withId(account)).plan).toBe('professional');
  });

  test('that is cancelled is not applied; a later payment waits for a refund', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    expect((await shop.cancel(order_id)).state).toBe('cancelled');
    const paid = await shop.pay({ order_id, payment_reference: 'x', amount_idr: 200_000 });
    expect(paid).toMatchObject({
      state: 'paid_not_applied',
      reason: 'The order was cancelled before the payment.',
    });
    expect(await shop.confirm(order_id)).toMatchObject({ state: 'paid_not_applied', reason: paid.reason });
    expect((await shop.accounts.withId(account)).plan).toBe('free');
    expect((await shop.cancel(order_id)).state).toBe('refunded');
    await expect(() => shop.confirm(order_id)).rejects.toThrow('is refunded');
    expect((await shop.pay({ order_id, payment_reference: 'x', amount_idr: 200_000 })).state).toBe(
      'refunded',
    );
  });
});

test('repeating an expired order with its Idempotency-Key creates no new payment page', async () => {
  const asked: string[] = [];
  let isDown = true;
  const provider: PaymentProvider = {
    name: 'midtrans',
    async request({ order_id }) {
      asked.push(order_id);
      if (isDown) throw new AlirError('payment_unavailable', 'The provider is down.');
      return { payment_url: 'https://pay.example', payment_reference: 'token', checkout_id: order_id };
    },
    reportsOf: async () => [],
    ask: async () => [],
  };
  const shop = await Shop.open(provider);
  const account = await shop.account();
  const send = () => shop.billing.orders.create(account, STARTER, { idempotency_key: 'same' });
  await expect(send()).rejects.toMatchObject({ code: 'payment_unavailable' });
  isDown = false;
  shop.pass(1);
  expect(await send()).toMatchObject({ payment_url: null, expires_at: '2026-01-06T03:00:00.000Z' });
  expect(asked).toHaveLength(1);
});

describe('a payment that no longer fits is recorded, and the account does not change', () => {
  test('when it is late; the operator can still apply it', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    shop.pass(1);
    expect(await shop.confirm(order_id)).toMatchObject({
      state: 'paid_not_applied',
      reason: 'The payment arrived after the locked price expired.',
    });
    expect(await shop.accounts.changes(account)).toHaveLength(1);
    expect((await shop.confirm(order_id)).state).toBe('paid_not_applied');
    expect((await shop.confirm(order_id, { isAccepted: true })).state).toBe('applied');
    expect(await shop.billing.payments.of(order_id)).toHaveLength(1);
    expect((await shop.accounts.withId(account)).plan).toBe('starter');
  });

  test.for([
    [199_999, 'The amount to pay was IDR 200000, but IDR 199999 was paid.'],
    [200_001, 'The amount to pay was IDR 200000, but IDR 200001 was paid.'],
    [null, 'The amount to pay was IDR 200000, but another currency was paid.'],
  ] as const)('when another amount came: %s', async ([amount_idr, reason], { shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    const paid = await shop.pay({ order_id, payment_reference: 'x', amount_idr });
    expect(paid).toMatchObject({ state: 'paid_not_applied', reason, paid_idr: amount_idr });
    expect((await shop.accounts.withId(account)).plan).toBe('free');
  });

  test('when another order was paid first', async ({ shop }) => {
    const account = await shop.account('starter');
    const first = await shop.order(account, PROFESSIONAL);
    const second = await shop.order(account, { plan: 'advanced', months: 1 });
    const renewal = await shop.order(account, STARTER);
    expect((await shop.confirm(first.order_id)).state).toBe('applied');
    expect(await shop.confirm(second.order_id)).toMatchObject({
      state: 'paid_not_applied',
      reason:
        'The price includes a credit for an earlier period, and that period changed before the payment.',
    });
    expect(await shop.confirm(renewal.order_id)).toMatchObject({
      state: 'paid_not_applied',
      reason: expect.stringContaining('Until then you can renew or upgrade it'),
    });
    expect((await shop.accounts.withId(account)).plan).toBe('professional');
  });

  test('when a renewal was paid first, because it changes the credit', async ({ shop }) => {
    const account = await shop.account('starter');
    const upgrade = await shop.order(account, PROFESSIONAL);
    const renewal = await shop.order(account, STARTER);
    expect((await shop.confirm(renewal.order_id)).state).toBe('applied');
    expect((await shop.confirm(upgrade.order_id)).reason).toBe(
      'The price includes a credit for an earlier period, and that period changed before the payment.',
    );
    // 60 days of 400,000 are worth more than 350,000.
    expect((await shop.order(account, PROFESSIONAL, 50_000)).charge_idr).toBe(0);
  });

  test('when an order is paid twice, the second payment is also recorded', async ({ shop }) => {
    const { orders } = shop.billing;
    const { order_id } = await shop.order(await shop.account(), STARTER);
    for (const payment_reference of ['a', 'a', 'b'])
      await shop.pay({ order_id, payment_reference, amount_idr: 200_000 });
    expect(await orders.find(order_id)).toMatchObject({ state: 'applied', payment_reference: 'a' });
    expect((await shop.billing.payments.of(order_id)).map((payment) => payment.payment_reference)).toEqual([
      'a',
      'b',
    ]);
  });

  test('when renewals together would pass 180 days', async ({ shop }) => {
    const account = await shop.account('starter', 3);
    const quarter = { plan: 'starter', months: 3 } as const;
    const [one, two] = [await shop.order(account, quarter), await shop.order(account, quarter)];
    expect((await shop.confirm(one.order_id)).state).toBe('applied');
    expect(await shop.confirm(two.order_id)).toMatchObject({ state: 'paid_not_applied' });
    expect((await shop.accounts.withId(account)).period_end).toBe('2026-07-04T03:00:00.000Z');
    shop.pass(90);
    // It was paid within its 24 hours, and fits now.
    expect((await shop.confirm(two.order_id)).state).toBe('applied');
    expect((await shop.accounts.withId(account)).period_end).toBe('2026-10-02T03:00:00.000Z');
  });

  test('when a purchase has become a renewal', async ({ shop, account }) => {
    const [one, two] = [await shop.order(account, STARTER), await shop.order(account, STARTER)];
    expect((await shop.confirm(one.order_id)).state).toBe('applied');
    expect((await shop.confirm(two.order_id)).reason).toBe(
      'The order type was purchase, but the subscription changed before the payment and the type would now be renewal.',
    );
  });
});

describe('an offer', () => {
  const terms = { units: 500_000, requests_per_minute: 900, keys: 40, price_idr: 2_000_000, days: 45 };

  test('ends in the future', async ({ shop, account }) => {
    const now = shop.clock.now();
    const until = (expires_at: Date) => shop.billing.offers.create(account, terms, false, expires_at);
    await expect(until(now)).rejects.toMatchObject({ code: 'invalid_request' });
    const later = new Date(now.getTime() + 1);
    expect(await until(later)).toMatchObject({ expires_at: later.toISOString() });
  });

  test('is for one account, can be taken once, and sets its own limits', async ({ shop }) => {
    const [account, other] = [await shop.account(), await shop.account()];
    const { offers } = shop.billing;
    const { offer_id } = await offers.create(account, terms, false);
    expect(await offers.openTo(other)).toEqual([]);
    await expect(shop.order(other, { offer_id })).rejects.toMatchObject({ code: 'unknown_offer' });
    const [one, two] = [await shop.order(account, { offer_id }), await shop.order(account, { offer_id })];
    expect((await shop.confirm(one.order_id)).state).toBe('applied');
    expect(await shop.accounts.withId(account)).toMatchObject({
      plan: 'custom',
      units: 500_000,
      requests_per_minute: 900,
      keys: 40,
      period_end: '2026-02-19T03:00:00.000Z',
    });
    expect((await shop.confirm(two.order_id)).reason).toBe('Another order already accepted the offer.');
    expect(await offers.openTo(account)).toEqual([]);
    await expect(shop.order(account, { offer_id })).rejects.toMatchObject({ code: 'unknown_offer' });
  });

  test('that recurs creates the next offer when it is paid, which extends the period', async ({ shop }) => {
    const account = await shop.account('starter');
    const { offers } = shop.billing;
    const expires_at = new Date('2026-01-07T00:00:00Z');
    await offers.create(account, terms, true, expires_at);
    shop.pass(1);
    for (const end of ['2026-02-20', '2026-04-06']) {
      const [open] = await offers.openTo(account);
      const { order_id } = await shop.order(account, { offer_id: open?.offer_id ?? '' });
      expect(await offers.openTo(account)).toHaveLength(1);
      expect((await shop.confirm(order_id)).state).toBe('applied');
      expect(await offers.openTo(account)).toHaveLength(1);
      expect((await shop.accounts.withId(account)).period_end).toBe(`${end}T03:00:00.000Z`);
      shop.pass(1);
    }
    expect((await shop.accounts.changes(account)).map(({ kind }) => kind)).toEqual([
      'created',
      'upgrade',
      'renewal',
    ]);
    const [third] = await offers.openTo(account);
    // Only the first one had to be accepted until a time.
    expect(third).toMatchObject({ ...terms, expires_at: null, taken_by: null });
    await expect(shop.order(account, { offer_id: third?.offer_id ?? '' })).rejects.toMatchObject({
      code: 'renewal_too_long',
    });
  });
});

test('the subscription history cannot be changed or deleted', async ({ folder }) => {
  const test_ledger = await TestLedger.create(`${folder}/ledger.sqlite`);
  const ledger = await test_ledger.open();
  afterThisTest(() => ledger.close());
  await new Shop(ledger).account('starter');
  await expect(test_ledger.write("UPDATE subscription_change SET plan = 'advanced'")).rejects.toThrow(
    'never changed',
  );
  await expect(test_ledger.write('DELETE FROM subscription_change')).rejects.toThrow('never deleted');
});
