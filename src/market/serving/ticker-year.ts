import type { Span } from '../../core/market.ts';
import { addDifference, type BrokerSums } from './broker-sums.ts';
import { type Block, brokerOf, isOf, SUMS } from './year-layout.ts';

/** Days of one year, counted from 0 on January 1st, both ends included. */
export interface DaysOfYear {
  readonly first: number;
  readonly last: number;
}

/** One ticker's dealings in one year. */
export class TickerYear {
  readonly #block: Block;
  readonly #columns: readonly Int32Array[];
  readonly #brokers: readonly string[];

  constructor(block: Block, brokers: readonly string[]) {
    this.#block = block;
    this.#columns = SUMS.map((name) => {
      const { buffer, byteOffset, length } = block.totals[name];
      return new Int32Array(buffer, byteOffset, 2 * length);
    });
    this.#brokers = brokers;
  }

  /** Adds to `sums` what each broker dealt in these days; a broker that dealt nothing is not added. */
  addTo(sums: BrokerSums, { first, last }: DaysOfYear, market: Span, investor: Span): void {
    const { starts, series, days } = this.#block;
    for (let place = 0; place < series.length; place++) {
      const number = series[place] ?? 0;
      if (!isOf(number, market, investor)) continue;
      const start = starts[place] ?? 0;
      const end = starts[place + 1] ?? days.length;
      const until = lastRowUpTo(last, days, start, end);
      const before = lastRowUpTo(first - 1, days, start, end);
      if (until === before) continue;
      const broker = this.#brokers[brokerOf(number)];
      if (broker === undefined) throw new RangeError(`The series ${number} names no broker of its file`);
      addDifference(sums.of(broker), this.#columns, until, before < start ? -1 : before);
    }
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
