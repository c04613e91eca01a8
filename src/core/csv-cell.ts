const NEEDS_QUOTES = /[",\r\n]/;

/** Writes a text as a CSV cell, with quotes where required. */
export function csvCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
