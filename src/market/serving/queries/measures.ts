import { ColumnRows } from '../../../core/column-rows.ts';
import type { IsoDate } from '../../../core/dates.ts';
import { MEASURES } from '../../../core/market/measure-list.ts';
import { sql } from '../../../core/package-files.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { Row } from '../../lake/duckdb.ts';
import type { MeasureReader } from '../market-database.ts';

/** The measures of a stock on a day, by their names; null for those that have no value. */
export type MeasureRow = { readonly date: IsoDate; readonly ticker: string } & Readonly<
  Record<string, string | number | null>
>;

const WITH_DECIMALS: ReadonlySet<string> = new Set(
  MEASURES.filter(({ has_decimals }) => has_decimals).map(({ name }) => name),
);

export interface MarketMeasuresQuestion {
  /** Without one, the newest day with measures. */
  readonly date?: IsoDate | undefined;
  /** Names of `MEASURES`. */
  readonly measures: readonly string[];
}

/**
 * The measures of all stocks that traded on a day in the regular market, by ticker.
 * @throws AlirError `answer_too_large` when a value exceeds 2^53 - 1, and the errors of MarketDatabase.measureRows
 */
export async function marketMeasures(
  database: MeasureReader,
  { date, measures }: MarketMeasuresQuestion,
  signal: AbortSignal,
): Promise<ColumnRows<MeasureRow>> {
  const rows = await database.measureRows(
    (days) => ({
      text: sql('market/measures'),
      parameters: { names: measures },
      days: date === undefined ? days.slice(-1) : [date],
    }),
    signal,
  );
  return measureRows(rows, measures);
}

/** @param rows with `date`, `ticker` and measures */
export function measureRows(rows: readonly Row[], measures: readonly string[]): ColumnRows<MeasureRow> {
  const column = (name: string) => {
    const isExact = WITH_DECIMALS.has(name);
    return rows.map(({ [name]: value }) => {
      if (value === null) return null;
      return isExact ? Number(value) : exactNumber(Number(value));
    });
  };
  return new ColumnRows({
    date: rows.map((row) => String(row.date)),
    ticker: rows.map((row) => String(row.ticker)),
    ...Object.fromEntries(measures.map((name) => [name, column(name)])),
  } as ColumnRows<MeasureRow>['columns']);
}
