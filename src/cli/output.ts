import { csvTable } from '../core/csv-cell.ts';
import type { Io } from './io.ts';

/** The output of a command: with --json one JSON object per line on stdout, otherwise text. */
export interface Output {
  /** Prints a result on stdout. */
  record(fields: object, text: string): void;
  /** Prints a message on stderr, so that stdout contains results only. */
  notice(text: string): void;
}

/** The output of a command that also reads, shows its progress, or can be interrupted. */
export interface Terminal extends Output {
  readonly io: Io;
}

export function output(json: boolean, io: Io): Terminal {
  return {
    record: (fields, text) => io.stdout.write(`${json ? JSON.stringify(fields) : text}\n`),
    notice: (text) => io.stderr.write(`${text}\n`),
    io,
  };
}

/** Prints several results: with --json one per line, otherwise as a table. */
export function list<Row extends object>(
  output: Output,
  { json }: { readonly json: boolean },
  headings: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => string[],
): void {
  if (json) for (const row of rows) output.record(row, '');
  else output.record({}, table(headings, rows.map(cells)));
}

export const TABLE_FORMATS = ['table', 'csv'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** The fields of a row that are shown, in order, with their headings, and with the text of null if it is not `-`. */
export type Columns<Row> = {
  readonly [Field in keyof Row]?: string | readonly [heading: string, ofNull: string];
};

/** Prints several results: with --json one per line, otherwise as a table or as CSV. */
export function listAs<Row extends object>(
  output: Output,
  { json, format = 'table' }: { readonly json: boolean; readonly format?: TableFormat },
  columns: Columns<Row>,
  rows: readonly Row[],
): void {
  const fields = Object.keys(columns) as (keyof Row & string)[];
  if (json || format === 'table') {
    const shown = fields.map((field) => [columns[field]].flat());
    const headings = shown.map(([heading]) => heading ?? '');
    list(output, { json }, headings, rows, (row) =>
      fields.map((field, place) => String(row[field] ?? shown[place]?.[1] ?? '-')),
    );
    return;
  }
  output.record({}, csvTable(fields, rows));
}

/** Formats rows under their headings, in aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `IDR 200,000` */
export function idrText(amount: number): string {
  return `IDR ${amount.toLocaleString('en')}`;
}
