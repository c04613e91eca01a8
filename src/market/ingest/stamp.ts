import { stat } from 'node:fs/promises';

/** What tells one content of a file from the next without reading it: its size and the time of its last change. */
export async function stampOf(path: string): Promise<string> {
  try {
    const { size, mtimeMs } = await stat(path);
    return `${size} bytes of ${new Date(mtimeMs).toISOString()}`;
  } catch (error) {
    // That it cannot be read is for its reader to say.
    return String((error as NodeJS.ErrnoException).code);
  }
}

/** A writer that stalled for this long does not go on. */
const ABANDONED_MS = 3_600_000;

/** Whether a file that was cut short has not changed for so long that nobody is writing it. */
export function isAbandoned(mtime_ms: number, at: Date): boolean {
  return at.getTime() - mtime_ms >= ABANDONED_MS;
}
