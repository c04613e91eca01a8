/** A file that is unchanged for this time counts as complete. */
export const SETTLING_MS = 60_000;

/** A writer that has written nothing for this time will not continue. */
const ABANDONED_MS = 3_600_000;

/** Whether an incomplete file is unchanged for so long that no program is still writing it. */
export function isAbandoned(mtime_ms: number, at: Date): boolean {
  return at.getTime() - mtime_ms >= ABANDONED_MS;
}
