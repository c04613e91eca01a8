import { describe, expect } from 'vitest';
import { test } from '../../support/fixtures.ts';
import { ADVANCED, CHANGE, PROFESSIONAL, Shop, STARTER } from '../../support/shop.ts';

// Payments that were recorded and not made, and what came from them. All amounts in rupiah were worked out by hand.

const credit = (shop: Shop, account: string) => shop.billing.orders.creditOf(account);
const planOf = async (shop: Shop, account: string) => (await shop.accounts.withId(account)).plan;
const chargeback = (order_id: string, returned_idr: number, payment_reference = 'mid') =>
  ({ order_id, payment_reference, returned_idr, cause: 'chargeback' }) as const;

describe('a voided payment', () => {
  test('takes the credit with it that it became', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER, { amount_idr: 2_000_000, isAccepted: true });
    expect(await credit(shop, account)).toBe(1_800_000);
    await shop.void(order_id, { plan: 'undo' });
    expect(await credit(shop, account)).toBe(0);
    expect(await planOf(shop, account)).toBe('free');
  });

  test('takes the credit with it that its refund became', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER, { amount_idr: 2_000_000, isAccepted: true });
    await shop.refund(order_id, { plan: 'undo', asCredit: true });
    expect(await credit(shop, account)).toBe(2_000_000);
    expect(await shop.void(order_id)).toMatchObject({ state: 'pending', plan_effect: null });
    expect(await credit(shop, account)).toBe(0);
  });

  test('that arrived after its order was applied does not concern the plan', async ({ shop, account }) => {
    await shop.buy(account, STARTER, { amount_idr: 300_000, isAccepted: true });
    const { order_id } = await shop.buy(account, PROFESSIONAL, { payment_reference: 'BCA 1' });
    await shop.void(order_id, { plan: 'keep' });
    await shop.pay({ order_id, payment_reference: 'mid', amount_idr: 50_000 });
    expect(await shop.void(order_id)).toMatchObject({ state: 'applied' });
    expect(await shop.moneyOf(order_id)).toEqual([0, 100_000, 0]);
  });

  test('leaves an order cancelled whose plan was kept without a payment', async ({ shop }) => {
    const { order_id } = await shop.buy(await shop.account(), STARTER);
    const kept = await shop.void(order_id, { plan: 'keep' });
    expect(kept).toMatchObject({ state: 'cancelled', plan_effect: 'kept' });
    expect((await shop.confirm(order_id)).state).toBe('paid_not_applied');
    expect(await shop.void(order_id)).toMatchObject({
      state: 'cancelled',
      plan_effect: 'kept',
      reason: null,
    });
  });

  test('is no part of what an order states as paid, also if the plan is kept', async ({ shop }) => {
    const { order_id } = await shop.buy(await shop.account(), PROFESSIONAL, {
      amount_idr: 150_000,
      payment_reference: 'BCA 1',
    });
    const applied = await shop.confirm(order_id, { amount_idr: 200_000, payment_reference: 'BCA 2' });
    expect(applied).toMatchObject({ state: 'applied', paid_idr: 350_000 });
    expect(await shop.void(order_id, { payment_reference: 'BCA 2', plan: 'keep' })).toMatchObject({
      state: 'applied',
      paid_idr: 150_000,
      payment_reference: 'BCA 1',
    });
  });

  test('leaves no trace in an order that credit paid and that is paid again', async ({ shop, account }) => {
    await shop.buy(account, STARTER, { amount_idr: 550_000, isAccepted: true });
    const { order_id } = await shop.order(account, PROFESSIONAL);
    expect(await shop.void(order_id, { plan: 'undo' })).toMatchObject({ plan_effect: 'undone' });
    const again = await shop.confirm(order_id, { amount_idr: 10_000, isAccepted: true });
    expect(again).toMatchObject({ state: 'applied', plan_effect: null });
    expect((await shop.refund(order_id, { plan: 'keep', amount_idr: 1000 })).state).toBe('applied');
  });

  test('gives the units back that were granted for the quota before its order', async ({ shop }) => {
    const account = await shop.account('starter');
    const { administration } = shop;
    const units = async () => (await administration.overview(account)).units;
    await administration.grantUnits(account, 500, CHANGE);
    const { order_id } = await shop.buy(account, ADVANCED);
    await administration.grantUnits(account, 300, CHANGE);
    expect(await units()).toBe(250_300);
    await shop.void(order_id, { plan: 'undo' });
    expect(await units()).toBe(25_500);
    await administration.grantUnits(account, 1, CHANGE);
    expect(await units()).toBe(25_501);
  });

  test('is owed if its credit was used, and the next payment settles it', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER, { amount_idr: 2_000_000, isAccepted: true });
    await shop.refund(order_id, { plan: 'undo', asCredit: true });
    expect((await shop.order(account, ADVANCED)).state).toBe('applied');
    await shop.void(order_id);
    expect(await credit(shop, account)).toBe(-750_000);
    const { administration } = shop;
    expect(await administration.overview(account)).toMatchObject({ credit_idr: 0, owed_idr: 750_000 });
    const before = await shop.order(account, ADVANCED);
    expect(before).toMatchObject({ charge_idr: 750_000, balance_idr: 0, owed_idr: 750_000 });
    // The amount of the order, which contains the debt.
    expect(await shop.confirm(before.order_id)).toMatchObject({ state: 'applied', paid_idr: 1_500_000 });
    expect(await credit(shop, account)).toBe(0);
    expect(await shop.moneyOf(before.order_id)).toEqual([0, 750_000, 0]);
  });

  test('that is owed is settled before an earlier order, which then waits for the rest', async ({ shop }) => {
    const account = await shop.account('starter');
    const earlier = await shop.order(account, STARTER);
    const { order_id } = await shop.buy(account, STARTER, { amount_idr: 300_000, isAccepted: true });
    await shop.refund(order_id, { plan: 'undo', asCredit: true });
    expect((await shop.order(account, STARTER)).state).toBe('applied');
    await shop.void(order_id);
    expect(await shop.confirm(earlier.order_id)).toMatchObject({
      state: 'paid_not_applied',
      reason:
        'The amount to pay was IDR 400000, with IDR 200000 that the account owes, but IDR 200000 was paid.',
    });
    await shop.confirm(earlier.order_id, { amount_idr: 200_000 });
    expect((await shop.billing.orders.find(earlier.order_id)).state).toBe('applied');
    expect([await credit(shop, account), await shop.moneyOf(earlier.order_id)]).toEqual([0, [0, 200_000, 0]]);
  });

  test('takes the plan with it that it gave, also if it only settled what was owed', async ({ shop }) => {
    const account = await shop.account();
    const first = await shop.buy(account, STARTER, { amount_idr: 2_000_000, isAccepted: true });
    await shop.refund(first.order_id, { plan: 'undo', asCredit: true });
    await shop.order(account, ADVANCED);
    await shop.void(first.order_id);
    shop.pass(40);
    const { order_id } = await shop.buy(account, STARTER, { amount_idr: 200_000, isAccepted: true });
    expect([await shop.moneyOf(order_id), await credit(shop, account)]).toEqual([[0, 0, 0], -550_000]);
    await expect(shop.void(order_id)).rejects.toThrow('add --plan keep or --plan undo');
    expect((await shop.void(order_id, { plan: 'undo' })).state).toBe('pending');
    expect([await planOf(shop, account), await credit(shop, account)]).toEqual(['advanced', -750_000]);
  });

  test('leaves a real payment of the order, which is then applied', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER);
    shop.pass(0.5);
    await shop.pay({ order_id, payment_reference: 'mid', amount_idr: 200_000 });
    expect(await shop.moneyOf(order_id)).toEqual([200_000, 200_000, 0]);
    await expect(shop.void(order_id, { plan: 'undo' })).rejects.toThrow('Choose one with --reference');
    const payment_reference = 'confirmed by the operator';
    const voided = await shop.void(order_id, { plan: 'undo', payment_reference });
    expect(voided).toMatchObject({
      state: 'applied',
      paid_at: '2026-01-05T15:00:00.000Z',
      paid_idr: 200_000,
    });
    expect(await shop.moneyOf(order_id)).toEqual([0, 200_000, 0]);
    expect((await shop.accounts.withId(account)).period_start).toBe('2026-01-05T15:00:00.000Z');
    expect((await shop.billing.invoices.of(account)).map(({ number }) => number)).toEqual([
      'INV-2026-000002',
      'CN-2026-000001',
      'INV-2026-000001',
    ]);
  });

  test('that only was held needs no decision about the plan', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER);
    await shop.pay({ order_id, payment_reference: 'mid', amount_idr: 200_000 });
    expect(await shop.void(order_id, { payment_reference: 'mid' })).toMatchObject({ state: 'applied' });
    expect(await shop.moneyOf(order_id)).toEqual([0, 200_000, 0]);
  });

  test('can be confirmed again', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER);
    await shop.void(order_id, { plan: 'undo' });
    await expect(shop.void(order_id)).rejects.toThrow('has no payment to void');
    expect(await shop.confirm(order_id)).toMatchObject({ state: 'applied', paid_idr: 200_000 });
    expect(await planOf(shop, account)).toBe('starter');
    await shop.refund(order_id, { plan: 'undo' });
    expect(await planOf(shop, account)).toBe('free');
  });

  test('whose plan is kept leaves the plan with a lower value', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER);
    expect(await shop.void(order_id, { plan: 'keep' })).toMatchObject({
      state: 'cancelled',
      plan_effect: 'kept',
    });
    expect(await shop.accounts.withId(account)).toMatchObject({ plan: 'starter', period_price_idr: 0 });
    expect((await shop.confirm(order_id, { isAccepted: true })).reason).toContain('its plan was kept');
  });
});

describe('a change of the value is no obstacle to undo an order', () => {
  test.for([
    [
      'a refund',
      (shop: Shop, order_id: string) => shop.refund(order_id, { plan: 'keep', amount_idr: 50_000 }),
    ],
    [
      'a chargeback',
      (shop: Shop, order_id: string) =>
        shop.billing.refunds.returnedByProvider(chargeback(order_id, 50_000), 'midtrans'),
    ],
  ] as const)('of an earlier one: %s of a purchase under an upgrade', async ([, lower], { shop }) => {
    const account = await shop.account();
    const first = await shop.order(account, STARTER);
    await shop.pay({ order_id: first.order_id, payment_reference: 'mid', amount_idr: 200_000 });
    const second = await shop.buy(account, PROFESSIONAL);
    await lower(shop, first.order_id);
    expect((await shop.accounts.withId(account)).period_price_idr).toBe(300_000);
    await shop.refund(second.order_id, { plan: 'undo' });
    // What the first order was worth, less the money that was returned.
    expect(await shop.accounts.withId(account)).toMatchObject({ plan: 'starter', period_price_idr: 150_000 });
    await shop.refund(first.order_id, { plan: 'undo' });
    expect(await planOf(shop, account)).toBe('free');
  });

  test('of an earlier one: a chargeback of a purchase under a renewal', async ({ shop }) => {
    const account = await shop.account();
    const first = await shop.order(account, STARTER);
    await shop.pay({ order_id: first.order_id, payment_reference: 'mid', amount_idr: 200_000 });
    const second = await shop.buy(account, STARTER);
    await shop.billing.refunds.returnedByProvider(chargeback(first.order_id, 200_000), 'midtrans');
    await shop.refund(second.order_id, { plan: 'undo' });
    expect(await shop.accounts.withId(account)).toMatchObject({ plan: 'starter', period_price_idr: 0 });
    expect(await shop.refund(first.order_id, { plan: 'undo' })).toMatchObject({
      state: 'refunded',
      reason: null,
    });
    expect(await planOf(shop, account)).toBe('free');
  });
});

test('a chargeback of the rest of an undone order can be decided, and the account deleted', async ({
  shop,
}) => {
  const account = await shop.account();
  const { order_id } = await shop.order(account, STARTER);
  await shop.pay({ order_id, payment_reference: 'mid', amount_idr: 200_000 });
  await shop.refund(order_id, { plan: 'undo', amount_idr: 150_000 });
  const returned = chargeback(order_id, 200_000);
  expect((await shop.billing.refunds.returnedByProvider(returned, 'midtrans')).state).toBe('attention');
  const decided = await shop.refund(order_id, { plan: 'keep' });
  expect(decided).toMatchObject({ state: 'refunded', plan_effect: 'undone', reason: null });
  expect(await shop.ledger.all('orders_to_decide')).toEqual([]);
  expect(await shop.billing.deletion.delete(account, CHANGE, false)).toMatchObject({ undecided_orders: 0 });
});

test('a confirmation that accepts an amount is judged by it, also beside a notification', async ({
  shop,
}) => {
  const { order_id } = await shop.order(await shop.account(), STARTER);
  const accepted = { amount_idr: 20_000, payment_reference: 'BCA 1', isAccepted: true };
  const notified = { order_id, payment_reference: 'mid', amount_idr: 150_000 };
  const [paid, confirmed] = await Promise.all([shop.pay(notified), shop.confirm(order_id, accepted)]);
  expect(confirmed.state).toBe('applied');
  // PostgreSQL takes them in any order. A notification after the confirmation finds an applied order, and its money is held.
  const outcomes = { paid_not_applied: [0, 170_000, 0], applied: [150_000, 20_000, 0] };
  expect(await shop.moneyOf(order_id)).toEqual(outcomes[paid.state as keyof typeof outcomes]);
});

test('two confirmations of a part at once, without a reference, are both recorded', async () => {
  const { shop, open } = await Shop.openWithRows();
  const other = await open();
  const account = await shop.account();
  const { order_id } = await shop.order(account, STARTER);
  await Promise.all([
    shop.confirm(order_id, { amount_idr: 120_000 }),
    other.confirm(order_id, { amount_idr: 80_000 }),
  ]);
  expect(await shop.billing.payments.of(order_id)).toHaveLength(2);
  expect(await shop.billing.orders.find(order_id)).toMatchObject({ state: 'applied', paid_idr: 200_000 });
});
