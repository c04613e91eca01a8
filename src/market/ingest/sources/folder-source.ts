import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Clock } from '../../../core/clock.ts';
import { EARLIEST_DATE } from '../../../core/contract.ts';
import type { IsoDate } from '../../../core/dates.ts';
import { dateOfFileName } from '../../../core/market/daily-file.ts';
import { causeText, type FileCause } from '../../../core/market/file-causes.ts';
import { counted } from '../../../core/words.ts';
import type { Sources } from '../../../ledger/source-files.ts';
import { confirmCommand, quotedForShell } from '../gate/held.ts';
import { byLowerCase, companionMismatch, companionsOf } from './companions.ts';
import { isAbandoned, SETTLING_MS } from './settling.ts';
import { type Delivery, fingerprint, type Incoming, type Source } from './source.ts';

/** The fingerprint of a file at one check, with the time of the check on the monotonic clock. */
interface Look {
  readonly stamp: string;
  readonly at_ms: number;
}

/** Names of companions, hidden files, and files that are still being written. */
const NO_DAILY_FILE = /^\.|~$|\.(ok|sha256|part|partial|filepart|crdownload|download|tmp|temp|swp)$/i;
/** A limit, because a folder may have many files that are not meant for Alir. */
const MAX_IGNORED_SHOWN = 5;

export class FolderSource implements Source {
  readonly #folder: string;
  readonly #sources: Sources;
  readonly #clock: Clock;
  readonly #looks = new Map<string, Look>();

  constructor(folder: string, sources: Sources, clock: Clock) {
    this.#folder = resolve(folder);
    this.#sources = sources;
    this.#clock = clock;
  }

  async deliver(expected: readonly IsoDate[]): Promise<Delivery> {
    const days = new Set(expected);
    const files: (Incoming & { date: IsoDate })[] = [];
    const notices: string[] = [];
    const failures: string[] = [];
    const ignored: string[] = [];
    let settling = 0;
    const names = await this.#names(failures);
    if (names) await this.#forgetGone(names);
    const namesByLowerCase = byLowerCase(names ?? []);
    for (const name of names ?? []) {
      const date = dateOfFileName(name);
      if (date === undefined && NO_DAILY_FILE.test(name)) continue;
      const path = join(this.#folder, name);
      const changed_ms = await timeOfChange(path);
      if (changed_ms === undefined) continue;
      if (date === undefined) {
        ignored.push(path);
        continue;
      }
      const unchanged_since = await fingerprint(path);
      const companions = companionsOf(path, namesByLowerCase);
      const stamp = [unchanged_since, ...(await Promise.all(companions.map(fingerprint)))].join('; ');
      if (await this.#isDone(path, stamp, changed_ms)) continue;
      if (!days.has(date)) {
        notices.push(
          `Skipped ${path}: ${date} is before ${EARLIEST_DATE}, in the future, or not a trading day. If the date is correct, publish the file with: alir ingest ${path}`,
        );
      } else if (companions.length > 0) {
        const mismatch = await firstMismatch(path, companions);
        if (mismatch === undefined) {
          files.push({ path, date, command: 'update', stamp, unchanged_since });
        } else {
          await this.#sources.note({
            source: path,
            trade_date: date,
            stamp,
            outcome: 'held',
            reason: causeText(mismatch),
            causes: JSON.stringify([mismatch]),
            kept_at: path,
          });
          notices.push(
            `${path} is held: ${causeText(mismatch)}. If the file is correct, publish it with: ${confirmCommand(path, date)}`,
          );
        }
      } else {
        const look = this.#looks.get(path);
        if (look?.stamp !== stamp) {
          if (look) notices.push(`${path} is skipped until the next update: it is still being written.`);
          this.#looks.set(path, { stamp, at_ms: this.#clock.monotonic_ms() });
          settling += 1;
        } else if (this.#clock.monotonic_ms() - look.at_ms < SETTLING_MS) {
          settling += 1;
        } else {
          files.push({ path, date, command: 'update', stamp, unchanged_since });
        }
      }
    }
    notices.push(...aboutIgnored(this.#folder, ignored));
    files.sort((a, b) => (a.date < b.date ? -1 : 1));
    return { files, notices, failures, settling };
  }

  /** Lists the folder. A missing folder is not created, because it may be a share that is not mounted. */
  async #names(failures: string[]): Promise<ReadonlySet<string> | undefined> {
    try {
      return new Set((await readdir(this.#folder)).sort());
    } catch (error) {
      failures.push(unreadable(this.#folder, (error as NodeJS.ErrnoException).code));
      return undefined;
    }
  }

  /** Whether a file needs no more work. A truncated file stays until it is abandoned, and is then rejected again. */
  async #isDone(path: string, stamp: string, changed_ms: number): Promise<boolean> {
    const seen = await this.#sources.seen(path);
    if (seen?.stamp !== stamp) return false;
    const isAbandonedNow = isAbandoned(changed_ms, this.#clock.now());
    return !(
      seen.outcome === 'rejected' &&
      isAbandonedNow &&
      !isAbandoned(changed_ms, new Date(seen.seen_at))
    );
  }

  /** A held file that was removed from the folder is no longer held. */
  async #forgetGone(names: ReadonlySet<string>): Promise<void> {
    for (const { source, trade_date } of await this.#sources.held()) {
      const isGone = dirname(source) === this.#folder && !names.has(source.slice(this.#folder.length + 1));
      if (isGone)
        await this.#sources.note({ source, trade_date, stamp: '', outcome: 'absent', reason: null });
    }
  }
}

function aboutIgnored(folder: string, paths: readonly string[]): string[] {
  const notices = paths
    .slice(0, MAX_IGNORED_SHOWN)
    .map(
      (path) =>
        `Ignored ${path}: its name is not DTyymmdd.csv (or .csv.gz, .zip). Publish it with: alir ingest --date YYYY-MM-DD ${quotedForShell(path)}`,
    );
  const more = paths.length - notices.length;
  if (more > 0) notices.push(`Ignored ${counted(more, 'more file')} in ${folder} for the same reason.`);
  return notices;
}

/** The time of the last change; undefined for a missing path and for anything that is not a file. */
async function timeOfChange(path: string): Promise<number | undefined> {
  const entry = await stat(path).catch(() => undefined);
  return entry?.isFile() ? entry.mtimeMs : undefined;
}

function unreadable(folder: string, code: string | undefined): string {
  if (code === 'ENOENT') {
    return `The source folder ${folder} does not exist. Mount it or create it, or set ALIR_SOURCE to the right folder.`;
  }
  return `The source folder ${folder} cannot be read (${code}). Check its permissions and its mount.`;
}

async function firstMismatch(path: string, companions: readonly string[]): Promise<FileCause | undefined> {
  for (const companion of companions) {
    const mismatch = await companionMismatch(path, companion);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}
