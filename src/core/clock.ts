/** The only source of time. Callers pass it in, so tests can control it. */
export interface Clock {
  /** The current time, for periods, cycles and days. */
  now(): Date;
  /** Milliseconds since an arbitrary moment. The value never decreases: use it to measure windows. */
  monotonic_ms(): number;
}

export const systemClock: Clock = { now: () => new Date(), monotonic_ms: () => performance.now() };
