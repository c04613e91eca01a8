import { exactNumber } from '../../core/numbers.ts';
import { SUMS } from './month-layout.ts';

/** What a broker bought and sold: transactions, shares and IDR, all exact. */
export type Totals = Record<(typeof SUMS)[number], number>;

/** What the brokers of one ticker bought and sold over a range of days, by broker code. */
export type BrokerTotals = Map<string, Totals>;

/** Numbers the brokers of all files, because each file numbers its own. */
export class BrokerNumbers {
  readonly #codes: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #ofLists = new WeakMap<readonly string[], readonly number[]>();

  /** The numbers of a list of codes; computed once for each list, because all blocks of a file have the same one. */
  ofAll(codes: readonly string[]): readonly number[] {
    let numbers = this.#ofLists.get(codes);
    if (numbers === undefined) {
      numbers = codes.map((code) => this.#of(code));
      this.#ofLists.set(codes, numbers);
    }
    return numbers;
  }

  #of(code: string): number {
    const number = this.#numbers.get(code) ?? this.#codes.length;
    if (number === this.#codes.length) {
      this.#codes.push(code);
      this.#numbers.set(code, number);
    }
    return number;
  }

  /** The codes in the order of their numbers. */
  get codes(): readonly string[] {
    return this.#codes;
  }
}

export const TWO_TO_32 = 2 ** 32;
/** The numbers that hold the sums of a broker: the low halves of SUMS in their order, then the high halves. */
const HALVES = 2 * SUMS.length;

/** Adds up 64-bit integers as two halves, each in a number of its own: exact for millions of terms, and many times as fast as bigints. */
export class BrokerSums {
  readonly #codes: readonly string[];
  readonly #halves: Float64Array;

  /** @param brokers must contain the brokers of all rows that are added */
  constructor({ codes }: BrokerNumbers) {
    this.#codes = codes;
    this.#halves = new Float64Array(HALVES * codes.length);
  }

  /** Adds a row of a block to the sums of a broker, or subtracts it. */
  add(broker: number, columns: SumColumns, row: number, sign: 1 | -1): void {
    addRow(this.#halves, broker * HALVES, columns, row, sign);
  }

  /**
   * The sums of the brokers that bought or sold.
   * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
   */
  totals(): BrokerTotals {
    const totals: BrokerTotals = new Map();
    for (const [number, code] of this.#codes.entries()) {
      const ofBroker = totalsOf(this.#halves, number * HALVES);
      if (ofBroker.buy_freq > 0 || ofBroker.sell_freq > 0) totals.set(code, ofBroker);
    }
    return totals;
  }
}

/**
 * The sums that `halves` holds from a place on.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
 */
function totalsOf(halves: Float64Array, place: number): Totals {
  const total = (sum: number) =>
    exactNumber((halves[place + SUMS.length + sum] as number) * TWO_TO_32 + (halves[place + sum] as number));
  return {
    buy_freq: total(0),
    sell_freq: total(1),
    buy_volume: total(2),
    sell_volume: total(3),
    buy_value: total(4),
    sell_value: total(5),
  };
}

/** The columns of SUMS, in their order, as 32-bit halves: low, high, low, high ... */
export type SumColumns = readonly [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];

/** Adds a row to the sums that `halves` holds from a place on, or subtracts it. A loop over the columns takes 1.3 times as long. */
function addRow(
  halves: Float64Array,
  place: number,
  [buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value]: SumColumns,
  row: number,
  sign: 1 | -1,
): void {
  addCell(halves, place, buy_freq, row, sign);
  addCell(halves, place + 1, sell_freq, row, sign);
  addCell(halves, place + 2, buy_volume, row, sign);
  addCell(halves, place + 3, sell_volume, row, sign);
  addCell(halves, place + 4, buy_value, row, sign);
  addCell(halves, place + 5, sell_value, row, sign);
}

function addCell(halves: Float64Array, low: number, column: Int32Array, row: number, sign: 1 | -1): void {
  const high = low + SUMS.length;
  halves[low] = (halves[low] as number) + sign * ((column[2 * row] as number) >>> 0);
  halves[high] = (halves[high] as number) + sign * (column[2 * row + 1] as number);
}
