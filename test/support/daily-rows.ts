import { COLUMNS } from './daily-files.ts';

/** The cells of a line of a daily file, by column. */
export type Cells = Record<string, string>;

export function rowsOf(text: string): Cells[] {
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line) => Object.fromEntries(line.split(';').map((cell, n) => [COLUMNS[n], cell])));
}

export function textOf(rows: readonly Cells[]): string {
  return [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))]
    .map((cells) => `${cells.join(';')}\n`)
    .join('');
}

export const part = (rows: Cells[], share: number) => rows.slice(0, Math.round(rows.length * share));
export const renumbered = (rows: Cells[]) => rows.map((row, n) => ({ ...row, TRX_CODE: String(n + 1) }));
export const dated = (rows: Cells[], day: string) => rows.map((row) => ({ ...row, TRX_DATE: day }));
export const multiplied = (column: string, factor: number) => (rows: Cells[]) =>
  rows.map((row) => ({ ...row, [column]: String(Math.max(1, Math.floor(Number(row[column]) * factor))) }));
export const sortedBy = (column: string) => (rows: Cells[]) =>
  rows.toSorted((a, b) => (String(a[column]) < String(b[column]) ? -1 : 1));
/** In an order that has nothing to do with time. */
export const shuffled = (rows: Cells[]) => rows.toSorted((a, b) => scattered(a) - scattered(b));
const scattered = (row: Cells) => (Number(row.TRX_CODE) * 7919) % 10007;
export const time = (row: Cells) => Number(row.TRX_TIME);
export const busiest = (rows: Cells[], column: string) => {
  const counts = new Map<string, number>();
  for (const { [column]: value = '' } of rows) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
};
export const exchanged = (rows: Cells[]) =>
  rows.map((row) => ({
    ...row,
    BRK_COD1: row.BRK_COD2 ?? '',
    BRK_COD2: row.BRK_COD1 ?? '',
    INV_TYP1: row.INV_TYP2 ?? '',
    INV_TYP2: row.INV_TYP1 ?? '',
  }));

export const withInvestors = (investor: (type: string) => string) => (rows: Cells[]) =>
  rows.map((row) => ({
    ...row,
    INV_TYP1: investor(row.INV_TYP1 ?? ''),
    INV_TYP2: investor(row.INV_TYP2 ?? ''),
  }));
