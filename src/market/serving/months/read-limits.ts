import type { Clock } from '../../../core/clock.ts';
import { AlirError } from '../../../core/errors.ts';

/** The Retry-After of a failed read; rebuilding a file takes seconds. */
export const RETRY_AFTER_S = 5;

/** A read from the memory of the operating system takes 0.01 to 0.03 ms. */
const SLOW_READ_MS = 1;
/** One slow read may be a pause of the process, for example for garbage collection. */
const MAX_SLOW_READS = 2;

/**
 * Decides whether a read may be synchronous. The operating system usually has the files in memory: a synchronous read is then several times
 * as fast as one in the thread pool. If reads have to wait for the disk, they go to the thread pool until one of them is fast, so that the
 * event loop does not wait with them.
 */
export class SyncReads {
  readonly #clock: Clock;
  #slow_reads = 0;
  #areAllowed = true;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get areAllowed(): boolean {
    return this.#areAllowed;
  }

  time<Result>(read: () => Result): Result {
    const started_ms = this.#clock.monotonic_ms();
    try {
      return read();
    } finally {
      this.#slow_reads = this.#isFast(started_ms) ? 0 : this.#slow_reads + 1;
      this.#areAllowed = this.#slow_reads < MAX_SLOW_READS;
    }
  }

  async timeInPool<Result>(read: () => Promise<Result>): Promise<Result> {
    const started_ms = this.#clock.monotonic_ms();
    const result = await read();
    if (this.#isFast(started_ms)) {
      this.#slow_reads = 0;
      this.#areAllowed = true;
    }
    return result;
  }

  #isFast(started_ms: number): boolean {
    return this.#clock.monotonic_ms() - started_ms < SLOW_READ_MS;
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
      reject(new AlirError('query_timeout', message, { retry_after_s: RETRY_AFTER_S }));
    }, timeout_ms);
    work(() => isLate)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** The error of a read from a file that is damaged, missing or not built yet. */
export function dataUnavailable(cause: unknown): AlirError {
  const message = `The published data cannot be read at the moment. Try again in ${RETRY_AFTER_S} seconds.`;
  return new AlirError('data_unavailable', message, { retry_after_s: RETRY_AFTER_S, cause });
}
