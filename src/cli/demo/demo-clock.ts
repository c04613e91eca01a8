import type { Clock } from '../../core/clock.ts';

/** The evening of the last day of the demo, when its file has arrived. */
const FIRST_EVENING = '2026-01-30T20:00:00+07:00';

/**
 * A clock that starts on the evening of the last made-up day. With the time of the machine, every trading day since then would be missing.
 * @param created_at when the demo was started for the first time: a later start continues from the time of the earlier one
 */
export function demoClock(clock: Clock, created_at: Date): Clock {
  const offset_ms = created_at.getTime() - Date.parse(FIRST_EVENING);
  return {
    now: () => new Date(clock.now().getTime() - offset_ms),
    monotonic_ms: () => clock.monotonic_ms(),
  };
}
