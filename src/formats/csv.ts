import { type FilledColumn, rowCount } from './table.ts';

const NEEDS_QUOTES = /[",\r\n]/;

/** Rows under a line of the columns' names, as RFC 4180 has CSV. */
export function csv(columns: readonly FilledColumn[]): string {
  let text = csvLine(columns.map(({ name }) => name));
  for (let row = 0; row < rowCount(columns); row++) text += csvLine(columns.map(({ values }) => values[row]));
  return text;
}

function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => csvCell(String(value))).join(',')}\r\n`;
}

/** A text as a cell: within quotes where it has to be. */
export function csvCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
