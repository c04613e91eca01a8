import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { monthOf } from '../../core/dates.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import { AlirError } from '../../core/errors.ts';
import { type MaybePromise, whenKnown } from '../../core/maybe-promise.ts';
import { identityOf, isFile } from '../lake/durable.ts';
import { versionOf } from './list-version.ts';
import { BlockCache } from './months/block-cache.ts';
import { MonthFile } from './months/month-file.ts';
import { dataUnavailable, withTimeout } from './months/read-limits.ts';
import { type FileInForce, HeldSnapshot, type Month, type Snapshot, type TotalsQuery } from './snapshot.ts';

export const READ_ERRORS: readonly ErrorCode[] = ['answer_too_large', 'data_unavailable', 'query_timeout'];

/** Reads that run or wait for the disk. Further reads are refused, because they would wait too long. */
const MAX_READS = 256;
/** A read takes less than a millisecond; a disk that takes this long is failing. */
const READ_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 5;
/** Publications that may come in while one is being opened, before a request gives up. */
const MAX_OPEN_ATTEMPTS = 5;

/** A published file that cannot be read, or is not the file that was built. */
export interface DamagedFile extends FileInForce {
  /** For the operator. */
  readonly problem: string;
}

export interface ServingSettings {
  readonly folder: string;
  /** Blocks that are read in the thread pool at the same time; other reads wait. */
  readonly concurrent_reads: number;
  readonly clock: Clock;
  readonly read_timeout_ms?: number;
  /** The memory for blocks that were read, in bytes. */
  readonly cache_bytes: number;
  /** The month files in force by the manifest, in the order of months. Called at every read, so the next read sees a publication. */
  readonly filesInForce: () => MaybePromise<readonly FileInForce[]>;
  /** Months, as `YYYY-MM`, that have published days and whose file could not be built: no range with them is answered until it is. */
  readonly unbuilt_months?: readonly string[];
  /** Called whenever a read or a check meets a damaged file; so for the same file again and again until it is rebuilt. */
  readonly onDamage?: (file: DamagedFile) => void;
}

export interface TickerReader {
  /** @param signal ends a read of earlier data, which takes long */
  read<Result>(work: (snapshot: Snapshot) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

/** Reads the month files, which are replaced while it runs. */
export class Serving {
  readonly #settings: ServingSettings;
  readonly #blocks: BlockCache;
  readonly #open = new Map<string, { file: MonthFile; holders: number }>();
  #reads = 0;
  #isClosing = false;
  #current: HeldSnapshot | undefined;
  #switching: Promise<void> | undefined;
  /** The identities of files that were replaced or touched and are still as they were built. */
  readonly #verified = new Map<string, string>();
  /** What was wrong with files that could not be read; each is in doubt until another build of it is in force. */
  readonly #unreadable = new Map<string, string>();
  #checks = 0;

  constructor(settings: ServingSettings) {
    this.#settings = settings;
    this.#blocks = new BlockCache(settings.cache_bytes, settings.concurrent_reads, settings.clock);
  }

  /**
   * Runs `work` on what is published now; the files that it reads stay open until it ends.
   * @throws AlirError `data_unavailable` when a file that it needs cannot be read, `overloaded` when too many wait already, and
   *   `query_timeout` when it takes too long
   */
  async read<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
    if (this.#isClosing) throw new AlirError('shutting_down', 'The server is shutting down.');
    if (this.#reads >= MAX_READS) {
      throw new AlirError('overloaded', 'Too many requests are waiting for data. Try again shortly.', {
        retry_after_s: 1,
      });
    }
    return withTimeout(this.#settings.read_timeout_ms ?? READ_TIMEOUT_MS, (isLate) =>
      this.#read((snapshot) =>
        work({
          brokerTotals: async (query) => {
            this.#refuseUnbuilt(snapshot, query);
            return snapshot.brokerTotals(query, isLate);
          },
          newestDay: () => snapshot.newestDay(),
          knowsAny: (tickers) => snapshot.knowsAny(tickers),
          brokerDays: async (query) => {
            this.#refuseUnbuilt(snapshot, query);
            return snapshot.brokerDays(query, isLate);
          },
        }),
      ),
    );
  }

  /** Names what is published now: answers under the same version are the same. */
  version(): MaybePromise<string> {
    return whenKnown(this.#settings.filesInForce(), (files) => versionOf(files, nameOf));
  }

  get readsInFlight(): number {
    return this.#reads;
  }

  /**
   * Looks at every published file: whether it is still there and as it was built, and whether a block of it, another one each time, can
   * be read. A file is read as a whole only when it was touched since it was opened.
   * @returns the damaged files
   */
  async check(): Promise<DamagedFile[]> {
    if (this.#isClosing) return [];
    this.#checks += 1;
    const inForce = new Set((await this.#settings.filesInForce()).map(nameOf));
    for (const name of this.#unreadable.keys()) if (!inForce.has(name)) this.#unreadable.delete(name);
    return this.#read(async (snapshot) => {
      const problems = await Promise.all(
        snapshot.files.map(async (file) => {
          const problem = this.#unreadable.get(nameOf(file)) ?? (await this.#problemOf(file, snapshot)) ?? '';
          return { ...file, problem };
        }),
      );
      // A file that was replaced by a publication meanwhile is not damaged.
      if (snapshot.version !== (await this.version())) return [];
      const damaged = problems.filter(({ problem }) => problem !== '');
      for (const file of damaged) this.#settings.onDamage?.(file);
      return damaged;
    });
  }

  /** The published days of an unbuilt month must not be missing from a sum. */
  #refuseUnbuilt({ files }: HeldSnapshot, { from, to }: TotalsQuery): void {
    for (const month of this.#settings.unbuilt_months ?? []) {
      const isAsked = month >= monthOf(from) && month <= monthOf(to);
      if (isAsked && !files.some((file) => file.month === month)) {
        throw dataUnavailable(new Error(`The serving file of ${month} was not built`));
      }
    }
  }

  async #problemOf(file: FileInForce, snapshot: HeldSnapshot): Promise<string | undefined> {
    try {
      const open = snapshot.fileOf(file.month);
      const path = join(this.#settings.folder, file.file_name);
      const identity = identityOf(await stat(path, { bigint: true }));
      if (identity === undefined) return 'is not a file';
      if (identity !== open.identity && identity !== this.#verified.get(path)) {
        if (!(await isFile(path, file.sha256))) return 'was changed after it was built';
        this.#verified.set(path, identity);
      }
      const ticker = open.tickers[this.#checks % open.tickers.length];
      if (ticker !== undefined) await open.block(ticker);
      return undefined;
    } catch (error) {
      return problemIn(error);
    }
  }

  /** Waits for the running reads and closes the files. */
  async close(): Promise<void> {
    this.#isClosing = true;
    while (this.#reads > 0) await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    if (this.#current) await this.#release(this.#current);
    this.#current = undefined;
  }

  async #read<Result>(work: (snapshot: HeldSnapshot) => Promise<Result>): Promise<Result> {
    this.#reads += 1;
    try {
      const snapshot = await this.#hold();
      try {
        return await work(snapshot);
      } finally {
        await this.#release(snapshot);
      }
    } finally {
      this.#reads -= 1;
    }
  }

  async #hold(): Promise<HeldSnapshot> {
    for (let attempt = 0; attempt < MAX_OPEN_ATTEMPTS; attempt++) {
      const files = await this.#settings.filesInForce();
      const version = versionOf(files, nameOf);
      const current = this.#current;
      // What could not be opened is tried again with every read: it may have been put back.
      if (current?.version === version && !current.hasFailures) {
        current.holders += 1;
        return current;
      }
      this.#switching ??= this.#switchTo(version, files).finally(() => {
        this.#switching = undefined;
      });
      await this.#switching;
      const switched = this.#current;
      if (!switched) continue;
      switched.holders += 1;
      // A file that was not there may be one that a publication replaced meanwhile.
      if (switched.version === (await this.version())) return switched;
      await this.#release(switched);
    }
    throw dataUnavailable(
      new Error(`Files were replaced during each of ${MAX_OPEN_ATTEMPTS} attempts to open them`),
    );
  }

  /** Opens what is in force now. A file that cannot be opened is kept as a failure: the other months go on. */
  async #switchTo(version: string, files: readonly FileInForce[]): Promise<void> {
    const months: Month[] = [];
    for (const file of files) {
      const { month, days } = file;
      const name = nameOf(file);
      try {
        months.push({ month, days, name, file: await this.#opened(file) });
      } catch (failure) {
        months.push({ month, days, name, failure });
      }
    }
    const before = this.#current;
    const onFailure = (month: string, cause: unknown) => this.#failed(version, files, month, cause);
    this.#current = new HeldSnapshot({ version, files, months }, this.#blocks, onFailure);
    if (before) await this.#release(before);
  }

  /** @returns the error for the caller */
  async #failed(
    version: string,
    files: readonly FileInForce[],
    month: string,
    cause: unknown,
  ): Promise<AlirError> {
    const file = files.find((each) => each.month === month);
    if (file && version === (await this.version())) {
      const problem = problemIn(cause);
      this.#unreadable.set(nameOf(file), problem);
      this.#settings.onDamage?.({ ...file, problem });
    }
    return dataUnavailable(cause);
  }

  async #opened(file: FileInForce): Promise<MonthFile> {
    const name = nameOf(file);
    let open = this.#open.get(name);
    if (!open) {
      open = { file: await MonthFile.open(join(this.#settings.folder, file.file_name)), holders: 0 };
      this.#open.set(name, open);
    }
    open.holders += 1;
    return open.file;
  }

  async #release(snapshot: HeldSnapshot): Promise<void> {
    snapshot.holders -= 1;
    if (snapshot.holders > 0) return;
    for (const { name, file } of snapshot.months) {
      const open = this.#open.get(name);
      if (!file || !open) continue;
      open.holders -= 1;
      if (open.holders > 0) continue;
      this.#open.delete(name);
      this.#blocks.drop(name);
      await file.close();
    }
  }
}

function nameOf({ file_name, build }: FileInForce): string {
  return `${file_name} ${build}`;
}

/** What kept a file from being read: the first cause, which names what is wrong with it. */
function problemIn(error: unknown): string {
  const { cause, message, code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'is missing';
  return cause === undefined ? message : problemIn(cause);
}
