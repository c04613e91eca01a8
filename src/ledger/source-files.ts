import type { Clock } from '../core/clock.ts';
import type { FileCause } from '../core/market/file-causes.ts';
import type { Ledger } from './ledger.ts';
import type { Row } from './queries.ts';

export type SourceFile = Row<'source_file'>;

export type RejectedFile = WithCauses<Row<'rejected_files'>>;

/** A file that the gate holds. */
export type HeldFile = WithCauses<Row<'held_files'>>;

type WithCauses<Row> = Omit<Row, 'causes'> & { readonly causes: readonly FileCause[] };

/** What is recorded of held files only, and the causes of rejected ones. */
type HeldFacts = Pick<SourceFile, 'causes' | 'kept_at' | 'content_sha256' | 'totals'>;

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
      causes: '[]',
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
  async rejected(): Promise<RejectedFile[]> {
    return (await this.#ledger.all('rejected_files')).map(withCauses);
  }

  /** Stops reporting a rejected or held file, until it is rejected or held with other content or, if it was rejected, for another reason. */
  async dismiss(source: string): Promise<void> {
    await this.#ledger.run('dismiss_file', {
      source,
      dismissed_at: this.#clock.now().toISOString(),
    });
  }

  /** Held files that were not dismissed and whose day has not been published since, newest first. */
  async held(): Promise<HeldFile[]> {
    return (await this.#ledger.all('held_files')).map(withCauses);
  }
}

function withCauses<Row extends { readonly causes: string }>(row: Row): WithCauses<Row> {
  return { ...row, causes: JSON.parse(row.causes) as FileCause[] };
}
