/** A fixed number of lanes, numbered from 0; whoever finds all taken waits for the next free one, in order of arrival. */
export class Lanes {
  readonly #free: number[];
  readonly #waiting: ((lane: number) => void)[] = [];

  constructor(count: number) {
    this.#free = [...Array(count).keys()];
  }

  async run<Result>(work: (lane: number) => Promise<Result>): Promise<Result> {
    const lane = this.#free.pop() ?? (await new Promise<number>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(lane);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(lane);
      else this.#free.push(lane);
    }
  }
}
