import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';

/** Lets a few pieces of work run at the same time; the others wait, first come, first served. */
export class ConcurrencyLimit {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(max_running: number) {
    this.#free = max_running;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((grant) => this.#waiting.push(grant));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** A read from the memory of the operating system takes 0.01 to 0.03 ms. */
const SLOW_READ_MS = 1;
/** One slow read may be a pause of the process, for example for garbage collection. */
const MAX_SLOW_READS = 2;
const THREAD_POOL_MS = 1000;

/**
 * Decides whether a read may be synchronous. The operating system usually has the files in memory: a synchronous read is then several times
 * as fast as one in the thread pool. If reads have to wait for the disk, they go to the thread pool for a second, so that the event loop
 * does not wait with them.
 */
export class SyncReads {
  readonly #clock: Clock;
  #slow_reads = 0;
  #allowed_from_ms = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get areAllowed(): boolean {
    return this.#clock.monotonic_ms() >= this.#allowed_from_ms;
  }

  /** Runs a synchronous read and measures it. */
  time<Result>(read: () => Result): Result {
    const started_ms = this.#clock.monotonic_ms();
    try {
      return read();
    } finally {
      const ended_ms = this.#clock.monotonic_ms();
      this.#slow_reads = ended_ms - started_ms < SLOW_READ_MS ? 0 : this.#slow_reads + 1;
      if (this.#slow_reads >= MAX_SLOW_READS) {
        this.#slow_reads = 0;
        this.#allowed_from_ms = ended_ms + THREAD_POOL_MS;
      }
    }
  }
}

/**
 * Waits for work until the timeout. After the timeout `isLate` returns true, and the work can stop at its next step.
 * @throws AlirError `query_timeout`
 */
export function withTimeout<Result>(
  timeout_ms: number,
  work: (isLate: () => boolean) => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      const message = 'The data took too long to read. Try again shortly.';
      reject(new AlirError('query_timeout', message, { retry_after_s: 5 }));
    }, timeout_ms);
    work(() => isLate)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
