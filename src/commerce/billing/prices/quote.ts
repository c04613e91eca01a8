import type { Plan, QuoteKind } from '../../../core/commerce-terms.ts';
import { MAX_RENEWAL_DAYS } from '../../../core/contract.ts';
import { DAY_MS } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { counted } from '../../../core/words.ts';
import type { Row } from '../../../ledger/queries.ts';
import { PLANS } from '../../accounts/plans.ts';

/** The charge of an upgrade is rounded down to a multiple of this; docs/contract.md 8.2. */
const ROUNDED_DOWN_TO_IDR = 1000;

/** Something that can be bought: a public plan for some months, or an offer to one account. */
export interface Product
  extends Pick<Row<'account'>, 'plan' | 'months' | 'series' | 'requests_per_minute' | 'units' | 'keys'> {
  readonly days: number;
  readonly price_idr: number;
  /** Null for a plan. */
  readonly offer_id: string | null;
}

/** The period that an account has bought. Its price is paid in money and in credit for the previous period. */
export type BoughtPeriod = Pick<
  Row<'account'>,
  'plan' | 'months' | 'series' | 'period_start' | 'period_end' | 'period_price_idr' | 'term_days'
>;

/** The cost of a product for an account at a given time, and the resulting period. */
export interface Quote extends PricedPeriod, Pick<BoughtPeriod, 'term_days'> {
  readonly kind: QuoteKind;
  readonly product: Product;
  readonly price_idr: number;
  /** The deduction for the unused part of the current period, including the rounding. */
  readonly credit_idr: number;
  /** The value of the unused part above the price. It is neither paid out nor carried over. */
  readonly forfeited_idr: number;
  /** The amount to pay: price minus credit. */
  readonly charge_idr: number;
  /** False for a renewal: used units stay used until the next cycle. */
  readonly refills_quota: boolean;
  /** The active period that an upgrade ends; null for a purchase and a renewal. */
  readonly replaced: (ActivePeriod & UnusedPart) | null;
}

/** The part of a period that an upgrade subtracts from the price. */
interface UnusedPart {
  readonly period_days: number;
  /** A part of a day counts as a whole day, so only completed days are used. */
  readonly remaining_days: number;
  /** The price of the period, divided by its days, times the remaining days, rounded up to whole rupiah. */
  readonly unused_idr: number;
}

/** A period with its price, which includes that of renewals. */
interface PricedPeriod extends Pick<Row<'account'>, 'period_start' | 'period_price_idr'> {
  readonly period_end: string;
}

type ActivePeriod = BoughtPeriod & PricedPeriod;

/** Plan tiers, lowest first. An offer is above all plans, and any plan can follow an offer. */
const TIER: Readonly<Record<Plan, number>> = {
  free: 0,
  starter: 1,
  professional: 2,
  advanced: 3,
  enterprise: 4,
  custom: 4,
};

/**
 * The rules of docs/contract.md part 8: without an active period, a purchase; in one, a renewal, an upgrade with immediate effect, or a
 * refused downgrade.
 * @throws AlirError `downgrade_refused`, `renewal_too_long`
 */
export function quote(current: BoughtPeriod, product: Product, now: Date): Quote {
  const active = activePeriod(current, now);
  if (!active) return fresh(product, null, now);
  const kind = kindOfChange(active, product);
  if (kind === 'downgrade') throw downgradeRefused(active, product);
  return kind === 'renewal' ? renewal(active, product, now) : fresh(product, active, now);
}

function activePeriod(current: BoughtPeriod, now: Date): ActivePeriod | null {
  const { period_end } = current;
  if (PLANS[current.plan].quota_window !== 'cycle' || period_end === null) return null;
  return now.toISOString() < period_end ? { ...current, period_end } : null;
}

function kindOfChange(active: ActivePeriod, product: Product): 'renewal' | 'upgrade' | 'downgrade' {
  if (product.offer_id !== null) {
    return product.series !== null && product.series === active.series ? 'renewal' : 'upgrade';
  }
  if (active.plan === 'custom') return 'upgrade';
  if (TIER[product.plan] !== TIER[active.plan]) {
    return TIER[product.plan] > TIER[active.plan] ? 'upgrade' : 'downgrade';
  }
  const [newMonths, currentMonths] = [product.months ?? 0, active.months ?? 0];
  if (newMonths === currentMonths) return 'renewal';
  return newMonths > currentMonths ? 'upgrade' : 'downgrade';
}

/** Extends the period and keeps its start. Quota cycles are counted from the start, so nothing is refilled. */
function renewal(active: ActivePeriod, product: Product, now: Date): Quote {
  const period_end = daysAfter(Date.parse(active.period_end), product.days);
  // An offer, whose period may itself be longer, can be paid one period ahead.
  const max_days = product.offer_id === null ? MAX_RENEWAL_DAYS : 2 * product.days;
  if (period_end > daysAfter(now.getTime(), max_days))
    throw renewalTooLong(active, product, period_end, max_days);
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
    term_days: termDays(active, product),
    refills_quota: false,
    replaced: null,
  };
}

/**
 * The parts of a renewed period. The last cycle of a part can be shorter than 30 days; if the cycles were counted through the parts, the
 * renewal would move its reset. A period that an operator extended, or one that was renewed before parts were recorded, stays as it is.
 */
function termDays(active: ActivePeriod, { offer_id, days }: Product): number | null {
  const isOnePart = active.period_end === daysAfter(Date.parse(active.period_start), days);
  return offer_id !== null && active.term_days === null && isOnePart ? days : active.term_days;
}

/**
 * A period that starts now. Its start differs from that of the replaced period, because usage is counted by the start of a cycle.
 * @param active the period that an upgrade replaces; null for a purchase
 */
function fresh(product: Product, active: ActivePeriod | null, now: Date): Quote {
  const upgrade = active && upgradeCharge(active, product.price_idr, now);
  const { charge_idr, forfeited_idr } = upgrade ?? { charge_idr: product.price_idr, forfeited_idr: 0 };
  const start_ms = Math.max(now.getTime(), active ? Date.parse(active.period_start) + 1 : 0);
  return {
    kind: active ? 'upgrade' : 'purchase',
    product,
    price_idr: product.price_idr,
    credit_idr: product.price_idr - charge_idr,
    forfeited_idr,
    charge_idr,
    period_start: daysAfter(start_ms, 0),
    period_end: daysAfter(start_ms, product.days),
    period_price_idr: product.price_idr,
    term_days: null,
    refills_quota: true,
    replaced: active && upgrade && { ...active, ...upgrade.unused },
  };
}

/**
 * The new price minus the unused value of the active period, rounded down to a multiple of 1,000 IDR, at least 0. Credit counts as paid,
 * because it was paid in the previous period.
 */
export function upgradeCharge(active: PricedPeriod, price_idr: number, now: Date) {
  const unused = unusedValue(active, now);
  const due_idr = Math.max(0, price_idr - unused.unused_idr);
  return {
    charge_idr: due_idr - (due_idr % ROUNDED_DOWN_TO_IDR),
    forfeited_idr: Math.max(0, unused.unused_idr - price_idr),
    unused,
  };
}

/** What the remaining days of a period are worth. */
export function unusedValue(
  { period_start, period_end, period_price_idr }: PricedPeriod,
  now: Date,
): UnusedPart {
  const daysUntilEnd = (ms: number) => BigInt(Math.ceil((Date.parse(period_end) - ms) / DAY_MS));
  const start_ms = Date.parse(period_start);
  const period_days = daysUntilEnd(start_ms);
  const remaining_days = daysUntilEnd(Math.max(start_ms, now.getTime()));
  const value = (remaining_days * BigInt(period_price_idr) + period_days - 1n) / period_days;
  return {
    period_days: Number(period_days),
    remaining_days: Number(remaining_days),
    unused_idr: Number(value),
  };
}

function daysAfter(start_ms: number, days: number): string {
  return new Date(start_ms + days * DAY_MS).toISOString();
}

function downgradeRefused(active: ActivePeriod, product: Product): AlirError {
  return new AlirError(
    'downgrade_refused',
    `The ${described(active)} runs until ${shown(active.period_end)}. Until then you can renew or upgrade it, but not change it to the ${described(product)}. Buy the ${described(product)} after that time.`,
  );
}

function renewalTooLong(active: ActivePeriod, product: Product, end: string, max_days: number): AlirError {
  return new AlirError(
    'renewal_too_long',
    `The current period ends at ${shown(active.period_end)}. With ${product.days} more days, it would end at ${shown(end)}, which is more than ${max_days} days from now. Renew closer to the end of the period.`,
  );
}

function described({ plan, months }: { plan: Plan; months: number | null }): string {
  return months === null ? `${plan} plan` : `${plan} plan for ${counted(months, 'month')}`;
}

function shown(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
