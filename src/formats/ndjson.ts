import { type FilledColumn, rowCount } from './table.ts';

/** A JSON object a line, with the columns' names. */
export function ndjson(columns: readonly FilledColumn[]): string {
  const members = columns.map(({ name, values }) => ({ start: `${JSON.stringify(name)}:`, values }));
  let text = '';
  for (let row = 0; row < rowCount(columns); row++) {
    text += `{${members.map(({ start, values }) => start + JSON.stringify(values[row])).join(',')}}\n`;
  }
  return text;
}

/** JSON has no word for what is not a finite number, and DuckDB writes NaN and Infinity all the same. */
export function withoutNaN(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|-?(?:nan|inf(?:inity)?)\b/gi, (token) =>
    token.startsWith('"') ? token : 'null',
  );
}
