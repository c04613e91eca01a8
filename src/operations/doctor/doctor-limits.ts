import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/dates.ts';

const GB = 1e9;

/** The limits of the states. docs/run.md lists them. */
export const LIMITS = {
  backup_days: { warning: 2, problem: 7 },
  certificate_days: { warning: 14, problem: 3 },
  clock_ms: { warning: MINUTE_MS, problem: 10 * MINUTE_MS },
  disk_days: { warning: 30, problem: 7 },
  disk_bytes: { warning: 2 * GB, problem: GB / 2 },
  /** Since the publication of a day without measures. */
  measures_ms: { warning: HOUR_MS },
  /** Since the last complete update. */
  update_ms: { warning: HOUR_MS, problem: DAY_MS },
  /** The same without automatic updates: the longest holidays of the exchange have about this many days. */
  manual_update_ms: { warning: 10 * DAY_MS, problem: Infinity },
} as const;
