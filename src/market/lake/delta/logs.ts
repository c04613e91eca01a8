import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { IsoDate } from '../../../core/dates.ts';
import { type DataFolders, LAKE_TABLES, type LakeTable } from '../../../core/folders.ts';
import { sql } from '../../../core/package-files.ts';
import { fsync, makeFolder, replaceFile } from '../durable.ts';
import { Lake, LOG_FOLDER, type PublishedFiles } from '../lake.ts';
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
  /** When its files were deleted. */
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
  readonly published: NumberedRevision;
  readonly replaced: PublishedFiles | undefined;
}

type DataFiles = ReadonlyMap<PublishedFiles, DataFile>;

/** A file of a log. */
interface LogFile {
  readonly name: string;
  /** Those whose files it lists. */
  readonly revisions: readonly NumberedRevision[];
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

  /** Whether the logs of all tables end with this version, and their newest checkpoint is there. It does not read the versions. */
  async endAt(version: number): Promise<boolean> {
    for (const table of LAKE_TABLES) {
      if (!(await this.#has(table, version)) || (await this.#has(table, version + 1))) return false;
      const last = (await this.#read(table, LAST_CHECKPOINT)) ?? '';
      if (Number(/\d+/.exec(last) ?? 0) < checkpointBefore(version)) return false;
    }
    return true;
  }

  /** Adds the version of a publication to all logs, which end with the version before it. Checkpoints are left to `write`. */
  async append(version: number, change: Change): Promise<void> {
    for (const table of LAKE_TABLES)
      await this.#writeFiles(table, [this.#versionFile(table, version, change)]);
  }

  /**
   * Writes what the logs lack, and deletes versions that are not in the history or whose files are not kept. A reader meanwhile finds a
   * complete log of some version.
   * @param history all publications, in order
   * @param wrong paths of log files to write again
   */
  async write(history: readonly NumberedRevision[], wrong: ReadonlySet<string> = new Set()): Promise<void> {
    const versions = versionsOf(history);
    for (const table of LAKE_TABLES) {
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
  async problems(history: readonly NumberedRevision[]): Promise<LogProblem[]> {
    const versions = versionsOf(history);
    const problems: LogProblem[] = [];
    for (const table of LAKE_TABLES) {
      const path = (name: string) => join(this.#folder(table), name);
      for (const file of this.#filesOf(table, versions)) {
        const problem = await this.#problemOf(table, file);
        if (problem !== undefined) problems.push({ file: path(file.name), problem });
      }
      const next = versions.last + 1;
      if (await this.#has(table, next)) {
        problems.push({
          file: path(versionName(next)),
          problem: 'is of no publication: another program wrote it',
        });
      }
    }
    return problems;
  }

  #folder(table: LakeTable): string {
    return join(this.#lake.tableFolder(table), LOG_FOLDER);
  }

  async #has(table: LakeTable, version: number): Promise<boolean> {
    return (await stat(join(this.#folder(table), versionName(version))).catch(() => undefined)) !== undefined;
  }

  /** The files of a log, in the order in which they are written: one that does not begin with version 0 needs its first checkpoint. */
  #filesOf(table: LakeTable, versions: Versions): LogFile[] {
    const { first, last, changes } = versions;
    const numbers = Array.from({ length: last - first + 1 }, (_, place) => first + place);
    const newest = Math.max(first, checkpointBefore(last));
    const checkpoint = (version: number) => this.#checkpointFile(table, version, filesAt(versions, version));
    return [
      ...(first > 0 ? [checkpoint(first)] : []),
      ...numbers.map((version) => this.#versionFile(table, version, changes.get(version))),
      ...(newest > first ? [checkpoint(newest)] : []),
      ...(newest > 0 ? [lastCheckpointFile(newest, checkpoint(newest).revisions.length)] : []),
    ];
  }

  #checkpointFile(table: LakeTable, version: number, revisions: readonly NumberedRevision[]): LogFile {
    const actions = (files: DataFiles) => [
      ...tableActions(table),
      ...revisions.map((revision) => addAction(files.get(revision) as DataFile)),
    ];
    return { name: checkpointName(version), revisions, actions };
  }

  /** @param change none for version 0 */
  #versionFile(table: LakeTable, version: number, change: Change | undefined): LogFile {
    const name = versionName(version);
    if (!change) return { name, revisions: [], actions: () => tableActions(table) };
    const { published, replaced } = change;
    const commit = {
      operation: replaced ? 'CORRECT DAY' : 'PUBLISH DAY',
      removed: replaced && this.#nameOf(table, replaced),
    };
    const actions = (files: DataFiles) =>
      commitActions({ ...commit, added: files.get(published) as DataFile });
    return { name, revisions: [published], actions };
  }

  async #writeFiles(table: LakeTable, files: readonly LogFile[]): Promise<void> {
    const revisions = [...new Set(files.flatMap((file) => file.revisions))];
    const paths = revisions.map((revision) => this.#lake.file(table, revision));
    const facts =
      paths.length === 0
        ? new Map()
        : await this.#duck.run(paths.length, (connection) => parquetFacts(connection, paths));
    const data_files = await this.#dataFiles(table, revisions, facts);
    for (const { name, actions } of files) {
      const lines = join(this.#staging, 'log.json');
      await writeFile(lines, toLines(actions(data_files)), { flush: true });
      const staged = name.endsWith('.parquet') ? await this.#checkpointFrom(lines, revisions.length) : lines;
      await replaceFile(staged, join(this.#folder(table), name));
    }
    await rm(join(this.#staging, 'log.json'), { force: true });
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
  async #read(table: LakeTable, name: string): Promise<string | undefined> {
    const checkpoint = join(this.#folder(table), name);
    if (!name.endsWith('.parquet')) return readFile(checkpoint, 'utf8').catch(() => undefined);
    return this.#duck
      .run(0, (connection) => connection.rows(sql('lake/checkpoint_actions'), { checkpoint }))
      .then((rows) => rows.map(({ line }) => `${line}\n`).join(''))
      .catch(() => undefined);
  }

  async #problemOf(table: LakeTable, { name, revisions, actions }: LogFile): Promise<string | undefined> {
    const lines = await this.#read(table, name);
    if (lines === undefined) return 'is missing or cannot be read';
    const found = effectsOf(lines);
    if (found === undefined) return 'is cut short';
    if ((found.reader_version ?? 0) > READER_VERSION) {
      return `is of version ${found.reader_version} of the Delta protocol, and Alir writes ${READER_VERSION}: another program wrote it`;
    }
    const files = await this.#dataFiles(table, revisions, new Map());
    // A missing file is another problem, and only its size is unknown.
    if ([...files.values()].some(({ bytes }) => bytes === 0)) return undefined;
    const isEqual = JSON.stringify(found) === JSON.stringify(effectsOf(toLines(actions(files))));
    return isEqual ? undefined : 'differs from the publications in the ledger';
  }

  async #dataFiles(
    table: LakeTable,
    revisions: readonly NumberedRevision[],
    facts: ReadonlyMap<string, DataFile['statistics']>,
  ): Promise<DataFiles> {
    const files = revisions.map(async (revision) => {
      const file = this.#lake.file(table, revision);
      const bytes = (await stat(file).catch(() => undefined))?.size ?? 0;
      const { trade_date, intended_at: written_at } = revision;
      const path = this.#nameOf(table, revision);
      return [revision, { path, trade_date, bytes, written_at, statistics: facts.get(file) }] as const;
    });
    return new Map(await Promise.all(files));
  }

  #nameOf(table: LakeTable, revision: PublishedFiles): string {
    return relative(this.#lake.tableFolder(table), this.#lake.file(table, revision));
  }
}

function lastCheckpointFile(version: number, files: number): LogFile {
  const size = files + tableActions('trades').length;
  return { name: LAST_CHECKPOINT, revisions: [], actions: () => [{ version, size }] };
}

function versionsOf(history: readonly NumberedRevision[]): Versions {
  const changes = new Map<number, Change>();
  const current = new Map<IsoDate, NumberedRevision>();
  let first = 0;
  let last = 0;
  for (const published of history) {
    last = published.number ?? last;
    const replaced = current.get(published.trade_date);
    if (replaced?.deleted_at) first = last;
    changes.set(last, { published, replaced });
    current.set(published.trade_date, published);
  }
  return { first, last, changes };
}

/** Whether a file of a log has a version that the log does not have, or no longer. */
function isOutside({ first, last }: Versions, name: string): boolean {
  const version = Number(/^(\d{20})\.(json|checkpoint\.parquet)$/.exec(name)?.[1] ?? first);
  return version < first || version > last;
}

function checkpointBefore(version: number): number {
  return version - (version % CHECKPOINT_INTERVAL);
}

/** The published revisions of a version. */
function filesAt({ changes }: Versions, version: number): NumberedRevision[] {
  const current = new Map<IsoDate, NumberedRevision>();
  for (const [number, { published }] of changes) {
    if (number <= version) current.set(published.trade_date, published);
  }
  return [...current.values()];
}
