/** A column of an answer in rows: a text from a small set, a whole number, or a number with decimals. */
export interface Column {
  readonly name: string;
  readonly type: 'code' | 'int64' | 'float64';
}

type Value = string | number;
type Row = Readonly<Record<string, Value>>;

/** The rows of an answer, which all have the same columns. */
export interface Table {
  readonly columns: readonly Column[];
  /** @param data of the envelope. @returns for each row the values of the columns, in their order */
  rows(data: unknown): Value[][];
}

const TICKER: Column = { name: 'ticker', type: 'code' };

/** Of data that is one row, or an array of rows. */
export function tableOf(columns: readonly Column[]): Table {
  return { columns, rows: (data) => rowsOf(data).map((row) => valuesOf(columns, row)) };
}

/** Of data that has such data for each ticker: the same columns, behind one that names the ticker. */
export function tableByTicker(columns: readonly Column[]): Table {
  return {
    columns: [TICKER, ...columns],
    rows: (data) =>
      byTicker(data).flatMap(([ticker, rows]) =>
        rowsOf(rows).map((row) => [ticker, ...valuesOf(columns, row)]),
      ),
  };
}

function byTicker(data: unknown): (readonly [string, unknown])[] {
  return data instanceof Map ? [...data] : Object.entries(data as object);
}

function rowsOf(data: unknown): readonly Row[] {
  return Array.isArray(data) ? data : [data as Row];
}

function valuesOf(columns: readonly Column[], row: Row): Value[] {
  return columns.map(({ name }) => row[name] as Value);
}

const NEEDS_QUOTES = /[",\r\n]/;

/** The rows under a line of column names, as RFC 4180 has CSV. */
export function csv({ columns, rows }: Table, data: unknown): string {
  const lines = [columns.map(({ name }) => name), ...rows(data)];
  return lines.map((values) => `${values.map(csvValue).join(',')}\r\n`).join('');
}

function csvValue(value: Value): string {
  const text = String(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
