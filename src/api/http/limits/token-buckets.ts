/** At most `burst` requests at once, and `per_second` requests a second on average. */
export interface Allowance {
  readonly burst: number;
  readonly per_second: number;
}

interface Bucket {
  tokens: number;
  updated_ms: number;
}

/** Requests of this time can be counted in advance. */
const MAX_DEBT_S = 5;

/** Maximum number of names. */
const MAX_BUCKETS = 10_000;

/** Counts requests by name, with the same allowance for each name. Above MAX_BUCKETS, the least recently counted name is evicted. */
export class TokenBuckets {
  readonly #allowance: Allowance;
  /** Ordered by the time of the last count, oldest first. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /**
   * @param now_ms milliseconds of a monotonic clock
   * @returns 0 if the request is allowed, else the seconds until one is; a refused request does not count
   */
  take(name: string, now_ms: number): number {
    const { burst, per_second } = this.#allowance;
    const bucket = this.#buckets.get(name) ?? { tokens: burst, updated_ms: now_ms };
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    if (this.#buckets.size > MAX_BUCKETS) this.#forgetOldest();
    bucket.tokens = Math.min(burst, bucket.tokens + ((now_ms - bucket.updated_ms) * per_second) / 1000);
    bucket.updated_ms = now_ms;
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / per_second));
    bucket.tokens -= 1;
    return 0;
  }

  /** Counts an allowed request as more requests: those after it wait longer. */
  add(name: string, more: number): void {
    const bucket = this.#buckets.get(name);
    const least = -MAX_DEBT_S * this.#allowance.per_second;
    if (bucket) bucket.tokens = Math.max(least, bucket.tokens - more);
  }

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
