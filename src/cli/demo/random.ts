/** A seeded pseudo-random generator: the same seed gives the same numbers on every machine. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = 2166136261;
    for (const character of seed)
      this.#state = Math.imul(this.#state ^ character.charCodeAt(0), 16777619) >>> 0;
  }

  /** From 0 to below 1, evenly (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  /** Bell-shaped around 0 with deviation 1 (the sum of twelve even numbers, which is as close as a made-up market needs). */
  normal(): number {
    let sum = -6;
    for (let term = 0; term < 12; term++) sum += this.next();
    return sum;
  }
}

/** Draws indexes of a list with given weights. */
export class Weighted {
  readonly #cumulative: readonly number[];
  readonly #total: number;

  constructor(weights: readonly number[]) {
    let total = 0;
    this.#cumulative = weights.map((weight) => {
      total += weight;
      return total;
    });
    this.#total = total;
  }

  draw(random: Random): number {
    const point = random.next() * this.#total;
    let low = 0;
    let high = this.#cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cumulative[middle] ?? 0) > point) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
