import { jakartaDate } from '../../core/dates.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';

/** A movement of money with its order and its reason. The method `outside`: money that was paid without an order. */
export type MoneyEntry = Omit<Row<'money_moves'>, 'details'>;

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

/** Times are ISO-8601 in UTC; `until` is exclusive. */
export interface MoneyRange {
  readonly since: string;
  readonly until: string;
}

/** The movements of a time range, oldest first. */
export async function moneyEntries(ledger: Ledger, range: MoneyRange): Promise<MoneyEntry[]> {
  return (await ledger.all('money_moves', range)).map(({ details, plan, ...entry }) => ({
    ...entry,
    plan: plan || planIn(details),
  }));
}

/** The plan that the operator gave. */
function planIn(details: string): string {
  return (JSON.parse(details) as { plan?: string }).plan ?? '';
}

/** Adds up movements by month, plan and method, in this order. */
export function revenueOf(entries: readonly MoneyEntry[]): RevenueRow[] {
  const groups = new Map<string, MoneyEntry[]>();
  for (const entry of entries) {
    const month = jakartaDate(new Date(entry.moved_at)).slice(0, 7);
    const group = [month, entry.plan, entry.method].join(' ');
    const moves = groups.get(group) ?? [];
    groups.set(group, moves);
    moves.push(entry);
  }
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([group, moves]) => {
      const [month = '', plan = '', method = ''] = group.split(' ');
      return { month, plan, method, ...figuresOf(moves) };
    });
}

/** The sums of all rows. */
export function totalOf(rows: readonly RevenueRow[]): Figures {
  const total: Record<keyof Figures, number> = { ...NONE };
  for (const row of rows) for (const figure of FIGURES) total[figure] += row[figure];
  return total;
}

type Figures = Omit<RevenueRow, 'month' | 'plan' | 'method'>;

const NONE: Figures = {
  payments_idr: 0,
  voided_idr: 0,
  returned_idr: 0,
  applied_idr: 0,
  credit_idr: 0,
  held_idr: 0,
};
const FIGURES = Object.keys(NONE) as (keyof Figures)[];

function figuresOf(moves: readonly MoneyEntry[]): Figures {
  const total: Record<keyof Figures, number> = { ...NONE };
  for (const { source, target, amount_idr } of moves) {
    if (source === 'customer') total.payments_idr += amount_idr;
    else if (source === 'returned') total.returned_idr -= amount_idr;
    else total[`${source}_idr`] -= amount_idr;
    if (target === 'customer') total.voided_idr += amount_idr;
    else total[`${target}_idr`] += amount_idr;
  }
  return total;
}
