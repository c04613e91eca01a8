import type { IsoDate } from '../../../core/dates.ts';
import { groupedBy } from '../../../core/grouped-by.ts';
import { once } from '../../../core/once.ts';
import type { MeasureReader } from '../market-database.ts';
import { marketMeasures, measureRows } from '../queries/measures.ts';
import {
  type Comparison,
  type Condition,
  DEFAULT_ROWS,
  type Limit,
  type Screen,
  type Term,
  termsOf,
} from './screen.ts';

/** About 50 MB for the stocks of the exchange. */
const MAX_COLUMNS = 1000;
/** A measure that each row has: its column has all stocks of a day. */
const ALL_STOCKS: Term = { measure: 'close' };

const NO_ROWS = measureRows([], []);

const TESTS: Readonly<Record<Comparison, (value: number, limit: number) => boolean>> = {
  lt: (value, limit) => value < limit,
  lte: (value, limit) => value <= limit,
  gt: (value, limit) => value > limit,
  gte: (value, limit) => value >= limit,
  eq: (value, limit) => value === limit,
  ne: (value, limit) => value !== limit,
};

/** Null is unknown, as in SQL. */
type Truth = boolean | null;
/** Whether a stock meets a condition. @param row its place in the order of tickers */
type Test = (row: number) => Truth;

/** A measure of a day: a value for each stock of the day of the screens, in the order of tickers. */
interface Column {
  readonly values: readonly (number | null)[];
  /** The number of stocks of its own day with a higher value, or with an equal one and an earlier ticker. Made when it is first needed. */
  readonly ranks: () => readonly number[];
}

/** The measures of one day and of the days before it. It answers thousands of screens, each column is read once. */
export class ScreenedDay {
  readonly #database: Pick<MeasureReader, 'measureRows'>;
  /** The published days up to this one, in order. */
  readonly #days: readonly IsoDate[];
  readonly #signal: AbortSignal;
  readonly #columns = new Map<string, Column>();
  #tickers: readonly string[] = [];

  /** @param database reads the same files each time @param days the last one is the day of the screens */
  constructor(database: Pick<MeasureReader, 'measureRows'>, days: readonly IsoDate[], signal: AbortSignal) {
    this.#database = database;
    this.#days = days;
    this.#signal = signal;
  }

  /** The stocks that `screenAnswer` has for a screen, by ticker. @throws AlirError as `marketMeasures` does */
  async members(screen: Screen): Promise<string[]> {
    const { where, sort, limit = DEFAULT_ROWS } = screen;
    await this.#read([ALL_STOCKS, ...termsOf(screen), ...(sort ? [sort] : [])]);
    const rows = [...this.#tickers.keys()];
    const selected = where ? rows.filter(this.#test(where)) : rows;
    if (sort) {
      const [sign, valueAt] = [sort.direction === 'asc' ? 1 : -1, this.#valueAt(sort)];
      const key = (row: number) => sign * (valueAt(row) ?? sign * Number.POSITIVE_INFINITY);
      selected.sort((a, b) => Number(key(a) > key(b)) - Number(key(a) < key(b)));
    }
    return selected
      .slice(0, limit)
      .map((row) => this.#tickers[row] ?? '')
      .toSorted();
  }

  async #read(terms: readonly Term[]): Promise<void> {
    if (this.#columns.size > MAX_COLUMNS) this.#columns.clear();
    const missing = groupedBy(
      terms.filter((term) => !this.#columns.has(nameOf(term))),
      ({ days_before = 0 }) => days_before,
    );
    for (const [days_before, wanted] of missing) {
      const measures = [...new Set(wanted.map(({ measure }) => measure))];
      const date = this.#days.at(-1 - days_before);
      const rows = date ? await marketMeasures(this.#database, { date, measures }, this.#signal) : NO_ROWS;
      const { ticker, ...columns } = rows.columns;
      if (days_before === 0) this.#tickers = Array.from(ticker);
      for (const measure of measures) {
        const values = Array.from(
          ticker,
          (each, row) => [each, columns[measure]?.[row] as number | null] as const,
        );
        this.#columns.set(nameOf({ measure, days_before }), columnOf(this.#tickers, new Map(values)));
      }
    }
  }

  #column(term: Term): Column {
    const column = this.#columns.get(nameOf(term));
    if (!column) throw new Error('A measure of the screen was not read.');
    return column;
  }

  #valueAt(limit: Limit): (row: number) => number | null {
    if (typeof limit !== 'object') return () => limit;
    const { values } = this.#column(limit);
    return (row) => values[row] ?? null;
  }

  #test(condition: Condition): Test {
    const { and, or, not, measure = '', days_before, between: [low, high] = [], top } = condition;
    if (and) return allOf(and.map((each) => this.#test(each)));
    if (or) return notOf(allOf(or.map((each) => notOf(this.#test(each)))));
    if (not) return notOf(this.#test(not));
    const term = { measure, days_before };
    const valueAt = this.#valueAt(term);
    if (top !== undefined) {
      const ranks = this.#column(term).ranks();
      return (row) => (valueAt(row) === null ? null : (ranks[row] ?? top) < top);
    }
    const compared = (comparison: Comparison, limit: Limit): Test => {
      const [isTrue, limitOf] = [TESTS[comparison], this.#valueAt(limit)];
      return (row) => {
        const value = valueAt(row);
        const against = limitOf(row);
        return value === null || against === null ? null : isTrue(value, against);
      };
    };
    if (low !== undefined && high !== undefined) return allOf([compared('gte', low), compared('lte', high)]);
    for (const comparison of Object.keys(TESTS) as Comparison[]) {
      const limit = condition[comparison];
      if (limit !== undefined) return compared(comparison, limit);
    }
    throw new Error('A condition of the screen compares nothing.');
  }
}

/** @param values those of all stocks of its day, in the order of tickers */
function columnOf(tickers: readonly string[], values: ReadonlyMap<string, number | null>): Column {
  const ranks = once(() => {
    const ranked = [...values].filter(([, value]) => value !== null);
    ranked.sort(([, a], [, b]) => Number(b) - Number(a));
    const ranks_of = new Map(ranked.map(([ticker], place) => [ticker, place]));
    return tickers.map((ticker) => ranks_of.get(ticker) ?? Number.POSITIVE_INFINITY);
  });
  return { values: tickers.map((ticker) => values.get(ticker) ?? null), ranks };
}

function nameOf({ measure, days_before = 0 }: Term): string {
  return `${days_before} ${measure}`;
}

/** False if one is false, otherwise unknown if one is. */
function allOf(tests: readonly Test[]): Test {
  return (row) => {
    let truth: Truth = true;
    for (const test of tests) {
      const each = test(row);
      if (each === false) return false;
      if (each === null) truth = null;
    }
    return truth;
  };
}

function notOf(test: Test): Test {
  return (row) => {
    const truth = test(row);
    return truth === null ? null : !truth;
  };
}
