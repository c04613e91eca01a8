import { AlirError } from '../../../core/errors.ts';
import type { TakeRates } from '../../../core/rates.ts';
import { type RateDecision, type RateLimits, type RateState, WINDOW_MS } from './rate-limit.ts';

/** Requests in one query. */
const MAX_BATCH = 1024;
/** Requests that wait for the ledger. Further requests are refused. */
const MAX_PENDING = 8192;

interface PendingRequest {
  readonly account_id: string;
  readonly limit: number;
  readonly now_ms: number;
  readonly resolve: (decision: RateDecision) => void;
  readonly fail: (error: unknown) => void;
}

/** The newest decision about an account. */
interface KnownState {
  readonly remaining: number;
  readonly decided_at_ms: number;
  readonly reset_at_ms: number;
}

/**
 * Counts the requests of all servers in their ledger. Requests that arrive in the same turn of the event loop, or while the ledger counts
 * earlier ones, share a query.
 */
export class SharedRateLimiter implements RateLimits {
  readonly #takeRates: TakeRates;
  readonly #window_ms: number;
  readonly #known = new Map<string, KnownState>();
  #sweptAt_ms = Number.NEGATIVE_INFINITY;
  #pending: PendingRequest[] = [];
  /** True from the scheduling of a query until its result. */
  #isScheduled = false;

  /** @param window_ms shorter in tests */
  constructor(takeRates: TakeRates, window_ms = WINDOW_MS) {
    this.#takeRates = takeRates;
    this.#window_ms = window_ms;
  }

  take(account_id: string, limit: number, now_ms: number): Promise<RateDecision> {
    if (now_ms - this.#sweptAt_ms >= this.#window_ms) this.#forgetIdle(now_ms);
    return new Promise((resolve, fail) => {
      if (this.#pending.length >= MAX_PENDING) throw tooMany();
      this.#pending.push({ account_id, limit, now_ms, resolve, fail });
      if (!this.#isScheduled) this.#schedule();
    });
  }

  /** The requests that other servers counted since the newest decision of this server are unknown. */
  stateOf(account_id: string, limit: number, now_ms: number): RateState {
    const known = this.#known.get(account_id);
    if (!known || this.#isIdle(known, now_ms)) return { limit, remaining: limit, reset_s: 1 };
    const { remaining, reset_at_ms } = known;
    return { limit, remaining, reset_s: Math.max(1, Math.ceil((reset_at_ms - now_ms) / 1000)) };
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(() => void this.#send());
  }

  async #send(): Promise<void> {
    const batch = this.#pending.splice(0, MAX_BATCH);
    try {
      const results = await this.#takeRates(batch, this.#window_ms);
      batch.forEach(({ account_id, limit, now_ms, resolve }, index) => {
        const result = results[index];
        if (!result) throw new Error('The ledger returned too few results');
        const { is_allowed, remaining, reset_s } = result;
        const reset_at_ms = now_ms + reset_s * 1000;
        this.#known.set(account_id, { remaining, decided_at_ms: now_ms, reset_at_ms });
        resolve({ isAllowed: is_allowed, limit, remaining, reset_s });
      });
    } catch (error) {
      // The requests that arrived in the meantime would wait as long as these ones for a database that does not respond.
      for (const { fail } of [...batch, ...this.#pending.splice(0)]) fail(error);
    }
    if (this.#pending.length > 0) this.#schedule();
    else this.#isScheduled = false;
  }

  /** Runs once per window. */
  #forgetIdle(now_ms: number): void {
    this.#sweptAt_ms = now_ms;
    for (const [account_id, known] of this.#known) {
      if (this.#isIdle(known, now_ms)) this.#known.delete(account_id);
    }
  }

  #isIdle({ decided_at_ms }: KnownState, now_ms: number): boolean {
    return now_ms - decided_at_ms >= this.#window_ms;
  }
}

function tooMany(): AlirError {
  const message = 'Too many requests wait for the rate limit. Try again in a second.';
  return new AlirError('overloaded', message, { retry_after_s: 1 });
}
