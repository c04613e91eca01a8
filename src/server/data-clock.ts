import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../core/clock.ts';

/** The file that marks the data folder of the demo. The demo starts for the first time when it writes the file. */
export const DEMO_MARKER = 'MADE-UP-NUMBERS.txt';

/** The evening of the last day of the demo, when its file has arrived. */
const FIRST_EVENING = '2026-01-30T20:00:00+07:00';

/**
 * The clock of a data folder: the clock of the machine, except in the folder of the demo. There, the first start of the demo is the evening of
 * the last made-up day. With the time of the machine, every trading day since then would be missing.
 */
export function clockOf(data_dir: string, machine: Clock = systemClock): Clock {
  const marker = join(data_dir, DEMO_MARKER);
  if (!existsSync(marker)) return machine;
  const offset_ms = statSync(marker).mtimeMs - Date.parse(FIRST_EVENING);
  return {
    now: () => new Date(machine.now().getTime() - offset_ms),
    monotonic_ms: () => machine.monotonic_ms(),
  };
}
