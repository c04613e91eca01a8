import { PRICE_LOCK_HOURS } from '../../../core/contract.ts';
import { AlirError } from '../../../core/errors.ts';
import type { Row } from '../../../ledger/queries.ts';
import type { Account } from '../../accounts/accounts.ts';
import { STATES } from '../order-states.ts';
import { type Offer, productOf } from './offers.ts';
import { isPublicPlan, publicProduct } from './prices.ts';
import { type Product, type Quote, quote, upgradeCharge } from './quote.ts';

export const LOCKED_MS = PRICE_LOCK_HOURS * 3_600_000;

/** The reference of a payment that the operator confirmed without one. */
export const CONFIRMED = 'confirmed by the operator';

/** The reference of an order that cost no money. */
export const PAID_WITH_CREDIT = 'credit';

/** The reference of a payment that someone gave; null if the operator confirmed it without one. */
export function givenReference(payment_reference: string | null): string | null {
  return payment_reference?.startsWith(CONFIRMED) ? null : payment_reference;
}

export type Order = Row<'order'>;

export type PaidAmount = Row<'payments_of_order'>;

/** The amount to pay in money: the charge without the part that the account's credit pays, and what the account owes. */
export function dueOf({
  charge_idr,
  balance_idr,
  owed_idr,
}: Pick<Order, 'charge_idr' | 'balance_idr' | 'owed_idr'>): number {
  return charge_idr - balance_idr + owed_idr;
}

/** Identifies the period that an upgrade gives credit for. A renewal and a refund change it, because they change the remaining value. */
export function creditedPeriod({ period_start, period_end, period_price_idr }: Account): string {
  return `${period_start}/${period_end ?? ''}/${period_price_idr}`;
}

/** The unused part in the credit of an upgrade, as quoted; null for another order. */
export function replacedBy(order: Order) {
  const [period_start = '', period_end = '', price = ''] = order.credited_period.split('/');
  if (order.kind !== 'upgrade' || period_end === '') return null;
  const period_price_idr = Number(price);
  const period = { period_start, period_end, period_price_idr };
  const { charge_idr, unused } = upgradeCharge(period, order.price_idr, new Date(order.created_at));
  return charge_idr === order.charge_idr ? { ...unused, period_price_idr } : null;
}

/**
 * Quotes an order at its locked price, as of a time.
 * @param offer that of the order, if it has one
 * @param now the result must give the account something from now on
 * @returns the reason if the order does not fit the account
 */
export function quotedAgain(
  order: Order,
  offer: Offer | null,
  account: Account,
  { at, now }: { readonly at: Date; readonly now: Date },
): Quote | string {
  const product = productOfOrder(order, offer);
  const paid = quotedOrReason(account, product, at);
  const quoted = typeof paid === 'string' ? paid : asOrdered(order, account, paid);
  if (typeof quoted === 'string') return quoted;
  if (quoted.period_end <= now.toISOString()) {
    return `The period that was paid for ended at ${quoted.period_end}, before the payment was confirmed.`;
  }
  if (quoted.kind !== order.kind) {
    return `The order type was ${order.kind}, but the subscription changed before the payment and the type would now be ${quoted.kind}.`;
  }
  if (order.kind === 'upgrade' && order.credited_period !== creditedPeriod(account)) {
    return 'The price includes a credit for an earlier period, and that period changed before the payment.';
  }
  return quoted;
}

/** A period that ended between the order and its payment is renewed or upgraded all the same: the price is locked until the payment. */
function asOrdered(order: Order, account: Account, paid: Quote): Quote | string {
  if (paid.kind !== 'purchase' || order.kind === 'purchase') return paid;
  const ordered = quotedOrReason(account, paid.product, new Date(order.created_at));
  if (typeof ordered === 'string' || ordered.kind !== order.kind) return ordered;
  return ordered.kind === 'renewal' ? ordered : { ...paid, kind: ordered.kind, replaced: ordered.replaced };
}

/** Whether an unpaid order no longer fits the account, so that a payment could not be applied. */
export function isOutdated(order: Order, offer: Offer | null, account: Account, now: Date): boolean {
  return (
    STATES[order.state].waits_for === 'customer' &&
    typeof quotedAgain(order, offer, account, { at: now, now }) === 'string'
  );
}

function quotedOrReason(account: Account, product: Product, at: Date): Quote | string {
  try {
    return quote(account, product, at);
  } catch (error) {
    if (error instanceof AlirError) return error.message;
    throw error;
  }
}

function productOfOrder(order: Order, offer: Offer | null): Product {
  if (offer) return productOf({ ...offer, price_idr: order.price_idr });
  if (!isPublicPlan(order.plan)) throw new Error(`The plan ${order.plan} is not sold without an offer`);
  return publicProduct(order.plan, order.months ?? 1, order.price_idr);
}

/**
 * Why the payment itself is not accepted; null if it is.
 * @param paid_idr what is held for the order; null if a payment is in another currency
 * @param owed_idr what the account owes
 */
export function paymentProblem(order: Order, paid_idr: number | null, owed_idr: number): string | null {
  const due_idr = dueOf({ ...order, owed_idr });
  // What the account owed when the order was made may be settled: the rest becomes credit.
  const isAsOrdered = paid_idr === dueOf(order) && owed_idr <= order.owed_idr;
  if (paid_idr !== due_idr && !isAsOrdered) {
    const owed = owed_idr > order.owed_idr ? `, with IDR ${owed_idr} that the account owes` : '';
    const paid = paid_idr === null ? 'another currency' : `IDR ${paid_idr}`;
    return `The amount to pay was IDR ${due_idr}${owed}, but ${paid} was paid.`;
  }
  if (order.cancelled_at !== null) return 'The order was cancelled before the payment.';
  if (order.paid_at !== null && order.paid_at >= order.expires_at)
    return 'The payment arrived after the locked price expired.';
  return null;
}

/** What a customer writes in a transfer for an order: the first 8 digits of its id. */
export function orderReference(order_id: string): string {
  return order_id.slice(0, 8);
}
