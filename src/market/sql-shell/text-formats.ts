import { csvCell } from '../../core/csv-cell.ts';
import { withoutNaN } from '../../formats/ndjson.ts';
import type { Column, TextChunk } from '../lake/duckdb.ts';
import type { Rows } from './session.ts';

/** The text formats, with the kind of cells that each needs. */
export const TEXT_FORMATS = {
  csv: { cells: 'text', write: csv },
  json: { cells: 'json', write: json },
  ndjson: { cells: 'json', write: ndjson },
} as const;
export type TextFormat = keyof typeof TEXT_FORMATS;

/** RFC 4180 with LF. NULL is an empty cell, an empty text is "". In a single column NULL is "" too: most readers skip empty lines. */
async function* csv({ columns, chunks }: Rows): AsyncGenerator<string> {
  yield `${columns.map(({ name }) => csvCell(name)).join(',')}\n`;
  const lineOf = (cells: (string | null)[]) => cells.map(nullableCell).join(',') || '""';
  for await (const chunk of chunks) yield joined(chunk, (cells) => `${lineOf(cells)}\n`);
}

function nullableCell(cell: string | null): string {
  if (cell === null) return '';
  return cell === '' ? '""' : csvCell(cell);
}

/** One JSON object per row and line. Numbers keep all digits, also above 2^53. */
async function* ndjson({ columns, chunks }: Rows): AsyncGenerator<string> {
  const object = objectWriter(columns);
  for await (const chunk of chunks) yield joined(chunk, (cells) => `${object(cells)}\n`);
}

/** One JSON array with an object per row. */
async function* json({ columns, chunks }: Rows): AsyncGenerator<string> {
  const object = objectWriter(columns);
  let separator = '[\n';
  for await (const chunk of chunks) {
    yield joined(chunk, (cells) => {
      const text = `${separator}${object(cells)}`;
      separator = ',\n';
      return text;
    });
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function objectWriter(columns: readonly Column[]): (cells: readonly (string | null)[]) => string {
  const writers = columns.map(({ name, type }) => {
    const key = `${JSON.stringify(name)}:`;
    const clean = /DOUBLE|FLOAT/.test(type) ? withoutNaN : (cell: string) => cell;
    return (cell: string | null) => key + (cell === null ? 'null' : clean(cell));
  });
  return (cells) => `{${cells.map((cell, place) => writers[place]?.(cell)).join(',')}}`;
}

function joined(chunk: TextChunk, line: (cells: (string | null)[]) => string): string {
  let text = '';
  for (let row = 0; row < chunk.rows; row++) text += line(cellsOf(chunk, row));
  return text;
}

export function cellsOf({ columns }: TextChunk, row: number): (string | null)[] {
  return columns.map((cells) => cells[row] ?? null);
}
