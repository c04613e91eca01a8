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
