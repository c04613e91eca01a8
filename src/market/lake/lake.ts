import { readdirSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { type DataFolders, LAKE_TABLES, type LakeTable } from '../../core/folders.ts';
import { fsync, isFile, replaceFile } from './durable.ts';

/** The files of a day, one for each table. */
export type DayPaths = Readonly<Record<LakeTable, string>>;

/** A day and the SHA-256 of its files, from the manifest. */
interface PublishedFiles {
  readonly trade_date: IsoDate;
  readonly trades_sha256: string;
  readonly broker_day_sha256: string;
  readonly ticker_day_sha256: string;
}

interface Revision extends PublishedFiles {
  readonly revision: number;
}

/** A file that the manifest lists. */
export interface ListedFile {
  readonly table: LakeTable;
  readonly sha256: string;
}

/** The files that a day has according to the manifest. */
export function listedFiles(published: PublishedFiles): ListedFile[] {
  return LAKE_TABLES.map((table) => ({ table, sha256: published[`${table}_sha256`] }));
}

const DAY_PREFIX = 'trade_date=';
const FOLDER_MODE = 0o750;
const FILE_MODE = 0o640;

/** The path of a table of a day in a lake. */
export function dayFile(lake: string, table: LakeTable, day: IsoDate): string {
  return join(lake, table, `${DAY_PREFIX}${day}`, `${table}.parquet`);
}

/** The glob pattern of the files of a table. @param lake a folder, or a URL without a trailing slash */
export function filesOfTable(lake: string, table: LakeTable): string {
  return `${lake}/${table}/${DAY_PREFIX}*/${table}.parquet`;
}

/** The days with a folder for this table in a lake, in order; empty if the lake does not exist. */
export async function daysIn(lake: string, table: LakeTable): Promise<IsoDate[]> {
  return daysOf(await readdir(join(lake, table)).catch(() => []));
}

/** The number of days in a lake, published or not; 0 if it does not exist. */
export function countDays(lake: string): number {
  try {
    return daysOf(readdirSync(join(lake, 'trades'))).length;
  } catch {
    return 0;
  }
}

function daysOf(names: readonly string[]): IsoDate[] {
  return names
    .filter((name) => name.startsWith(DAY_PREFIX))
    .map((name) => name.slice(DAY_PREFIX.length))
    .toSorted();
}

/** The path of a table in a staging folder. */
export function stagedFile(staging: string, table: LakeTable): string {
  return join(staging, `${table}.parquet`);
}

/**
 * The Parquet files of the published days: one folder per table and day, with one file in it. Only this module knows the paths.
 * The manifest says which files are published. A caller that writes must hold the writer lock.
 */
export class Lake {
  readonly folder: string;
  readonly #staging: string;

  constructor({ lake, staging }: Pick<DataFolders, 'lake' | 'staging'>) {
    this.folder = lake;
    this.#staging = staging;
  }

  file(table: LakeTable, day: IsoDate): string {
    return dayFile(this.folder, table, day);
  }

  files(day: IsoDate): DayPaths {
    return {
      trades: this.file('trades', day),
      broker_day: this.file('broker_day', day),
      ticker_day: this.file('ticker_day', day),
    };
  }

  /** Where a revision of a day is written before it is published. It is outside the lake, because globs read every file in the lake. */
  stagingFolder(day: IsoDate, revision: number): string {
    return join(this.#staging, `${day}.r${revision}`);
  }

  /** Creates the staging folder of a revision. @returns its path */
  async stage(day: IsoDate, revision: number): Promise<string> {
    const folder = this.stagingFolder(day, revision);
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /**
   * Flushes the staged files of a revision and moves them into the lake.
   * @param intend called after the flush, before any file is moved. It records the intended publication; `completeMove` needs
   *   this record to finish the move after a crash
   */
  async publish(day: IsoDate, revision: number, intend: () => Promise<void>): Promise<void> {
    const staging = this.stagingFolder(day, revision);
    for (const table of LAKE_TABLES) await fsync(stagedFile(staging, table));
    await fsync(staging);
    await fsync(dirname(staging));
    await intend();
    for (const table of LAKE_TABLES) await replaceFile(stagedFile(staging, table), this.file(table, day));
  }

  /** Flushes the staged `ticker_day` of a published day and moves it into the lake. Record its SHA-256 after that. */
  async addTickerDay(day: IsoDate, revision: number): Promise<void> {
    const staging = this.stagingFolder(day, revision);
    const staged = stagedFile(staging, 'ticker_day');
    await fsync(staged);
    await replaceFile(staged, this.file('ticker_day', day));
  }

  /** Whether a revision of a day has a staging folder: one of its files is being written, or a crash interrupted that. */
  async isStaged({ trade_date, revision }: Pick<Revision, 'trade_date' | 'revision'>): Promise<boolean> {
    return (await stat(this.stagingFolder(trade_date, revision)).catch(() => undefined)) !== undefined;
  }

  /**
   * Finishes the move of a revision that a crash interrupted.
   * @returns whether all files are in the lake; false if the staged files are lost and none was moved
   * @throws AlirError `lake_damaged` if one file was moved and another is lost
   */
  async completeMove(files: Revision): Promise<boolean> {
    const { trade_date, revision } = files;
    const staging = this.stagingFolder(trade_date, revision);
    const states = await Promise.all(
      listedFiles(files).map(async ({ table, sha256 }) => {
        const [staged, file] = [stagedFile(staging, table), this.file(table, trade_date)];
        return { staged, file, isStaged: await isFile(staged, sha256), isMoved: await isFile(file, sha256) };
      }),
    );
    if (states.every(({ isStaged, isMoved }) => isStaged || isMoved)) {
      for (const { staged, file, isMoved } of states) if (!isMoved) await replaceFile(staged, file);
      return true;
    }
    if (states.every(({ isMoved }) => !isMoved)) return false;
    const folders = LAKE_TABLES.map((table) => dirname(this.file(table, trade_date))).join(', ');
    throw new AlirError(
      'lake_damaged',
      `The lake files of ${trade_date} belong to different revisions, and the staged files are missing. Delete the folders ${folders}, then ingest the day's file again.`,
    );
  }

  /** Deletes all staged files. */
  async clearStaging(): Promise<void> {
    for (const name of await readdir(this.#staging)) {
      await rm(join(this.#staging, name), { recursive: true, force: true });
    }
  }

  /** The files of a published day that are unchanged since publication. Lost and changed files are left out. */
  async intactFiles(published: PublishedFiles): Promise<Partial<DayPaths>> {
    const intact: Partial<Record<LakeTable, string>> = {};
    for (const { table, sha256 } of listedFiles(published)) {
      const file = this.file(table, published.trade_date);
      if (await isFile(file, sha256)) intact[table] = file;
    }
    return intact;
  }

  /**
   * Checks the files of published days. Parquet pages have no checksums: a flipped bit would be served as a wrong number.
   * @throws AlirError `lake_damaged` if one differs from the file that was published
   */
  async requireIntact(
    days: readonly (PublishedFiles & { readonly source_name: string })[],
    tables: readonly LakeTable[],
  ): Promise<void> {
    for (const day of days) {
      for (const table of tables) {
        const file = this.file(table, day.trade_date);
        if (await isFile(file, day[`${table}_sha256`])) continue;
        const repair = table === 'ticker_day' ? 'run "alir lake build"' : `ingest ${day.source_name} again`;
        throw new AlirError(
          'lake_damaged',
          `${file} is missing or differs from the file that was published. To repair it, ${repair}.`,
        );
      }
    }
  }

  /** Whether all files of a published day are unchanged since publication. */
  async isIntact(published: PublishedFiles): Promise<boolean> {
    const intact = await this.intactFiles(published);
    return listedFiles(published).every(({ table }) => intact[table] !== undefined);
  }

  /** The files in the lake that belong to none of these days. Every reader of the lake would count their rows. */
  async orphans(days: readonly IsoDate[]): Promise<string[]> {
    const published = new Set(days.flatMap((day) => LAKE_TABLES.map((table) => this.file(table, day))));
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !published.has(file));
  }

  /** Gives the group of the lake read access to all its files. */
  async shareWithGroup(): Promise<void> {
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    await setMode(this.folder, FOLDER_MODE);
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isDirectory()) await setMode(path, FOLDER_MODE);
      else if (entry.isFile()) await setMode(path, FILE_MODE);
    }
  }
}

async function setMode(path: string, mode: number): Promise<void> {
  if (((await stat(path)).mode & 0o777) !== mode) await chmod(path, mode);
}
