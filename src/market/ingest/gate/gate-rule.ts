import type { FileCause } from '../../../core/market/file-causes.ts';
import type { DayChanges } from '../../lake/day-changes.ts';
import type { Agreement, DayFacts } from '../../lake/day-facts.ts';

/** Tolerance for single tickers and brokers, which are suspended or listed on any day. */
export const HANDFUL = 5;
/** A ticker or broker with fewer trades than this on one day may have none on the next. */
export const REGULAR_TRADES = 50;
export const MAJOR_PART = 0.01;

/** A published day that a new one is compared with. */
export interface DayAround {
  readonly trade_date: string;
  readonly facts: DayFacts;
}

export interface Replaced {
  readonly revision: number;
  readonly trades: number;
  /** Absent if its table broker_day is damaged. */
  readonly agreement?: Agreement;
  /** Absent if one of its files is damaged. */
  readonly compared?: { readonly facts: DayFacts; readonly changes: DayChanges };
}

export interface GateFacts {
  readonly trade_date: string;
  readonly day: DayFacts;
  /** The published days around, the nearest first; empty for the first day of a lake. */
  readonly around: readonly DayAround[];
  /** The day before, if it is published: the nearest of `around`, with its distance in trading days. */
  readonly day_before: { readonly facts: DayFacts; readonly trading_days_ago: number } | undefined;
  readonly replaced: Replaced | undefined;
  /** The earlier revision, already replaced, that has the same trades. */
  readonly replaced_before: number | undefined;
}

export type Rule = (facts: GateFacts) => FileCause | false | undefined;

export function isAlways(around: readonly DayAround[], test: (facts: DayFacts) => boolean): boolean {
  return around.length > 0 && around.every(({ facts }) => test(facts));
}

/** The names that every day around has and the day lacks. */
export function missingFrom(
  present: ReadonlyMap<string, unknown>,
  around: readonly DayAround[],
  names: (facts: DayFacts) => string[],
): string[] {
  const [nearest, ...others] = around.map(({ facts }) => names(facts));
  const everywhere = others.map((list) => new Set(list));
  return (nearest ?? []).filter((name) => !present.has(name) && everywhere.every((list) => list.has(name)));
}

export function regulars<Facts>(
  facts: ReadonlyMap<string, Facts>,
  trades: (facts: Facts) => number,
  least = REGULAR_TRADES,
): string[] {
  return [...facts].filter(([, each]) => trades(each) >= least).map(([name]) => name);
}

export function median(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

export function some(names: readonly string[]): string {
  return names.slice(0, HANDFUL).join(', ');
}
