import * as z from 'zod';
import { STATES } from '../../../commerce/billing/order-states.ts';
import type { PricedQuote } from '../../../commerce/billing/orders.ts';
import type { Offer } from '../../../commerce/billing/prices/offers.ts';
import { dueOf, type Order } from '../../../commerce/billing/prices/order-amounts.ts';
import { PUBLIC_PLANS } from '../../../commerce/billing/prices/prices.ts';
import type { Quote } from '../../../commerce/billing/prices/quote.ts';
import {
  ORDER_STATES,
  PAYMENT_METHODS,
  PLAN_MONTHS,
  PLAN_NAMES,
  QUOTE_KINDS,
} from '../../../core/commerce-terms.ts';
import { PRICE_LOCK_HOURS } from '../../../core/contract.ts';
import { count, fieldsOf, flag, idr, record, text, timestamp } from '../../http/responses/response-fields.ts';

/** Whether an applied order waits for the operator is not shown. */
const SHOWN_STATES = ORDER_STATES.filter((state) => state !== 'attention');

const months = (description: string) => z.literal(PLAN_MONTHS).meta({ description });

const terms = {
  days: count('Length of the period, in days'),
  price_idr: idr('Price of the period'),
  units_per_cycle: count('Units per cycle of 30 days'),
  requests_per_minute: count('Requests that the account may send in any 60 seconds'),
  keys: count('Keys that the account may create, in addition to its MCP key'),
};

/** A public plan. Prices are in whole rupiah. */
export const planSchema = record('PublicPlan', 'A public plan', {
  plan: z.enum(PUBLIC_PLANS).meta({ description: 'Name of the plan' }),
  months: months('Length in months of 30 days'),
  ...terms,
});

export const offerSchema = record('Offer', 'A private offer to the account', {
  offer_id: text('Identifier of the offer'),
  ...terms,
  is_recurring: flag('Whether the same offer is created again when this offer is paid'),
});

export type PresentedOffer = z.output<typeof offerSchema>;

const bought = {
  kind: z.enum(QUOTE_KINDS).meta({
    description: 'renewal: extends the current period; upgrade or purchase: starts a new period immediately',
  }),
  plan: z.enum(PLAN_NAMES).meta({ description: 'Plan after the payment; custom for an offer' }),
  months: months('Length in months of 30 days; null for an offer').nullable(),
  offer_id: text('Identifier of the offer; null for a plan').nullable(),
  price_idr: idr('Price of the period'),
  credit_idr: idr('Credit for the unused part of the current period', 'It is price_idr minus charge_idr'),
  charge_idr: idr('Price minus credit_idr', 'For an upgrade, it is rounded down to a multiple of 1,000 IDR'),
  balance_idr: idr(
    'Part of charge_idr that the credit of the account pays',
    'The credit comes from payments above the price',
  ),
  owed_idr: idr('What the account owes, because credit was used whose payment was not made'),
  due_idr: idr('Amount to pay: charge_idr minus balance_idr, plus owed_idr'),
};

export const quoteSchema = record(
  'Quote',
  'What a plan or an offer costs the account now, and what it changes',
  {
    ...bought,
    forfeited_idr: idr(
      'Amount by which the value of the unused period exceeds the price',
      'It is not refunded',
    ),
    period_start: timestamp('Start of the period if you pay now'),
    period_end: timestamp('End of the period if you pay now'),
    replaced_period_end: timestamp(
      'End of the current period, which an upgrade replaces',
      'Null otherwise',
    ).nullable(),
    replaced_price_idr: idr(
      'Price of the current period, which an upgrade replaces',
      'Null otherwise',
    ).nullable(),
    refills_quota: flag('Whether the payment refills the quota; false for a renewal'),
    note: text('Explains the effect of the payment'),
  },
);

export type PresentedQuote = z.output<typeof quoteSchema>;

export const orderSchema = record('Order', `An order. Its price is locked for ${PRICE_LOCK_HOURS} hours`, {
  order_id: text('Identifier of the order'),
  ...bought,
  state: z.enum(SHOWN_STATES).meta({
    description:
      'pending: not paid yet; expired: not paid in time; paid: paid, but not applied yet; applied: paid, and the plan was changed; paid_not_applied: paid, but it could not be applied (see reason; ask the operator); cancelled: cancelled before payment; refunded: the payment was returned (see plan_effect)',
  }),
  reason: text('Why the paid order was not applied; otherwise null').nullable(),
  provider: z.enum(PAYMENT_METHODS).meta({
    description:
      'How to pay. manual: follow the instructions of the operator; midtrans, xendit: open payment_url; credit: no payment is needed, because the unused part of the current period covers the price',
  }),
  payment_url: text('Page on which to pay; null if provider is manual or credit').nullable(),
  payment_reference: text('Reference of the payment at the payment provider').nullable(),
  created_at: timestamp('Time of creation'),
  expires_at: timestamp('Time at which the locked price expires'),
  paid_at: timestamp('Time of the payment', 'Null until it is known').nullable(),
  paid_idr: idr(
    'Amount paid',
    'Null if nothing was paid, or if the payment was in another currency',
  ).nullable(),
  cancelled_at: timestamp('Time of cancellation', 'Null if the order was not cancelled').nullable(),
  settled_at: timestamp(
    'Time at which the order reached its final state',
    'Null before that time',
  ).nullable(),
  plan_effect: z
    .enum(['kept', 'undone'])
    .meta({ description: 'What happened to the plan when the payment was returned; null before that' })
    .nullable(),
});

export type PresentedOrder = z.output<typeof orderSchema>;

export function presentOffer(offer: Offer): PresentedOffer {
  return fieldsOf(offerSchema, {
    ...offer,
    units_per_cycle: offer.units,
    is_recurring: offer.series !== null,
  });
}

export function presentOrder(order: Order): PresentedOrder {
  const { shown: state } = STATES[order.state];
  const reason = state === order.state ? order.reason : null;
  return fieldsOf(orderSchema, { ...order, due_idr: dueOf(order), state, reason });
}

/**
 * @param units_left units that remain in the current quota window
 * @param next_window start of the next quota window
 */
export function presentQuote(quote: PricedQuote, units_left: number, next_window: Date): PresentedQuote {
  const { product, replaced } = quote;
  return fieldsOf(quoteSchema, {
    ...product,
    ...quote,
    due_idr: dueOf(quote),
    replaced_period_end: replaced?.period_end ?? null,
    replaced_price_idr: replaced?.period_price_idr ?? null,
    note: noteOf(quote, units_left, next_window),
  });
}

/** Warns if a longer or dearer period ends. */
function replacementNotes({ replaced, period_end, price_idr }: Quote): string[] {
  if (replaced === null) return [];
  const facts = [];
  if (replaced.period_end > period_end) {
    facts.push(`runs until ${replaced.period_end}, which is later than the end of the new period`);
  }
  if (replaced.period_price_idr > price_idr) {
    facts.push(`cost IDR ${replaced.period_price_idr}, which is more than the new price`);
  }
  return facts.length === 0 ? [] : [`The order replaces the current period, which ${facts.join(', and ')}.`];
}

/** States the effects that a buyer might not expect. */
function noteOf(quote: PricedQuote, units_left: number, next_window: Date): string {
  const { refills_quota, forfeited_idr } = quote;
  if (refills_quota) {
    const start =
      dueOf(quote) === 0
        ? 'The order costs nothing and takes effect at once: a new period and a new quota start.'
        : 'The new period and the new quota start as soon as you pay.';
    const notes = [start, ...replacementNotes(quote)];
    if (forfeited_idr > 0) {
      notes.push(
        `The unused part of the current period is worth IDR ${forfeited_idr} more than the price. This difference is not refunded.`,
      );
    }
    return notes.join(' ');
  }
  const renewal = 'The payment extends the period. It does not refill the quota.';
  if (units_left > 0) return renewal;
  return `${renewal} The units of this cycle are used up. To get more units before ${next_window.toISOString()}, upgrade the plan or ask for a custom offer.`;
}
