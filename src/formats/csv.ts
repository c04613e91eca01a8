import { csvCell, harmless } from '../core/csv-cell.ts';
import { type FilledColumn, rowCount } from './table.ts';

/** Writes rows as CSV (RFC 4180), with the column names in the first line. A null is an empty cell, and no text is a formula. */
export function csv(columns: readonly FilledColumn[]): string {
  let text = csvLine(columns.map(({ name }) => name));
  for (let row = 0; row < rowCount(columns); row++) text += csvLine(columns.map(({ values }) => values[row]));
  return text;
}

function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => csvCell(harmless(value))).join(',')}\r\n`;
}
