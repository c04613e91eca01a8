import { AlirError } from '../../../core/errors.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';

export const WINDOW_MS = 60_000;
/** Expired times are removed in batches, because each removal moves all other times. */
const BUNDLE = 1024;

export interface RateState {
  readonly limit: number;
  /** Requests that remain in the window. */
  readonly remaining: number;
  /** Seconds until the oldest request leaves the window and `remaining` increases. At least 1. */
  readonly reset_s: number;
}

export interface RateDecision extends RateState {
  readonly isAllowed: boolean;
}

/** `rate_limited`, with the time to wait. */
export class RateLimitError extends AlirError {
  constructor({ limit, reset_s }: RateState) {
    super(
      'rate_limited',
      `The account exceeded its limit of ${limit} requests per minute. Send the next request in ${reset_s} s.`,
      { retry_after_s: reset_s },
    );
  }
}

/** Limits the requests of an account in any 60 seconds. A refused request does not count. */
export interface RateLimits {
  /**
   * Counts a request if the limit allows it.
   * @param now_ms milliseconds of a monotonic clock
   * @throws AlirError `ledger_unavailable`, `overloaded`
   */
  take(account_id: string, limit: number, now_ms: number): MaybePromise<RateDecision>;

  /** Returns the state of the window as this server knows it, and counts nothing. */
  stateOf(account_id: string, limit: number, now_ms: number): RateState;
}

/** Counts the requests of one server in memory. */
export class RateLimiter implements RateLimits {
  readonly #accounts = new Map<string, RequestTimes>();
  #sweptAt_ms = Number.NEGATIVE_INFINITY;

  take(account_id: string, limit: number, now_ms: number): RateDecision {
    if (now_ms - this.#sweptAt_ms >= WINDOW_MS) this.#forgetIdle(now_ms);
    let times = this.#accounts.get(account_id);
    if (!times) {
      times = new RequestTimes();
      this.#accounts.set(account_id, times);
    }
    times.dropUntil(now_ms - WINDOW_MS);
    const isAllowed = times.count < limit;
    if (isAllowed) times.add(now_ms);
    return { isAllowed, limit, remaining: Math.max(0, limit - times.count), reset_s: resetOf(times, now_ms) };
  }

  stateOf(account_id: string, limit: number, now_ms: number): RateState {
    const times = this.#accounts.get(account_id);
    if (!times) return { limit, remaining: limit, reset_s: 1 };
    times.dropUntil(now_ms - WINDOW_MS);
    return { limit, remaining: Math.max(0, limit - times.count), reset_s: resetOf(times, now_ms) };
  }

  /** Runs once per window. The map holds at most the accounts of the last two windows. */
  #forgetIdle(now_ms: number): void {
    this.#sweptAt_ms = now_ms;
    for (const [account_id, times] of this.#accounts) {
      times.dropUntil(now_ms - WINDOW_MS);
      if (times.count === 0) this.#accounts.delete(account_id);
    }
  }
}

function resetOf({ oldest_ms }: RequestTimes, now_ms: number): number {
  if (oldest_ms === undefined) return 1;
  return Math.max(1, Math.ceil((oldest_ms + WINDOW_MS - now_ms) / 1000));
}

/** Arrival times of the requests in the window, oldest first. */
class RequestTimes {
  readonly #times_ms: number[] = [];
  #first = 0;

  get count(): number {
    return this.#times_ms.length - this.#first;
  }

  get oldest_ms(): number | undefined {
    return this.#times_ms[this.#first];
  }

  add(time_ms: number): void {
    this.#times_ms.push(time_ms);
  }

  dropUntil(time_ms: number): void {
    while ((this.oldest_ms ?? Number.POSITIVE_INFINITY) <= time_ms) this.#first += 1;
    if (this.#first < BUNDLE || this.#first < this.count) return;
    this.#times_ms.splice(0, this.#first);
    this.#first = 0;
  }
}
