import { type FilledColumn, rowCount } from '../core/table.ts';

const NEEDS_QUOTES = /[",\r\n]/;

/** Rows under a line of the columns' names, as RFC 4180 has CSV. */
export function csv(columns: readonly FilledColumn[]): string {
  let text = csvLine(columns.map(({ name }) => name));
  for (let row = 0; row < rowCount(columns); row++) text += csvLine(columns.map(({ values }) => values[row]));
  return text;
}

function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: unknown): string {
  const text = String(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
