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

  of(code: string): number {
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

const TWO_TO_32 = 2 ** 32;
/** The numbers that hold the sums of a broker: the low halves of SUMS in their order, then the high halves. */
export const HALVES = 2 * SUMS.length;

/** Adds up 64-bit integers as two halves, each in a number of its own: exact for millions of terms, and many times as fast as bigints. */
export class BrokerSums {
  readonly #codes: readonly string[];
  readonly #halves: Float64Array;

  /** @param brokers must contain the brokers of all rows that are added */
  constructor({ codes }: BrokerNumbers) {
    this.#codes = codes;
    this.#halves = new Float64Array(HALVES * codes.length);
  }

  /**
   * Adds a row of a block to the sums of a broker, or subtracts it.
   * @param columns the columns of SUMS as 32-bit halves: low, high, low, high ...
   */
  add(broker: number, columns: readonly Int32Array[], row: number, sign: 1 | -1): void {
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
export function totalsOf(halves: Float64Array, place: number): Totals {
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

/** Adds a row to the sums that `halves` holds from a place on, or subtracts it. */
export function addRow(
  halves: Float64Array,
  place: number,
  columns: readonly Int32Array[],
  row: number,
  sign: 1 | -1,
): void {
  for (let sum = 0; sum < SUMS.length; sum++) {
    const column = columns[sum] as Int32Array;
    const low = place + sum;
    const high = low + SUMS.length;
    halves[low] = (halves[low] as number) + sign * ((column[2 * row] as number) >>> 0);
    halves[high] = (halves[high] as number) + sign * (column[2 * row + 1] as number);
  }
}
