import { describe, expect } from 'vitest';
import { nextQuestion, Reconciliation } from '../../../src/commerce/billing/payments/reconciliation.ts';
import { AlirError } from '../../../src/core/errors.ts';
import { test } from '../../support/fixtures.ts';
import type { Shop } from '../../support/shop.ts';
import { CHANGE, PROFESSIONAL, STARTER } from '../../support/shop.ts';

// What an operator mistypes, forgets or does twice must not lose or double money. All amounts in rupiah were worked out by hand.

const held = async (shop: Shop, account: string) => (await shop.administration.overview(account)).held_idr;
const planOf = async (shop: Shop, account: string) => (await shop.accounts.withId(account)).plan;
const BCA_1 = { amount_idr: 350_000, payment_reference: 'BCA 1' };

describe('a refund', () => {
  test.for([
    [
      { payment_reference: 'typo' },
      'no money of a payment "typo" is applied. Choose one with --reference: "mid"',
    ],
    [{ amount_idr: 0 }, 'IDR 200000 can be returned, and IDR 0 is nothing'],
  ] as const)('that would return nothing is refused: %o', async ([request, message], { shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER, { payment_reference: 'mid' });
    for (const plan of ['undo', 'keep'] as const)
      await expect(shop.refund(order_id, { plan, ...request })).rejects.toThrow(message);
    expect(await planOf(shop, account)).toBe('starter');
  });

  test('of a part that undoes the plan leaves a rest that can be refunded, without another decision', async ({
    shop,
  }) => {
    const { order_id } = await shop.buy(await shop.account(), STARTER);
    await shop.refund(order_id, { plan: 'undo', amount_idr: 150_000 });
    await shop.refund(order_id, { plan: 'undo', amount_idr: 20_000 });
    const refunded = await shop.refund(order_id);
    expect(refunded).toMatchObject({ state: 'refunded', plan_effect: 'undone' });
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 200_000]);
    await expect(shop.refund(order_id, { plan: 'undo' })).rejects.toThrow('is refunded, so it cannot be');
  });
});

describe('a transfer', () => {
  test('that is recorded twice at once is recorded once', async ({ shop, account }) => {
    const record = () => shop.administration.recordTransfer(account, BCA_1, CHANGE);
    const results = await Promise.allSettled([record(), record()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await held(shop, account)).toBe(350_000);
  });

  test('is not recorded again as a payment of an order', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, PROFESSIONAL);
    await shop.administration.recordTransfer(account, BCA_1, CHANGE);
    await expect(shop.confirm(order_id, BCA_1)).rejects.toMatchObject({
      code: 'bad_payment',
      message: expect.stringContaining(`run: alir order confirm ${order_id} --transfer "BCA 1"`),
    });
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 0]);
  });

  test('is not assigned to an order with a payment of the same reference', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, PROFESSIONAL);
    await shop.administration.recordTransfer(account, BCA_1, CHANGE);
    await shop.pay({ order_id, payment_reference: 'BCA 1', amount_idr: 10 });
    await expect(shop.confirm(order_id, { transfer: 'BCA 1' })).rejects.toMatchObject({
      code: 'bad_payment',
      message: expect.stringContaining(`alir account correct ${account} --transfer "BCA 1" --amount 0`),
    });
    expect(await held(shop, account)).toBe(350_010);
  });

  test('that was paid out pays no order', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, PROFESSIONAL);
    await shop.administration.recordTransfer(account, BCA_1, CHANGE);
    await shop.administration.payOut(account, { payment_reference: 'BCA 1' }, CHANGE);
    await expect(shop.confirm(order_id, { transfer: 'BCA 1', isAccepted: true })).rejects.toMatchObject({
      code: 'bad_payment',
      message: expect.stringContaining('Nothing of the transfer BCA 1 is held any more'),
    });
    expect(await planOf(shop, account)).toBe('free');
  });
});

describe('a confirmation with contradicting fields is refused', () => {
  test.for([
    [{ isWithheld: true, payment_reference: 'BP-1' }, 'needs its amount and the number of its slip'],
    [{ isWithheld: true, amount_idr: 6306 }, 'needs its amount and the number of its slip'],
    [{ payment_reference: 'BCA 0', amount_idr: 350_000 }, 'The payment BCA 0 is recorded with IDR 343694.'],
    [{ payment_reference: 'BCA 2' }, 'The amount of the payment BCA 2 is missing. Add it: --amount.'],
    [{ transfer: 'BCA 1', amount_idr: 1 }, 'Leave out --amount'],
    [{ transfer: 'BCA 1', isWithheld: true }, 'Leave out --amount'],
  ] as const)('%o', async ([confirmation, message], { shop, account }) => {
    await shop.administration.recordTransfer(account, BCA_1, CHANGE);
    const { order_id } = await shop.order(account, PROFESSIONAL);
    await shop.confirm(order_id, { amount_idr: 343_694, payment_reference: 'BCA 0' });
    await expect(shop.confirm(order_id, confirmation)).rejects.toThrow(message);
    expect(await shop.moneyOf(order_id)).toEqual([343_694, 0, 0]);
  });
});

describe('a checkout', () => {
  const HOURS = 3_600_000;
  const START = Date.UTC(2026, 0, 5);
  const at = (hours: number) => new Date(START + hours * HOURS);

  test.for([
    ['pending', 0, 1],
    ['pending', 22.5, 23.5],
    ['pending', 23.5, 24],
    ['pending', 24, 48],
    ['expired', 47.9, 48],
    ['expired', 48, null],
    ['applied', 2, 24],
    ['cancelled', 24, 48],
    ['refunded', 49, null],
  ] as const)(
    'in the state %s, %d hours after the order, is looked up again at hour %s',
    ([state, hours, next]) => {
      const asked = nextQuestion({ state, expires_at: at(24).toISOString() }, at(hours));
      expect(asked).toBe(next === null ? null : at(next).toISOString());
    },
  );

  test('is looked up at its own provider; three failures in a row end a run', async ({ shop, account }) => {
    const asked: string[] = [];
    const outcomes = [false, true, false, false, true];
    const provider = {
      ...shop.billing.provider,
      ask: async ({ order_id }: { order_id: string }) => {
        asked.push(order_id);
        if (!outcomes.shift()) throw new AlirError('payment_unavailable', 'No answer.');
        return [];
      },
    };
    const { ledger, clock } = shop;
    const record = shop.billing.orders.record.bind(shop.billing.orders);
    for (let order = 0; order < 5; order++) await shop.order(account, STARTER);
    shop.pass(0.1);
    expect(await new Reconciliation({ ledger, clock, provider, record }).run()).toEqual([]);
    expect(new Set(asked).size).toBe(5);
    const other = { ...provider, name: 'xendit' } as const;
    await new Reconciliation({ ledger, clock, provider: other, record }).run(true);
    expect(asked).toHaveLength(5);
  });
});

test('checkouts that cannot be asked about do not stop the others', async ({ shop, account }) => {
  const orders = [];
  for (const _ of [1, 2, 3, 4]) {
    orders.push(await shop.order(account, STARTER));
    shop.pass(0.001);
  }
  const last = orders.at(-1)?.order_id;
  const provider = {
    ...shop.billing.provider,
    ask: async ({ order_id }: { order_id: string }) => {
      if (order_id !== last) throw new AlirError('payment_unavailable', 'No answer.');
      return [
        { kind: 'paid', order_id, payment_reference: 'mid', amount_idr: 200_000, paid_at: null } as const,
      ];
    },
  };
  const { ledger, clock } = shop;
  const record = shop.billing.orders.record.bind(shop.billing.orders);
  const reconciliation = new Reconciliation({ ledger, clock, provider, record });
  shop.pass(0.1);
  await expect(reconciliation.run()).rejects.toThrow('No answer.');
  expect(await planOf(shop, account)).toBe('free');
  await expect(reconciliation.run()).rejects.toThrow('No answer.');
  expect(await planOf(shop, account)).toBe('starter');
});

describe('a provider that returns money', () => {
  const report = (shop: Shop, order_id: string, returned_idr: number, cause: 'refund' | 'chargeback') =>
    shop.billing.refunds.returnedByProvider(
      { order_id, payment_reference: 'mid', returned_idr, cause },
      'midtrans',
    );

  test('cannot return more than was paid', async ({ shop }) => {
    const { order_id } = await shop.order(await shop.account(), STARTER);
    await shop.pay({ order_id, payment_reference: 'mid', amount_idr: 200_000 });
    await report(shop, order_id, 150_000, 'refund');
    await report(shop, order_id, 900_000, 'chargeback');
    expect(await shop.moneyOf(order_id)).toEqual([0, 0, 200_000]);
  });

  test('reports a return that the operator recorded as a payout', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    await shop.pay({ order_id, payment_reference: 'mid', amount_idr: 200_000 });
    await shop.refund(order_id, { plan: 'undo', asCredit: true });
    await shop.administration.payOut(account, {}, CHANGE);
    expect(await report(shop, order_id, 200_000, 'refund')).toMatchObject({ state: 'refunded' });
    expect(await shop.billing.orders.creditOf(account)).toBe(0);
  });

  test('takes it from the credit of the payment before its plan', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    await shop.pay({ order_id, payment_reference: 'mid', amount_idr: 300_000 });
    await shop.confirm(order_id, { isAccepted: true });
    expect(await report(shop, order_id, 100_000, 'refund')).toMatchObject({ state: 'applied' });
    expect(await shop.moneyOf(order_id)).toEqual([0, 200_000, 100_000]);
    expect(await shop.billing.orders.creditOf(account)).toBe(0);
  });

  test('leaves a plan that a void undoes', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    await shop.pay({ order_id, payment_reference: 'mid', amount_idr: 200_000 });
    await report(shop, order_id, 200_000, 'chargeback');
    await expect(shop.void(order_id)).rejects.toThrow('add --plan keep or --plan undo');
    expect(await shop.void(order_id, { plan: 'undo' })).toMatchObject({ state: 'pending' });
    expect(await planOf(shop, account)).toBe('free');
  });
});

test('a void of an order that was never applied decides nothing about a plan', async ({ shop }) => {
  const { order_id } = await shop.order(await shop.account(), STARTER);
  await shop.confirm(order_id, { amount_idr: 1000 });
  expect(await shop.void(order_id, { plan: 'keep' })).toMatchObject({ state: 'pending', plan_effect: null });
});
