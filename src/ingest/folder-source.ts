import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { dateOfFileName } from '../core/daily-file.ts';
import type { IsoDate } from '../core/dates.ts';
import type { Sources } from '../ledger/sources.ts';
import type { Incoming } from './ingest.ts';
import type { Delivery, Source } from './source.ts';
import { stampOf } from './stamp.ts';

/** A file that was changed within this time may be growing still. */
const SETTLED_SECONDS = 60;

/** A folder into which somebody puts daily files. */
export class FolderSource implements Source {
  readonly #folder: string;
  readonly #sources: Sources;
  readonly #clock: Clock;

  constructor(folder: string, sources: Sources, clock: Clock) {
    this.#folder = resolve(folder);
    this.#sources = sources;
    this.#clock = clock;
  }

  async deliver(expected: readonly IsoDate[]): Promise<Delivery> {
    const days = new Set(expected);
    const files: (Incoming & { date: IsoDate })[] = [];
    const remarks: string[] = [];
    for (const name of await this.#names(remarks)) {
      const date = dateOfFileName(name);
      if (date === undefined) continue;
      const path = join(this.#folder, name);
      const seconds = await this.#secondsSinceChange(path);
      if (seconds === undefined || this.#sources.seen(path)?.stamp === (await stampOf(path))) continue;
      if (!days.has(date)) {
        remarks.push(
          `${path} is left alone: ${date} is no trading day up to today. Ingest it by hand if it is right.`,
        );
      } else if (seconds < SETTLED_SECONDS) {
        remarks.push(`${path} is left for the next look: it was changed less than a minute ago.`);
      } else {
        files.push({ path, date, command: 'update' });
      }
    }
    files.sort((a, b) => (a.date < b.date ? -1 : 1));
    return { files, remarks };
  }

  /** A folder that is not there may be a share that is not mounted: it is not made. */
  async #names(remarks: string[]): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).sort();
    } catch (error) {
      remarks.push(`The source ${this.#folder} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
      return [];
    }
  }

  /** Undefined for what is no file, or is gone again. */
  async #secondsSinceChange(path: string): Promise<number | undefined> {
    const entry = await stat(path).catch(() => undefined);
    return entry?.isFile() ? (this.#clock.now().getTime() - entry.mtimeMs) / 1000 : undefined;
  }
}
