import type { Adjustment } from '../../../core/market/corporate-actions.ts';

/** How a value is compared with a limit, and the operator of SQL. */
export const COMPARISONS = { lt: '<', lte: '<=', gt: '>', gte: '>=', eq: '=', ne: '<>' } as const;
export type Comparison = keyof typeof COMPARISONS;

/** A measure of the day, or of a number of published days before it. */
export interface Term {
  readonly measure: string;
  readonly days_before?: number | undefined;
}

export type Limit = number | Term;

/**
 * A condition of a screen: exactly one of `and`, `or`, `not`, and a measure with exactly one comparison, `between` (both limits included) or
 * `top` (the measure is among the highest ones of the day). A comparison with a missing value is unknown, as in SQL, and so is its `not`.
 */
export interface Condition extends Readonly<Partial<Record<Comparison, Limit | undefined>>> {
  readonly measure?: string | undefined;
  readonly days_before?: number | undefined;
  readonly and?: readonly Condition[] | undefined;
  readonly or?: readonly Condition[] | undefined;
  readonly not?: Condition | undefined;
  /** The lowest and the highest value. */
  readonly between?: readonly Limit[] | undefined;
  readonly top?: number | undefined;
}

/** The rows of a screen without a limit. */
export const DEFAULT_ROWS = 50;
/** Without an adjustment, a split looks like a fall of the price. */
export const DEFAULT_ADJUST: Adjustment = 'splits';

/** A question about all stocks of a day. */
export interface Screen {
  /** Without one, all stocks of the day. */
  readonly where?: Condition | undefined;
  /** Stocks without a value come last, and equal ones by ticker. Without it, all by ticker. */
  readonly sort?: { readonly measure: string; readonly direction: 'asc' | 'desc' } | undefined;
  /** Default: DEFAULT_ROWS. */
  readonly limit?: number | undefined;
  /** The measures of the rows. Without them, those that the conditions and the order name. */
  readonly measures?: readonly string[] | undefined;
  /** Default: DEFAULT_ADJUST. */
  readonly adjust?: Adjustment | undefined;
}

/** The conditions of a condition, itself included. */
function conditionsIn(condition: Condition): Condition[] {
  const inner = [
    ...(condition.and ?? []),
    ...(condition.or ?? []),
    ...(condition.not ? [condition.not] : []),
  ];
  return [condition, ...inner.flatMap(conditionsIn)];
}

export function termsOf({ where }: Screen): Term[] {
  return (where ? conditionsIn(where) : []).flatMap((condition) => {
    const { measure, days_before, between = [] } = condition;
    if (measure === undefined) return [];
    const limits = [...between, ...Object.keys(COMPARISONS).map((each) => condition[each as Comparison])];
    return [{ measure, days_before }, ...limits.filter((limit) => typeof limit === 'object')];
  });
}

/** The measures of the rows of a screen, each once. */
export function measuresOf(screen: Screen): string[] {
  const named = [...termsOf(screen), ...(screen.sort ? [screen.sort] : [])].map(({ measure }) => measure);
  return [...new Set(screen.measures ?? named)];
}

/** The numbers of days before the day that a screen reads, 0 for the day itself, in order. */
export function daysBeforeOf(screen: Screen): number[] {
  return [...new Set([0, ...termsOf(screen).map(({ days_before = 0 }) => days_before)])].toSorted(
    (a, b) => a - b,
  );
}
