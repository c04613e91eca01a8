import { dateOfEpochDay, epochDay, type IsoDate } from '../../core/dates.ts';
import { exactNumber } from '../../core/numbers.ts';
import { SUMS } from './month-layout.ts';

/** What each broker bought and sold on each day of a range, and which of these days are published. */
export class BrokerDays {
  /** The first day of the range, in days since 1970-01-01. */
  readonly #first: number;
  readonly #codes: readonly string[];
  readonly #isPublished: Uint8Array;
  /** For each day, each broker and each of SUMS. Objects take several times as long. A value above 2^53 may be rounded; it stays above. */
  readonly sums: Float64Array;

  /** @param codes the codes of all brokers, by their numbers */
  constructor(from: IsoDate, to: IsoDate, codes: readonly string[]) {
    this.#first = epochDay(from);
    // The list may grow when other blocks are read.
    this.#codes = [...codes];
    const days = epochDay(to) - this.#first + 1;
    this.#isPublished = new Uint8Array(days);
    this.sums = new Float64Array(days * this.#codes.length * SUMS.length);
  }

  publish(date: IsoDate): void {
    this.#isPublished[epochDay(date) - this.#first] = 1;
  }

  /**
   * The place in `sums` of the first sum of a broker.
   * @param day days since 1970-01-01; it has trades, so it counts as published
   */
  placeOf(day: number, broker: number): number {
    this.#isPublished[day - this.#first] = 1;
    return ((day - this.#first) * this.#codes.length + broker) * SUMS.length;
  }

  /** The published days, in order, with the places in `sums` of the brokers that bought or sold. */
  *days(): Generator<{ date: IsoDate; places: number[] }> {
    const size = this.#codes.length * SUMS.length;
    for (let day = 0; day < this.#isPublished.length; day++) {
      if (this.#isPublished[day] === 0) continue;
      const places: number[] = [];
      for (let place = day * size; place < (day + 1) * size; place += SUMS.length) {
        if (this.sums[place] !== 0 || this.sums[place + 1] !== 0) places.push(place);
      }
      yield { date: dateOfEpochDay(this.#first + day), places };
    }
  }

  /** Sorts places of the same day: highest buy value first, then by code. */
  sortByBuyValueThenCode(places: number[]): number[] {
    const { sums } = this;
    return places.sort((a, b) => {
      const difference = (sums[b + SUM.buy_value] as number) - (sums[a + SUM.buy_value] as number);
      return difference || (this.codeAt(a) < this.codeAt(b) ? -1 : 1);
    });
  }

  codeAt(place: number): string {
    return this.#codes[(place / SUMS.length) % this.#codes.length] as string;
  }

  /**
   * @param place of a broker and day
   * @throws AlirError `answer_too_large` when it exceeds 2^53 - 1
   */
  sum(place: number, name: (typeof SUMS)[number]): number {
    return exactNumber(this.sums[place + SUM[name]] as number);
  }

  /** The sums at several places. @throws AlirError `answer_too_large` when one exceeds 2^53 - 1 */
  column(places: readonly number[], name: (typeof SUMS)[number]): Float64Array {
    const column = new Float64Array(places.length);
    const offset = SUM[name];
    for (let row = 0; row < places.length; row++) {
      column[row] = exactNumber(this.sums[(places[row] as number) + offset] as number);
    }
    return column;
  }
}

/** The places of SUMS. */
const SUM = {
  buy_freq: 0,
  sell_freq: 1,
  buy_volume: 2,
  sell_volume: 3,
  buy_value: 4,
  sell_value: 5,
} as const;
