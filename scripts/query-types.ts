import { readdirSync } from 'node:fs';
import { sql } from '../src/core/package-files.ts';
import { ledgerSql, numbered } from '../src/ledger/dialect.ts';
import type { QueryName } from '../src/ledger/queries.ts';
import { Database, type SqliteDatabase } from '../src/ledger/sqlite/sqlite.ts';

const LEDGER = new URL('../sql/ledger/', import.meta.url);
const LINE_WIDTH = 140;
/** With the types that the comments name. */
const HEADING = `// Written by \`npm run queries\` from the queries and the tables of sql/ledger/. Do not edit.
import type { EventKind, MoneySource, PaymentMethod, Plan, PlanMonths } from '../core/commerce-terms.ts';
`;
const TYPESCRIPT: Readonly<Record<string, string>> = { TEXT: 'string', INTEGER: 'number', BLOB: 'Buffer' };

/** The type of a column or a parameter. */
export interface ValueType {
  readonly type: string;
  readonly nullable: boolean;
  /** The values of an enumeration, as a type of TypeScript. */
  readonly values?: string | undefined;
}

type ValueTypes = Record<string, ValueType>;

interface QueryTypes {
  readonly parameters: Readonly<ValueTypes>;
  /** The columns of the rows; null for a write that returns no rows. */
  readonly row: Readonly<ValueTypes> | null;
}

/** The columns of tables. */
type Tables = ReadonlyMap<string, ValueTypes>;

/** An empty ledger in memory. */
export interface EmptyLedger {
  readonly db: SqliteDatabase;
  readonly tables: Tables;
}

export function emptyLedger(): EmptyLedger {
  const db = new Database(':memory:');
  for (const name of sqlFiles('migrations/sqlite')) db.exec(sql(`ledger/migrations/sqlite/${name}`));
  return { db, tables: tablesOf(db) };
}

function sqlFiles(folder: string): string[] {
  const files = readdirSync(new URL(folder, LEDGER)).filter((file) => file.endsWith('.sql'));
  return files.map((file) => file.slice(0, -'.sql'.length)).sort();
}

/** A column with fixed values has a CHECK, or a comment with their type in TypeScript: `-- type Plan`. */
function tablesOf(db: SqliteDatabase): Tables {
  const columns = db.prepare<
    [],
    { table: string; definition: string; name: string; type: string; nullable: number }
  >(`
    SELECT t.name AS "table", t.sql AS definition, c.name, c.type, c."notnull" = 0 AND c.pk = 0 AS nullable
    FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table' ORDER BY t.name, c.cid`);
  const tables = new Map<string, ValueTypes>();
  for (const { table, definition, name, type, nullable } of columns.all()) {
    const [, list] = new RegExp(`\\b${name} IN \\(('[^)]*)\\)`).exec(definition) ?? [];
    const [, named] = new RegExp(`^ *${name} .*-- type (.+)$`, 'm').exec(definition) ?? [];
    const values = named ?? list?.replaceAll(', ', ' | ');
    tables.set(table, { ...tables.get(table), [name]: { type, nullable: nullable === 1, values } });
  }
  return tables;
}

/** The types of each query of `sql/ledger/`, by its name. A query with a text for each engine has the types of the text for SQLite. */
export function typesOfQueries(ledger: EmptyLedger): Map<QueryName, QueryTypes> {
  const names = new Set(sqlFiles('.').map((file) => file.replace(/\.(sqlite|postgres)$/, '') as QueryName));
  return new Map([...names].sort().map((name) => [name, typesOf(name, ledgerSql(name, 'sqlite'), ledger)]));
}

/**
 * Derives the types of a query from the tables, or reads them from its comments: `-- :now TEXT NOT NULL` gives the type of a parameter,
 * `-- result days TEXT NOT NULL` that of a column of the rows. Fixed values are a type of TypeScript at the end:
 * `-- :kind TEXT NOT NULL EventKind`.
 * @throws Error that names the comments to add
 */
export function typesOf(name: string, text: string, { db, tables }: EmptyLedger): QueryTypes {
  const comments = typesInComments(text);
  const statement = text.replace(/--.*/g, '');
  const named = tablesNamedIn(statement, tables);
  const missing: string[] = [];
  const typed = (key: string, derived: ValueType | undefined): ValueType => {
    const type = comments.get(key) ?? derived;
    comments.delete(key);
    if (!type) missing.push(`-- ${key} TYPE`);
    return type ?? { type: 'TEXT', nullable: true };
  };
  const parameters: ValueTypes = {};
  for (const parameter of numbered(statement).names) {
    parameters[parameter] = typed(`:${parameter}`, typeOfParameter(parameter, statement, named));
  }
  const row: ValueTypes = {};
  const prepared = db.prepare(text);
  for (const column of prepared.reader ? prepared.columns() : []) {
    row[column.name] = typed(`result ${column.name}`, typeOfColumn(column, statement, named));
  }
  if (missing.length > 0) throw new Error(`Add to the query ${name}:\n${missing.join('\n')}`);
  if (comments.size > 0)
    throw new Error(`The query ${name} does not have ${[...comments.keys()].join(', ')}`);
  return { parameters, row: prepared.reader ? row : null };
}

function typesInComments(text: string): Map<string, ValueType> {
  const comments = text.matchAll(/^-- (:\w+|result \w+) (TEXT|INTEGER|BLOB)( NOT NULL)?(?: (.+))?$/gm);
  const types = new Map<string, ValueType>();
  for (const [, key = '', type = '', notNull, values] of comments) {
    types.set(key, { type, nullable: notNull === undefined, values });
  }
  return types;
}

/** In the order in which the statement names them. */
function tablesNamedIn(statement: string, tables: Tables): Tables {
  const named = new Map<string, ValueTypes>();
  for (const [, name = ''] of statement.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) (\w+)/g)) {
    const columns = tables.get(name);
    if (columns) named.set(name, columns);
  }
  return named;
}

/** The type of the column that a parameter is inserted into, set, or compared with. */
function typeOfParameter(parameter: string, statement: string, tables: Tables): ValueType | undefined {
  if (new RegExp(`\\b(?:LIMIT|OFFSET) :${parameter}\\b`).test(statement)) {
    return { type: 'INTEGER', nullable: false };
  }
  const [written] = tables.values();
  if (statement.trim().startsWith('INSERT')) return written?.[parameter];
  const use = new RegExp(`(\\w+) (?:[<>]|=|<>|<=|>=) :${parameter}\\b`).exec(statement);
  const [found = '', column = ''] = use ?? [];
  const [set = ''] = /\bSET\s[^;]*?(?=WHERE|;)/.exec(statement) ?? [];
  if (set.includes(found)) return written?.[column];
  const type = typeOfColumns(column, tables);
  // A comparison with NULL finds nothing.
  return type && { ...type, nullable: false };
}

/** The type of all columns of this name; undefined if there are none, or if they differ. */
function typeOfColumns(name: string, tables: Tables): ValueType | undefined {
  const [type, ...others] = [...tables.values()].flatMap((columns) => columns[name] ?? []);
  return others.every((other) => other.type === type?.type && other.values === type.values)
    ? type
    : undefined;
}

/** The type of a column of the rows; undefined for an expression. */
function typeOfColumn(
  { name, table, column }: { name: string; table: string | null; column: string | null },
  statement: string,
  tables: Tables,
): ValueType | undefined {
  // SQLite does not know the origin of what a write returns.
  if (/\bRETURNING\b/.test(statement)) return [...tables.values()][0]?.[name];
  const isSubquery = new RegExp(`\\)\\s+AS ${name}\\b`).test(statement);
  if (table === null || column === null || isSubquery) return undefined;
  const type = tables.get(table)?.[column];
  return type && new RegExp(`\\bLEFT JOIN ${table}\\b`).test(statement) ? { ...type, nullable: true } : type;
}

/** The text of `src/ledger/queries.generated.ts`. */
export function generatedQueries(ledger: EmptyLedger): string {
  const tables = new Map([...ledger.tables].map(([table, columns]) => [identity(columns), table]));
  const usedTables = new Set<string>();
  const objectType = (values: ValueTypes): string => {
    const table = tables.get(identity(values));
    if (table === undefined) return `{ ${fields(values)} }`;
    usedTables.add(table);
    return interfaceName(table);
  };
  const queries = [...typesOfQueries(ledger)].map(([name, { parameters, row }]) => {
    const values = Object.keys(parameters).length === 0 ? '' : `values: ${objectType(parameters)}`;
    return wrapped(`  ${name}(${values}): ${row ? objectType(row) : 'void'};`);
  });
  const interfaces = [...usedTables].sort().map((table) => {
    return wrapped(`interface ${interfaceName(table)} { ${fields(ledger.tables.get(table) ?? {})} }`);
  });
  return `${[HEADING, ...interfaces, '', 'export interface Queries {', ...queries, '}'].join('\n')}\n`;
}

/** The same text for the same columns in any order. */
function identity(values: ValueTypes): string {
  return JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function interfaceName(table: string): string {
  return table.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function fields(columns: ValueTypes): string {
  const types = Object.entries(columns).map(([name, { type, nullable, values }]) => {
    return `${name}: ${values ?? TYPESCRIPT[type]}${nullable ? ' | null' : ''}`;
  });
  return types.join('; ');
}

/** Breaks a long line between its fields. */
function wrapped(line: string): string {
  const indent = line.startsWith(' ') ? '    ' : '  ';
  const lines: string[] = [];
  for (const part of line.split(/(?<=;) /)) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(part);
    else if (last.length + part.length < LINE_WIDTH) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`${indent}${part}`);
  }
  return lines.join('\n');
}
