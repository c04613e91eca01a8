import type { Plan, PlanMonths, QuoteKind } from '../../core/commerce-terms.ts';
import { MAX_RENEWAL_DAYS } from '../../core/contract.ts';
import { DAY_MS } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { PLANS, type PlanTerms } from '../accounts/plans.ts';

/** Charges of upgrades are rounded down to it; docs/contract.md 8.2. */
const ROUNDED_DOWN_TO_IDR = 1000n;

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

/** What a product costs an account at a moment, and what it would change. */
export interface Quote {
  readonly kind: QuoteKind;
  readonly product: Product;
  readonly price_idr: number;
  /** What is taken off for the unused part of the present period, the rounding included. */
  readonly credit_idr: number;
  /** What the unused part is worth above the price: it is neither paid out nor kept. */
  readonly forfeited_idr: number;
  /** To be paid: price less credit. */
  readonly charge_idr: number;
  readonly period_start: Date;
  readonly period_end: Date;
  /** What the period will have been bought for. */
  readonly period_price_idr: number;
  /** False for a renewal: units that are used up stay used up until the next cycle. */
  readonly refills_quota: boolean;
}

type UpgradeCharge = Pick<Quote, 'charge_idr' | 'forfeited_idr'>;
type ActivePeriod = BoughtPeriod & { readonly period_end: Date };

/** Tiers, the lowest first. An offer stands above all that anybody can buy. */
const TIER: Readonly<Record<Plan, number>> = {
  free: 0,
  starter: 1,
  professional: 2,
  advanced: 3,
  enterprise: 4,
  custom: 4,
};

/**
 * The rules of docs/contract.md part 8. The same plan for the same months again is a renewal; a higher plan for any months, the same for more
 * months, or an offer is an upgrade, at once; all else in an active period is a downgrade. Without an active period it is a purchase.
 * @throws AlirError `downgrade_refused`, `renewal_too_long`
 */
export function quote(current: BoughtPeriod, product: Product, now: Date): Quote {
  const active = activePeriod(current, now);
  if (!active)
    return fresh('purchase', product, { charge_idr: product.price_idr, forfeited_idr: 0 }, current, now);
  switch (kindOfChange(active, product)) {
    case 'renewal':
      return renewal(active, product, now);
    case 'upgrade':
      return fresh('upgrade', product, upgradeCharge(active, product.price_idr, now), current, now);
    case 'downgrade':
      throw downgradeRefused(active, product);
  }
}

function activePeriod(current: BoughtPeriod, now: Date): ActivePeriod | null {
  const { period_end } = current;
  const isActive = PLANS[current.plan].quota_window === 'cycle' && period_end !== null && now < period_end;
  return isActive ? { ...current, period_end } : null;
}

function kindOfChange(active: ActivePeriod, product: Product): 'renewal' | 'upgrade' | 'downgrade' {
  if (product.offer_id !== null) {
    return product.series !== null && product.series === active.series ? 'renewal' : 'upgrade';
  }
  if (TIER[product.plan] !== TIER[active.plan]) {
    return TIER[product.plan] > TIER[active.plan] ? 'upgrade' : 'downgrade';
  }
  const [wanted, had] = [product.months ?? 0, active.months ?? 0];
  if (wanted === had) return 'renewal';
  return wanted > had ? 'upgrade' : 'downgrade';
}

/** Extends the period, and leaves its start alone: by that the quota's cycles are counted, so nothing is refilled. */
function renewal(active: ActivePeriod, product: Product, now: Date): Quote {
  const period_end = new Date(active.period_end.getTime() + product.days * DAY_MS);
  const latest = latestEnd(product, now);
  if (period_end > latest) throw renewalTooLong(active, product, latest);
  return {
    kind: 'renewal',
    product,
    price_idr: product.price_idr,
    credit_idr: 0,
    forfeited_idr: 0,
    charge_idr: product.price_idr,
    period_start: active.period_start,
    period_end,
    period_price_idr: active.period_price_idr + product.price_idr,
    refills_quota: false,
  };
}

/** A plan may run MAX_RENEWAL_DAYS from now. An offer, whose period may itself be longer, can be paid one period ahead. */
function latestEnd(product: Product, now: Date): Date {
  if (product.offer_id === null) return new Date(now.getTime() + MAX_RENEWAL_DAYS * DAY_MS);
  return new Date(now.getTime() + 2 * product.days * DAY_MS);
}

/** A period that starts now. Its cycles must not share a name with those that it replaces, whose units are counted by it. */
function fresh(
  kind: 'purchase' | 'upgrade',
  product: Product,
  { charge_idr, forfeited_idr }: UpgradeCharge,
  current: BoughtPeriod,
  now: Date,
): Quote {
  const earliest_ms = kind === 'upgrade' ? current.period_start.getTime() + 1 : 0;
  const start_ms = Math.max(now.getTime(), earliest_ms);
  return {
    kind,
    product,
    price_idr: product.price_idr,
    credit_idr: product.price_idr - charge_idr,
    forfeited_idr,
    charge_idr,
    period_start: new Date(start_ms),
    period_end: new Date(start_ms + product.days * DAY_MS),
    period_price_idr: product.price_idr,
    refills_quota: true,
  };
}

/**
 * The new price less the unused value of the active period, rounded down to 1,000 IDR and never below 0. Unused value is the remaining
 * days times what the period was bought for, divided by the days of the period.
 *
 * A part of a day that remains counts as a whole one: who upgrades within the first day is credited all that was paid, and nobody loses
 * more than the days that are over. What was bought for credit was paid for in the period before, so credit counts as paid.
 */
function upgradeCharge(active: ActivePeriod, price_idr: number, now: Date): UpgradeCharge {
  const days = (ms: number) => BigInt(Math.ceil(ms / DAY_MS));
  const period_ms = active.period_end.getTime() - active.period_start.getTime();
  const period_days = days(period_ms);
  const remaining_days = days(Math.min(period_ms, active.period_end.getTime() - now.getTime()));
  // Both sides times the days of the period, so that nothing is rounded before the end.
  const due = BigInt(price_idr) * period_days - remaining_days * BigInt(active.period_price_idr);
  if (due <= 0n) return { charge_idr: 0, forfeited_idr: Number(-due / period_days) };
  const charge_idr = Number((due / (period_days * ROUNDED_DOWN_TO_IDR)) * ROUNDED_DOWN_TO_IDR);
  return { charge_idr, forfeited_idr: 0 };
}

function downgradeRefused(active: ActivePeriod, product: Product): AlirError {
  return new AlirError(
    'downgrade_refused',
    `The ${described(active)} runs until ${shown(active.period_end)}. It can be renewed or upgraded until then, not changed to ${described(product)}: buy that when it has ended.`,
  );
}

function renewalTooLong(active: ActivePeriod, product: Product, latest: Date): AlirError {
  const limit =
    product.offer_id === null
      ? `${MAX_RENEWAL_DAYS} days from now`
      : `one further period of ${product.days} days ahead`;
  return new AlirError(
    'renewal_too_long',
    `The period runs until ${shown(active.period_end)} already; ${product.days} days more would end it later than ${limit} (${shown(latest)}).`,
  );
}

function described({ plan, months }: { plan: Plan; months: number | null }): string {
  return months === null ? `${plan} plan` : `${plan} plan for ${months} month${months === 1 ? '' : 's'}`;
}

function shown(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
