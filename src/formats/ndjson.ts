import { type FilledColumn, rowCount } from '../core/table.ts';

/** A JSON object a line, with the columns' names. */
export function ndjson(columns: readonly FilledColumn[]): string {
  const members = columns.map(({ name, values }) => ({ start: `${JSON.stringify(name)}:`, values }));
  let text = '';
  for (let row = 0; row < rowCount(columns); row++) {
    text += `{${members.map(({ start, values }) => start + JSON.stringify(values[row])).join(',')}}\n`;
  }
  return text;
}
