import { resolve } from 'node:path';
import { AlirError } from '../core/errors.ts';
import { LAKE_TABLES, type LakeTable } from '../core/folders.ts';
import { sql } from '../core/package-files.ts';
import { filesOfTable } from '../market/lake/lake.ts';
import { type LakeColumn, type LakeType, PARTITION, TABLES } from '../market/lake/tables.ts';

export const ENGINES = ['spark', 'trino', 'clickhouse', 'duckdb', 'bigquery'] as const;
export type Engine = (typeof ENGINES)[number];

/** The views in `sql/catalog/`, and what they contain. */
const VIEWS = {
  prices: 'open, high, low, close, volume and value per day and ticker, in the regular market',
  broker_summary: 'buys, sells and net per day, ticker, market (RG, NG) and broker, of all investors',
  foreign_flow: 'foreign buys, sells and net in IDR per day, ticker and market (RG, NG)',
} as const;

/** Where the lake is, and the schema for its tables and views. */
export interface Registration {
  /** A folder, or a URL such as `s3://bucket/lake`. */
  readonly location: string;
  /** `schema`, or `catalog.schema`. */
  readonly schema: string;
}

interface Table {
  /** With its schema. */
  readonly name: string;
  /** The folder of its files, as a path or a URL. */
  readonly location: string;
  /** A pattern that all files of the table match. */
  readonly files: string;
  readonly meaning: string;
  /** The columns of the files, then the partition. */
  readonly columns: readonly LakeColumn[];
}

interface Dialect {
  readonly types: Readonly<Record<LakeType, string>>;
  readonly schema: string;
  createSchema(schema: string): string;
  /** The statements that register a table with its partitions. */
  registerTable(table: Table): readonly string[];
  createView(name: string, meaning: string, query: string): string;
}

const URL_SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
/** The URLs that an engine reads, where it does not read those of every object storage. */
const URL_SCHEMES: Readonly<Partial<Record<Engine, readonly string[]>>> = {
  clickhouse: ['s3', 'gs', 'http', 'https'],
  bigquery: ['gs'],
};
const MAX_SCHEMA_LENGTH = 128;
const SCHEMA = /^[a-z_]\w*(\.[a-z_]\w*)?$/i;

const spark: Dialect = {
  types: { text: 'STRING', int32: 'INT', int64: 'BIGINT', date: 'DATE' },
  schema: 'alir',
  createSchema: (schema) => `CREATE DATABASE IF NOT EXISTS ${schema}`,
  registerTable: ({ name, location, meaning, columns }) => [
    `CREATE TABLE IF NOT EXISTS ${name} (
${list(columns, (column) => `  ${column.name} ${spark.types[column.type]} COMMENT ${backslashQuoted(column.meaning)}`)}
)
USING PARQUET
PARTITIONED BY (${PARTITION.name})
LOCATION ${backslashQuoted(location)}
COMMENT ${backslashQuoted(meaning)}`,
    `MSCK REPAIR TABLE ${name}`,
  ],
  createView: (name, meaning, query) =>
    `CREATE OR REPLACE VIEW ${name} COMMENT ${backslashQuoted(meaning)} AS\n${query}`,
};

const trino: Dialect = {
  types: { text: 'varchar', int32: 'integer', int64: 'bigint', date: 'date' },
  schema: 'hive.alir',
  createSchema: (schema) => `CREATE SCHEMA IF NOT EXISTS ${schema}`,
  registerTable: ({ name, location, meaning, columns }) => {
    const [table = '', schema = '', catalog] = name.split('.').toReversed();
    const procedure = catalog === undefined ? 'system' : `${catalog}.system`;
    return [
      `CREATE TABLE IF NOT EXISTS ${name} (
${list(columns, (column) => `  ${column.name} ${trino.types[column.type]} COMMENT ${quoted(column.meaning)}`)}
)
COMMENT ${quoted(meaning)}
WITH (
  external_location = ${quoted(location)},
  format = 'PARQUET',
  partitioned_by = ARRAY['${PARTITION.name}']
)`,
      `CALL ${procedure}.sync_partition_metadata('${schema}', '${table}', 'ADD')`,
    ];
  },
  createView: (name, meaning, query) =>
    `CREATE OR REPLACE VIEW ${name} COMMENT ${quoted(meaning)} AS\n${query}`,
};

const clickhouse: Dialect = {
  types: { text: 'String', int32: 'Int32', int64: 'Int64', date: 'Date' },
  schema: 'alir',
  createSchema: (schema) => `CREATE DATABASE IF NOT EXISTS ${schema}`,
  registerTable: ({ name, files, meaning, columns }) => {
    const structure = columns.map((column) => `${column.name} ${clickhouse.types[column.type]}`).join(', ');
    return [
      `CREATE OR REPLACE VIEW ${name} AS
SELECT *
FROM ${URL_SCHEME.test(files) ? 's3' : 'file'}(
  ${backslashQuoted(files)},
  'Parquet',
  '${structure}'
)
SETTINGS use_hive_partitioning = 1
COMMENT ${backslashQuoted(meaning)}`,
    ];
  },
  createView: (name, meaning, query) =>
    `CREATE OR REPLACE VIEW ${name} AS\n${query}\nCOMMENT ${backslashQuoted(meaning)}`,
};

const duckdb: Dialect = {
  types: { text: 'VARCHAR', int32: 'INTEGER', int64: 'BIGINT', date: 'DATE' },
  schema: 'alir',
  createSchema: (schema) => `CREATE SCHEMA IF NOT EXISTS ${schema}`,
  registerTable: ({ name, files, meaning, columns }) => [
    `CREATE OR REPLACE VIEW ${name} AS
SELECT
${list(columns, (column) => `  ${column.name}`)}
FROM read_parquet(
  ${quoted(files)},
  hive_partitioning = true,
  hive_types = {'${PARTITION.name}': ${duckdb.types[PARTITION.type]}}
)`,
    `COMMENT ON VIEW ${name} IS ${quoted(meaning)}`,
    ...columns.map((column) => `COMMENT ON COLUMN ${name}.${column.name} IS ${quoted(column.meaning)}`),
  ],
  createView: (name, _meaning, query) => `CREATE OR REPLACE VIEW ${name} AS\n${query}`,
};

const bigquery: Dialect = {
  types: { text: 'STRING', int32: 'INT64', int64: 'INT64', date: 'DATE' },
  schema: 'alir',
  createSchema: (schema) => `CREATE SCHEMA IF NOT EXISTS ${schema}`,
  registerTable: ({ name, location, meaning, columns }) => {
    const stored = columns.filter((column) => column !== PARTITION);
    return [
      `CREATE EXTERNAL TABLE IF NOT EXISTS ${name} (
${list(stored, (column) => `  ${column.name} ${bigquery.types[column.type]} OPTIONS (description = ${backslashQuoted(column.meaning)})`)}
)
WITH PARTITION COLUMNS (${PARTITION.name} ${bigquery.types[PARTITION.type]})
OPTIONS (
  format = 'PARQUET',
  uris = [${backslashQuoted(`${location}/*`)}],
  hive_partition_uri_prefix = ${backslashQuoted(location)},
  description = ${backslashQuoted(meaning)}
)`,
    ];
  },
  createView: (name, meaning, query) =>
    `CREATE OR REPLACE VIEW ${name} OPTIONS (description = ${backslashQuoted(meaning)}) AS\n${query}`,
};

const DIALECTS: Readonly<Record<Engine, Dialect>> = { spark, trino, clickhouse, duckdb, bigquery };

/** The schema of an engine's tables where none is given. */
export function defaultSchema(engine: Engine): string {
  return DIALECTS[engine].schema;
}

/**
 * The statements, without semicolons, that register the tables of the lake and the views of analysts in an engine. A day is a partition
 * of each table. It is safe to run them again; then they add the partitions of new days.
 * @throws AlirError `bad_configuration` for a location that the engine cannot read, or another name than of a schema
 */
export function lakeDdl(engine: Engine, { location, schema }: Registration): string[] {
  const dialect = DIALECTS[engine];
  if (!SCHEMA.test(schema) || schema.length > MAX_SCHEMA_LENGTH) {
    throw new AlirError(
      'bad_configuration',
      `--schema ${schema} is not a name: use letters, digits and _, such as alir or catalog.alir.`,
    );
  }
  const root = locationFor(engine, location);
  return [
    dialect.createSchema(schema),
    ...LAKE_TABLES.flatMap((table) => dialect.registerTable(tableOf(table, root, schema))),
    ...Object.entries(VIEWS).map(([view, meaning]) =>
      dialect.createView(`${schema}.${view}`, meaning, viewQuery(view, schema)),
    ),
  ];
}

function tableOf(table: LakeTable, root: string, schema: string): Table {
  const { meaning, columns } = TABLES[table];
  return {
    name: `${schema}.${table}`,
    location: `${root}/${table}`,
    files: filesOfTable(root, table),
    meaning,
    columns: [...columns, PARTITION],
  };
}

/** The URL or absolute path without a trailing slash. Spark and Trino accept only URLs, so a folder is a `file://` URL for them. */
function locationFor(engine: Engine, location: string): string {
  const root = location.replace(/\/+$/, '');
  const scheme = URL_SCHEME.exec(root)?.[1]?.toLowerCase();
  const schemes = URL_SCHEMES[engine];
  if (scheme === undefined && engine !== 'bigquery') {
    const folder = resolve(root);
    return engine === 'spark' || engine === 'trino' ? `file://${folder}` : folder;
  }
  if (scheme !== undefined && (!schemes || schemes.includes(scheme))) return root;
  const urls = (schemes ?? []).map((each) => `${each}://`).join(', ');
  throw new AlirError(
    'bad_configuration',
    `${engine} cannot read ${location}. Copy the lake to object storage, and pass its URL with --location. It must begin with ${urls}.`,
  );
}

function viewQuery(view: string, schema: string): string {
  return sql(`catalog/${view}`)
    .replace(/^--.*\n/gm, '')
    .replaceAll('$schema', schema)
    .trim();
}

function list(columns: readonly LakeColumn[], line: (column: LakeColumn) => string): string {
  return columns.map(line).join(',\n');
}

/** A string of standard SQL. */
function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A string of the engines in which a backslash begins an escape sequence. */
function backslashQuoted(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
