import type { Clock } from '../core/clock.ts';
import type { IsoDate } from '../core/dates.ts';
import type { Ledger } from './ledger.ts';

export interface SourceFile {
  /** The path or URL of the file. */
  readonly source: string;
  readonly trade_date: IsoDate | null;
  /** What the source tells of the content without sending it: the same stamp, the same content. */
  readonly stamp: string;
  /** `absent`: the source did not have it. */
  readonly outcome: 'published' | 'unchanged' | 'rejected' | 'absent';
  /** The first reason of a rejection. */
  readonly reason: string | null;
  readonly seen_at: string;
}

/** What became of each source file when it was last looked at. */
export class Sources {
  readonly #ledger: Ledger;
  readonly #clock: Clock;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  note(file: Omit<SourceFile, 'seen_at'>): void {
    this.#ledger.run('note_source_file', { ...file, seen_at: this.#clock.now().toISOString() });
  }

  seen(source: string): SourceFile | undefined {
    return this.#ledger.get('source_file', { source });
  }

  /** Rejected files whose day no other file has brought since, newest first. */
  rejected(): Pick<SourceFile, 'source' | 'trade_date' | 'reason' | 'seen_at'>[] {
    return this.#ledger.all('rejected_files');
  }
}
