import { AlirError } from '../../core/errors.ts';

/**
 * Waits for work no longer than it may take. Work is told when nobody waits for it any more, so that it can stop at its next step.
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
