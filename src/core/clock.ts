/** The one source of the time of day. Passed in, so that a test decides what day it is. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
