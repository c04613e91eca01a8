import { describe, expect, test } from 'vitest';
import * as of_accounts from '../../src/api/endpoints/admin/admin-accounts.ts';
import * as of_books from '../../src/api/endpoints/admin/admin-books.ts';
import {
  type AdminOperation,
  type AdminServices,
  perform,
} from '../../src/api/endpoints/admin/admin-operation.ts';
import * as of_orders from '../../src/api/endpoints/admin/admin-orders.ts';
import { isPreview } from '../../src/api/endpoints/admin/preview.ts';
import { forCommand } from '../../src/api/endpoints/admin/wording.ts';
import { Shop, STARTER } from '../support/shop.ts';

const TABLES = [
  'account',
  'billing_order',
  'payment',
  'money_move',
  'invoice',
  'subscription_change',
  'audit_log',
  'event',
  'closed_month',
  'provider_payout',
];
const reason = 'a test';

/** A shop with one customer, whose operations are previewed and then run. */
async function open() {
  const { shop, rows } = await Shop.openWithRows();
  const services = shop as unknown as AdminServices;
  const account = await shop.account();
  const run = (operation: AdminOperation, sent: object) =>
    perform(operation, services, sent, { actor: 'operator ani', wording: forCommand });
  const stored = async () => {
    const tables: unknown[] = [];
    for (const table of TABLES) tables.push(await rows(`SELECT * FROM ${table}`));
    return tables;
  };
  const preview = async (operation: AdminOperation, sent: object) => {
    const before = await stored();
    const result = await run(operation, { ...sent, preview: true });
    expect(await stored()).toEqual(before);
    if (!isPreview(result)) throw new Error('not a preview');
    return result.preview;
  };
  /** @returns what the preview promised, which the operation then did */
  const done = async (operation: AdminOperation, sent: object): Promise<Record<string, unknown>> => {
    const promised = Object.fromEntries(
      (await preview(operation, sent)).map(({ field, after }) => [field, after]),
    );
    const result = (await run(operation, sent)) as { readonly state?: string };
    const {
      order_state,
      reason: _,
      invoices,
      value_idr,
      plan_after_reset,
      units_after_reset,
      ...of_account
    } = promised;
    expect(await shop.administration.overview(account)).toMatchObject(of_account);
    if (order_state !== undefined) expect(result.state).toBe(order_state);
    if (value_idr !== undefined) expect((await shop.accounts.find(account)).period_price_idr).toBe(value_idr);
    return promised;
  };
  return { shop, account, preview, done };
}

describe('a preview of the operator', () => {
  test('says what the operation then does, and stores nothing', async () => {
    const { shop, account, done } = await open();
    const { order_id } = await shop.order(account, STARTER);
    expect(await done(of_orders.confirmOrder, { order_id, amount_idr: 150_000 })).toEqual({
      order_state: 'paid_not_applied',
      reason: 'The amount to pay was IDR 200000, but IDR 150000 was paid.',
      held_idr: 150_000,
    });
    expect(await done(of_orders.confirmOrder, { order_id, amount_idr: 60_000, accept: true })).toEqual({
      order_state: 'applied',
      reason: null,
      invoices: 'INV-2026-000001',
      plan: 'starter',
      period_end: '2026-02-04T03:00:00.000Z',
      units: 25_000,
      resets_at: '2026-02-04T03:00:00.000Z',
      value_idr: 200_000,
      applied_idr: 200_000,
      credit_idr: 10_000,
      held_idr: 0,
    });
    await done(of_accounts.payOut, { account, reason });
    await done(of_accounts.recordTransfer, { account, amount_idr: 1000, payment_reference: 'BCA 1', reason });
    await done(of_accounts.correctPayment, { account, amount_idr: 900, payment_reference: 'BCA 1', reason });
    await done(of_orders.refundOrder, { order_id, plan: 'keep', amount_idr: 50_000, reason });
    await done(of_accounts.assignPlan, { account, plan: 'advanced', paid_idr: 5, reason });
    const corrected = await done(of_accounts.correctPayment, { account, amount_idr: 7, reason });
    expect(corrected.invoices).toBe('INV-2026-000002, CN-2026-000002, INV-2026-000003');
    await done(of_orders.voidOrder, {
      order_id,
      plan: 'keep',
      payment_reference: 'confirmed by the operator',
      reason,
    });
    const second = await shop.order(account, { plan: 'advanced', months: 3 });
    await done(of_orders.cancelOrder, { order_id: second.order_id, reason });
  });

  test('of 2 days on day 30 says that a new quota starts with them', async () => {
    const { shop, account, done } = await open();
    await shop.buy(account, STARTER);
    shop.pass(29.5);
    expect(await done(of_accounts.grant, { account, days: 2, reason })).toEqual({
      period_end: '2026-02-06T03:00:00.000Z',
      plan_after_reset: 'starter',
      units_after_reset: 25_000,
    });
  });

  test('of the books says what is closed, and what is left at the provider', async () => {
    const { shop, account, preview } = await open();
    const { order_id } = await shop.order(account, STARTER);
    await shop.pay({ order_id, payment_reference: 'mid', amount_idr: 200_000 });
    const payout = { provider: 'midtrans', reference: 'P-1', amount_idr: 195_500, reason };
    expect(await preview(of_books.recordPayout, { ...payout, fee_idr: 4500 })).toEqual([
      { field: 'at_provider_idr', now: 200_000, after: 0 },
    ]);
    expect(await preview(of_books.recordPayout, { ...payout, fee_idr: 5000 })).toEqual([
      { field: 'at_provider_idr', now: 200_000, after: -500 },
      { field: 'differences', now: 0, after: 1 },
    ]);
    shop.pass(30);
    expect(await preview(of_books.closeBooks, { month: '2026-01', reason })).toEqual([
      { field: 'closed_until', now: null, after: '2026-02-01' },
    ]);
  });

  test('is refused as the operation', async () => {
    const { shop, account, preview } = await open();
    const { order_id } = await shop.buy(account, STARTER);
    await expect(preview(of_orders.confirmOrder, { order_id })).rejects.toMatchObject({
      code: 'order_not_payable',
    });
    await expect(preview(of_accounts.payOut, { account, reason })).rejects.toMatchObject({
      code: 'bad_payment',
    });
  });
});
