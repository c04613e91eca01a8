/** So many requests at once, and so many a second in the long run. */
export interface Allowance {
  readonly burst: number;
  readonly per_second: number;
}

interface Bucket {
  tokens: number;
  updated_ms: number;
}

/** Names that are remembered. */
const MAX_BUCKETS = 10_000;

/** Counts requests by name, with an allowance for each. When there are too many names, the one that was counted longest ago is forgotten. */
export class TokenBuckets {
  readonly #allowance: Allowance;
  /** In the order in which they were counted last. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /**
   * @param now_ms milliseconds of a clock that is never set back
   * @returns 0 when the request is allowed, else the seconds until one is; a refused request does not count
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

  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys();
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}
