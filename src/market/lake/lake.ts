import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import {
  type DataFolders,
  DELTA_TABLES,
  type DeltaTable,
  LAKE_TABLES,
  type LakeTable,
} from '../../core/folders.ts';
import { fsync, isFile, isSameFile, linkFile, replaceFile } from './durable.ts';

export type DayPaths = Readonly<Record<LakeTable, string>>;

/** A day and the SHA-256 of its files, from the manifest. */
export interface PublishedFiles {
  readonly trade_date: IsoDate;
  readonly trades_sha256: string;
  readonly broker_day_sha256: string;
  readonly ticker_day_sha256: string;
}

interface Revision extends PublishedFiles {
  readonly revision: number;
}

export interface ListedFile {
  readonly table: LakeTable;
  readonly sha256: string;
}

/** A fixed name that is missing, or has another file than the published one. */
interface Misnamed {
  readonly name: string;
  readonly table: DeltaTable;
  readonly trade_date: IsoDate;
  /** The file that the name must have. */
  readonly file: string;
}

type NamedMeasures = Pick<MeasureFile, 'trade_date' | 'sha256'>;

/** A file of measure_day, from the manifest. */
export interface MeasureFile {
  readonly measure_file_id: number;
  readonly trade_date: IsoDate;
  readonly sha256: string;
  readonly definition: string;
  readonly written_at: string;
  /** The first version of the table that has it, and the first one that does not. */
  readonly added_in: number;
  readonly removed_in: number | null;
  readonly removed_at: string | null;
  readonly deleted_at: string | null;
}

/** The files that a day has according to the manifest. */
export function listedFiles(published: PublishedFiles): ListedFile[] {
  return LAKE_TABLES.map((table) => ({ table, sha256: published[`${table}_sha256`] }));
}

/** What the manifest says of a revision, for its repair. */
interface RepairedRevision {
  readonly source_name: string;
  readonly state: string;
}

/** How an operator replaces a damaged file of a revision. @param follow_url the lake that this one copies; '' if it copies none */
export function repairOf(
  { table, source_name, state }: RepairedRevision & { readonly table: LakeTable },
  follow_url: string,
): string {
  if (follow_url !== '') return 'run "alir sync --repair"';
  if (state === 'replaced') {
    return 'copy it from a backup, or delete all replaced revisions: ALIR_KEEP_REPLACED_DAYS=0 alir lake vacuum';
  }
  return table === 'ticker_day' ? 'run "alir lake build"' : `ingest ${source_name} again`;
}

const DAY_PREFIX = 'trade_date=';
export const LOG_FOLDER = '_delta_log';
const FOLDER_MODE = 0o750;
const FILE_MODE = 0o640;

export function dayFile(lake: string, table: DeltaTable, day: IsoDate): string {
  return join(lake, table, `${DAY_PREFIX}${day}`, `${table}.parquet`);
}

/** The glob pattern of the files of a table. @param lake a folder, or a URL without a trailing slash */
export function filesOfTable(lake: string, table: DeltaTable): string {
  return `${lake}/${table}/${DAY_PREFIX}*/${table}.parquet`;
}

/** The days with a folder for this table in a lake, in order; empty if the lake does not exist. */
export async function daysIn(lake: string, table: DeltaTable): Promise<IsoDate[]> {
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

export function stagedFile(staging: string, table: DeltaTable): string {
  return join(staging, `${table}.parquet`);
}

/**
 * The Parquet files of the published revisions, which never change: one per table and revision, in the folder of a Delta table. Readers of
 * the lake by pattern find the published revision of a day under a second, fixed name. Only this module knows the paths. The manifest says
 * which files are published. A caller that writes must hold the writer lock.
 */
export class Lake {
  readonly folder: string;
  readonly #delta: string;
  readonly #staging: string;

  constructor({ lake, delta, staging }: Pick<DataFolders, 'lake' | 'delta' | 'staging'>) {
    this.folder = lake;
    this.#delta = delta;
    this.#staging = staging;
  }

  tableFolder(table: DeltaTable): string {
    return join(this.#delta, table);
  }

  revisionFile(table: DeltaTable, day: IsoDate, sha256: string): string {
    return join(this.tableFolder(table), `${DAY_PREFIX}${day}`, `${sha256}.parquet`);
  }

  file(table: LakeTable, revision: PublishedFiles): string {
    return this.revisionFile(table, revision.trade_date, revision[`${table}_sha256`]);
  }

  files(revision: PublishedFiles): DayPaths {
    return {
      trades: this.file('trades', revision),
      broker_day: this.file('broker_day', revision),
      ticker_day: this.file('ticker_day', revision),
    };
  }

  /** The path of a day for readers by pattern, the same for each revision. */
  fixedName(table: DeltaTable, day: IsoDate): string {
    return dayFile(this.folder, table, day);
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
   * Flushes the staged files of a revision and moves them to the folders of their tables. No reader looks for them there yet.
   * @param intend called after the flush, before any file is moved. It records the intended publication; `completeMove` needs
   *   this record to finish the move after a crash
   */
  async addFiles(files: Revision, intend: () => Promise<void>): Promise<void> {
    const staging = this.stagingFolder(files.trade_date, files.revision);
    for (const table of LAKE_TABLES) await fsync(stagedFile(staging, table));
    await fsync(staging);
    await fsync(dirname(staging));
    await intend();
    for (const table of LAKE_TABLES) await replaceFile(stagedFile(staging, table), this.file(table, files));
  }

  /** Gives the files of a published revision their fixed names. */
  async nameFiles(revision: PublishedFiles, tables: readonly LakeTable[] = LAKE_TABLES): Promise<void> {
    for (const table of tables) await this.nameFile(table, revision.trade_date, this.file(table, revision));
  }

  async nameFile(table: DeltaTable, day: IsoDate, file: string): Promise<void> {
    await linkFile(file, this.fixedName(table, day), join(this.#staging, `${table}.link`));
  }

  /** Flushes the staged `ticker_day` of a published day and moves it. Record its SHA-256 after that. */
  async addTickerDay(files: Revision): Promise<void> {
    const staged = stagedFile(this.stagingFolder(files.trade_date, files.revision), 'ticker_day');
    await fsync(staged);
    await replaceFile(staged, this.file('ticker_day', files));
  }

  /**
   * Finishes the move of a revision that a crash interrupted.
   * @returns whether all files are in their folders; false if staged files are lost
   */
  async completeMove(files: Revision): Promise<boolean> {
    const staging = this.stagingFolder(files.trade_date, files.revision);
    const states = await Promise.all(
      listedFiles(files).map(async ({ table, sha256 }) => {
        const [staged, file] = [stagedFile(staging, table), this.file(table, files)];
        return { staged, file, isStaged: await isFile(staged, sha256), isMoved: await isFile(file, sha256) };
      }),
    );
    if (!states.every(({ isStaged, isMoved }) => isStaged || isMoved)) return false;
    for (const { staged, file, isMoved } of states) if (!isMoved) await replaceFile(staged, file);
    return true;
  }

  /** Gives the files of a lake without Delta tables their names in these. */
  async adoptFiles(days: readonly PublishedFiles[]): Promise<void> {
    for (const day of days) {
      for (const table of LAKE_TABLES) {
        const file = this.file(table, day);
        const name = this.fixedName(table, day.trade_date);
        if (!existsSync(file) && existsSync(name))
          await linkFile(name, file, join(this.#staging, `${table}.link`));
      }
    }
  }

  async clearStaging(): Promise<void> {
    for (const name of await readdir(this.#staging)) {
      await rm(join(this.#staging, name), { recursive: true, force: true });
    }
  }

  /** The files of a published day that are unchanged since publication. Lost and changed files are left out. */
  async intactFiles(published: PublishedFiles): Promise<Partial<DayPaths>> {
    const intact: Partial<Record<LakeTable, string>> = {};
    for (const { table, sha256 } of listedFiles(published)) {
      const file = this.file(table, published);
      if (await isFile(file, sha256)) intact[table] = file;
    }
    return intact;
  }

  /**
   * Checks the files of published days. Parquet pages have no checksums: a flipped bit would be served as a wrong number.
   * @throws AlirError `lake_damaged` if one differs from the file that was published
   */
  async requireIntact(
    days: readonly (PublishedFiles & RepairedRevision)[],
    tables: readonly LakeTable[],
    follow_url: string,
  ): Promise<void> {
    for (const day of days) {
      for (const table of tables) {
        const file = this.file(table, day);
        if (await isFile(file, day[`${table}_sha256`])) continue;
        const repair = repairOf({ table, ...day }, follow_url);
        throw new AlirError(
          'lake_damaged',
          `${file} is missing or differs from the file that was published. To repair it, ${repair}.`,
        );
      }
    }
  }

  async isIntact(published: PublishedFiles): Promise<boolean> {
    const intact = await this.intactFiles(published);
    return listedFiles(published).every(({ table }) => intact[table] !== undefined);
  }

  /** The fixed names that are missing or have another file than the one in force, which is there. */
  async misnamed(days: readonly PublishedFiles[], measures: readonly NamedMeasures[]): Promise<Misnamed[]> {
    const named = [
      ...days.flatMap((day) =>
        listedFiles(day).map(({ table, sha256 }) => ({ table, trade_date: day.trade_date, sha256 })),
      ),
      ...measures.map(({ trade_date, sha256 }) => ({ table: 'measure_day' as const, trade_date, sha256 })),
    ];
    const wrong: Misnamed[] = [];
    for (const { table, trade_date, sha256 } of named) {
      const name = this.fixedName(table, trade_date);
      const file = this.revisionFile(table, trade_date, sha256);
      if ((await isSameFile(name, file)) || !existsSync(file)) continue;
      if (!(await isFile(name, sha256))) wrong.push({ name, table, trade_date, file });
    }
    return wrong;
  }

  /** Gives files their fixed names where these are missing or wrong. @returns the names */
  async repairNames(days: readonly PublishedFiles[], measures: readonly NamedMeasures[]): Promise<string[]> {
    const wrong = await this.misnamed(days, measures);
    for (const { table, trade_date, file } of wrong) await this.nameFile(table, trade_date, file);
    return wrong.map(({ name }) => name);
  }

  measureFile({ trade_date, sha256 }: NamedMeasures): string {
    return this.revisionFile('measure_day', trade_date, sha256);
  }

  /** The files in the folders of the tables that belong to none of these revisions, and are none of these files. */
  async unlisted(revisions: readonly PublishedFiles[], measures: readonly MeasureFile[]): Promise<string[]> {
    const listed = new Set([
      ...revisions.flatMap((revision) => Object.values(this.files(revision))),
      ...measures.map((file) => this.measureFile(file)),
    ]);
    const found = DELTA_TABLES.map(async (table) => {
      const options = { recursive: true, withFileTypes: true } as const;
      const entries = await readdir(this.tableFolder(table), options).catch(() => []);
      const files = entries.filter(
        (entry) => !entry.isDirectory() && basename(entry.parentPath) !== LOG_FOLDER,
      );
      return files.map((entry) => join(entry.parentPath, entry.name));
    });
    return (await Promise.all(found)).flat().filter((file) => !listed.has(file));
  }

  /** The files in the lake that belong to none of these days. Every reader of the lake would count their rows. */
  async orphans(days: readonly IsoDate[]): Promise<string[]> {
    const published = new Set(days.flatMap((day) => DELTA_TABLES.map((table) => this.fixedName(table, day))));
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !published.has(file));
  }

  /** Gives the group of the lake read access to all its files. */
  async shareWithGroup(): Promise<void> {
    for (const folder of [this.folder, this.#delta]) {
      await setMode(folder, FOLDER_MODE);
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (entry.isDirectory()) await setMode(path, FOLDER_MODE);
        else if (entry.isFile()) await setMode(path, FILE_MODE);
      }
    }
  }
}

async function setMode(path: string, mode: number): Promise<void> {
  if (((await stat(path)).mode & 0o777) !== mode) await chmod(path, mode);
}
