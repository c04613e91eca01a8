import { stat } from 'node:fs/promises';
import type { IsoDate } from '../../../core/dates.ts';

/** A daily file to ingest. */
export interface Incoming {
  readonly path: string;
  /** The URL of a downloaded file; without one, `path` identifies the file in the ledger. */
  readonly source?: string;
  /** The version of its content that the source reports (such as an HTTP validator); by default the fingerprint of the file. */
  readonly stamp?: string;
  /** The fingerprint that the file had when its source found it complete. */
  readonly unchanged_since?: string;
  /** The required date of a file without a date in its name. */
  readonly explicit_date?: IsoDate;
  readonly command: 'ingest' | 'update' | 'demo';
  /** True if a person confirmed that the file is right: the gate does not check it. */
  readonly confirmed?: boolean;
}

/** Files that are ready to be ingested, in date order. */
export interface Delivery {
  readonly files: readonly Incoming[];
  /** Files that were found and skipped, with the reason. */
  readonly notices: readonly string[];
  /** Read errors of the source as a whole, or of one of its files. */
  readonly failures: readonly string[];
  /** The number of files that must be unchanged at a second check, SETTLING_MS later, before delivery. */
  readonly settling: number;
  /** How far the clock of the source is ahead of this machine's, by its last response; undefined if no response had a time. */
  readonly clock_ahead_ms?: number;
  /** Call this after the files were ingested. */
  readonly release?: () => Promise<void>;
}

export interface Source {
  /**
   * Returns some of the new files: of expected days that are not published, and changed files of published days. Call it again for the
   * next files, until it returns none.
   * @param expected the trading days up to today, in order
   * @param signal ends the delivery early, with the files that are complete
   */
  deliver(expected: readonly IsoDate[], signal?: AbortSignal): Promise<Delivery>;
}

/** Identifies the content of a file without reading it: its size and the time of its last change. */
export async function fingerprint(path: string): Promise<string> {
  try {
    const { size, mtimeMs } = await stat(path);
    return `${size} bytes of ${new Date(mtimeMs).toISOString()}`;
  } catch (error) {
    // The code that reads the file reports why it cannot be read.
    return String((error as NodeJS.ErrnoException).code);
  }
}
