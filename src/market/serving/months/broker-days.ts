import { dateOfEpochDay, epochDay, type IsoDate } from '../../../core/dates.ts';
import { BrokerSums } from './broker-sums.ts';

/** What each broker bought and sold on each day of a range, and which of these days are published. */
export class BrokerDays extends BrokerSums {
  /** The first day of the range, in days since 1970-01-01. */
  readonly #first: number;
  readonly #isPublished: Uint8Array;

  /** @param codes the codes of all brokers, by their numbers */
  constructor(from: IsoDate, to: IsoDate, codes: readonly string[]) {
    const first = epochDay(from);
    const days = epochDay(to) - first + 1;
    super(codes, days);
    this.#first = first;
    this.#isPublished = new Uint8Array(days);
  }

  publish(date: IsoDate): void {
    this.#isPublished[epochDay(date) - this.#first] = 1;
  }

  /**
   * The place of a broker on a day.
   * @param day days since 1970-01-01; it has trades, so it counts as published
   */
  placeOn(day: number, broker: number): number {
    this.#isPublished[day - this.#first] = 1;
    return this.placeIn(day - this.#first, broker);
  }

  /** The published days, in order, with the places of the brokers that bought or sold. */
  *days(): Generator<{ date: IsoDate; places: number[] }> {
    for (let day = 0; day < this.#isPublished.length; day++) {
      if (this.#isPublished[day] === 0) continue;
      yield { date: dateOfEpochDay(this.#first + day), places: this.places(day) };
    }
  }
}
