import { exactNumber } from '../../core/numbers.ts';
import { SUMS } from './year-layout.ts';

/** What a broker bought and sold: transactions, shares and IDR, all exact. */
export type Totals = Record<(typeof SUMS)[number], number>;

/** What the brokers of one ticker bought and sold over a range of days, by broker code. */
export type BrokerTotals = Map<string, Totals>;

const HIGH = SUMS.length;
const TWO_TO_32 = 2 ** 32;

/**
 * Adds up 64-bit integers as two halves, each a number of its own: exact for millions of terms, and many times as fast as bigints.
 */
export class BrokerSums {
  readonly #halves = new Map<string, Float64Array>();

  /** The sums of a broker, as `halvesOfSums` has them. */
  of(broker: string): Float64Array {
    let halves = this.#halves.get(broker);
    if (!halves) {
      halves = halvesOfSums();
      this.#halves.set(broker, halves);
    }
    return halves;
  }

  /** @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1 */
  totals(): BrokerTotals {
    const totals: BrokerTotals = new Map();
    for (const [broker, halves] of this.#halves) totals.set(broker, totalsOf(halves));
    return totals;
  }
}

/** Sums of 0: the low halves of SUMS in their order, then the high halves. */
export function halvesOfSums(): Float64Array {
  return new Float64Array(2 * HIGH);
}

/** @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1 */
export function totalsOf(halves: Float64Array): Totals {
  const total = (place: number) =>
    exactNumber((halves[HIGH + place] ?? 0) * TWO_TO_32 + (halves[place] ?? 0));
  return {
    buy_freq: total(0),
    sell_freq: total(1),
    buy_volume: total(2),
    sell_volume: total(3),
    buy_value: total(4),
    sell_value: total(5),
  };
}

/**
 * Adds the difference of two rows of a block to sums.
 * @param columns the columns of SUMS as 32-bit halves: low, high, low, high ...
 * @param before the row to subtract; negative for none
 */
export function addDifference(
  halves: Float64Array,
  columns: readonly Int32Array[],
  until: number,
  before: number,
): void {
  for (let place = 0; place < HIGH; place++) {
    const column = columns[place] as Int32Array;
    let low = (column[2 * until] as number) >>> 0;
    let high = column[2 * until + 1] as number;
    if (before >= 0) {
      low -= (column[2 * before] as number) >>> 0;
      high -= column[2 * before + 1] as number;
    }
    halves[place] = (halves[place] as number) + low;
    halves[HIGH + place] = (halves[HIGH + place] as number) + high;
  }
}
