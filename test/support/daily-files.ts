import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A line of a daily file, by column. */
export type Line = Record<string, string | number>;

const COLUMNS =
  'TRX_CODE;TRX_SESS;TRX_TYPE;BRK_COD2;INV_TYP2;BRK_COD1;INV_TYP1;STK_CODE;STK_VOLM;STK_PRIC;TRX_DATE;TRX_ORD2;TRX_ORD1;TRX_TIME'.split(
    ';',
  );

export const DATE = '2026-01-19';
export const FILE_NAME = 'DT260119.csv';

let lastTradeNumber = 0;

/** A valid line with a unique trade number. BRK_COD1 is the buyer. */
export function line(cells: Line = {}): Line {
  lastTradeNumber += 1;
  return {
    TRX_CODE: lastTradeNumber,
    TRX_SESS: 1,
    TRX_TYPE: 'RG',
    BRK_COD2: 'XL',
    INV_TYP2: 'I',
    BRK_COD1: 'AK',
    INV_TYP1: 'A',
    STK_CODE: 'BRMS',
    STK_VOLM: 100,
    STK_PRIC: 1260,
    TRX_DATE: DATE,
    TRX_ORD2: 7,
    TRX_ORD1: 8,
    TRX_TIME: 85800,
    ...cells,
  };
}

export function csv(lines: readonly Line[], columns: readonly string[] = COLUMNS): string {
  const rows = lines.map((cells) => columns.map((column) => cells[column] ?? '').join(';'));
  return [columns.join(';'), ...rows, ''].join('\n');
}

/** The daily file of a day with two trades: one at the opening, one at the close. */
export function wholeDay(day: string, volume = 100): string {
  return csv([
    line({ TRX_DATE: day, STK_VOLM: volume, TRX_CODE: 1 }),
    line({ TRX_DATE: day, TRX_CODE: 2, TRX_SESS: 2, TRX_TIME: 161_459 }),
  ]);
}

/** The same day with other order numbers: a correction that the gate publishes. */
export function correctedDay(day: string): string {
  return wholeDay(day).replaceAll(';7;8;', ';9;8;');
}

export const HEADER = COLUMNS.join(';');
export { COLUMNS };

export async function writeTo(folder: string, name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}
