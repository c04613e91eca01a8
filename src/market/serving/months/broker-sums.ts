import { exactNumber } from '../../../core/rounding.ts';
import { SUMS } from './month-layout.ts';

/** Transactions, shares and IDR that a broker bought and sold. */
type SumName = (typeof SUMS)[number];

/** The places of SUMS. */
const OFFSET = Object.fromEntries(SUMS.map((name, offset) => [name, offset])) as Record<SumName, number>;

/** Numbers the brokers of all files, because each file numbers its own. */
export class BrokerNumbers {
  readonly #codes: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #ofLists = new WeakMap<readonly string[], readonly number[]>();

  /** The numbers of a list of codes; computed once for each list, because all blocks of a file have the same one. */
  ofAll(codes: readonly string[]): readonly number[] {
    let numbers = this.#ofLists.get(codes);
    if (numbers === undefined) {
      numbers = codes.map((code) => this.#of(code));
      this.#ofLists.set(codes, numbers);
    }
    return numbers;
  }

  #of(code: string): number {
    const number = this.#numbers.get(code) ?? this.#codes.length;
    if (number === this.#codes.length) {
      this.#codes.push(code);
      this.#numbers.set(code, number);
    }
    return number;
  }

  /** The codes in the order of their numbers. */
  get codes(): readonly string[] {
    return this.#codes;
  }
}

/**
 * What brokers bought and sold, in groups: one group for a range of days, or one for each day. A place is where the sums of one broker of
 * one group begin.
 */
export class BrokerSums {
  readonly #codes: readonly string[];
  /** For each group, each broker and each of SUMS. Objects take several times as long. A value above 2^53 may be rounded; it stays above. */
  readonly sums: Float64Array;
  readonly brokers: number;

  /** @param codes the codes of all brokers, by their numbers */
  constructor(codes: readonly string[], groups = 1) {
    this.#codes = codes;
    // Reading another block can add brokers at the end of the list.
    this.brokers = codes.length;
    this.sums = new Float64Array(groups * this.brokers * SUMS.length);
  }

  placeIn(group: number, broker: number): number {
    return (group * this.brokers + broker) * SUMS.length;
  }

  /** The places of the brokers that bought or sold, in the order of their numbers. */
  places(group = 0): number[] {
    const places: number[] = [];
    const end = this.placeIn(group + 1, 0);
    for (let place = this.placeIn(group, 0); place < end; place += SUMS.length) {
      if (this.sums[place] !== 0 || this.sums[place + 1] !== 0) places.push(place);
    }
    return places;
  }

  /**
   * Sorts places of one group: highest buy value first, then by code. There are at most about 100 brokers: Array.sort takes three times as
   * long as an insertion sort.
   */
  sortByBuyValueThenCode(places: number[]): number[] {
    for (let end = 1; end < places.length; end++) {
      const place = places[end] as number;
      let index = end;
      for (; index > 0 && this.#isBefore(place, places[index - 1] as number); index--) {
        places[index] = places[index - 1] as number;
      }
      places[index] = place;
    }
    return places;
  }

  #isBefore(place: number, other: number): boolean {
    const value = this.sums[place + OFFSET.buy_value] as number;
    const otherValue = this.sums[other + OFFSET.buy_value] as number;
    return value > otherValue || (value === otherValue && this.codeAt(place) < this.codeAt(other));
  }

  codeAt(place: number): string {
    return this.#codes[(place / SUMS.length) % this.brokers] as string;
  }

  /** @throws AlirError `answer_too_large` when it exceeds 2^53 - 1 */
  sum(place: number, name: SumName): number {
    return exactNumber(this.sums[place + OFFSET[name]] as number);
  }

  /**
   * The sums at several places. The columns share their memory, because an allocation for each takes longer than to fill it.
   * @throws AlirError `answer_too_large` when one exceeds 2^53 - 1
   */
  columns(places: readonly number[]): Record<SumName, Float64Array> {
    const rows = places.length;
    const memory = new Float64Array(SUMS.length * rows);
    for (let row = 0; row < rows; row++) {
      const place = places[row] as number;
      for (let sum = 0; sum < SUMS.length; sum++) {
        memory[sum * rows + row] = exactNumber(this.sums[place + sum] as number);
      }
    }
    const column = (name: SumName) => memory.subarray(OFFSET[name] * rows, (OFFSET[name] + 1) * rows);
    return {
      buy_freq: column('buy_freq'),
      sell_freq: column('sell_freq'),
      buy_volume: column('buy_volume'),
      sell_volume: column('sell_volume'),
      buy_value: column('buy_value'),
      sell_value: column('sell_value'),
    };
  }
}
