import type { Plan, PlanMonths } from '../../core/commerce-terms.ts';
import { CYCLE_DAYS } from '../../core/contract.ts';
import { DAY_MS } from '../../core/dates.ts';

export interface PlanTerms {
  readonly requests_per_minute: number;
  /** Units of one quota window. */
  readonly units: number;
  /** API keys of the account; the MCP key is not counted. */
  readonly keys: number;
}

interface PlanEntry {
  readonly quota_window: 'day' | 'cycle';
  /** Null: the limits are agreed with each account. */
  readonly terms: PlanTerms | null;
  /** Screens and watchlists together. */
  readonly saved_items: number;
  /** Alerts, and briefs by e-mail as many. */
  readonly alerts: number;
}

/** The plans; docs/contract.md 6.4, 7.1 and 7.2. A paid plan can be bought for any of PLAN_MONTHS; its quota is the same in each cycle. */
export const PLANS = {
  free: {
    quota_window: 'day',
    terms: { requests_per_minute: 10, units: 5, keys: 1 },
    saved_items: 5,
    alerts: 2,
  },
  starter: {
    quota_window: 'cycle',
    terms: { requests_per_minute: 120, units: 25_000, keys: 3 },
    saved_items: 20,
    alerts: 10,
  },
  professional: {
    quota_window: 'cycle',
    terms: { requests_per_minute: 300, units: 100_000, keys: 10 },
    saved_items: 50,
    alerts: 25,
  },
  advanced: {
    quota_window: 'cycle',
    terms: { requests_per_minute: 500, units: 250_000, keys: 20 },
    saved_items: 100,
    alerts: 50,
  },
  enterprise: { quota_window: 'cycle', terms: null, saved_items: 200, alerts: 100 },
  custom: { quota_window: 'cycle', terms: null, saved_items: 200, alerts: 100 },
} as const satisfies Record<Plan, PlanEntry>;

/** A month of a plan is a cycle of 30 days, and each cycle has its own quota. */
export const CYCLE_MS = CYCLE_DAYS * DAY_MS;

/** The end of a period that starts now; null for Free, which does not end. */
export function periodEnd(plan: Plan, months: PlanMonths, start: Date): Date | null {
  return plan === 'free' ? null : new Date(start.getTime() + months * CYCLE_MS);
}
