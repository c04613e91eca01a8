/** Statuses of requests that may succeed later. */
const PASSING = [408, 429, 500, 502, 503, 504];

/** Of these, the server has not begun the request, so that any request can be repeated. */
const NOT_BEGUN = [408, 429];

/** A longer `Retry-After` is not waited for: the call fails with it. */
const MAX_RETRY_AFTER_S = 600;

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8000;

/**
 * Whether the same request may succeed later.
 * @param isRepeatable whether the request has no effect, or has it only once
 */
export function isPassing(status: number, isRepeatable: boolean): boolean {
  return (isRepeatable ? PASSING : NOT_BEGUN).includes(status);
}

/** An Idempotency-Key. crypto.randomUUID needs a page of https. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The seconds of `Retry-After`; a date counts from the `Date` of the answer, so that the clock of this machine does not matter. */
export function retryAfterSeconds(headers: Headers): number | null {
  const text = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // Date.parse takes 0.5 and -5 for days of 2000 and 2001.
  if (!/^[a-z]/i.test(text)) return null;
  const seconds = (Date.parse(text) - Date.parse(headers.get('date') ?? new Date().toUTCString())) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/**
 * How long to wait before the next attempt, or null if the server asks for more than 10 minutes. The random part keeps clients that
 * failed together from returning together.
 * @param attempt 1 for the first retry
 */
export function waitBefore(attempt: number, retryAfter: number | null): number | null {
  if (retryAfter !== null) {
    return retryAfter > MAX_RETRY_AFTER_S ? null : retryAfter * 1000 + Math.random() * FIRST_WAIT_MS;
  }
  const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  return longest * (0.5 + Math.random() / 2);
}

/** @throws the reason of the signal when it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
