import type { Plan } from '../accounts/plans.ts';
import type { Offer } from './offers.ts';
import type { Quote, QuoteKind } from './quote.ts';

/** A plan that anybody may buy. Money is whole rupiah. */
export interface ShownPlan {
  readonly plan: Plan;
  readonly months: number;
  readonly days: number;
  readonly price_idr: number;
  readonly units_per_cycle: number;
  readonly requests_per_minute: number;
  readonly keys: number;
}

export interface ShownOffer {
  readonly offer_id: string;
  readonly days: number;
  readonly price_idr: number;
  readonly units_per_cycle: number;
  readonly requests_per_minute: number;
  readonly keys: number;
  readonly is_recurring: boolean;
}

export interface ShownQuote {
  readonly kind: QuoteKind;
  readonly plan: Plan;
  readonly months: number | null;
  readonly offer_id: string | null;
  readonly price_idr: number;
  readonly credit_idr: number;
  /** Of the unused value, what is more than the price, and is lost. */
  readonly forfeited_idr: number;
  readonly charge_idr: number;
  /** ISO-8601 in UTC, as if it were applied now. */
  readonly period_start: string;
  readonly period_end: string;
  readonly refills_quota: boolean;
  readonly note: string;
}

export function shownOffer({ units, series, ...offer }: Offer): ShownOffer {
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

/**
 * @param units_left of the present window
 * @param next_window when the next one starts
 */
export function shownQuote(quote: Quote, units_left: number, next_window: Date): ShownQuote {
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

/** What a buyer might expect otherwise. */
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
