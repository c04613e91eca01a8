import type { IsoDate } from '../../../core/dates.ts';
import { groupedBy } from '../../../core/grouped-by.ts';
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
type Test = (ticker: string) => Truth;

/** A measure of a day: the value of each stock, in the order of tickers. */
interface Column {
  readonly values: ReadonlyMap<string, number | null>;
  /** The places of the stocks with a value, the highest value first. Made when it is first needed. */
  ranks?: ReadonlyMap<string, number>;
}

/** The measures of one day and of the days before it. It answers thousands of screens, each column is read once. */
export class ScreenedDay {
  readonly #database: Pick<MeasureReader, 'measureRows'>;
  /** The published days up to this one, in order. */
  readonly #days: readonly IsoDate[];
  readonly #signal: AbortSignal;
  readonly #columns = new Map<string, Column>();

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
    const all = [...this.#column(ALL_STOCKS).values.keys()];
    const selected = where ? all.filter(this.#test(where)) : all;
    if (sort) {
      const [sign, valueAt] = [sort.direction === 'asc' ? 1 : -1, this.#valueAt(sort)];
      const key = (ticker: string) => sign * (valueAt(ticker) ?? sign * Number.POSITIVE_INFINITY);
      selected.sort((a, b) => Number(key(a) > key(b)) - Number(key(a) < key(b)));
    }
    return selected.slice(0, limit).toSorted();
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
      const { ticker: tickers, ...columns } = rows.columns;
      for (const measure of measures) {
        const values = Array.from(
          tickers,
          (ticker, row) => [ticker, columns[measure]?.[row] as number | null] as const,
        );
        this.#columns.set(nameOf({ measure, days_before }), { values: new Map(values) });
      }
    }
  }

  #column(term: Term): Column {
    const column = this.#columns.get(nameOf(term));
    if (!column) throw new Error('A measure of the screen was not read.');
    return column;
  }

  #valueAt(limit: Limit): (ticker: string) => number | null {
    if (typeof limit !== 'object') return () => limit;
    const { values } = this.#column(limit);
    return (ticker) => values.get(ticker) ?? null;
  }

  #test(condition: Condition): Test {
    const { and, or, not, measure = '', days_before, between: [low, high] = [], top } = condition;
    if (and) return allOf(and.map((each) => this.#test(each)));
    if (or) return notOf(allOf(or.map((each) => notOf(this.#test(each)))));
    if (not) return notOf(this.#test(not));
    const term = { measure, days_before };
    const valueAt = this.#valueAt(term);
    if (top !== undefined) {
      const ranks = this.#ranks(term);
      return (ticker) => (valueAt(ticker) === null ? null : (ranks.get(ticker) ?? top) < top);
    }
    const compared = (comparison: Comparison, limit: Limit): Test => {
      const [isTrue, limitOf] = [TESTS[comparison], this.#valueAt(limit)];
      return (ticker) => {
        const [value, against] = [valueAt(ticker), limitOf(ticker)];
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

  #ranks(term: Term): ReadonlyMap<string, number> {
    const column = this.#column(term);
    column.ranks ??= new Map(
      [...column.values]
        .filter((entry): entry is [string, number] => entry[1] !== null)
        .sort(([, a], [, b]) => b - a)
        .map(([ticker], place) => [ticker, place]),
    );
    return column.ranks;
  }
}

function nameOf({ measure, days_before = 0 }: Term): string {
  return `${days_before} ${measure}`;
}

/** False if one is false, otherwise unknown if one is. */
function allOf(tests: readonly Test[]): Test {
  return (ticker) => {
    let truth: Truth = true;
    for (const test of tests) {
      const each = test(ticker);
      if (each === false) return false;
      if (each === null) truth = null;
    }
    return truth;
  };
}

function notOf(test: Test): Test {
  return (ticker) => {
    const truth = test(ticker);
    return truth === null ? null : !truth;
  };
}
