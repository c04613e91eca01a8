import { z } from 'zod';
import type { Offer } from '../../commerce/billing/offers.ts';
import type { Order } from '../../commerce/billing/order.ts';
import { PUBLIC_PLANS } from '../../commerce/billing/prices.ts';
import type { Quote } from '../../commerce/billing/quote.ts';
import {
  ORDER_STATES,
  PAYMENT_METHODS,
  PLAN_MONTHS,
  PLAN_NAMES,
  QUOTE_KINDS,
} from '../../core/commerce-terms.ts';
import { PRICE_LOCK_HOURS } from '../../core/contract.ts';
import { count, flag, idr, record, text, timestamp } from '../http/response-fields.ts';

const months = (description: string) => z.literal(PLAN_MONTHS).meta({ description, type: 'integer' });

const terms = {
  days: count('Length of the period, in days'),
  price_idr: idr('Price of the period'),
  units_per_cycle: count('Units of each cycle of 30 days'),
  requests_per_minute: count('Requests that the account may send in any minute'),
  keys: count('Keys that the account may create, in addition to its MCP key'),
};

/** A public plan. Prices are in whole rupiah. */
export const planSchema = record('Plan', 'A public plan', {
  plan: z.enum(PUBLIC_PLANS).meta({ description: 'Name of the plan' }),
  months: months('Months of 30 days'),
  ...terms,
});

export const offerSchema = record('Offer', 'A private offer to the account', {
  offer_id: text('Identifier of the offer'),
  ...terms,
  is_recurring: flag('Whether payment of this offer creates the next one'),
});

export type PresentedOffer = z.output<typeof offerSchema>;

const bought = {
  kind: z.enum(QUOTE_KINDS).meta({
    description: 'renewal: moves the end of the period; upgrade and purchase: start a new one at once',
  }),
  plan: z.enum(PLAN_NAMES).meta({ description: 'Plan that it leads to; custom for an offer' }),
  months: months('Months of 30 days; null for an offer').nullable(),
  offer_id: text('The offer; null for a plan').nullable(),
  price_idr: idr('Price of the period'),
  credit_idr: idr('Credit for the unused part of the current period, including rounding'),
  charge_idr: idr('Amount to pay'),
};

export const quoteSchema = record(
  'Quote',
  'The price of a plan or an offer for the account now, and what changes',
  {
    ...bought,
    forfeited_idr: idr('Value of the unused part that exceeds the price; it is forfeited'),
    period_start: timestamp('Start of the period if it is paid now'),
    period_end: timestamp('When it ends'),
    refills_quota: flag('Whether the quota is refilled; a renewal does not refill it'),
    note: text('Effect of the purchase, in words'),
  },
);

export type PresentedQuote = z.output<typeof quoteSchema>;

export const orderSchema = record('Order', `An order, whose price is locked for ${PRICE_LOCK_HOURS} hours`, {
  order_id: text('Identifier of the order'),
  ...bought,
  state: z.enum([...ORDER_STATES, 'expired']).meta({
    description:
      'pending: to be paid; expired: not paid in time; paid: being applied; applied: in force; paid_not_applied: it did not fit any more, ask the operator; cancelled, refunded: given up',
  }),
  reason: text('Why it was not applied; null where it was, or is not paid').nullable(),
  provider: z.enum(PAYMENT_METHODS).meta({
    description:
      'How it is paid. manual: as the operator says; midtrans, xendit: at payment_url; credit: the unused part of the present period covers the price, and nothing is to be paid',
  }),
  payment_url: text('Where it is paid; null where the operator says how').nullable(),
  payment_reference: text('Its name at the payment provider').nullable(),
  created_at: timestamp('When it was created'),
  expires_at: timestamp('Until when the price is locked'),
  paid_at: timestamp('When the payment was told of').nullable(),
  paid_idr: idr('What was paid; null for nothing, or another currency').nullable(),
  cancelled_at: timestamp('When it was cancelled').nullable(),
  settled_at: timestamp('When it was applied, or found not to fit').nullable(),
});

export type PresentedOrder = z.output<typeof orderSchema>;

export function presentOffer({ units, series, ...offer }: Offer): PresentedOffer {
  const { offer_id, days, price_idr, requests_per_minute, keys } = offer;
  return {
    offer_id,
    days,
    price_idr,
    units_per_cycle: units,
    requests_per_minute,
    keys,
    is_recurring: series !== null,
  };
}

/** An order that is not paid in time is shown as `expired`. A payment can still arrive later. */
export function presentOrder(order: Order, now: Date): PresentedOrder {
  const { account_id: _a, credited_period: _c, idempotency_key: _i, ...shown } = order;
  const isExpired = order.state === 'pending' && now >= new Date(order.expires_at);
  return { ...shown, state: isExpired ? 'expired' : order.state };
}

/**
 * @param units_left units that remain in the current quota window
 * @param next_window start of the next quota window
 */
export function presentQuote(quote: Quote, units_left: number, next_window: Date): PresentedQuote {
  const {
    kind,
    product,
    price_idr,
    credit_idr,
    forfeited_idr,
    charge_idr,
    period_start,
    period_end,
    refills_quota,
  } = quote;
  const { plan, months, offer_id } = product;
  return {
    kind,
    plan,
    months,
    offer_id,
    price_idr,
    credit_idr,
    forfeited_idr,
    charge_idr,
    period_start: period_start.toISOString(),
    period_end: period_end.toISOString(),
    refills_quota,
    note: noteOf(quote, units_left, next_window),
  };
}

/** States the effects that a buyer might not expect. */
function noteOf({ refills_quota, forfeited_idr }: Quote, units_left: number, next_window: Date): string {
  if (refills_quota) {
    const afresh = 'It applies as soon as it is paid: period and quota start afresh.';
    if (forfeited_idr === 0) return afresh;
    return `${afresh} The unused part of the present period is worth IDR ${forfeited_idr} more than this costs; that is lost.`;
  }
  const renewal = 'It extends the period and leaves the quota as it is.';
  if (units_left > 0) return renewal;
  return `${renewal} The units of this cycle are used up: to have more before ${next_window.toISOString()}, upgrade or ask for a custom offer.`;
}
