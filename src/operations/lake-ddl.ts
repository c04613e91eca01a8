import { resolve } from 'node:path';
import { AlirError } from '../core/errors.ts';
import { DELTA_TABLES, type DeltaTable, LATER_TABLES } from '../core/folders.ts';
import { sql } from '../core/package-files.ts';
import { countDays, daysIn, filesOfTable } from '../market/lake/lake.ts';
import { PARTITION, TABLES } from '../market/lake/tables.ts';

export const ENGINES = ['spark', 'trino', 'clickhouse', 'duckdb', 'bigquery'] as const;
export type Engine = (typeof ENGINES)[number];

/** The views in `sql/catalog/`, and what they contain. `prices` reads ticker_day, the others broker_day. */
const VIEWS = {
  prices: 'open, high, low, close, volume and value per day and ticker, in the regular market',
  broker_summary: 'buys, sells and net per day, ticker, market (RG, NG) and broker, of all investors',
  foreign_flow: 'foreign buys, sells and net in IDR per day, ticker and market (RG, NG)',
} as const;

/** Where the Delta tables are, for DuckDB the lake; and the schema for the tables and views. */
export interface Registration {
  /** A folder, or a URL such as `s3://bucket/delta`. */
  readonly location: string;
  /** `schema`, or `catalog.schema`. */
  readonly schema: string;
  /** Tables without files, which are omitted, with their views. */
  readonly missing?: readonly DeltaTable[];
}

interface Table {
  /** With its schema. */
  readonly name: string;
  /** The folder of the Delta table, as a path or a URL. */
  readonly location: string;
  /** A pattern that the files of the published days match in the lake. */
  readonly files: string;
  readonly meaning: string;
  /** The columns of the files, then the partition. */
  readonly columns: readonly { readonly name: string; readonly meaning: string }[];
}

interface Dialect {
  readonly schema: string;
  readonly container: 'DATABASE' | 'SCHEMA';
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
  schema: 'alir',
  container: 'DATABASE',
  registerTable: ({ name, location }) => [
    `CREATE TABLE IF NOT EXISTS ${name} USING DELTA LOCATION ${backslashQuoted(location)}`,
  ],
  createView: (name, meaning, query) =>
    `CREATE OR REPLACE VIEW ${name} COMMENT ${backslashQuoted(meaning)} AS\n${query}`,
};

const trino: Dialect = {
  schema: 'delta.alir',
  container: 'SCHEMA',
  registerTable: ({ name, location }) => {
    const [table = '', schema = '', catalog] = name.split('.').toReversed();
    const procedure = catalog === undefined ? 'system' : `${catalog}.system`;
    return [
      // A registered table is external: this removes only its name.
      `DROP TABLE IF EXISTS ${name}`,
      `CALL ${procedure}.register_table(schema_name => '${schema}', table_name => '${table}', table_location => ${quoted(location)})`,
    ];
  },
  createView: (name, meaning, query) =>
    `CREATE OR REPLACE VIEW ${name} COMMENT ${quoted(meaning)} AS\n${query}`,
};

const clickhouse: Dialect = {
  schema: 'alir',
  container: 'DATABASE',
  registerTable: ({ name, location, meaning }) => {
    const table = URL_SCHEME.test(location) ? 'deltaLake' : 'deltaLakeLocal';
    return [
      `CREATE OR REPLACE VIEW ${name} AS
SELECT * FROM ${table}(${backslashQuoted(location)})
COMMENT ${backslashQuoted(meaning)}`,
    ];
  },
  createView: (name, meaning, query) =>
    `CREATE OR REPLACE VIEW ${name} AS\n${query}\nCOMMENT ${backslashQuoted(meaning)}`,
};

/** Its reader of Delta tables is an extension that cannot be installed offline, so it reads the lake. */
const duckdb: Dialect = {
  schema: 'alir',
  container: 'SCHEMA',
  registerTable: ({ name, files, meaning, columns }) => [
    `CREATE OR REPLACE VIEW ${name} AS
SELECT
${columns.map((column) => `  ${column.name}`).join(',\n')}
FROM read_parquet(
  ${quoted(files)},
  hive_partitioning = true,
  hive_types = {'${PARTITION.name}': DATE}
)`,
    `COMMENT ON VIEW ${name} IS ${quoted(meaning)}`,
    ...columns.map((column) => `COMMENT ON COLUMN ${name}.${column.name} IS ${quoted(column.meaning)}`),
  ],
  createView: (name, _meaning, query) => `CREATE OR REPLACE VIEW ${name} AS\n${query}`,
};

const bigquery: Dialect = {
  schema: 'alir',
  container: 'SCHEMA',
  registerTable: ({ name, location, meaning }) => [
    `CREATE EXTERNAL TABLE IF NOT EXISTS ${name}
WITH CONNECTION DEFAULT
OPTIONS (
  format = 'DELTA_LAKE',
  uris = [${backslashQuoted(location)}],
  description = ${backslashQuoted(meaning)}
)`,
  ],
  createView: (name, meaning, query) =>
    `CREATE OR REPLACE VIEW ${name} OPTIONS (description = ${backslashQuoted(meaning)}) AS\n${query}`,
};

const DIALECTS: Readonly<Record<Engine, Dialect>> = { spark, trino, clickhouse, duckdb, bigquery };

export function defaultSchema(engine: Engine): string {
  return DIALECTS[engine].schema;
}

/**
 * The statements, without semicolons, that register the tables of the lake and the views of analysts in an engine. They are run once: an
 * engine finds new and corrected days itself. It is safe to run them again.
 * @throws AlirError `bad_configuration` for a location that the engine cannot read, or another name than of a schema
 */
export function lakeDdl(engine: Engine, { location, schema, missing = [] }: Registration): string[] {
  const dialect = DIALECTS[engine];
  if (!SCHEMA.test(schema) || schema.length > MAX_SCHEMA_LENGTH) {
    throw new AlirError(
      'bad_configuration',
      `--schema ${schema} is not a name: use letters, digits and _, such as alir or catalog.alir.`,
    );
  }
  const root = locationFor(engine, location);
  return [
    `CREATE ${dialect.container} IF NOT EXISTS ${schema}`,
    ...DELTA_TABLES.filter((table) => !missing.includes(table)).flatMap((table) =>
      dialect.registerTable(tableOf(table, root, schema)),
    ),
    ...Object.entries(VIEWS)
      .filter(([view]) => view !== 'prices' || !missing.includes('ticker_day'))
      .map(([view, meaning]) => dialect.createView(`${schema}.${view}`, meaning, viewQuery(view, schema))),
  ];
}

/** The tables that a lake has no days of. None without a lake: the location may have one. */
export async function missingTables(lake: string): Promise<DeltaTable[]> {
  if (countDays(lake) === 0) return [];
  const days = await Promise.all(LATER_TABLES.map((table) => daysIn(lake, table)));
  return LATER_TABLES.filter((_, place) => days[place]?.length === 0);
}

function tableOf(table: DeltaTable, root: string, schema: string): Table {
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
    `${engine} cannot read ${location}. Copy the tables to object storage, and pass its URL with --location. It must begin with ${urls}.`,
  );
}

function viewQuery(view: string, schema: string): string {
  return sql(`catalog/${view}`)
    .replace(/^--.*\n/gm, '')
    .replaceAll('$schema', schema)
    .trim();
}

/** A string of standard SQL. */
function quoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A string of the engines in which a backslash begins an escape sequence. */
function backslashQuoted(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
