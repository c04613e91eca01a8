import type { IsoDate } from '../core/dates.ts';
import type { Incoming } from './ingest.ts';

/** Files that are ready to be taken in, in date order. */
export interface Delivery {
  readonly files: readonly Incoming[];
  /** What is worth telling of files that were found and not taken. */
  readonly remarks: readonly string[];
  /** To be called when the files were dealt with. */
  readonly release?: () => Promise<void>;
}

/** Where daily files come from. */
export interface Source {
  /**
   * Brings some of what is new since it was last looked at: files of days that are expected and not published, and changed files of days
   * that are. Asked again, it brings the next; nothing, when there is no more.
   * @param expected the trading days up to today, in order
   */
  deliver(expected: readonly IsoDate[]): Promise<Delivery>;
}
