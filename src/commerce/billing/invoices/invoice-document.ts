import type {
  InvoiceKind,
  InvoiceMethod,
  Language,
  Plan,
  PlanMonths,
  QuoteKind,
  ReturnCause,
} from '../../../core/commerce-terms.ts';
import { counted } from '../../../core/words.ts';
import type { Party } from './seller.ts';

export interface InvoiceLine {
  /** In English. */
  readonly description: string;
  readonly plan: Plan;
  /** Months of 30 days; null for an offer. */
  readonly months: PlanMonths | null;
  readonly days: number;
  readonly order_kind: QuoteKind;
  readonly period_start: string;
  readonly period_end: string;
  readonly quantity: number;
  readonly unit_price_idr: number;
  readonly amount_idr: number;
}

/** Money that pays an invoice or, for a credit note, that is given back. */
export interface InvoicePayment {
  /** `credit`: credit of the account. */
  readonly method: InvoiceMethod;
  readonly reference: string | null;
  readonly paid_at: string;
  readonly amount_idr: number;
}

/** All that an invoice or a credit note states, as of its issue, and the tax invoice of it. Amounts are whole rupiah. */
export interface InvoiceDocument {
  readonly number: string;
  readonly kind: InvoiceKind;
  readonly issued_at: string;
  /** Null for money that was recorded with a plan. */
  readonly order_id: string | null;
  /** The invoice that a credit note reduces; null for an invoice. */
  readonly invoice_number: string | null;
  /** Why a credit note was issued; null for an invoice. */
  readonly cause: ReturnCause | null;
  readonly currency: 'IDR';
  readonly seller: Party;
  readonly buyer: Party & { readonly email: string };
  readonly lines: readonly InvoiceLine[];
  /** The sum of the lines. */
  readonly price_idr: number;
  /** The part of the price that the unused part of the previous period pays. */
  readonly period_credit_idr: number;
  /** The part of the price that the seller waived by accepting a lower payment. */
  readonly waived_idr: number;
  /** price_idr - period_credit_idr - waived_idr. Includes the tax. */
  readonly total_idr: number;
  readonly tax_rate_percent: number;
  readonly tax_idr: number;
  /** The number of the tax invoice (faktur pajak); null before it is recorded. */
  readonly tax_invoice_number: string | null;
  /** Add up to the total, with a credit note less money that is held again. */
  readonly payments: readonly InvoicePayment[];
}

/**
 * The tax in a total that includes it: total x rate / (100 + rate), rounded half up to whole rupiah.
 * @param rate_percent a whole number
 */
export function taxIn(total_idr: number, rate_percent: number): number {
  const [total, rate] = [BigInt(total_idr), BigInt(rate_percent)];
  const divisor = 100n + rate;
  return Number((2n * total * rate + divisor) / (2n * divisor));
}

/** The tax office counts 12% of 11/12 of the price, which is 11% of the price (PMK 131 of 2024). */
const REDUCED_PERCENT = 11;
const OFFICE_PERCENT = 12;

/**
 * The base and the rate with which the tax office states the tax of a document. Of some totals, no price and tax are whole rupiah and have
 * the exact ratio: the base is then the nearest one whose tax, rounded half up, is that of the document.
 */
export function taxOfficeBase({
  total_idr,
  tax_idr,
  tax_rate_percent: rate,
}: Pick<InvoiceDocument, 'total_idr' | 'tax_idr' | 'tax_rate_percent'>) {
  const price_idr = total_idr - tax_idr;
  if (rate === 0) return { tax_base_idr: price_idr, tax_rate_percent: rate };
  const isReduced = rate === REDUCED_PERCENT;
  const tax_rate_percent = isReduced ? OFFICE_PERCENT : rate;
  const base_idr = isReduced ? Math.round((price_idr * REDUCED_PERCENT) / OFFICE_PERCENT) : price_idr;
  const least_idr = Math.ceil(((2 * tax_idr - 1) * 50) / tax_rate_percent);
  const most_idr = Math.ceil(((2 * tax_idr + 1) * 50) / tax_rate_percent) - 1;
  return { tax_base_idr: Math.min(Math.max(base_idr, least_idr), most_idr), tax_rate_percent };
}

/** `Professional plan, 3 months (90 days)`, or `Private offer, 45 days`. */
export function describedProduct(
  { plan, months, days }: { readonly plan: Plan; readonly months: number | null; readonly days: number },
  language: Language,
): string {
  const name = `${plan.slice(0, 1).toUpperCase()}${plan.slice(1)}`;
  if (language === 'id') {
    return months === null
      ? `Penawaran khusus, ${days} hari`
      : `Paket ${name}, ${months} bulan (${days} hari)`;
  }
  return months === null
    ? `Private offer, ${counted(days, 'day')}`
    : `${name} plan, ${counted(months, 'month')} (${counted(days, 'day')})`;
}
