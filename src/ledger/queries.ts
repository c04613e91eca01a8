import type { Queries } from './queries.generated.ts';

/** The name of a file of `sql/ledger/`. */
export type QueryName = keyof Queries;

type ArgumentsOf<Query> = Query extends (...values: infer Values extends [] | [object]) => unknown
  ? Values
  : never;

/** What follows the name of a query in a call: its parameters, or nothing. */
export type Arguments<Name extends QueryName> = ArgumentsOf<Queries[Name]>;

export type Parameters<Name extends QueryName> = Readonly<NonNullable<Arguments<Name>[0]>>;

/** A row of a query; undefined for a write that returns none. */
export type Row<Name extends QueryName> =
  ReturnType<Queries[Name]> extends void ? undefined : Readonly<ReturnType<Queries[Name]>>;

/** The queries that return rows; of a write, the rows that it wrote. */
export type QueryWithRows = {
  [Name in QueryName]: Row<Name> extends undefined ? never : Name;
}[QueryName];
