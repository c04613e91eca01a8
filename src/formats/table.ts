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
    fill(data) {
      if (!(data instanceof ColumnRows)) return filled(columns, rowsOf(data));
      const values = data.columns as Readonly<Record<string, ArrayLike<Value>>>;
      return columns.map((column) => ({ ...column, values: values[column.name] ?? [] }));
    },
  };
}

/** The table for data with a row, or rows, per ticker. The first column is the ticker. */
export function tableByTicker(columns: readonly Column[]): Table {
  const { fill } = tableOf(columns);
  return {
    columns: [TICKER, ...columns],
    fill(data) {
      const groups = byTicker(data).map(([ticker, rows]) => ({ ticker, filled: fill(rows) }));
      const tickers = groups.map(({ ticker, filled }) => new Array(rowCount(filled)).fill(ticker));
      const joined = columns.map((column, place) => ({
        ...column,
        values: join(groups.map(({ filled }) => filled[place]?.values ?? [])),
      }));
      return [{ ...TICKER, values: join(tickers) }, ...joined];
    },
  };
}

/** Joins the values of groups. Numbers that are in typed arrays stay there. */
function join(groups: readonly ArrayLike<Value>[]): ArrayLike<Value> {
  const rows = groups.reduce((rows, { length }) => rows + length, 0);
  const all = groups.every((values) => values instanceof Float64Array)
    ? new Float64Array(rows)
    : new Array<Value>(rows);
  let end = 0;
  // Array.from and flatMap take several times as long.
  for (const values of groups)
    for (let row = 0; row < values.length; row++) all[end++] = values[row] as Value;
  return all;
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
