import type { IsoDate } from '../../core/dates.ts';
import type { Incoming } from './ingest.ts';

/** A file that looks the same twice, this long apart, counts as complete. */
export const SETTLING_MS = 60_000;

/** Files that are ready to be taken in, in date order. */
export interface Delivery {
  readonly files: readonly Incoming[];
  /** Files that were found and skipped, with the reason. */
  readonly remarks: readonly string[];
  /** What could not be read: the source as a whole, or one of its files. */
  readonly failures: readonly string[];
  /** How many files have to look the same once more, SETTLING_MS later, before they are delivered. */
  readonly settling: number;
  /** To be called when the files were dealt with. */
  readonly release?: () => Promise<void>;
}

/** Where daily files come from. */
export interface Source {
  /**
   * Brings some of what is new since it was last looked at: files of days that are expected and not published, and changed files of days
   * that are. Asked again, it brings the next; nothing, when there is no more.
   * @param expected the trading days up to today, in order
   * @param signal ends the delivery early, with the files that are complete
   */
  deliver(expected: readonly IsoDate[], signal?: AbortSignal): Promise<Delivery>;
}
