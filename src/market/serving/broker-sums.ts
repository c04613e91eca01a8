import { exactNumber } from '../../core/numbers.ts';
import { SUMS } from './year-layout.ts';

/** What a broker dealt: transactions, shares and IDR, all exact. */
export type Totals = Record<(typeof SUMS)[number], number>;

/** What one ticker's brokers dealt over a range, by broker code. */
export type BrokerTotals = Map<string, Totals>;

const HIGH = SUMS.length;
const TWO_TO_32 = 2 ** 32;

/**
 * Adds up 64-bit numbers in two halves, each as a number of its own: exact for millions of terms, and many times as fast as bigints.
 */
export class BrokerSums {
  readonly #halves = new Map<string, Float64Array>();

  /** The sums of a broker: the low halves of SUMS in their order, then the high ones. */
  of(broker: string): Float64Array {
    let halves = this.#halves.get(broker);
    if (!halves) {
      halves = new Float64Array(2 * HIGH);
      this.#halves.set(broker, halves);
    }
    return halves;
  }

  /** @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1 */
  totals(): BrokerTotals {
    const totals: BrokerTotals = new Map();
    for (const [broker, halves] of this.#halves) {
      const total = (place: number) =>
        exactNumber((halves[HIGH + place] ?? 0) * TWO_TO_32 + (halves[place] ?? 0));
      totals.set(broker, {
        buy_freq: total(0),
        sell_freq: total(1),
        buy_volume: total(2),
        sell_volume: total(3),
        buy_value: total(4),
        sell_value: total(5),
      });
    }
    return totals;
  }
}

/**
 * Adds the difference of two rows of a block to the sums of a broker.
 * @param columns those of SUMS, as halves: low and high in turns
 * @param before the row to be taken away; negative for none
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
