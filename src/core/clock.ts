/** The only source of time. It is passed in, so that tests control it. */
export interface Clock {
  /** The time of day: what periods, cycles and days are counted by. */
  now(): Date;
  /** Milliseconds since some moment; never set back, so that windows are measured by it. */
  monotonic_ms(): number;
}

export const systemClock: Clock = { now: () => new Date(), monotonic_ms: () => performance.now() };
