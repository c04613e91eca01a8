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

/** The table for data that is one row or an array of rows. */
export function tableOf(columns: readonly Column[]): Table {
  return {
    columns,
    fill(data) {
      if (!(data instanceof ColumnRows)) return filled(columns, rowsOf(data));
      const values = data.columns as Readonly<Record<string, ArrayLike<Value>>>;
      return columns.map((column) => ({ ...column, values: values[column.name] ?? [] }));
    },
  };
}

/** The table for data with a row, or an array of rows, per ticker. The first column is the ticker. */
export function tableByTicker(columns: readonly Column[]): Table {
  return {
    columns: [TICKER, ...columns],
    fill(data) {
      const groups = byTicker(data).map(([ticker, rows]) => [ticker, rowsOf(rows)] as const);
      const tickers = groups.flatMap(([ticker, rows]) => rows.map(() => ticker));
      const rows = groups.flatMap(([, rows]) => rows);
      return [{ ...TICKER, values: tickers }, ...filled(columns, rows)];
    },
  };
}

function byTicker(data: unknown): (readonly [string, unknown])[] {
  return data instanceof Map ? [...data] : Object.entries(data as object);
}

function rowsOf(data: unknown): readonly Row[] {
  return Array.isArray(data) ? data : [data as Row];
}

function filled(columns: readonly Column[], rows: readonly Row[]): FilledColumn[] {
  return columns.map((column) => ({ ...column, values: rows.map((row) => row[column.name] as Value) }));
}

/** The number of rows. */
export function rowCount(columns: readonly FilledColumn[]): number {
  return columns[0]?.values.length ?? 0;
}
