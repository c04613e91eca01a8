import type { Span } from '../../core/market.ts';
import {
  addRow,
  type BrokerNumbers,
  type BrokerSums,
  HALVES,
  type SumColumns,
  type Totals,
  totalsOf,
} from './broker-sums.ts';
import { type Block, INVESTOR_CODES, MARKET_CODES, seriesStarts } from './month-layout.ts';

/** The memory of the objects of a block, beside its numbers. Blocks of most tickers are smaller than that. */
const OBJECT_BYTES = 2000;

/** What one broker bought and sold on one day, in one market for one kind of investor. */
export interface SeriesDay extends Totals {
  readonly broker: string;
  readonly market: (typeof MARKET_CODES)[number];
  readonly investor: (typeof INVESTOR_CODES)[number];
  /** Days since 1970-01-01. */
  readonly day: number;
}

/** The trades of one ticker in one month, as running totals of each series since January 1st. */
export class TickerMonth {
  readonly #days: Int32Array;
  readonly #columns: SumColumns;
  readonly #codes: readonly string[];
  /** For each series its first row; then the number of rows. */
  readonly #starts: Uint32Array;
  readonly #brokers: Uint16Array;
  readonly #kinds: Uint8Array;
  /** The memory that it takes. */
  readonly bytes: number;

  /** @param codes the broker codes of the block's file, in the order of its numbers */
  constructor(block: Block, codes: readonly string[], numbers: BrokerNumbers) {
    this.#days = block.days;
    this.#columns = block.totals.map(
      ({ buffer, byteOffset, length }) => new Int32Array(buffer, byteOffset, 2 * length),
    ) as unknown as SumColumns;
    const numberOf = numbers.ofAll(codes);
    this.#starts = seriesStarts(block);
    const series = this.#starts.length - 1;
    this.#brokers = new Uint16Array(series);
    this.#kinds = new Uint8Array(series);
    // Typed arrays from mapped arrays take several times as long, and a block is read in 0.1 ms.
    for (let place = 0; place < series; place++) {
      const row = this.#starts[place] as number;
      this.#brokers[place] = numberOf[block.brokers[row] as number] as number;
      this.#kinds[place] = kindOf(block.markets[row] as number, block.investors[row] as number);
    }
    this.#codes = numbers.codes;
    this.bytes = OBJECT_BYTES + block.days.buffer.byteLength + this.#starts.byteLength + 3 * series;
  }

  /**
   * Adds the totals at the end of a day to the sums of each broker, or subtracts them.
   * @param day days since 1970-01-01
   * @param kinds from kindsOf
   */
  addTotalsAt(day: number, sums: BrokerSums, sign: 1 | -1, kinds: readonly boolean[]): void {
    for (let series = 0; series < this.#kinds.length; series++) {
      if (!kinds[this.#kinds[series] as number]) continue;
      const row = this.#lastRowUpTo(day, series);
      if (row < (this.#starts[series] as number)) continue;
      sums.add(this.#brokers[series] as number, this.#columns, row, sign);
    }
  }

  /**
   * What each series bought and sold on each day of the month on which it traded, series by series, in the order of days.
   * @param from the first day, in days since 1970-01-01
   * @param to the last day
   * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
   */
  days(from: number, to: number, market: Span, investor: Span): SeriesDay[] {
    const kinds = kindsOf(market, investor);
    const days: SeriesDay[] = [];
    const halves = new Float64Array(HALVES);
    for (const [series, kind] of this.#kinds.entries()) {
      if (!kinds[kind]) continue;
      const of = {
        broker: this.#codes[this.#brokers[series] as number] as string,
        market: MARKET_CODES[kind >> 1] as SeriesDay['market'],
        investor: INVESTOR_CODES[kind & 1] as SeriesDay['investor'],
      };
      const last = this.#lastRowUpTo(to, series);
      for (let row = this.#lastRowUpTo(from - 1, series) + 1; row <= last; row++) {
        halves.fill(0);
        addRow(halves, 0, this.#columns, row, 1);
        if (row > (this.#starts[series] as number)) addRow(halves, 0, this.#columns, row - 1, -1);
        days.push({ ...of, day: this.#days[row] as number, ...totalsOf(halves, 0) });
      }
    }
    return days;
  }

  /** The last row of a series on or before a day; the row before its first if there is none. */
  #lastRowUpTo(day: number, series: number): number {
    let low = this.#starts[series] as number;
    let high = this.#starts[series + 1] as number;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#days[middle] as number) <= day) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** A market and an investor type as one number. */
function kindOf(market: number, investor: number): number {
  return market * INVESTOR_CODES.length + investor;
}

/** For each kind of series, by market and investor, whether it is in both spans. */
export function kindsOf(market: Span, investor: Span): boolean[] {
  return MARKET_CODES.flatMap((_, each) =>
    INVESTOR_CODES.map((_, other) => isIn(market, each) && isIn(investor, other)),
  );
}

function isIn({ first, last }: Span, number: number): boolean {
  return number >= first && number <= last;
}
