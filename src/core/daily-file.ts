import { type IsoDate, isIsoDate } from './dates.ts';
import { foreignHeader } from './foreign-file.ts';

/** The columns that a daily trade file must have, in any order; others are ignored. BRK_COD1 is the buyer, BRK_COD2 the seller. */
export const DAILY_FILE_COLUMNS = [
  'TRX_CODE',
  'TRX_SESS',
  'TRX_TYPE',
  'BRK_COD2',
  'INV_TYP2',
  'BRK_COD1',
  'INV_TYP1',
  'STK_CODE',
  'STK_VOLM',
  'STK_PRIC',
  'TRX_DATE',
  'TRX_ORD2',
  'TRX_ORD1',
  'TRX_TIME',
] as const;

/** Of a file with more problems than this, the report names the first ones and counts the rest. */
export const MAX_REPORTED_PROBLEMS = 1000;

const FILE_NAME = /^DT(\d{2})(\d{2})(\d{2})(?:\.csv|\.csv\.gz|\.csv\.zip|\.zip)$/i;

/** Something that keeps a file from being published. `line` counts from 1, the header included; null speaks of the file. */
export interface Problem {
  readonly line: number | null;
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: string;
  /** How many rows have this problem, `line` the first of them; 1 by default. */
  readonly rows?: number;
}

/** Thrown wherever a daily file turns out not to be one that may be published. */
export class DailyFileRejected extends Error {
  override readonly name = 'DailyFileRejected';
  readonly problems: readonly Problem[];
  /** Rows with a problem; null where the problem is not one of rows. */
  readonly rejected_rows: number | null;
  /** `cut short`: more of the file may be coming. `unreadable`: nothing of it was seen, so nothing is said of its content. */
  readonly kind: 'wrong' | 'cut short' | 'unreadable';

  constructor(
    problems: readonly Problem[],
    rejected_rows: number | null = null,
    kind: DailyFileRejected['kind'] = 'wrong',
  ) {
    super(problems[0]?.reason ?? 'rejected');
    this.problems = problems;
    this.rejected_rows = rejected_rows;
    this.kind = kind;
  }

  static whole(reason: string, kind: DailyFileRejected['kind'] = 'wrong'): DailyFileRejected {
    return new DailyFileRejected([{ line: null, column: null, value: null, reason }], null, kind);
  }
}

/** `DT260119.csv.gz` is of 2026-01-19; undefined for a name that says no date. */
export function dateOfFileName(name: string): IsoDate | undefined {
  const [, year, month, day] = FILE_NAME.exec(name) ?? [];
  const date = `20${year}-${month}-${day}`;
  return isIsoDate(date) ? date : undefined;
}

/**
 * A name for each column of the file, in its order: a column we need keeps its own, any other is named by its place.
 * @throws DailyFileRejected naming every column that is missing or repeated
 */
export function columnNames(header: string): string[] {
  const foreign = foreignHeader(header, DAILY_FILE_COLUMNS);
  if (foreign !== undefined) throw DailyFileRejected.whole(foreign);
  const cells = header.split(';');
  const problems = DAILY_FILE_COLUMNS.flatMap((column): Problem[] => {
    const times = cells.filter((cell) => cell === column).length;
    if (times === 1) return [];
    const reason = times === 0 ? 'is missing from the header' : `is ${times} times in the header`;
    return [{ line: 1, column, value: null, reason }];
  });
  if (problems.length > 0) throw new DailyFileRejected(problems);
  const needed = new Set<string>(DAILY_FILE_COLUMNS);
  return cells.map((cell, index) => (needed.has(cell) ? cell : `ignored_${index + 1}`));
}
