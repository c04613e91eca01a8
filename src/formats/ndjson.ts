import { type FilledColumn, rowCount } from './table.ts';

/** Writes one JSON object per line, with the column names as keys. */
export function ndjson(columns: readonly FilledColumn[]): string {
  const members = columns.map(({ name, values }) => ({ start: `${JSON.stringify(name)}:`, values }));
  let text = '';
  for (let row = 0; row < rowCount(columns); row++) {
    text += `{${members.map(({ start, values }) => start + JSON.stringify(values[row])).join(',')}}\n`;
  }
  return text;
}

/** Replaces NaN and Infinity with null: DuckDB writes them, but JSON has only finite numbers. */
export function withoutNaN(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|-?(?:nan|inf(?:inity)?)\b/gi, (token) =>
    token.startsWith('"') ? token : 'null',
  );
}
