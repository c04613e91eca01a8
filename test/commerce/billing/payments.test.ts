import { describe, expect } from 'vitest';
import { ALL_TIMES } from '../../../src/commerce/accounts/audit-log.ts';
import { entitlementAt } from '../../../src/commerce/accounts/entitlement.ts';
import { ordersInForce } from '../../../src/commerce/accounts/subscriptions.ts';
import type { PlanMonths } from '../../../src/core/commerce-terms.ts';
import { test } from '../../support/fixtures.ts';
import type { Shop } from '../../support/shop.ts';
import { ADVANCED, CHANGE, PROFESSIONAL, STARTER } from '../../support/shop.ts';

// All amounts in rupiah were worked out by hand.

const OFFER = { units: 500_000, requests_per_minute: 900, keys: 40, price_idr: 1_000_000, days: 45 };

const at = (shop: Shop, time: string) => {
  shop.clock.time = new Date(time);
};

test('parts that the operator states without a reference have numbers', async ({ shop }) => {
  const { order_id } = await shop.order(await shop.account(), PROFESSIONAL);
  for (let part = 0; part < 3; part++) await shop.confirm(order_id, { amount_idr: 1000 });
  const references = (await shop.billing.payments.of(order_id)).map((each) => each.payment_reference);
  const named = 'confirmed by the operator';
  expect(references).toEqual([named, `${named}, 2`, `${named}, 3`]);
  await shop.void(order_id, { payment_reference: `${named}, 2` });
  await shop.confirm(order_id, { amount_idr: 1000 });
  expect((await shop.billing.payments.of(order_id)).at(-1)?.payment_reference).toBe(`${named}, 4`);
});

describe('an order is judged as of its payment', () => {
  // The start of the plan, the order, its payment, its confirmation, and the end after the renewal: 60 days after the start.
  test.for([
    [
      '2026-01-05T03:00Z',
      '2026-02-03T20:00Z',
      '2026-02-04T01:00Z',
      '2026-02-06T10:00Z',
      '2026-03-06T03:00:00.000Z',
    ],
    // Paid within 24 hours of the order, and after the end of the period.
    [
      '2026-01-05T03:00Z',
      '2026-02-03T20:00Z',
      '2026-02-04T19:59Z',
      '2026-02-06T10:00Z',
      '2026-03-06T03:00:00.000Z',
    ],
    // Across the leap day: 2028-01-31 and 30 days is 2028-03-01, and 60 days is 2028-03-31.
    [
      '2028-01-31T03:00Z',
      '2028-02-29T22:00Z',
      '2028-02-29T23:30Z',
      '2028-03-04T00:00Z',
      '2028-03-31T03:00:00.000Z',
    ],
    // From the last day of a month across a short one: 2027-01-31 and 60 days is 2027-04-01.
    [
      '2027-01-31T23:59Z',
      '2027-03-02T20:00Z',
      '2027-03-02T21:00Z',
      '2027-03-05T00:00Z',
      '2027-04-01T23:59:00.000Z',
    ],
  ] as const)(
    'a renewal confirmed after the end of the period: %j',
    async ([start, ordered, paid, confirmed, end], { shop }) => {
      at(shop, start);
      const account = await shop.account('starter');
      at(shop, ordered);
      const { order_id, kind } = await shop.order(account, STARTER);
      expect(kind).toBe('renewal');
      at(shop, confirmed);
      expect(await shop.confirm(order_id, { paid_at: new Date(paid) })).toMatchObject({
        state: 'applied',
        paid_at: new Date(paid).toISOString(),
      });
      expect(await shop.accounts.withId(account)).toMatchObject({
        period_start: new Date(start).toISOString(),
        period_end: end,
        period_price_idr: 400_000,
      });
    },
  );

  test('a renewal confirmed without the time of its payment waits for that time', async ({ shop }) => {
    const account = await shop.account('starter');
    shop.pass(29.5);
    const { order_id } = await shop.order(account, STARTER);
    shop.pass(3);
    expect(await shop.confirm(order_id)).toMatchObject({
      state: 'paid_not_applied',
      reason: 'The payment arrived after the locked price expired.',
    });
    const paid_at = new Date('2026-02-04T02:00:00Z');
    expect((await shop.confirm(order_id, { paid_at })).state).toBe('applied');
    expect((await shop.accounts.withId(account)).period_end).toBe('2026-03-06T03:00:00.000Z');
    expect(await shop.billing.payments.of(order_id)).toHaveLength(1);
  });

  test('an upgrade takes effect when it was paid, also if the period ended since', async ({ shop }) => {
    const account = await shop.account('starter');
    at(shop, '2026-02-03T12:00Z');
    // One of 30 days is left: 6,666.67; 350,000 - 6,666.67 = 343,333.33.
    const { order_id, charge_idr } = await shop.order(account, PROFESSIONAL);
    expect(charge_idr).toBe(343_000);
    at(shop, '2026-02-05T12:00Z');
    expect((await shop.confirm(order_id, { paid_at: new Date('2026-02-03T13:00Z') })).state).toBe('applied');
    expect(await shop.accounts.withId(account)).toMatchObject({
      plan: 'professional',
      period_start: '2026-02-03T13:00:00.000Z',
      period_end: '2026-03-05T13:00:00.000Z',
      period_price_idr: 350_000,
    });
  });

  test('an upgrade is one also if the period ended between the order and its payment', async ({ shop }) => {
    const account = await shop.account('starter');
    at(shop, '2026-02-03T12:00Z');
    const { order_id } = await shop.order(account, PROFESSIONAL);
    at(shop, '2026-02-04T12:00Z');
    const paid_at = new Date('2026-02-04T11:00Z');
    expect(await shop.confirm(order_id, { paid_at })).toMatchObject({ state: 'applied', kind: 'upgrade' });
    expect(await shop.accounts.withId(account)).toMatchObject({
      plan: 'professional',
      period_start: '2026-02-04T11:00:00.000Z',
      period_price_idr: 350_000,
    });
    const [invoice] = await shop.billing.invoices.of(account);
    expect(invoice?.document).toMatchObject({ total_idr: 343_000, period_credit_idr: 7000 });
  });

  test('a payment whose period would have ended is held until the operator starts it', async ({ shop }) => {
    const account = await shop.account();
    const { order_id } = await shop.order(account, STARTER);
    at(shop, '2026-02-04T04:00Z');
    expect(await shop.confirm(order_id, { paid_at: new Date('2026-01-05T04:00:00Z') })).toMatchObject({
      state: 'paid_not_applied',
      reason:
        'The period that was paid for ended at 2026-02-04T04:00:00.000Z, before the payment was confirmed.',
    });
    expect((await shop.confirm(order_id)).state).toBe('applied');
    expect((await shop.accounts.withId(account)).period_start).toBe('2026-02-04T04:00:00.000Z');
  });

  test.for([
    ['2026-02-04T03:59:59.999Z', 'applied'],
    ['2026-02-04T04:00:00.000Z', 'paid_not_applied'],
  ] as const)(
    'a payment confirmed at %s, for a period until 04:00, is %s',
    async ([now, state], { shop }) => {
      const { order_id } = await shop.order(await shop.account(), STARTER);
      at(shop, now);
      expect((await shop.confirm(order_id, { paid_at: new Date('2026-01-05T04:00:00Z') })).state).toBe(state);
    },
  );

  test.for([
    ['2026-01-06T03:00:01Z', 'is in the future'],
    ['2026-01-05T02:59:59Z', 'is before the order was made'],
  ] as const)('the operator cannot give the time %s', async ([time, message], { shop }) => {
    const { order_id } = await shop.order(await shop.account(), STARTER);
    shop.pass(1);
    await expect(shop.confirm(order_id, { paid_at: new Date(time) })).rejects.toMatchObject({
      code: 'bad_payment',
      message: expect.stringContaining(message),
    });
    expect(await shop.billing.payments.of(order_id)).toEqual([]);
  });

  test('the time of a provider whose clock differs is moved between the order and now', async ({ shop }) => {
    const account = await shop.account();
    const [one, two] = [await shop.order(account, STARTER), await shop.order(account, STARTER)];
    const payment = { payment_reference: 'x', amount_idr: 200_000 };
    const early = await shop.pay({
      ...payment,
      order_id: one.order_id,
      paid_at: new Date('2025-12-31T00:00Z'),
    });
    expect(early).toMatchObject({ state: 'applied', paid_at: '2026-01-05T03:00:00.000Z' });
    const late = await shop.pay({
      ...payment,
      order_id: two.order_id,
      paid_at: new Date('2027-01-01T00:00Z'),
    });
    expect(late.paid_at).toBe('2026-01-05T03:00:00.000Z');
  });
});

describe('what was paid is what counts', () => {
  test('an accepted payment of 1,000 for 350,000 is worth 1,000 in an upgrade', async ({ shop, account }) => {
    await shop.buy(account, PROFESSIONAL, { amount_idr: 1000, isAccepted: true });
    expect((await shop.accounts.withId(account)).period_price_idr).toBe(1000);
    expect((await shop.accounts.changes(account)).at(-1)).toMatchObject({
      price_idr: 350_000,
      charge_idr: 1000,
    });
    shop.pass(10);
    // 20 of 30 days of 1,000 are 666.67; 750,000 - 666.67 = 749,333.33.
    expect((await shop.billing.orders.quote(account, ADVANCED)).charge_idr).toBe(749_000);
  });

  test('what is paid above the price and accepted is credit for the next order', async ({ shop }) => {
    const account = await shop.account();
    const { order_id } = await shop.buy(account, PROFESSIONAL, { amount_idr: 360_000, isAccepted: true });
    expect((await shop.accounts.withId(account)).period_price_idr).toBe(350_000);
    expect(await shop.moneyOf(order_id)).toEqual([0, 350_000, 0]);
    shop.pass(1);
    const renewal = await shop.order(account, PROFESSIONAL);
    expect(renewal).toMatchObject({ charge_idr: 350_000, balance_idr: 10_000 });
    expect(await shop.confirm(renewal.order_id)).toMatchObject({ state: 'applied', paid_idr: 340_000 });
    expect((await shop.accounts.withId(account)).period_price_idr).toBe(700_000);
    expect((await shop.billing.orders.quote(account, PROFESSIONAL)).balance_idr).toBe(0);
  });

  test('credit pays one order; an accepted one without it is worth what came in', async ({ shop }) => {
    const account = await shop.account();
    await shop.buy(account, STARTER, { amount_idr: 210_000, isAccepted: true });
    const [one, two] = [await shop.order(account, STARTER), await shop.order(account, STARTER)];
    expect([one.balance_idr, two.balance_idr]).toEqual([10_000, 10_000]);
    expect((await shop.confirm(two.order_id)).state).toBe('applied');
    expect(await shop.confirm(one.order_id)).toMatchObject({
      state: 'paid_not_applied',
      reason: expect.stringContaining('another order used that credit'),
    });
    expect((await shop.confirm(one.order_id, { isAccepted: true })).state).toBe('applied');
    // 200,000 + 200,000 + 190,000
    expect((await shop.accounts.withId(account)).period_price_idr).toBe(590_000);
    expect((await shop.billing.orders.quote(account, STARTER)).balance_idr).toBe(0);
  });

  test('credit that covers the whole price pays the order at once', async ({ shop, account }) => {
    await shop.buy(account, STARTER, { amount_idr: 500_000, isAccepted: true });
    expect(await shop.order(account, STARTER)).toMatchObject({
      state: 'applied',
      provider: 'credit',
      balance_idr: 200_000,
    });
  });

  test('the part above the price can be held until it is returned', async ({ shop, account }) => {
    const confirmation = { amount_idr: 360_000, isAccepted: true, excess: 'return' } as const;
    const { order_id } = await shop.buy(account, PROFESSIONAL, confirmation);
    expect(await shop.moneyOf(order_id)).toEqual([10_000, 350_000, 0]);
    await shop.refund(order_id);
    expect(await shop.moneyOf(order_id)).toEqual([0, 350_000, 10_000]);
    expect((await shop.billing.orders.find(order_id)).state).toBe('applied');
  });

  test('payments of a part add up, and the last one counts', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    expect(await shop.confirm(order_id, { amount_idr: 120_000, payment_reference: 'BCA 1' })).toMatchObject({
      state: 'paid_not_applied',
      reason: 'The amount to pay was IDR 200000, but IDR 120000 was paid.',
    });
    shop.pass(0.5);
    expect(await shop.confirm(order_id, { amount_idr: 80_000, payment_reference: 'BCA 2' })).toMatchObject({
      state: 'applied',
      paid_idr: 200_000,
      paid_at: '2026-01-05T15:00:00.000Z',
    });
    expect((await shop.accounts.withId(account)).period_price_idr).toBe(200_000);
  });

  test('a payment in another currency is worth what the operator says', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    await shop.pay({ order_id, payment_reference: 'usd', amount_idr: null });
    expect((await shop.confirm(order_id, { amount_idr: 199_000, isAccepted: true })).state).toBe('applied');
    expect((await shop.accounts.withId(account)).period_price_idr).toBe(199_000);
    expect(await shop.billing.payments.of(order_id)).toMatchObject([
      { payment_reference: 'usd', paid_idr: 199_000 },
    ]);
  });
});

describe('--accept works at the first call', () => {
  test.for([
    ['a late payment', 2, {}],
    ['an underpayment', 0, { amount_idr: 150_000 }],
    ['an overpayment', 0, { amount_idr: 250_000 }],
  ] as const)('of %s', async ([, days, confirmation], { shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    shop.pass(days);
    expect((await shop.confirm(order_id, { ...confirmation, isAccepted: true })).state).toBe('applied');
    expect((await shop.accounts.withId(account)).plan).toBe('starter');
  });

  test('of a payment for a cancelled order', async ({ shop }) => {
    const { order_id } = await shop.order(await shop.account(), STARTER);
    await shop.cancel(order_id);
    expect((await shop.confirm(order_id, { isAccepted: true })).state).toBe('applied');
  });
});

describe('a refund', () => {
  test('that undoes an upgrade returns its money and gives back the old period', async ({ shop }) => {
    const account = await shop.account('starter');
    shop.pass(10);
    const { order_id } = await shop.buy(account, PROFESSIONAL);
    shop.pass(1);
    expect(await shop.refund(order_id, { plan: 'undo' })).toMatchObject({
      state: 'refunded',
      plan_effect: 'undone',
    });
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 216_000]);
    expect(await shop.accounts.withId(account)).toMatchObject({
      plan: 'starter',
      period_start: '2026-01-05T03:00:00.000Z',
      period_end: '2026-02-04T03:00:00.000Z',
      period_price_idr: 200_000,
    });
  });

  test('of a part that keeps the plan lowers its value', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, PROFESSIONAL);
    expect(await shop.refund(order_id, { plan: 'keep', amount_idr: 100_000 })).toMatchObject({
      state: 'applied',
      plan_effect: null,
    });
    shop.pass(10);
    // 20 of 30 days of 250,000 are 166,666.67; 750,000 - 166,666.67 = 583,333.33.
    expect((await shop.billing.orders.quote(account, ADVANCED)).charge_idr).toBe(583_000);
    expect(await shop.refund(order_id, { plan: 'keep' })).toMatchObject({
      state: 'refunded',
      plan_effect: 'kept',
    });
    expect(await shop.accounts.withId(account)).toMatchObject({ plan: 'professional', period_price_idr: 0 });
  });

  test('that undoes an upgrade gives back what a part was returned of, and the units granted then', async ({
    shop,
  }) => {
    const account = await shop.account();
    const { order_id: first } = await shop.buy(account, STARTER);
    await shop.refund(first, { plan: 'keep', amount_idr: 50_000 });
    // 150,000 and 200,000.
    const { order_id: renewal } = await shop.buy(account, STARTER);
    const { administration } = shop;
    await administration.grantUnits(account, 500, CHANGE);
    await administration.grantDays(account, 2, CHANGE);
    const changes = await shop.accounts.changes(account);
    const now = shop.clock.now();
    const before = await shop.accounts.withId(account);
    expect([...ordersInForce(changes, before, now)]).toEqual([first, renewal, null]);
    const { order_id } = await shop.buy(account, ADVANCED);
    await administration.grantUnits(account, 70, CHANGE);
    expect([...ordersInForce(await shop.accounts.changes(account), before, now)]).toEqual([order_id]);
    await shop.refund(order_id, { plan: 'undo' });
    expect(await shop.accounts.withId(account)).toEqual(before);
    expect(before).toMatchObject({ period_price_idr: 350_000, granted_units: 500 });
    shop.pass(62);
    expect([...ordersInForce(changes, before, shop.clock.now())]).toEqual([]);
  });

  test('that undoes a renewal after the old end leaves the account on Free', async ({ shop }) => {
    const account = await shop.account('starter');
    const { order_id } = await shop.buy(account, STARTER);
    shop.pass(31);
    expect(entitlementAt(await shop.accounts.withId(account), shop.clock.now()).plan).toBe('starter');
    await shop.refund(order_id, { plan: 'undo' });
    expect(entitlementAt(await shop.accounts.withId(account), shop.clock.now()).plan).toBe('free');
  });

  test('of an applied order needs a decision about the plan', async ({ shop }) => {
    const { order_id } = await shop.buy(await shop.account(), STARTER);
    for (const attempt of [() => shop.refund(order_id), () => shop.void(order_id)]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'order_not_refundable',
        message: expect.stringContaining('--plan keep or --plan undo'),
      });
    }
    await expect(shop.refund(order_id, { plan: 'keep', amount_idr: 200_001 })).rejects.toThrow(
      'IDR 200000 can be returned, and IDR 200001 is more',
    );
    expect(await shop.moneyOf(order_id)).toEqual([0, 200_000, 0]);
  });

  test('cannot undo a plan that a later order was built on, until that order is undone', async ({ shop }) => {
    const account = await shop.account();
    const first = await shop.buy(account, STARTER);
    const second = await shop.buy(account, PROFESSIONAL);
    await expect(shop.refund(first.order_id, { plan: 'undo' })).rejects.toThrow(
      `Undo that order first (${second.order_id})`,
    );
    for (const { order_id } of [second, first]) await shop.refund(order_id, { plan: 'undo' });
    expect((await shop.accounts.withId(account)).plan).toBe('free');
    await expect(shop.confirm(first.order_id)).rejects.toThrow('is refunded');
  });

  test('of a duplicate payment is marked as returned, without a change of the plan', async ({ shop }) => {
    const account = await shop.account();
    const { order_id } = await shop.order(account, STARTER);
    for (const payment_reference of ['a', 'b'])
      await shop.pay({ order_id, payment_reference, amount_idr: 200_000 });
    expect(await shop.moneyOf(order_id)).toEqual([200_000, 200_000, 0]);
    await expect(shop.refund(order_id, { payment_reference: 'a' })).rejects.toMatchObject({
      code: 'order_not_refundable',
    });
    expect((await shop.refund(order_id, { payment_reference: 'b' })).state).toBe('applied');
    expect(await shop.moneyOf(order_id)).toEqual([0, 200_000, 200_000]);
  });

  test('of one of two payments of a part leaves the order waiting for a decision', async ({ shop }) => {
    const { order_id } = await shop.order(await shop.account(), STARTER);
    await shop.confirm(order_id, { amount_idr: 120_000, payment_reference: 'a' });
    await shop.confirm(order_id, { amount_idr: 50_000, payment_reference: 'b' });
    const refund = async (payment_reference: string) =>
      (await shop.refund(order_id, { payment_reference })).state;
    expect(await refund('b')).toBe('paid_not_applied');
    expect(await shop.moneyOf(order_id)).toEqual([120_000, 0, 50_000]);
    expect(await refund('a')).toBe('refunded');
  });

  test('can become credit', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER);
    await shop.refund(order_id, { plan: 'undo', asCredit: true });
    expect(await shop.billing.orders.quote(account, STARTER)).toMatchObject({
      kind: 'purchase',
      balance_idr: 200_000,
    });
  });

  test('of an offer opens it again in place of the next one', async ({ shop, account }) => {
    const { offers } = shop.billing;
    const { offer_id } = await offers.create(account, OFFER, true);
    const { order_id } = await shop.buy(account, { offer_id });
    expect((await offers.openTo(account)).map((offer) => offer.offer_id)).not.toContain(offer_id);
    await shop.refund(order_id, { plan: 'undo' });
    expect((await offers.openTo(account)).map((offer) => offer.offer_id)).toEqual([offer_id]);
  });

  test('a void leaves no money, and the order waits for its payment again', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER);
    expect(await shop.void(order_id, { plan: 'undo' })).toMatchObject({
      state: 'pending',
      plan_effect: null,
    });
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 0]);
    expect((await shop.accounts.withId(account)).plan).toBe('free');
    expect((await shop.confirm(order_id)).state).toBe('applied');
    expect((await shop.accounts.withId(account)).plan).toBe('starter');
  });
});

/** The credit of an account, as its next quote shows it. */
const creditOf = async (shop: Shop, account: string) =>
  (await shop.billing.orders.quote(account, ADVANCED)).balance_idr;

/** An account on Free whose credit is the price of Starter. */
async function accountWithCredit(shop: Shop): Promise<string> {
  const account = await shop.account();
  const { order_id } = await shop.buy(account, STARTER);
  await shop.refund(order_id, { plan: 'undo', asCredit: true });
  expect(await creditOf(shop, account)).toBe(200_000);
  return account;
}

describe('an order that was paid by credit', () => {
  test.for([
    ['all of it', STARTER, 'undo', 0],
    ['all of it, when the plan is kept', STARTER, 'keep', 0],
    ['a part of it', PROFESSIONAL, 'undo', 150_000],
  ] as const)('gets the credit back when it is voided: %s', async ([, wanted, plan, paid_idr], { shop }) => {
    const account = await accountWithCredit(shop);
    const { order_id, state } = await shop.order(account, wanted);
    expect(state).toBe(paid_idr === 0 ? 'applied' : 'pending');
    if (paid_idr > 0) await shop.confirm(order_id, { amount_idr: paid_idr });
    expect(await creditOf(shop, account)).toBe(0);
    await shop.void(order_id, { plan });
    expect(await creditOf(shop, account)).toBe(200_000);
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 0]);
  });

  test('gets no credit for a held payment when it is voided, and keeps its own', async ({ shop }) => {
    const account = await accountWithCredit(shop);
    const { order_id } = await shop.order(account, PROFESSIONAL);
    expect((await shop.confirm(order_id, { amount_idr: 149_999 })).state).toBe('paid_not_applied');
    await shop.void(order_id);
    expect(await creditOf(shop, account)).toBe(200_000);
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 0]);
  });

  test('is refunded by a payment, unless the money is kept as credit', async ({ shop }) => {
    const account = await accountWithCredit(shop);
    const { order_id } = await shop.order(account, STARTER);
    await shop.refund(order_id, { plan: 'keep', amount_idr: 80_000, asCredit: true });
    expect(await creditOf(shop, account)).toBe(80_000);
    await shop.refund(order_id, { plan: 'keep' });
    expect(await creditOf(shop, account)).toBe(80_000);
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 120_000]);
  });
});

describe('money that the provider returns', () => {
  const payment_reference = 'mid-1';
  const bought = async (shop: Shop) => {
    const account = await shop.account();
    const { order_id } = await shop.order(account, PROFESSIONAL);
    await shop.pay({ order_id, payment_reference, amount_idr: 350_000 });
    const reported = (returned_idr: number | null, cause: 'refund' | 'void' | 'chargeback' = 'refund') =>
      shop.billing.refunds.returnedByProvider(
        { order_id, payment_reference, returned_idr, cause },
        'midtrans',
      );
    return { account, order_id, reported };
  };

  test('lowers the value at once, and the plan waits for the decision of the operator', async ({ shop }) => {
    const { account, order_id, reported } = await bought(shop);
    expect(await reported(100_000, 'chargeback')).toMatchObject({
      state: 'attention',
      reason: expect.stringContaining('midtrans returned IDR 100000 (chargeback). Decide'),
    });
    // The same again, then a larger total.
    await reported(100_000, 'chargeback');
    await reported(350_000, 'chargeback');
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 350_000]);
    expect(await shop.accounts.withId(account)).toMatchObject({ plan: 'professional', period_price_idr: 0 });
    expect(await shop.refund(order_id, { plan: 'undo' })).toMatchObject({
      state: 'refunded',
      plan_effect: 'undone',
      reason: null,
    });
    expect((await shop.accounts.withId(account)).plan).toBe('free');
  });

  test('is the same money that the operator recorded as returned', async ({ shop }) => {
    const { order_id, reported } = await bought(shop);
    await shop.refund(order_id, { plan: 'keep', amount_idr: 50_000 });
    expect(await reported(50_000)).toMatchObject({ state: 'applied', reason: null });
    expect(await shop.moneyOf(order_id)).toEqual([0, 300_000, 50_000]);
  });

  test('of an order that was not applied ends it', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    await shop.pay({ order_id, payment_reference, amount_idr: 1 });
    const report = { order_id, payment_reference, returned_idr: 1, cause: 'refund' } as const;
    expect((await shop.billing.refunds.returnedByProvider(report, 'midtrans')).state).toBe('refunded');
  });

  test('of an unknown amount is reported; a repeated void changes nothing', async ({ shop }) => {
    const { order_id, reported } = await bought(shop);
    expect((await reported(null, 'chargeback')).reason).toContain(
      'returned a part of the payment (chargeback)',
    );
    await reported(350_000, 'void');
    const { reason } = await reported(350_000, 'void');
    expect(reason).toContain('returned IDR 350000 (void)');
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 0]);
  });

  test('of an unknown amount is decided once', async ({ shop }) => {
    const { order_id, reported } = await bought(shop);
    expect((await reported(null)).state).toBe('attention');
    await shop.refund(order_id, { plan: 'keep', amount_idr: 50_000 });
    expect((await reported(null)).state).toBe('applied');
  });

  test('of an unknown amount is reported after a known return, once for each cause', async ({ shop }) => {
    const { order_id, reported } = await bought(shop);
    const decide = () => shop.refund(order_id, { plan: 'keep', amount_idr: 1000 });
    await reported(10_000);
    expect((await decide()).state).toBe('applied');
    for (const cause of ['chargeback', 'refund'] as const) {
      expect(await reported(null, cause)).toMatchObject({
        state: 'attention',
        reason: expect.stringContaining(`returned a part of the payment (${cause})`),
      });
      await decide();
      expect((await reported(null, cause)).state).toBe('applied');
    }
    const events = (await shop.ledger.all('audit_entries', { account_id: null, ...ALL_TIMES })).filter(
      ({ action }) => action === 'payment.returned',
    );
    expect(events).toHaveLength(3);
  });

  test('is taken from the credit that its excess became; the rest is reported', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    await shop.pay({ order_id, payment_reference, amount_idr: 500_000 });
    await shop.confirm(order_id, { isAccepted: true, excess: 'credit' });
    expect(await creditOf(shop, account)).toBe(300_000);
    // Uses 200,000 of the credit: two periods of Starter are worth 400,000.
    expect((await shop.order(account, STARTER)).state).toBe('applied');
    const report = { order_id, payment_reference, returned_idr: 500_000, cause: 'void' } as const;
    const { reason } = await shop.billing.refunds.returnedByProvider(report, 'midtrans');
    expect(reason).toContain('IDR 200000 of it was already used as credit, so the account owes it');
    const { balance_idr, owed_idr } = await shop.billing.orders.quote(account, ADVANCED);
    expect([balance_idr, owed_idr]).toEqual([0, 200_000]);
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 0]);
    expect((await shop.accounts.withId(account)).period_price_idr).toBe(200_000);
  });
});

describe('an offer', () => {
  test('that is renewed early moves no reset that was promised', async ({ shop, account }) => {
    const { offers } = shop.billing;
    await offers.create(account, OFFER, true);
    const next = async () => ({ offer_id: (await offers.openTo(account))[0]?.offer_id ?? '' });
    await shop.buy(account, await next());
    const resets = async () => {
      const bought = await shop.accounts.withId(account);
      return [0, 31, 46, 76].map((days) => {
        const now = new Date(Date.parse(bought.period_start) + days * 86_400_000);
        return entitlementAt(bought, now).reset_at.slice(0, 10);
      });
    };
    // 30 and 45 days after 2026-01-05; then Free, each day.
    expect(await resets()).toEqual(['2026-02-04', '2026-02-19', '2026-02-20', '2026-03-22']);
    shop.pass(31);
    await shop.buy(account, await next());
    // 45, 75 and 90 days after the start.
    expect(await resets()).toEqual(['2026-02-04', '2026-02-19', '2026-03-21', '2026-04-05']);
  });

  test.for([
    // 30 of 45 days of 1,000,000 are 666,666.67; 3,735,000 - 666,666.67 = 3,068,333.33.
    ['advanced', 6, 3_068_000, 0],
    // 750,000 - 666,666.67 = 83,333.33.
    ['advanced', 1, 83_000, 0],
    // 666,666.67, in whole rupiah 666,667, is 466,667 more than 200,000.
    ['starter', 1, 0, 466_667],
  ] as const)(
    'can be followed by %s for %i months, and its value is credited',
    async ([plan, months, charge_idr, forfeited_idr], { shop, account }) => {
      const { offer_id } = await shop.billing.offers.create(account, OFFER, false);
      await shop.buy(account, { offer_id });
      shop.pass(15);
      const wanted = { plan, months: months as PlanMonths };
      expect(await shop.billing.orders.quote(account, wanted)).toMatchObject({
        kind: 'upgrade',
        charge_idr,
        forfeited_idr,
      });
      const ordered = await shop.order(account, wanted, forfeited_idr);
      expect(ordered.state).toBe(charge_idr === 0 ? 'applied' : 'pending');
    },
  );

  test('that is withdrawn or expired cannot be ordered; an earlier order can be paid', async ({ shop }) => {
    const account = await shop.account();
    const { offers } = shop.billing;
    const limited = await offers.create(account, OFFER, false, new Date('2026-01-06T00:00:00Z'));
    const withdrawn = await offers.create(account, OFFER, false);
    const before = await shop.order(account, { offer_id: withdrawn.offer_id });
    await offers.withdraw(withdrawn.offer_id, CHANGE);
    await expect(offers.withdraw(withdrawn.offer_id, CHANGE)).rejects.toMatchObject({
      code: 'offer_not_open',
    });
    shop.clock.time = new Date('2026-01-06T00:00:00Z');
    expect(await offers.openTo(account)).toEqual([]);
    for (const { offer_id } of [limited, withdrawn])
      await expect(shop.order(account, { offer_id })).rejects.toMatchObject({ code: 'unknown_offer' });
    expect((await shop.confirm(before.order_id)).state).toBe('applied');
  });
});
