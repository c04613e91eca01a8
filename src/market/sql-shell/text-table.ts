import type { Column } from '../lake/duckdb.ts';
import type { Answer } from './session.ts';
import { cellsOf } from './text-formats.ts';

/** A table is for reading on the screen; larger results belong in a file. */
const MAX_TABLE_ROWS = 1000;
const MAX_TYPE_WIDTH = 24;
const MAX_CELL_WIDTH = 500;
const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL\(.*\)|FLOAT|DOUBLE)$/;

export interface Table {
  /** Lines under a heading of names and types, with numbers aligned right; ends with a line end. */
  readonly text: string;
  readonly rows: number;
  /** Whether the answer has more rows than the table. */
  readonly isCut: boolean;
}

/** The first 1,000 rows of an answer, as a table. */
export async function tableOf({ isPlan, columns, chunks }: Answer): Promise<Table> {
  const rows: (string | null)[][] = [];
  let isCut = false;
  for await (const chunk of chunks) {
    const rowsLeft = MAX_TABLE_ROWS - rows.length;
    for (let row = 0; row < Math.min(chunk.rows, rowsLeft); row++) rows.push(cellsOf(chunk, row));
    isCut = chunk.rows > rowsLeft;
    if (isCut) break;
  }
  return { text: isPlan ? planText(rows) : text(columns, rows), rows: rows.length, isCut };
}

function text(columns: readonly Column[], rows: readonly (readonly (string | null)[])[]): string {
  const cells = [
    columns.map(({ name }) => printable(name)),
    columns.map(({ type }) => cut(type, MAX_TYPE_WIDTH)),
    ...rows.map((row) => row.map((cell) => (cell === null ? 'NULL' : printable(cell)))),
  ];
  const widths = columns.map((_, place) => Math.max(...cells.map((row) => widthOf(row[place] ?? ''))));
  const rule = widths.map((width) => '-'.repeat(width));
  const [names = [], types = [], ...values] = cells;
  const isNumber = columns.map(({ type }) => NUMBER.test(type));
  const line = (row: readonly string[]) =>
    `${row
      .map((cell, place) => {
        const gap = ' '.repeat((widths[place] ?? 0) - widthOf(cell));
        return isNumber[place] ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd()}\n`;
  return [names, types, rule, ...values].map(line).join('');
}

function widthOf(cell: string): number {
  return [...cell].length;
}

function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  // Do not keep half of a character.
  return `${text.slice(0, width - 3).replace(/[\uD800-\uDBFF]$/, '')}...`;
}

/** Escapes control characters, which could change how a terminal shows other rows. */
function printable(cell: string): string {
  return cut(cell, MAX_CELL_WIDTH).replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) =>
    JSON.stringify(character).slice(1, -1),
  );
}

/** The text of a plan, which is a drawing. */
function planText(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map(([, plan]) => `${plan?.trimEnd()}\n`).join('');
}
