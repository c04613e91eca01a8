import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { dateOfFileName } from '../core/daily-file.ts';
import type { IsoDate } from '../core/dates.ts';
import type { Sources } from '../ledger/sources.ts';
import type { Incoming } from './ingest.ts';
import type { Delivery, Source } from './source.ts';
import { stampOf } from './stamp.ts';

/** A file that was changed within this time may be growing still. */
const SETTLED_MS = 60_000;

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
    await mkdir(this.#folder, { recursive: true });
    const days = new Set(expected);
    const files: (Incoming & { date: IsoDate })[] = [];
    const remarks: string[] = [];
    for (const name of (await readdir(this.#folder)).sort()) {
      const date = dateOfFileName(name);
      if (date === undefined) continue;
      const path = join(this.#folder, name);
      const stamp = await stampOf(path);
      if (this.#sources.seen(path)?.stamp === stamp) continue;
      if (!days.has(date)) {
        remarks.push(
          `${path} is left alone: ${date} is no trading day up to today. Ingest it by hand if it is right.`,
        );
      } else if (await this.#mayBeGrowing(path)) {
        remarks.push(`${path} is left for the next look: it was changed less than a minute ago.`);
      } else {
        files.push({ path, date, command: 'update' });
      }
    }
    files.sort((a, b) => (a.date < b.date ? -1 : 1));
    return { files, remarks };
  }

  async #mayBeGrowing(path: string): Promise<boolean> {
    const { mtimeMs } = await stat(path);
    return this.#clock.now().getTime() - mtimeMs < SETTLED_MS;
  }
}
