import type { Plan } from '../../core/commerce-terms.ts';
import { DAY_MS, JAKARTA_OFFSET_MS, jakartaDate } from '../../core/dates.ts';
import { CYCLE_MS, PLANS, type PlanTerms } from './plans.ts';

/** The subscription of an account in the ledger. Times are ISO-8601 in UTC. */
export interface Subscription {
  readonly plan: Plan;
  readonly period_start: string;
  /** Null for a plan without an end. */
  readonly period_end: string | null;
  /** The account's own limits in place of those of the plan; either all three are null, or none is. */
  readonly requests_per_minute: number | null;
  readonly units: number | null;
  readonly keys: number | null;
  /** Length in days of each paid part of the period; null if cycles are counted through the whole period. */
  readonly term_days: number | null;
  /** The quota window to which `granted_units` belong. */
  readonly granted_window: string | null;
  /** Units that the operator added to the quota of that window. */
  readonly granted_units: number;
}

/** What an account may do at a given time. */
export interface Entitlement extends PlanTerms {
  /** The plan in force; `free` for one whose paid period has ended. */
  readonly plan: Plan;
  readonly quota_window: 'day' | 'cycle';
  /** Identifies the window in which units are counted: two times with the same window share a counter. */
  readonly window: string;
  readonly window_start: Date;
  /** The end of the window, exclusive. */
  readonly window_end: Date;
  /** The same, as ISO-8601 in UTC. */
  readonly reset_at: string;
  readonly period_start: Date;
  readonly period_end: Date;
}

/**
 * Cycles of a paid plan are 30 days each, counted from the period's start; the last ends with the period. A period of an offer that was
 * renewed has a part for each payment: the cycles are counted from the start of each part, and the last cycle of a part ends with it, so
 * that a renewal moves no reset. Free counts days, which end at 00:00 in Jakarta; these days are also its periods. Ends are exclusive: at
 * period_end the period is over. A time before the period, from a clock that was set back, counts in the first window.
 */
export function entitlementAt(subscription: Subscription, now: Date): Entitlement {
  const { plan, period_start, period_end } = subscription;
  const end = period_end === null ? null : new Date(period_end);
  const start = new Date(period_start);
  if (PLANS[plan].quota_window === 'day' || end === null || now >= end) {
    return freeEntitlement(subscription, now < start ? start : now);
  }

  const term_ms = (subscription.term_days ?? Number.POSITIVE_INFINITY) * DAY_MS;
  const elapsed_ms = Math.max(0, now.getTime() - start.getTime());
  const in_term_ms = elapsed_ms % term_ms;
  const term_start = start.getTime() + elapsed_ms - in_term_ms;
  const cycle_start = term_start + in_term_ms - (in_term_ms % CYCLE_MS);
  const window_end = new Date(Math.min(cycle_start + CYCLE_MS, term_start + term_ms, end.getTime()));
  const window = `cycle ${new Date(cycle_start).toISOString()}`;
  const terms = termsOf(subscription);
  return {
    plan,
    ...terms,
    units: terms.units + grantedUnits(subscription, window),
    quota_window: 'cycle',
    window,
    window_start: new Date(cycle_start),
    window_end,
    reset_at: window_end.toISOString(),
    period_start: start,
    period_end: end,
  };
}

function freeEntitlement(subscription: Subscription, now: Date): Entitlement {
  const date = jakartaDate(now);
  const start = new Date(Date.parse(date) - JAKARTA_OFFSET_MS);
  const end = new Date(start.getTime() + DAY_MS);
  const window = `day ${date}`;
  return {
    plan: 'free',
    ...PLANS.free.terms,
    units: PLANS.free.terms.units + grantedUnits(subscription, window),
    quota_window: 'day',
    window,
    window_start: start,
    window_end: end,
    reset_at: end.toISOString(),
    period_start: start,
    period_end: end,
  };
}

/** The plan in force at a time. */
export function planAt(subscription: Subscription, now: Date) {
  return PLANS[entitlementAt(subscription, now).plan];
}

function grantedUnits({ granted_window, granted_units }: Subscription, window: string): number {
  return granted_window === window ? granted_units : 0;
}

function termsOf({ plan, requests_per_minute, units, keys }: Subscription): PlanTerms {
  if (requests_per_minute !== null && units !== null && keys !== null)
    return { requests_per_minute, units, keys };
  const { terms } = PLANS[plan];
  if (terms === null) throw new Error(`An account with the plan ${plan} has no limits of its own`);
  return terms;
}
