import { ColumnRows } from '../core/column-rows.ts';

/** A column of a tabular answer. */
export interface Column {
  readonly name: string;
  /**
   * `code`: text with few distinct values; `date`: text as YYYY-MM-DD; `count`: transactions; `int64`: whole shares or rupiah; `float64`:
   * a decimal number; `flag`: true or false.
   */
  readonly type: 'code' | 'date' | 'count' | 'int64' | 'float64' | 'flag';
  /** Whether a value may be null; not for a `date`. */
  readonly nullable?: true;
}

export type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value>>;

/** A column with the value of each row, in row order. */
export interface FilledColumn extends Column {
  readonly values: ArrayLike<Value>;
}

/** Converts the `data` of an answer to rows with the same columns. */
export interface Table {
  readonly columns: readonly Column[];
  fill(data: unknown): FilledColumn[];
}

const TICKER: Column = { name: 'ticker', type: 'code' };

/** The table for data that is one row, or rows as objects or in columns. */
export function tableOf(columns: readonly Column[]): Table {
  return {
    columns,
    fill: (data) => columns.map((column) => ({ ...column, values: valuesOf(column, data) })),
  };
}

/** The table for data that has the rows in a field. */
export function tableIn(field: string, { columns, fill }: Table): Table {
  return { columns, fill: (data) => fill((data as Readonly<Record<string, unknown>>)[field]) };
}

/** The table for data with a row, or rows, per ticker. The first column is the ticker. */
export function tableByTicker(columns: readonly Column[]): Table {
  return {
    columns: [TICKER, ...columns],
    fill(data) {
      const groups = byTicker(data);
      const tickers = groups.map(([ticker, rows]) => new Array(lengthOf(rows)).fill(ticker));
      const joined = columns.map((column) => ({
        ...column,
        values: join(groups.map(([, rows]) => valuesOf(column, rows))),
      }));
      return [{ ...TICKER, values: join(tickers) }, ...joined];
    },
  };
}

function valuesOf({ name }: Column, data: unknown): ArrayLike<Value> {
  if (data instanceof ColumnRows) return data.columns[name] ?? [];
  return rowsOf(data).map((row) => row[name] as Value);
}

function lengthOf(data: unknown): number {
  return data instanceof ColumnRows ? data.length : rowsOf(data).length;
}

/** Joins the values of groups. Numbers that are in typed arrays stay there. */
function join(groups: readonly ArrayLike<Value>[]): ArrayLike<Value> {
  return groups.every((values) => values instanceof Float64Array) ? joinNumbers(groups) : joinValues(groups);
}

function joinNumbers(groups: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(groups.reduce((rows, { length }) => rows + length, 0));
  let end = 0;
  for (const values of groups) {
    all.set(values, end);
    end += values.length;
  }
  return all;
}

/** Array.from and flatMap take several times as long. */
function joinValues(groups: readonly ArrayLike<Value>[]): Value[] {
  const all: Value[] = [];
  for (const values of groups) {
    for (let row = 0; row < values.length; row++) all.push(values[row] as Value);
  }
  return all;
}

function byTicker(data: unknown): (readonly [string, unknown])[] {
  return data instanceof Map ? [...data] : Object.entries(data as object);
}

function rowsOf(data: unknown): readonly Row[] {
  return Array.isArray(data) ? data : [data as Row];
}

export function rowCount(columns: readonly FilledColumn[]): number {
  return columns[0]?.values.length ?? 0;
}
