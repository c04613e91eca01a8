import { type IsoDate, monthOf } from '../../../core/dates.ts';
import type { Row } from '../../../ledger/queries.ts';

/**
 * A movement of money with its order, its invoice and its reason. Days are in Jakarta. It belongs to the day `booked_on`: the day on which the
 * money moved or, if that month was closed already, the day of the recording. The method `outside`: money that was paid without an order.
 */
export type MoneyEntry = Omit<Row<'money_moves'>, 'details' | 'booked_at'> &
  Readonly<Record<'booked_on' | 'moved_on' | 'recorded_on', IsoDate>>;

/** What happened to money in one month, by plan and method. In IDR; payments - voided - returned = applied + credit + held. */
export interface RevenueRow {
  /** `YYYY-MM` in Jakarta. */
  readonly month: string;
  readonly plan: string;
  readonly method: string;
  /** Received from customers. */
  readonly payments_idr: number;
  /** Recorded by mistake, and taken back. */
  readonly voided_idr: number;
  /** Given back to customers. */
  readonly returned_idr: number;
  /** Paid for plans, less what was taken from them again. */
  readonly applied_idr: number;
  /** Added to the credit of accounts, less what paid for plans. */
  readonly credit_idr: number;
  /** Added to what waits for a decision, less what left it. */
  readonly held_idr: number;
}

type Figures = Omit<RevenueRow, 'month' | 'plan' | 'method'>;

const NO_MONEY: Figures = {
  payments_idr: 0,
  voided_idr: 0,
  returned_idr: 0,
  applied_idr: 0,
  credit_idr: 0,
  held_idr: 0,
};

/** Adds up movements by month, plan and method, in this order. */
export function revenueOf(entries: readonly MoneyEntry[]): RevenueRow[] {
  const rows = new Map<string, Writable<RevenueRow>>();
  for (const { booked_on, plan, method, source, target, amount_idr } of entries) {
    const month = monthOf(booked_on);
    const group = [month, plan, method].join(' ');
    const row = rows.get(group) ?? { month, plan, method, ...NO_MONEY };
    rows.set(group, row);
    if (source === 'customer') row.payments_idr += amount_idr;
    else row[`${source}_idr`] -= amount_idr;
    if (target === 'customer') row.voided_idr += amount_idr;
    else row[`${target}_idr`] += amount_idr;
  }
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

export function totalOf(rows: readonly RevenueRow[]): Figures {
  const total: Writable<Figures> = { ...NO_MONEY };
  for (const row of rows)
    for (const figure of Object.keys(total) as (keyof Figures)[]) total[figure] += row[figure];
  return total;
}

/** What customers paid, less what was taken back because it never arrived, and what was returned to them. */
export function netOf({
  payments_idr,
  voided_idr,
  returned_idr,
}: Pick<RevenueRow, 'payments_idr' | 'voided_idr' | 'returned_idr'>): number {
  return payments_idr - voided_idr - returned_idr;
}

type Writable<Row> = { -readonly [Column in keyof Row]: Row[Column] };
