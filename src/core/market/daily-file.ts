import { type IsoDate, isIsoDate } from '../dates.ts';
import { cause, causeText, type FileCause } from './file-causes.ts';
import { foreignHeader } from './foreign-file.ts';

/** The required columns of a daily file, in any order. Other columns are ignored. BRK_COD1 is the buyer, BRK_COD2 the seller. */
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

/** A report lists at most this many problems and counts the rest. */
export const MAX_REPORTED_PROBLEMS = 1000;

const FILE_NAME = /^DT(\d{2})(\d{2})(\d{2})(?:\.csv|\.csv\.gz|\.csv\.zip|\.zip)$/i;

/** A reason not to publish a file. `line` counts from 1 and includes the header; null means the whole file. */
export interface Problem {
  readonly line: number | null;
  readonly column: string | null;
  readonly value: string | null;
  readonly cause: FileCause;
  /** The number of rows with this problem; `line` is the first of them. Default: 1. */
  readonly rows?: number;
}

/** Thrown when a daily file must not be published. */
export class DailyFileRejected extends Error {
  override readonly name = 'DailyFileRejected';
  readonly problems: readonly Problem[];
  /** The number of rows with a problem; null if the problem does not concern rows. */
  readonly rejected_rows: number | null;
  /** `cut short`: the rest of the file may still arrive. `unreadable`: the file could not be read, so its content is unknown. */
  readonly kind: 'wrong' | 'cut short' | 'unreadable';

  constructor(
    problems: readonly Problem[],
    rejected_rows: number | null = null,
    kind: DailyFileRejected['kind'] = 'wrong',
  ) {
    super(problems[0] ? causeText(problems[0].cause) : 'rejected');
    this.problems = problems;
    this.rejected_rows = rejected_rows;
    this.kind = kind;
  }

  static whole(about: FileCause, kind: DailyFileRejected['kind'] = 'wrong'): DailyFileRejected {
    return new DailyFileRejected([{ line: null, column: null, value: null, cause: about }], null, kind);
  }
}

/** The date of `DT260119.csv.gz` is 2026-01-19. Undefined for a name without a valid date. */
export function dateOfFileName(name: string): IsoDate | undefined {
  const [, year, month, day] = FILE_NAME.exec(name) ?? [];
  const date = `20${year}-${month}-${day}`;
  return isIsoDate(date) ? date : undefined;
}

/**
 * A name for each column of the file, in file order. Required columns keep their names; the others are named by position.
 * @throws DailyFileRejected with every missing or repeated column
 */
export function columnNames(header: string): string[] {
  const foreign = foreignHeader(header, DAILY_FILE_COLUMNS);
  if (foreign !== undefined) throw DailyFileRejected.whole(cause('foreign_format', foreign));
  const cells = header.split(';');
  const problems = DAILY_FILE_COLUMNS.flatMap((column): Problem[] => {
    const times = cells.filter((cell) => cell === column).length;
    if (times === 1) return [];
    const about = times === 0 ? cause('column_missing') : cause('column_repeated', times);
    return [{ line: 1, column, value: null, cause: about }];
  });
  if (problems.length > 0) throw new DailyFileRejected(problems);
  const needed = new Set<string>(DAILY_FILE_COLUMNS);
  return cells.map((cell, index) => (needed.has(cell) ? cell : `ignored_${index + 1}`));
}
