import type { Span } from '../../../core/market/market.ts';
import type { BrokerDays } from './broker-days.ts';
import type { BrokerNumbers, BrokerSums } from './broker-sums.ts';
import { type Block, INVESTOR_CODES, MARKET_CODES, SUMS, seriesStarts } from './month-layout.ts';

/** The memory of the objects of a block, beside its numbers. Blocks of most tickers are smaller than that. */
const OBJECT_BYTES = 2000;

const KINDS = MARKET_CODES.length * INVESTOR_CODES.length;
const TWO_TO_32 = 2 ** 32;

/** The running totals of a block, as 32-bit words: a number of 64 bits has two, the lower first. */
interface Totals {
  /** Within the memory of the block. */
  readonly words: Int32Array;
  /** The place of the first number of the first column. */
  readonly first: number;
  /** The places from one column to the next. */
  readonly column: number;
}

/** The trades of one ticker in one month, as running totals of each series since January 1st. */
export class TickerMonth {
  readonly #days: Int32Array;
  readonly #totals: Totals;
  /** For each series its first row; then the number of rows. */
  readonly #starts: Uint32Array;
  readonly #brokers: Uint16Array;
  readonly #kinds: Uint8Array;
  /** The memory that it takes. */
  readonly bytes: number;

  /** @param codes the broker codes of the block's file, in the order of its numbers */
  constructor(block: Block, codes: readonly string[], numbers: BrokerNumbers) {
    this.#days = block.days;
    this.#totals = totalsOf(block);
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
    this.bytes = OBJECT_BYTES + block.days.buffer.byteLength + this.#starts.byteLength + 3 * series;
  }

  /**
   * Adds what each broker bought and sold from January 1st, or after the day of `before`, up to a day of this month.
   * @param day days since 1970-01-01
   * @param before the same ticker in this month or an earlier one of the year
   * @param kinds from kindsOf
   */
  addUpTo(
    day: number,
    before: { readonly month: TickerMonth; readonly day: number } | null,
    sums: BrokerSums,
    kinds: readonly boolean[],
  ): void {
    const rowsBefore = before ? before.month.#lastRowsUpTo(before.day, sums.brokers, kinds) : undefined;
    const totalsBefore = before ? before.month.#totals : this.#totals;
    for (let series = 0; series < this.#kinds.length; series++) {
      const kind = this.#kinds[series] as number;
      if (!kinds[kind]) continue;
      const row = this.#lastRowUpTo(day, series);
      if (row < (this.#starts[series] as number)) continue;
      const broker = this.#brokers[series] as number;
      const rowBefore = rowsBefore ? (rowsBefore[broker * KINDS + kind] as number) : NO_ROW;
      if (rowBefore === row && totalsBefore === this.#totals) continue;
      addIncrease(sums.sums, sums.placeIn(0, broker), this.#totals, row, totalsBefore, rowBefore);
    }
  }

  /** The last row of each series of some kinds up to a day, or NO_ROW, by broker and kind. */
  #lastRowsUpTo(day: number, brokers: number, kinds: readonly boolean[]): Int32Array {
    const rows = new Int32Array(brokers * KINDS).fill(NO_ROW);
    for (let series = 0; series < this.#kinds.length; series++) {
      const kind = this.#kinds[series] as number;
      if (!kinds[kind]) continue;
      const row = this.#lastRowUpTo(day, series);
      if (row < (this.#starts[series] as number)) continue;
      rows[(this.#brokers[series] as number) * KINDS + kind] = row;
    }
    return rows;
  }

  /**
   * Adds what each broker bought and sold on each day on which it traded.
   * @param from the first day, in days since 1970-01-01
   * @param to the last day
   * @param kinds from kindsOf
   */
  addDays(from: number, to: number, days: BrokerDays, kinds: readonly boolean[]): void {
    for (let series = 0; series < this.#kinds.length; series++) {
      if (kinds[this.#kinds[series] as number]) this.#addSeries(series, from, to, days);
    }
  }

  /** A day is the difference of two rows. */
  #addSeries(series: number, from: number, to: number, days: BrokerDays): void {
    const broker = this.#brokers[series] as number;
    const first = this.#starts[series] as number;
    const last = this.#lastRowUpTo(to, series);
    for (let row = this.#lastRowUpTo(from - 1, series) + 1; row <= last; row++) {
      const place = days.placeOn(this.#days[row] as number, broker);
      addIncrease(days.sums, place, this.#totals, row, this.#totals, row === first ? NO_ROW : row - 1);
    }
  }

  /** The last row of a series on or before a day; the row before its first if there is none. */
  #lastRowUpTo(day: number, series: number): number {
    const days = this.#days;
    let low = this.#starts[series] as number;
    let high = this.#starts[series + 1] as number;
    // Many ranges end at or after the last day of a month.
    if ((days[high - 1] as number) <= day) return high - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((days[middle] as number) <= day) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

const NO_ROW = -1;

function totalsOf({ totals }: Block): Totals {
  const [first, second] = totals as [BigInt64Array, BigInt64Array];
  const words = new Int32Array(first.buffer);
  return { words, first: first.byteOffset / 4, column: (second.byteOffset - first.byteOffset) / 4 };
}

/**
 * Adds a row less an earlier row of the same series to the sums at a place. A difference is exact up to 2^53.
 * @param earlierRow NO_ROW for the totals since January 1st
 */
function addIncrease(
  sums: Float64Array,
  place: number,
  totals: Totals,
  row: number,
  earlier: Totals,
  earlierRow: number,
): void {
  const { words, column } = totals;
  const end = place + SUMS.length;
  let index = totals.first + 2 * row;
  if (earlierRow === NO_ROW) {
    for (let sum = place; sum < end; sum++, index += column) {
      const low = (words[index] as number) >>> 0;
      sums[sum] = (sums[sum] as number) + (words[index + 1] as number) * TWO_TO_32 + low;
    }
    return;
  }
  const { words: earlierWords, column: earlierColumn } = earlier;
  let earlierIndex = earlier.first + 2 * earlierRow;
  for (let sum = place; sum < end; sum++, index += column, earlierIndex += earlierColumn) {
    const low = ((words[index] as number) >>> 0) - ((earlierWords[earlierIndex] as number) >>> 0);
    const high = (words[index + 1] as number) - (earlierWords[earlierIndex + 1] as number);
    sums[sum] = (sums[sum] as number) + (high * TWO_TO_32 + low);
  }
}

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
