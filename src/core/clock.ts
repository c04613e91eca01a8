/** The one source of time. Passed in, so that a test decides what day it is and how fast it passes. */
export interface Clock {
  /** The time of day: what periods, cycles and days are counted by. */
  now(): Date;
  /** Milliseconds since some moment; never set back, so that windows are measured by it. */
  monotonic_ms(): number;
}

export const systemClock: Clock = { now: () => new Date(), monotonic_ms: () => performance.now() };
