import { daysInRange, type IsoDate } from '../../core/dates.ts';
import type { Span } from '../../core/market.ts';
import { addDifference, type BrokerSums, halvesOfSums, type Totals, totalsOf } from './broker-sums.ts';
import { type Block, brokerOf, investorOf, isOf, marketOf, SUMS } from './year-layout.ts';

/** Days of one year, counted from 0 on January 1st, both ends included. */
export interface DaysOfYear {
  readonly first: number;
  readonly last: number;
}

/** The part of a range of dates that lies in a year; the range must touch the year. */
export function daysOfYear(year: number, from: IsoDate, to: IsoDate): DaysOfYear {
  const first_day = `${year}-01-01`;
  const last_day = `${year}-12-31`;
  return {
    first: dayOfYear(from > first_day ? from : first_day),
    last: dayOfYear(to < last_day ? to : last_day),
  };
}

/** January 1st is 0. */
function dayOfYear(date: IsoDate): number {
  return daysInRange(`${date.slice(0, 4)}-01-01`, date) - 1;
}

/** What one broker bought and sold on one day, in one market for one kind of investor. */
export interface SeriesDay extends Totals {
  readonly broker: string;
  readonly market: ReturnType<typeof marketOf>;
  readonly investor: ReturnType<typeof investorOf>;
  /** The day of the year, from 0. */
  readonly day: number;
}

/** Takes the rows of one series in a range of days, `first` to `last`, and the row before them: -1 where the year has none. */
type RowsVisitor = (series: number, broker: string, before: number, first: number, last: number) => void;

/** The trades of one ticker in one year, as running totals of each series. */
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

  /**
   * What each series bought and sold on each day of a range on which it traded, series by series, each in the order of its days.
   * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
   */
  days(range: DaysOfYear, market: Span, investor: Span): SeriesDay[] {
    const days: SeriesDay[] = [];
    const halves = halvesOfSums();
    this.#visit(range, market, investor, (series, broker, before, first, last) => {
      const of = { broker, market: marketOf(series), investor: investorOf(series) };
      for (let row = first; row <= last; row++) {
        halves.fill(0);
        addDifference(halves, this.#columns, row, row === first ? before : row - 1);
        days.push({ ...of, day: this.#block.days[row] as number, ...totalsOf(halves) });
      }
    });
    return days;
  }

  /** Adds the sums of `days` by broker to `sums`. They are the difference of two running totals, so that a long range costs no more. */
  addTo(sums: BrokerSums, range: DaysOfYear, market: Span, investor: Span): void {
    this.#visit(range, market, investor, (_series, broker, before, _first, last) => {
      addDifference(sums.of(broker), this.#columns, last, before);
    });
  }

  #visit({ first, last }: DaysOfYear, market: Span, investor: Span, visit: RowsVisitor): void {
    const { starts, series, days } = this.#block;
    for (let place = 0; place < series.length; place++) {
      const number = series[place] ?? 0;
      if (!isOf(number, market, investor)) continue;
      const start = starts[place] ?? 0;
      const end = starts[place + 1] ?? days.length;
      const last_row = lastRowUpTo(last, days, start, end);
      const row_before = lastRowUpTo(first - 1, days, start, end);
      if (last_row === row_before) continue;
      const broker = this.#brokers[brokerOf(number)];
      if (broker === undefined) throw new RangeError(`Series ${number} has no broker in its file`);
      visit(number, broker, row_before < start ? -1 : row_before, row_before + 1, last_row);
    }
  }
}

/** The last row of a series on or before a day; the row before the first of the series where there is none. */
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
