import { AlirError } from '../../core/errors.ts';

/** A few resources for many users: a user that finds none free waits for the next one, first come, first served. */
export class Pool<Resource> {
  readonly #free: Resource[];
  readonly #waiting: ((resource: Resource) => void)[] = [];

  constructor(resources: readonly Resource[]) {
    this.#free = [...resources];
  }

  async run<Result>(work: (resource: Resource) => Promise<Result>): Promise<Result> {
    const resource = this.#free.pop() ?? (await new Promise<Resource>((grant) => this.#waiting.push(grant)));
    try {
      return await work(resource);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(resource);
      else this.#free.push(resource);
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
