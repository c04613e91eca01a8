import type { Span } from '../../core/market.ts';
import type { BrokerDays } from './broker-days.ts';
import { type BrokerNumbers, type BrokerSums, type SumColumns, TWO_TO_32 } from './broker-sums.ts';
import { type Block, INVESTOR_CODES, MARKET_CODES, seriesStarts } from './month-layout.ts';

/** The memory of the objects of a block, beside its numbers. Blocks of most tickers are smaller than that. */
const OBJECT_BYTES = 2000;

/** The trades of one ticker in one month, as running totals of each series since January 1st. */
export class TickerMonth {
  readonly #days: Int32Array;
  readonly #columns: SumColumns;
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
    const [buy_freq, sell_freq, buy_volume, sell_volume, buy_value, sell_value] = this.#columns;
    const { sums } = days;
    const broker = this.#brokers[series] as number;
    const first = this.#starts[series] as number;
    const last = this.#lastRowUpTo(to, series);
    for (let row = this.#lastRowUpTo(from - 1, series) + 1; row <= last; row++) {
      const place = days.placeOf(this.#days[row] as number, broker);
      const before = row === first ? null : row - 1;
      sums[place] = (sums[place] as number) + increase(buy_freq, row, before);
      sums[place + 1] = (sums[place + 1] as number) + increase(sell_freq, row, before);
      sums[place + 2] = (sums[place + 2] as number) + increase(buy_volume, row, before);
      sums[place + 3] = (sums[place + 3] as number) + increase(sell_volume, row, before);
      sums[place + 4] = (sums[place + 4] as number) + increase(buy_value, row, before);
      sums[place + 5] = (sums[place + 5] as number) + increase(sell_value, row, before);
    }
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

/** A 64-bit integer less the one of an earlier row: exact up to 2^53. */
function increase(column: Int32Array, row: number, before: number | null): number {
  const low = (column[2 * row] as number) >>> 0;
  const high = column[2 * row + 1] as number;
  if (before === null) return high * TWO_TO_32 + low;
  const lowBefore = (column[2 * before] as number) >>> 0;
  const highBefore = column[2 * before + 1] as number;
  return (high - highBefore) * TWO_TO_32 + (low - lowBefore);
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
