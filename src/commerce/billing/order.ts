import { PRICE_LOCK_HOURS } from '../../core/contract.ts';
import type { Row } from '../../ledger/queries.ts';
import type { Subscription } from '../accounts/entitlement.ts';
import type { Quote } from './quote.ts';

/** How long the price of an order is locked. */
export const LOCKED_MS = PRICE_LOCK_HOURS * 3_600_000;

/** An order as it is stored. */
export type Order = Row<'order'>;

/** A payment for an order. */
export type PaidAmount = Row<'payments_of_order'>;

/** Identifies the period that an upgrade gives credit for. A renewal changes it, because it changes the remaining value. */
export function creditedPeriod({ period_start, period_end }: Subscription): string {
  return `${period_start}/${period_end ?? ''}`;
}

/**
 * Why a paid order no longer fits the account; null if it fits.
 * @param quoted the quote of the same product now
 * @param period the account's, see creditedPeriod
 */
export function conflictWithAccount(order: Order, quoted: Quote, period: string): string | null {
  if (quoted.kind !== order.kind) {
    return `The order type was ${order.kind}, but the subscription changed before the payment and the type would now be ${quoted.kind}.`;
  }
  if (order.kind === 'upgrade' && order.credited_period !== period) {
    return 'The price includes a credit for an earlier period, and that period changed before the payment.';
  }
  return null;
}

/** Why the payment itself is not accepted; null if it is. */
export function paymentProblem(order: Order): string | null {
  if (order.paid_idr !== order.charge_idr) {
    const paid = order.paid_idr === null ? 'another currency' : `IDR ${order.paid_idr}`;
    return `The amount to pay was IDR ${order.charge_idr}, but ${paid} was paid.`;
  }
  if (order.cancelled_at !== null) return 'The order was cancelled before the payment.';
  if (order.paid_at !== null && order.paid_at >= order.expires_at)
    return 'The payment arrived after the locked price expired.';
  return null;
}
