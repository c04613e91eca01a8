import type { Plan, PlanMonths } from '../../core/commerce-terms.ts';
import type { PlanTerms } from '../accounts/plans.ts';

/** Something that can be bought: a public plan for some months, or an offer to one account. */
export interface Product {
  readonly plan: Plan;
  /** Null for an offer, whose period is any number of days. */
  readonly months: PlanMonths | null;
  readonly days: number;
  readonly price_idr: number;
  /** Own figures of an offer. */
  readonly terms: PlanTerms | null;
  readonly offer_id: string | null;
  /** What the offers of one recurring agreement share: the next of them extends the period of the one before. */
  readonly series: string | null;
}

/** The period that an account has bought. */
export interface BoughtPeriod {
  readonly plan: Plan;
  readonly months: PlanMonths | null;
  readonly series: string | null;
  readonly period_start: Date;
  /** Null for Free. */
  readonly period_end: Date | null;
  /** What the whole period was bought for, renewals included: in money, and in credit for the period before. */
  readonly period_price_idr: number;
}
