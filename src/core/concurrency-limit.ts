/** Lets a few pieces of work run at the same time; the others wait, first come, first served. */
export class ConcurrencyLimit {
  readonly #max_running: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(max_running: number) {
    this.#max_running = max_running;
  }

  /** Pieces of work that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  async run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    if (this.#running < this.#max_running) this.#running += 1;
    else await new Promise<void>((grant) => this.#waiting.push(grant));
    try {
      return await work();
    } finally {
      // The next piece of work takes over this place.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
