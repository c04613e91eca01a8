import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { IsoDate } from '../../../core/dates.ts';
import {
  type DataFolders,
  DELTA_TABLES,
  type DeltaTable,
  LAKE_TABLES,
  type LakeTable,
} from '../../../core/folders.ts';
import { sql } from '../../../core/package-files.ts';
import { fsync, makeFolder, replaceFile } from '../durable.ts';
import { Lake, LOG_FOLDER, type MeasureFile, type PublishedFiles } from '../lake.ts';
import type { LakeDuck } from '../lake-duck.ts';
import { parquetFacts } from '../parquet-facts.ts';
import {
  type Action,
  addAction,
  checkpointName,
  commitActions,
  type DataFile,
  effectsOf,
  READER_VERSION,
  tableActions,
  toLines,
  versionName,
} from './actions.ts';

/** A reader of the newest version reads a checkpoint and at most so many versions after it. */
const CHECKPOINT_INTERVAL = 100;
const LAST_CHECKPOINT = '_last_checkpoint';

/** A revision that was published, from the manifest. */
export interface NumberedRevision extends PublishedFiles {
  /** Publications are counted from 1. */
  readonly number: number | null;
  readonly revision: number;
  readonly intended_at: string;
  readonly deleted_at: string | null;
  /** When the measures of all publications up to this one were in force. */
  readonly measured_at: string | null;
}

export interface LakeHistory {
  /** All publications, in order. */
  readonly publications: readonly NumberedRevision[];
  readonly measure_files: readonly MeasureFile[];
}

/** A file of a table, by its content. */
interface LoggedFile {
  readonly trade_date: IsoDate;
  readonly sha256: string;
  readonly written_at: string;
  readonly deleted_at: string | null;
}

/** The versions of the logs: those of the publications. */
interface Versions {
  /** The first version whose files are all kept. */
  readonly first: number;
  readonly last: number;
  /** The changes of each version, by its number. Version 0 has none. */
  readonly changes: ReadonlyMap<number, Change>;
}

interface Change {
  readonly operation: string;
  readonly at: string;
  readonly added: readonly LoggedFile[];
  readonly removed: readonly LoggedFile[];
}

interface WriteOptions {
  /** Paths of log files to write again. */
  readonly wrong?: ReadonlySet<string>;
  readonly tables?: readonly DeltaTable[];
}

type DataFiles = ReadonlyMap<LoggedFile, DataFile>;
type Facts = ReadonlyMap<string, DataFile['statistics']>;

interface LogFile {
  readonly name: string;
  readonly files: readonly LoggedFile[];
  actions(files: DataFiles): Action[];
}

export interface LogProblem {
  readonly file: string;
  readonly problem: string;
}

/**
 * The logs of the Delta tables: version N of each table is publication N. The ledger is the truth, and the logs are written from it, for
 * readers that do not know the ledger. A caller that writes must hold the writer lock.
 */
export class DeltaLogs {
  readonly #lake: Lake;
  readonly #staging: string;
  readonly #duck: LakeDuck;

  constructor(folders: DataFolders, duck: LakeDuck) {
    this.#lake = new Lake(folders);
    this.#staging = folders.staging;
    this.#duck = duck;
  }

  /** Whether the logs of the tables of a day end with this version, and their newest checkpoint is there. It does not read the versions. */
  async endAt(version: number, tables: readonly DeltaTable[] = LAKE_TABLES): Promise<boolean> {
    for (const table of tables) {
      if (!(await this.#has(table, version)) || (await this.#has(table, version + 1))) return false;
      const last = (await this.#read(table, LAST_CHECKPOINT)) ?? '';
      if (Number(/\d+/.exec(last) ?? 0) < checkpointBefore(version)) return false;
    }
    return true;
  }

  /** Adds the version of a publication to the logs of the tables of a day, which end with the version before it. Checkpoints are left to `write`. */
  async append(
    version: number,
    published: NumberedRevision,
    replaced: NumberedRevision | undefined,
  ): Promise<void> {
    const files = Object.values(this.#lake.files(published));
    // One question for the three tables: planning it takes most of its time.
    const facts = await this.#duck.run(files.length, (connection) => parquetFacts(connection, files));
    for (const table of LAKE_TABLES) {
      const change = changeOf(table, published, replaced);
      await this.#writeFiles(table, [this.#versionFile(table, version, change)], facts);
    }
  }

  /**
   * Writes what the logs lack, and deletes versions that are not in the history or whose files are not kept. A reader meanwhile finds a
   * complete log of some version.
   */
  async write(
    history: LakeHistory,
    { wrong = new Set(), tables = DELTA_TABLES }: WriteOptions = {},
  ): Promise<void> {
    for (const table of tables) {
      const versions = versionsOf(table, history);
      const folder = this.#folder(table);
      await makeFolder(folder);
      const names = await readdir(folder);
      const right = new Set(names.filter((name) => !wrong.has(join(folder, name))));
      const missing = this.#filesOf(table, versions).filter(({ name }) => !right.has(name));
      const isChanged = missing.some(({ name }) => name.endsWith('.parquet'));
      const last = isChanged
        ? this.#filesOf(table, versions).filter(({ name }) => name === LAST_CHECKPOINT)
        : [];
      await this.#writeFiles(table, [...missing, ...last]);
      for (const name of names) if (isOutside(versions, name)) await rm(join(folder, name));
    }
  }

  /** Compares the logs with the history. It does not read the files that they list. */
  async problems(history: LakeHistory): Promise<LogProblem[]> {
    const problems: LogProblem[] = [];
    for (const table of DELTA_TABLES) {
      const versions = versionsOf(table, history);
      for (const file of this.#filesOf(table, versions)) {
        const problem = await this.#problemOf(table, file);
        if (problem !== undefined) problems.push({ file: join(this.#folder(table), file.name), problem });
      }
    }
    return problems;
  }

  #folder(table: DeltaTable): string {
    return join(this.#lake.tableFolder(table), LOG_FOLDER);
  }

  async #has(table: DeltaTable, version: number): Promise<boolean> {
    return (await stat(join(this.#folder(table), versionName(version))).catch(() => undefined)) !== undefined;
  }

  /** The files of a log, in the order in which they are written: one that does not begin with version 0 needs its first checkpoint. */
  #filesOf(table: DeltaTable, versions: Versions): LogFile[] {
    const { first, last, changes } = versions;
    const numbers = Array.from({ length: last - first + 1 }, (_, place) => first + place);
    const newest = Math.max(first, checkpointBefore(last));
    const checkpoint = (version: number) => this.#checkpointFile(table, version, filesAt(versions, version));
    return [
      ...(first > 0 ? [checkpoint(first)] : []),
      ...numbers.map((version) => this.#versionFile(table, version, changes.get(version))),
      ...(newest > first ? [checkpoint(newest)] : []),
      ...(newest > 0 ? [lastCheckpointFile(table, newest, checkpoint(newest).files.length)] : []),
    ];
  }

  #checkpointFile(table: DeltaTable, version: number, listed: readonly LoggedFile[]): LogFile {
    const actions = (files: DataFiles) => [
      ...tableActions(table),
      ...listed.map((file) => addAction(files.get(file) as DataFile)),
    ];
    return { name: checkpointName(version), files: listed, actions };
  }

  /** @param change none for version 0 */
  #versionFile(table: DeltaTable, version: number, change: Change | undefined): LogFile {
    const name = versionName(version);
    if (!change) return { name, files: [], actions: () => tableActions(table) };
    const { operation, at, added } = change;
    const removed = change.removed.map((file) => this.#nameOf(table, file));
    const actions = (files: DataFiles) =>
      commitActions({ operation, at, added: added.map((file) => files.get(file) as DataFile), removed });
    return { name, files: added, actions };
  }

  /** @param facts of the files that the log lists, by their paths, if they are known */
  async #writeFiles(table: DeltaTable, log: readonly LogFile[], facts?: Facts): Promise<void> {
    const files = [...new Set(log.flatMap((each) => each.files))];
    const data_files = await this.#dataFiles(table, files, facts ?? (await this.#factsOf(table, files)));
    for (const { name, actions } of log) {
      const lines = join(this.#staging, 'log.json');
      await writeFile(lines, toLines(actions(data_files)), { flush: true });
      const staged = name.endsWith('.parquet') ? await this.#checkpointFrom(lines, files.length) : lines;
      await replaceFile(staged, join(this.#folder(table), name));
    }
    await rm(join(this.#staging, 'log.json'), { force: true });
  }

  /** A day of measures is small: engines read it as a whole, and need no statistics. */
  async #factsOf(table: DeltaTable, files: readonly LoggedFile[]): Promise<Facts> {
    if (files.length === 0 || table === 'measure_day') return new Map();
    const paths = files.map((file) => this.#pathOf(table, file));
    return this.#duck.run(paths.length, (connection) => parquetFacts(connection, paths));
  }

  async #checkpointFrom(actions: string, rows: number): Promise<string> {
    const checkpoint = join(this.#staging, 'checkpoint.parquet');
    await this.#duck.run(rows, (connection) =>
      connection.run(sql('lake/write_checkpoint'), { actions, checkpoint }),
    );
    await fsync(checkpoint);
    return checkpoint;
  }

  /** @returns the lines of a log file; undefined if it is missing or cannot be read */
  async #read(table: DeltaTable, name: string): Promise<string | undefined> {
    const checkpoint = join(this.#folder(table), name);
    if (!name.endsWith('.parquet')) return readFile(checkpoint, 'utf8').catch(() => undefined);
    return this.#duck
      .run(0, (connection) => connection.rows(sql('lake/checkpoint_actions'), { checkpoint }))
      .then((rows) => rows.map(({ line }) => `${line}\n`).join(''))
      .catch(() => undefined);
  }

  async #problemOf(
    table: DeltaTable,
    { name, files: listed, actions }: LogFile,
  ): Promise<string | undefined> {
    const lines = await this.#read(table, name);
    if (lines === undefined) return 'is missing or cannot be read';
    const found = effectsOf(lines);
    if (found === undefined) return 'is cut short';
    if ((found.reader_version ?? 0) > READER_VERSION) {
      return `is of version ${found.reader_version} of the Delta protocol, and Alir writes ${READER_VERSION}: another program wrote it`;
    }
    const files = await this.#dataFiles(table, listed, new Map());
    // A missing file is another problem, and only its size is unknown.
    if ([...files.values()].some(({ bytes }) => bytes === 0)) return undefined;
    const isEqual = JSON.stringify(found) === JSON.stringify(effectsOf(toLines(actions(files))));
    return isEqual ? undefined : 'differs from the publications in the ledger';
  }

  async #dataFiles(table: DeltaTable, listed: readonly LoggedFile[], facts: Facts): Promise<DataFiles> {
    const files = listed.map(async (each) => {
      const file = this.#pathOf(table, each);
      const bytes = (await stat(file).catch(() => undefined))?.size ?? 0;
      const { trade_date, written_at } = each;
      const path = this.#nameOf(table, each);
      return [each, { path, trade_date, bytes, written_at, statistics: facts.get(file) }] as const;
    });
    return new Map(await Promise.all(files));
  }

  #pathOf(table: DeltaTable, { trade_date, sha256 }: LoggedFile): string {
    return this.#lake.revisionFile(table, trade_date, sha256);
  }

  #nameOf(table: DeltaTable, file: LoggedFile): string {
    return relative(this.#lake.tableFolder(table), this.#pathOf(table, file));
  }
}

function lastCheckpointFile(table: DeltaTable, version: number, files: number): LogFile {
  const size = files + tableActions(table).length;
  return { name: LAST_CHECKPOINT, files: [], actions: () => [{ version, size }] };
}

function changeOf(
  table: LakeTable,
  published: NumberedRevision,
  replaced: NumberedRevision | undefined,
): Change {
  const logged = (revision: NumberedRevision): LoggedFile => ({
    trade_date: revision.trade_date,
    sha256: revision[`${table}_sha256`],
    written_at: revision.intended_at,
    deleted_at: revision.deleted_at,
  });
  return {
    operation: replaced ? 'CORRECT DAY' : 'PUBLISH DAY',
    at: published.intended_at,
    added: [logged(published)],
    removed: replaced ? [logged(replaced)] : [],
  };
}

/** The versions of a table. Those of measure_day end with the newest publication that is measured. */
function versionsOf(table: DeltaTable, { publications, measure_files }: LakeHistory): Versions {
  const changes = new Map<number, Change>();
  const current = new Map<IsoDate, NumberedRevision>();
  for (const published of publications) {
    const number = Number(published.number);
    if (table !== 'measure_day') {
      changes.set(number, changeOf(table, published, current.get(published.trade_date)));
      current.set(published.trade_date, published);
    } else if (published.measured_at !== null) {
      changes.set(number, {
        operation: 'MEASURE',
        at: published.measured_at,
        added: measure_files.filter(({ added_in }) => added_in === number),
        removed: measure_files.filter(({ removed_in }) => removed_in === number),
      });
    }
  }
  const isLost = ({ removed }: Change) => removed.some(({ deleted_at }) => deleted_at !== null);
  const first = [...changes].findLast(([, change]) => isLost(change))?.[0] ?? 0;
  return { first, last: changes.size, changes };
}

/** Whether a file of a log has a version that the log does not have, or no longer. */
function isOutside({ first, last }: Versions, name: string): boolean {
  const version = Number(/^(\d{20})\.(json|checkpoint\.parquet)$/.exec(name)?.[1] ?? first);
  return version < first || version > last;
}

function checkpointBefore(version: number): number {
  return version - (version % CHECKPOINT_INTERVAL);
}

/** The files of a version, by their days. */
function filesAt({ changes }: Versions, version: number): LoggedFile[] {
  const current = new Map<IsoDate, LoggedFile>();
  for (const [number, { added }] of changes) {
    if (number <= version) for (const file of added) current.set(file.trade_date, file);
  }
  return [...current.values()];
}
