import type { Span } from '../core/market.ts';
import { type Block, brokerOf, isOf, type Totals } from './year-layout.ts';

/** What one ticker's brokers dealt over a range, by broker code. */
export type BrokerTotals = Map<string, Totals>;

/** Days of one year, counted from 0 on January 1st, both ends included. */
export interface DaysOfYear {
  readonly first: number;
  readonly last: number;
}

/** One ticker's dealings in one year. */
export class TickerYear {
  readonly #block: Block;
  readonly #brokers: readonly string[];

  constructor(block: Block, brokers: readonly string[]) {
    this.#block = block;
    this.#brokers = brokers;
  }

  /** Adds to `sums` what each broker dealt in these days; a broker that dealt nothing is not added. */
  addTo(sums: BrokerTotals, { first, last }: DaysOfYear, market: Span, investor: Span): void {
    const { starts, series, days, totals } = this.#block;
    for (let place = 0; place < series.length; place++) {
      const number = series[place] ?? 0;
      if (!isOf(number, market, investor)) continue;
      const start = starts[place] ?? 0;
      const end = starts[place + 1] ?? days.length;
      const until = lastRowUpTo(last, days, start, end);
      const before = lastRowUpTo(first - 1, days, start, end);
      if (until === before) continue;

      const dealt = (column: BigInt64Array): bigint =>
        (column[until] ?? 0n) - (before < start ? 0n : (column[before] ?? 0n));
      const sum = this.#sumOf(sums, number);
      sum.buy_freq += dealt(totals.buy_freq);
      sum.sell_freq += dealt(totals.sell_freq);
      sum.buy_volume += dealt(totals.buy_volume);
      sum.sell_volume += dealt(totals.sell_volume);
      sum.buy_value += dealt(totals.buy_value);
      sum.sell_value += dealt(totals.sell_value);
    }
  }

  #sumOf(sums: BrokerTotals, series: number): Totals {
    const code = this.#brokers[brokerOf(series)];
    if (code === undefined) throw new RangeError(`The series ${series} names no broker of its file`);
    let sum = sums.get(code);
    if (!sum) {
      sum = { buy_freq: 0n, sell_freq: 0n, buy_volume: 0n, sell_volume: 0n, buy_value: 0n, sell_value: 0n };
      sums.set(code, sum);
    }
    return sum;
  }
}

/** The last row of a series on or before a day; the row before its first where there is none. */
function lastRowUpTo(day: number, days: Uint16Array, start: number, end: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
