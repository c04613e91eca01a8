import type { Clock } from '../core/clock.ts';
import type { Ledger } from './ledger.ts';
import type { Row } from './queries.ts';

export type SourceFile = Row<'source_file'>;

export type RejectedFile = Row<'rejected_files'>;

/** A file that the gate holds. */
export type HeldFile = Row<'held_files'>;

/** What is recorded of a held file only. */
type HeldFacts = Pick<SourceFile, 'kept_at' | 'content_sha256' | 'totals'>;

/** The result of the last check of each source file. */
export class Sources {
  readonly #ledger: Ledger;
  readonly #clock: Clock;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  async note(file: Omit<SourceFile, 'seen_at' | keyof HeldFacts> & Partial<HeldFacts>): Promise<void> {
    await this.#ledger.run('note_source_file', {
      kept_at: null,
      content_sha256: null,
      totals: null,
      ...file,
      seen_at: this.#clock.now().toISOString(),
    });
  }

  seen(source: string): Promise<SourceFile | undefined> {
    return this.#ledger.get('source_file', { source });
  }

  /** Rejected files that were not dismissed and whose day was not published since, newest first. */
  rejected(): Promise<RejectedFile[]> {
    return this.#ledger.all('rejected_files');
  }

  /** Stops reporting a rejected or held file, until it is rejected or held with other content or, if it was rejected, for another reason. */
  async dismiss(source: string): Promise<void> {
    await this.#ledger.run('dismiss_file', {
      source,
      dismissed_at: this.#clock.now().toISOString(),
    });
  }

  /** Held files that were not dismissed and whose day has not been published since, newest first. */
  held(): Promise<HeldFile[]> {
    return this.#ledger.all('held_files');
  }
}
