/** A column of a row, or a parameter of a query. */
export interface Column<Value> {
  /** The type that SQLite stores. */
  readonly type: 'TEXT' | 'INTEGER' | 'BLOB';
  readonly nullable: boolean;
  /** The values of an enumeration. */
  readonly values?: readonly Value[];
}

export type Columns = Readonly<Record<string, Column<unknown>>>;

type ValueOf<C> = C extends Column<infer Value> ? Value : never;

/** A row of these columns. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: ValueOf<C[Name]> };

export const TEXT: Column<string> = { type: 'TEXT', nullable: false };
export const INTEGER: Column<number> = { type: 'INTEGER', nullable: false };
export const BLOB: Column<Buffer> = { type: 'BLOB', nullable: false };

/** An enumeration. */
export function oneOf<const Value extends string | number>(values: readonly Value[]): Column<Value> {
  return { type: typeof values[0] === 'number' ? 'INTEGER' : 'TEXT', nullable: false, values };
}

export function nullable<Value>(column: Column<Value>): Column<Value | null> {
  return { ...column, nullable: true };
}

/** Some of the columns. */
export function pick<C extends Columns, Name extends keyof C & string>(
  columns: C,
  ...names: readonly Name[]
): Pick<C, Name> {
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<C, Name>;
}
