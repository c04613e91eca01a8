import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { IsoDate } from '../core/dates.ts';
import { AlirError } from '../core/errors.ts';
import type { Publication, Revision } from '../ledger/manifest.ts';
import type { HeldFile } from '../ledger/source-files.ts';
import { dismissHeld } from '../market/ingest/gate/held.ts';
import type { HeldTotals } from '../market/ingest/gate/held-totals.ts';
import type { IngestResult } from '../market/ingest/ingest.ts';
import { dismissRejected, listRejected, type RejectedEntry } from '../market/ingest/rejected.ts';
import type { IngestServices } from '../market/ingest/services.ts';

/** A report on a file with many problems is long; the machine has it whole. */
const MAX_REPORT_BYTES = 6000;

/** Ingests a file that a person confirmed, as `alir ingest --confirm` does. @param by who confirmed it */
export type Confirm = (path: string, trade_date: IsoDate | null, by: string) => Promise<IngestResult>;

/** A held file beside the revision that it would replace. */
export interface HeldDay extends Omit<HeldFile, 'totals'> {
  readonly file: string;
  /** Null for a file that was not read. */
  readonly totals: HeldTotals | null;
  readonly published: Pick<Publication, 'revision' | 'trades_rows' | 'value' | 'published_at'> | null;
}

export interface RejectedDay extends RejectedEntry {
  readonly name: string;
  /** Null if the report was deleted. */
  readonly beginning: { readonly text: string; readonly isCut: boolean } | null;
}

/** The publication of a held file. */
export interface Confirmation {
  readonly file: string;
  readonly trade_date: IsoDate | null;
  readonly started_at: string;
  /** Null while it runs. */
  readonly ended_at: string | null;
  readonly result: IngestResult | null;
  /** Why it failed; null if it did not. */
  readonly failure: string | null;
}

/** What became of the daily files, and what a person decides about them. Files are published one at a time, because each takes a while. */
export class Intake {
  readonly #services: IngestServices;
  readonly #confirm: Confirm;
  readonly #check: (() => void) | null;
  #last: Confirmation | null = null;

  /** @param check starts to check the source for new files; null if this process cannot */
  constructor(services: IngestServices, confirm: Confirm, check: (() => void) | null = null) {
    this.#services = services;
    this.#confirm = confirm;
    this.#check = check;
  }

  /** The held files whose day has not been published since, newest first. */
  async held(): Promise<HeldDay[]> {
    const { manifest, sources } = this.#services;
    return Promise.all(
      (await sources.held()).map(async (held) => ({
        ...held,
        totals: held.totals === null ? null : (JSON.parse(held.totals) as HeldTotals),
        file: basename(held.kept_at ?? held.source),
        published: (held.trade_date !== null && (await manifest.published(held.trade_date))) || null,
      })),
    );
  }

  /** The rejected files that were not dismissed and whose day has not been published since, newest first. */
  async rejected(): Promise<RejectedDay[]> {
    return Promise.all(
      (await listRejected(this.#services)).map(async (entry) => ({
        ...entry,
        name: basename(entry.source),
        beginning: entry.report === null ? null : await beginningOf(entry.report),
      })),
    );
  }

  /** Stops reporting a rejected file. @param source as in `rejected` @throws AlirError `unknown_file` */
  dismiss(source: string): Promise<RejectedEntry[]> {
    return ifListed(dismissRejected(this.#services, [source]));
  }

  /** Stops reporting a held file. @param source as in `held` @throws AlirError `unknown_file` */
  dismissHeld(source: string): Promise<HeldFile[]> {
    return ifListed(dismissHeld(this.#services.sources, [source]));
  }

  get canCheck(): boolean {
    return this.#check !== null;
  }

  /**
   * Starts to check the source for new files, and does not wait for the end. A check that runs is not started again.
   * @throws AlirError `invalid_request`
   */
  checkSource(): void {
    if (this.#check === null)
      throw new AlirError('invalid_request', 'This server cannot check the source. Run: alir update');
    this.#check();
  }

  publishedDays(): Promise<IsoDate[]> {
    return this.#services.manifest.allPublishedDays();
  }

  /** Every revision of each day that has more than one. */
  corrections(): Promise<Revision[]> {
    return this.#services.manifest.read.all('corrected_days');
  }

  /** The last publication that was started here, and whether it runs; null if there was none. */
  get last(): Confirmation | null {
    return this.#last;
  }

  /**
   * Starts to publish a held file, and does not wait for the end.
   * @param source as in `held`
   * @throws AlirError `unknown_file`, `writer_busy`
   */
  async publish(source: string, by: string): Promise<HeldDay> {
    const held = (await this.held()).find((each) => each.source === source);
    if (!held) throw notListed();
    if (this.#last?.ended_at === null) {
      throw new AlirError(
        'writer_busy',
        `${this.#last.file} is being published. Publish the next file when it has ended.`,
      );
    }
    const { file, trade_date, kept_at } = held;
    const started = {
      file,
      trade_date,
      started_at: this.#now(),
      ended_at: null,
      result: null,
      failure: null,
    };
    this.#last = started;
    void this.#confirm(kept_at ?? source, trade_date, by).then(
      (result) => this.#end(started, { result }),
      (error: Error) => this.#end(started, { failure: error.message }),
    );
    return held;
  }

  #end(started: Confirmation, outcome: Partial<Confirmation>): void {
    this.#last = { ...started, ...outcome, ended_at: this.#now() };
  }

  #now(): string {
    return this.#services.clock.now().toISOString();
  }
}

/** The commands that list files are not for people who see the list on a page. */
function ifListed<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw error instanceof AlirError && error.code === 'unknown_file' ? notListed() : error;
  });
}

function notListed(): AlirError {
  return new AlirError('unknown_file', 'This file is not listed any more. Load the list of days again.');
}

async function beginningOf(path: string): Promise<RejectedDay['beginning']> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_REPORT_BYTES), 0, MAX_REPORT_BYTES, 0);
      const { size } = await file.stat();
      return { text: buffer.subarray(0, bytesRead).toString('utf8'), isCut: size > bytesRead };
    } finally {
      await file.close();
    }
  } catch {
    // It was deleted since it was listed.
    return null;
  }
}
