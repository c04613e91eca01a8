import { describe, expect } from 'vitest';
import { revenueOf, totalOf } from '../../../src/commerce/billing/books/revenue.ts';
import { test } from '../../support/fixtures.ts';
import { ADVANCED, CHANGE, NO_TAX, PROFESSIONAL, Shop } from '../../support/shop.ts';

// Money of an account that belongs to no order. All amounts in rupiah were worked out by hand.

const ALL = { since: '', until: '~' };

const moneyOf = async (shop: Shop, account: string) => {
  const { applied_idr, credit_idr, held_idr, owed_idr } = await shop.administration.overview(account);
  return { applied_idr, credit_idr, held_idr, owed_idr };
};
const money = { applied_idr: 0, credit_idr: 0, held_idr: 0, owed_idr: 0 };
const transfer = (amount_idr: number, payment_reference = 'BCA 1') => ({ amount_idr, payment_reference });

describe('a transfer that belongs to no order', () => {
  test('is held once, and pays an order that it is assigned to', async ({ shop, account }) => {
    const { administration } = shop;
    await administration.recordTransfer(account, transfer(350_000), CHANGE);
    await expect(administration.recordTransfer(account, transfer(350_000), CHANGE)).rejects.toMatchObject({
      code: 'bad_payment',
      message: 'The transfer BCA 1 is recorded already.',
    });
    expect(await moneyOf(shop, account)).toEqual({ ...money, held_idr: 350_000 });
    expect(await administration.heldTransfers(account)).toEqual([
      { payment_reference: 'BCA 1', paid_at: '2026-01-05T03:00:00.000Z', held_idr: 350_000 },
    ]);
    shop.pass(1);
    const { order_id } = await shop.order(account, PROFESSIONAL);
    await expect(shop.confirm(order_id, { transfer: 'BCA 2' })).rejects.toThrow(
      'no transfer with the reference',
    );
    expect(await shop.confirm(order_id, { transfer: 'BCA 1' })).toMatchObject({
      state: 'applied',
      paid_idr: 350_000,
      paid_at: '2026-01-06T03:00:00.000Z',
      payment_reference: 'BCA 1',
    });
    expect(await shop.moneyOf(order_id)).toEqual([0, 350_000, 0]);
    expect(await administration.heldTransfers(account)).toEqual([]);
    await shop.void(order_id, { plan: 'undo' });
    expect(await moneyOf(shop, account)).toEqual(money);
    // A transfer that was voided can be recorded again.
    await administration.recordTransfer(account, transfer(350_000), CHANGE);
    expect(await moneyOf(shop, account)).toEqual({ ...money, held_idr: 350_000 });
  });

  test('of an applied order is paid out, or becomes credit', async ({ shop, account }) => {
    await shop.buy(account, PROFESSIONAL);
    const { administration } = shop;
    await administration.recordTransfer(account, transfer(350_000), CHANGE);
    const payment_reference = 'BCA 1';
    await administration.payOut(account, { payment_reference, amount_idr: 100_000 }, CHANGE);
    await administration.payOut(account, { payment_reference, asCredit: true }, CHANGE);
    const now = { ...money, applied_idr: 350_000, credit_idr: 250_000 };
    expect(await moneyOf(shop, account)).toEqual(now);
    const paid_at = new Date(shop.clock.time.getTime() + 1);
    const later = { ...transfer(1), payment_reference: 'BCA 2', paid_at };
    await expect(administration.recordTransfer(account, later, CHANGE)).rejects.toMatchObject({
      code: 'bad_payment',
      message: 'The transfer BCA 2 is in the future.',
    });
    const refused = administration.payOut(account, { amount_idr: 250_001 }, CHANGE);
    await expect(refused).rejects.toThrow('IDR 250000 is available');
    await administration.payOut(account, {}, CHANGE);
    expect(await moneyOf(shop, account)).toEqual({ ...now, credit_idr: 0 });
    expect(totalOf(revenueOf(await shop.billing.books.entries(ALL)))).toEqual({
      payments_idr: 700_000,
      voided_idr: 0,
      returned_idr: 350_000,
      applied_idr: 350_000,
      credit_idr: 0,
      held_idr: 0,
    });
  });
});

describe('a mistyped amount is corrected', () => {
  test('of a plan that the operator gave, with the value of the plan', async ({ shop, account }) => {
    const { administration } = shop;
    const given = { ...PROFESSIONAL, own_terms: null, paid_idr: 3_500_000 };
    await administration.assignPlan(account, given, CHANGE);
    await administration.correctPayment(account, null, 350_000, CHANGE);
    expect(await moneyOf(shop, account)).toEqual({ ...money, applied_idr: 350_000 });
    expect((await shop.accounts.withId(account)).period_price_idr).toBe(350_000);
    // 750,000 - 350,000
    expect((await shop.billing.orders.quote(account, ADVANCED)).charge_idr).toBe(400_000);
    const { order_id } = await shop.buy(account, ADVANCED);
    await shop.refund(order_id, { plan: 'undo' });
    expect((await shop.accounts.withId(account)).period_price_idr).toBe(350_000);
  });

  test('in the revenue of the plan that was given, after another one was bought', async ({ shop }) => {
    const account = await shop.account();
    const given = { ...PROFESSIONAL, own_terms: null, paid_idr: 35_000 };
    await shop.administration.assignPlan(account, given, CHANGE);
    await shop.buy(account, ADVANCED);
    await shop.administration.correctPayment(account, null, 350_000, CHANGE);
    const revenue = revenueOf(await shop.billing.books.entries(ALL));
    expect(revenue.map(({ plan, method, applied_idr }) => [plan, method, applied_idr])).toEqual([
      // 750,000 - 35,000
      ['advanced', 'manual', 715_000],
      ['professional', 'outside', 350_000],
    ]);
  });

  test('of no plan that was replaced by one without a payment', async ({ shop, account }) => {
    const { administration } = shop;
    const given = { own_terms: null, paid_idr: 350_000 };
    await administration.assignPlan(account, { ...PROFESSIONAL, ...given }, CHANGE);
    shop.pass(1);
    await administration.assignPlan(account, { ...ADVANCED, ...given, paid_idr: 0 }, CHANGE);
    await expect(administration.correctPayment(account, null, 750_000, CHANGE)).rejects.toMatchObject({
      code: 'bad_payment',
      message: expect.stringContaining(`give the plan again: alir account plan ${account} --plan advanced`),
    });
    expect(await moneyOf(shop, account)).toEqual({ ...money, applied_idr: 350_000 });
  });

  test('of a transfer, also when a part was paid out or became credit that was used', async ({ shop }) => {
    const account = await shop.account();
    const { administration } = shop;
    await administration.recordTransfer(account, transfer(3_500_000), CHANGE);
    await administration.correctPayment(account, 'BCA 1', 350_000, CHANGE);
    const same = administration.correctPayment(account, 'BCA 1', 350_000, CHANGE);
    await expect(same).rejects.toThrow('is IDR 350000 already');
    expect(await moneyOf(shop, account)).toEqual({ ...money, held_idr: 350_000 });
    await administration.payOut(account, { payment_reference: 'BCA 1', amount_idr: 1 }, CHANGE);
    await administration.payOut(account, { payment_reference: 'BCA 1', asCredit: true }, CHANGE);
    await shop.order(account, { plan: 'starter', months: 1 });
    const used = { ...money, applied_idr: 200_000, credit_idr: 149_999 };
    expect(await moneyOf(shop, account)).toEqual(used);
    await administration.correctPayment(account, 'BCA 1', 360_000, CHANGE);
    expect(await moneyOf(shop, account)).toEqual({ ...used, held_idr: 10_000 });
    await administration.correctPayment(account, 'BCA 1', 150_000, CHANGE);
    // 200,000 for the plan and 1 that was paid out, of 150,000.
    const owing = { ...used, credit_idr: 0, owed_idr: 50_001 };
    expect(await moneyOf(shop, account)).toEqual(owing);
    await administration.correctPayment(account, 'BCA 1', 0, CHANGE);
    expect(await moneyOf(shop, account)).toEqual({ ...owing, owed_idr: 200_001 });
    expect(totalOf(revenueOf(await shop.billing.books.entries(ALL)))).toMatchObject({
      payments_idr: 3_500_000 + 350_000 + 360_000 + 150_000,
      voided_idr: 3_500_000 + 350_000 + 360_000 + 150_000,
      returned_idr: 1,
    });
  });

  test('of a transfer for an order in a sequence of commands that the refusal names', async ({ shop }) => {
    const account = await shop.account();
    const { administration } = shop;
    await administration.recordTransfer(account, transfer(3_500_000), CHANGE);
    const { order_id } = await shop.order(account, PROFESSIONAL);
    await shop.confirm(order_id, { transfer: 'BCA 1', isAccepted: true });
    const refused = administration.correctPayment(account, 'BCA 1', 350_000, CHANGE);
    await expect(refused).rejects.toMatchObject({
      code: 'bad_payment',
      message: expect.stringMatching(
        /alir order void .* --plan undo .*alir account transfer .*alir order confirm /,
      ),
    });
    await shop.void(order_id, { payment_reference: 'BCA 1', plan: 'undo' });
    await administration.recordTransfer(account, transfer(350_000), CHANGE);
    expect((await shop.confirm(order_id, { transfer: 'BCA 1' })).state).toBe('applied');
    expect(await moneyOf(shop, account)).toEqual({ ...money, applied_idr: 350_000 });
  });
});

test('income tax that a business withholds settles the rest of its invoice', async () => {
  const { shop } = await Shop.openWithRows(undefined, { ...NO_TAX, tax_rate_percent: 11 });
  const account = await shop.account();
  const { order_id } = await shop.order(account, PROFESSIONAL);
  // 2% of 315,315, the price without PPN.
  await shop.confirm(order_id, { amount_idr: 343_694, payment_reference: 'BCA 1' });
  const slip = { amount_idr: 6306, payment_reference: 'BP-0042', isWithheld: true };
  expect(await shop.confirm(order_id, slip)).toMatchObject({ state: 'applied', paid_idr: 350_000 });
  const [invoice] = await shop.billing.invoices.of(account);
  expect(invoice).toMatchObject({ total_idr: 350_000, tax_idr: 34_685 });
  expect(invoice?.document.payments.map(({ method, reference }) => [method, reference])).toEqual([
    ['manual', 'BCA 1'],
    ['withheld', 'BP-0042'],
  ]);
  expect((await shop.accounts.withId(account)).period_price_idr).toBe(350_000);
});

describe('withheld tax did not come in as money, so', () => {
  const slip = { amount_idr: 6306, payment_reference: 'BP-0042', isWithheld: true };
  const advice = (order_id: string) =>
    `IDR 6306 is withheld tax, which did not come in as money. If the slip is not valid, run: alir order void ${order_id} --reference "BP-0042"`;

  test('a refund returns the rest, and the slip is voided', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, PROFESSIONAL, { amount_idr: 343_694 });
    await shop.confirm(order_id, slip);
    for (const request of [{ amount_idr: 350_000 }, { payment_reference: 'BP-0042', amount_idr: 1 }])
      await expect(shop.refund(order_id, { ...request, plan: 'undo' })).rejects.toThrow(advice(order_id));
    await expect(shop.refund(order_id, { plan: 'undo', amount_idr: 350_000 })).rejects.toThrow(
      advice(order_id),
    );
    expect((await shop.refund(order_id, { plan: 'undo' })).state).toBe('refunded');
    expect(await shop.moneyOf(order_id)).toEqual([0, 6306, 343_694]);
    await expect(shop.refund(order_id)).rejects.toThrow(advice(order_id));
    await shop.void(order_id, { payment_reference: 'BP-0042', plan: 'undo' });
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 343_694]);
    const [, first, last] = (await shop.billing.invoices.of(account)).map((each) => each.total_idr).reverse();
    expect([first, last]).toEqual([343_694, 6306]);
  });

  test('an order that is not applied is refunded and cancelled without it', async ({ shop }) => {
    const { order_id } = await shop.order(await shop.account(), PROFESSIONAL);
    await shop.confirm(order_id, slip);
    await expect(shop.refund(order_id)).rejects.toThrow(advice(order_id));
    await expect(shop.cancel(order_id)).rejects.toThrow(advice(order_id));
    expect((await shop.void(order_id)).state).toBe('pending');
  });

  test('its part of credit is not paid out', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, PROFESSIONAL);
    await shop.confirm(order_id, { amount_idr: 346_000 });
    await shop.confirm(order_id, { ...slip, isAccepted: true });
    expect((await moneyOf(shop, account)).credit_idr).toBe(2306);
    const { administration } = shop;
    await expect(administration.payOut(account, {}, CHANGE)).rejects.toThrow('IDR 0 is available');
    // The credit was used when the slip turned out not to be valid: the account owes it.
    await shop.buy(account, PROFESSIONAL);
    await shop.void(order_id, { payment_reference: 'BP-0042', plan: 'keep' });
    const { deletion } = shop.billing;
    expect(await deletion.effects(account)).toMatchObject({ credit_idr: 0, owed_idr: 2306 });
    await expect(deletion.delete(account, CHANGE, false)).rejects.toThrow('it has IDR 2306 that it owes.');
    await administration.recordTransfer(account, transfer(5000), CHANGE);
    await administration.payOut(account, { payment_reference: 'BCA 1', asCredit: true }, CHANGE);
    const owed = administration.payOut(account, { amount_idr: 2695 }, CHANGE);
    await expect(owed).rejects.toThrow('IDR 2694 is available');
  });
});
