import { readdirSync } from 'node:fs';
import { packageFile, sql } from '../core/package-files.ts';
import type { QueryName } from './queries.ts';

export type Dialect = 'sqlite' | 'postgres';

const FILES = new Set(readdirSync(packageFile('sql/ledger/')));

/** The text of a query: `name.sql` if both engines accept the same text, otherwise `name.sqlite.sql` or `name.postgres.sql`. */
export function ledgerSql(name: QueryName, dialect: Dialect): string {
  return sql(`ledger/${FILES.has(`${name}.sql`) ? name : `${name}.${dialect}`}`);
}

/** A statement with the names of its parameters, in the order of their values. */
export interface StatementText {
  readonly text: string;
  readonly names: readonly string[];
}

/** Comments, string literals, quoted names and casts, which hold no parameter, or a parameter `:name`. */
const TOKEN = /--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|::|:([a-z_]\w*)/gi;

/**
 * Replaces the parameters `:name` of a query by `$1`, `$2` and so on, as PostgreSQL numbers them. A name has one number.
 * @returns `names`: the parameter of each number, from `$1` on
 */
export function numbered(text: string): StatementText {
  return replaced(text, (name, names) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
}

/** Replaces each parameter `:name` of a query by `?`. A name that occurs twice has two values. SQLite binds them faster than names. */
export function positional(text: string): StatementText {
  return replaced(text, (name, names) => {
    names.push(name);
    return '?';
  });
}

function replaced(text: string, parameter: (name: string, names: string[]) => string): StatementText {
  const names: string[] = [];
  const replace = (token: string, name: string | undefined) =>
    name === undefined ? token : parameter(name, names);
  return { text: text.replace(TOKEN, replace), names };
}
