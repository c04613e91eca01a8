import type { ColumnRows } from '../../../core/column-rows.ts';
import type { IsoDate } from '../../../core/dates.ts';
import type { MeasureRow } from '../../../core/market/rows.ts';
import type { AdjustedMeasures } from '../queries/adjusted-measures.ts';
import { measureRows } from '../queries/measures.ts';
import { DEFAULT_ADJUST, daysBeforeOf, measuresOf, type Screen } from './screen.ts';
import { screenSql, viewOf } from './screen-sql.ts';

export interface ScreenQuestion extends Screen {
  /** Without one, the newest day with measures. */
  readonly date?: IsoDate | undefined;
}

export interface ScreenAnswer {
  /** Null if no day has measures. */
  readonly date: IsoDate | null;
  /** The measured day before it. */
  readonly day_before: IsoDate | null;
  readonly rows: ColumnRows<MeasureRow>;
  /** The SQL that ran, for `alir sql`. */
  readonly sql: string;
}

/** @throws AlirError `answer_too_large` when a measure exceeds 2^53 - 1, and the errors of MarketDatabase.measureRows */
export async function screenAnswer(
  measures: AdjustedMeasures,
  { date, ...screen }: ScreenQuestion,
  signal: AbortSignal,
): Promise<ScreenAnswer> {
  let asked: Omit<ScreenAnswer, 'rows'> = { date: null, day_before: null, sql: '' };
  const rows = await measures.reader(screen.adjust ?? DEFAULT_ADJUST).measureRows((measured) => {
    const day = date ?? measured.at(-1);
    const place = day === undefined ? -1 : measured.indexOf(day);
    const days = new Map(
      daysBeforeOf(screen).flatMap((before): [number, IsoDate][] => {
        const earlier = place === -1 ? undefined : measured[place - before];
        return earlier === undefined ? [] : [[before, earlier]];
      }),
    );
    const sql = screenSql(screen, days);
    asked = { date: day ?? null, day_before: measured[place - 1] ?? null, sql };
    // The view of `alir sql`.
    const view = `WITH ${viewOf(screen)} AS NOT MATERIALIZED (FROM measure_rows($files, $adjusted))`;
    return { text: `${view}\n${sql}`, days: [...days.values()] };
  }, signal);
  return { ...asked, rows: measureRows(rows, measuresOf(screen)) };
}
