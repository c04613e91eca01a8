import { createHash } from 'node:crypto';
import type { IsoDate } from '../../../core/dates.ts';
import type { DeltaTable } from '../../../core/folders.ts';
import type { ParquetFacts } from '../parquet-facts.ts';
import { type LakeType, PARTITION, TABLES } from '../tables.ts';

// Actions of a Delta log, as PROTOCOL.md of delta-io/delta describes them.

/** The versions of the protocol that a reader and a writer of the tables must support. */
export const READER_VERSION = 1;
const WRITER_VERSION = 2;

const TYPES: Readonly<Record<LakeType, string>> = {
  text: 'string',
  int32: 'integer',
  int64: 'long',
  decimal: 'decimal(18,2)',
  date: 'date',
};

export interface DataFile {
  /** Relative to the folder of the table. */
  readonly path: string;
  readonly trade_date: IsoDate;
  readonly bytes: number;
  readonly written_at: string;
  /** Undefined for a damaged file. */
  readonly statistics: Statistics | undefined;
}

/** Of every column: deltalake 1.6.6 reads one without a smallest value, beside one that has it, as a column that no condition matches. */
type Statistics = Pick<ParquetFacts, 'rows' | 'smallest' | 'largest' | 'nulls'>;

/** The changes of one version: those of one publication. */
export interface Commit {
  readonly operation: string;
  readonly at: string;
  readonly added: readonly DataFile[];
  /** The paths of the files that it replaces. */
  readonly removed: readonly string[];
}

export type Action = Readonly<Record<string, unknown>>;

export function tableActions(table: DeltaTable): Action[] {
  const fields = [PARTITION, ...TABLES[table].columns].map(({ name, type, meaning }) => ({
    name,
    type: TYPES[type],
    nullable: true,
    metadata: { comment: meaning },
  }));
  return [
    { protocol: { minReaderVersion: READER_VERSION, minWriterVersion: WRITER_VERSION } },
    {
      metaData: {
        id: tableId(table),
        name: table,
        description: TABLES[table].meaning,
        format: { provider: 'parquet', options: {} },
        schemaString: JSON.stringify({ type: 'struct', fields }),
        partitionColumns: [PARTITION.name],
        configuration: {},
      },
    },
  ];
}

/** A UUID: the log may be written again, and the table stays the same. */
function tableId(table: DeltaTable): string {
  const hex = createHash('sha256').update(`alir ${table}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

export function addAction({ path, trade_date, bytes, written_at, statistics }: DataFile): Action {
  const stats = statistics && {
    numRecords: statistics.rows,
    minValues: JSON.parse(statistics.smallest),
    maxValues: JSON.parse(statistics.largest),
    nullCount: JSON.parse(statistics.nulls),
  };
  return {
    add: {
      path,
      partitionValues: { [PARTITION.name]: trade_date },
      size: bytes,
      modificationTime: Date.parse(written_at),
      dataChange: true,
      ...(stats && { stats: JSON.stringify(stats) }),
    },
  };
}

/** The actions of a version. If the same file is published again, the version changes nothing. */
export function commitActions({ operation, at, added, removed }: Commit): Action[] {
  const deletionTimestamp = Date.parse(at);
  const info = {
    commitInfo: { timestamp: deletionTimestamp, operation, operationParameters: {}, engineInfo: 'Alir' },
  };
  const added_paths = added.map(({ path }) => path);
  return [
    info,
    ...removed
      .filter((path) => !added_paths.includes(path))
      .map((path) => ({ remove: { path, deletionTimestamp, dataChange: true } })),
    ...added.filter(({ path }) => !removed.includes(path)).map(addAction),
  ];
}

/** The content of a log file, or of the file from which DuckDB writes a checkpoint. */
export function toLines(actions: readonly Action[]): string {
  return actions.map((action) => `${JSON.stringify(action)}\n`).join('');
}

export function versionName(version: number): string {
  return `${String(version).padStart(20, '0')}.json`;
}

export function checkpointName(version: number): string {
  return `${String(version).padStart(20, '0')}.checkpoint.parquet`;
}

/** What a version does, without what may differ between versions of Alir: statistics, times and names of programs. */
export interface Effects {
  readonly reader_version: number | undefined;
  /** The version of the newest checkpoint. */
  readonly checkpoint: number | undefined;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** @returns undefined for a text that is not complete lines of actions */
export function effectsOf(lines: string): Effects | undefined {
  if (!lines.endsWith('\n')) return undefined;
  try {
    const actions = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const added = actions.flatMap(({ add }) =>
      add ? [`${add.path} ${add.partitionValues[PARTITION.name]} ${add.size}`] : [],
    );
    return {
      reader_version: actions.find(({ protocol }) => protocol)?.protocol.minReaderVersion,
      checkpoint: actions[0].version,
      added: added.toSorted(),
      removed: actions.flatMap(({ remove }) => (remove ? [String(remove.path)] : [])).toSorted(),
    };
  } catch {
    return undefined;
  }
}
