/** A column of an answer in rows. */
export interface Column {
  readonly name: string;
  /** A text of which there are few; a number of transactions; a whole number of shares or rupiah; a number with decimals. */
  readonly type: 'code' | 'count' | 'int64' | 'float64';
}

type Value = string | number;
type Row = Readonly<Record<string, Value>>;

/** A column with the values of all rows, in their order. */
export interface FilledColumn extends Column {
  readonly values: readonly Value[];
}

/** How the `data` of an answer becomes rows, which all have the same columns. */
export interface Table {
  readonly columns: readonly Column[];
  fill(data: unknown): FilledColumn[];
}

const TICKER: Column = { name: 'ticker', type: 'code' };

/** Of data that is one row, or an array of rows. */
export function tableOf(columns: readonly Column[]): Table {
  return { columns, fill: (data) => filled(columns, rowsOf(data)) };
}

/** Of data that has such data for each ticker: the same columns, behind one that names the ticker. */
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
