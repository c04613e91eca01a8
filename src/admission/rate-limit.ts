const WINDOW_MS = 60_000;
export interface RateDecision {
  readonly isAllowed: boolean;
  readonly limit: number;
  /** Requests that are left in the window. */
  readonly remaining: number;
  /** Seconds until the oldest request leaves the window, which makes room for one. At least 1. */
  readonly reset_s: number;
}

/** At most so many requests of an account in any 60 seconds. What is refused does not count. */
export class RateLimiter {
  /** The times of the requests in the window, oldest first, in milliseconds of a clock that is never set back. */
  readonly #accounts = new Map<string, number[]>();
  #sweptAt_ms = Number.NEGATIVE_INFINITY;

  take(account_id: string, limit: number, now_ms: number): RateDecision {
    if (now_ms - this.#sweptAt_ms >= WINDOW_MS) this.#forgetIdle(now_ms);
    const times = this.#timesInWindow(account_id, now_ms);
    const isAllowed = times.length < limit;
    if (isAllowed) times.push(now_ms);
    const oldest_ms = times[0] ?? now_ms;
    return {
      isAllowed,
      limit,
      remaining: Math.max(0, limit - times.length),
      reset_s: Math.max(1, Math.ceil((oldest_ms + WINDOW_MS - now_ms) / 1000)),
    };
  }

  #timesInWindow(account_id: string, now_ms: number): number[] {
    let times = this.#accounts.get(account_id);
    if (!times) {
      times = [];
      this.#accounts.set(account_id, times);
    }
    const gone = times.findIndex((time_ms) => time_ms > now_ms - WINDOW_MS);
    times.splice(0, gone === -1 ? times.length : gone);
    return times;
  }

  /** Once a window: so it holds no more accounts than called in the last two. */
  #forgetIdle(now_ms: number): void {
    this.#sweptAt_ms = now_ms;
    for (const [account_id, times] of this.#accounts) {
      if ((times.at(-1) ?? 0) <= now_ms - WINDOW_MS) this.#accounts.delete(account_id);
    }
  }
}
