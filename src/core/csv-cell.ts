const NEEDS_QUOTES = /[",\r\n]/;

/** Writes a text as a CSV cell, with quotes where required. */
export function csvCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes some fields of rows as CSV for spreadsheets, under a line with their names. */
export function csvTable<Row extends object>(
  fields: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string {
  const lines = rows.map((row) => fields.map((field) => csvCell(harmless(row[field]))).join(','));
  return [fields.join(','), ...lines].join('\r\n');
}

/** A spreadsheet runs a text that begins like a formula, and customers choose some texts. */
export function harmless(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
}
