import { ColumnRows } from '../../../core/column-rows.ts';
import { dateOfEpochDay, type IsoDate } from '../../../core/dates.ts';
import type { Adjustment, CorporateActions } from '../../../core/market/corporate-actions.ts';
import { MEASURES } from '../../../core/market/measure-list.ts';
import type { MeasureRow } from '../../../core/market/rows.ts';
import { sql } from '../../../core/package-files.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { Row } from '../../lake/duckdb.ts';
import type { MeasureReader } from '../market-database.ts';
import { placeInRow, type StockDays } from '../months/measure-months.ts';
import { adjustmentOf } from './adjusted-measures.ts';

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
  database: Pick<MeasureReader, 'measureRows'>,
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
  return rowsOf(
    rows.map((row) => String(row.date)),
    rows.map((row) => String(row.ticker)),
    measures,
    (name) => rows.map(({ [name]: value }) => Number(value ?? Number.NaN)),
  );
}

export interface StockMeasuresQuestion extends StockDays {
  readonly adjust: Adjustment;
  /** Names of `MEASURES`. */
  readonly measures: readonly string[];
}

/**
 * The measures of a stock on each day of the range on which it traded in the regular market, by date.
 * @throws AlirError `answer_too_large` when a value exceeds 2^53 - 1, and the errors of MarketDatabase.stockRows
 */
export async function stockMeasures(
  database: MeasureReader,
  { measures, adjust, ...stock }: StockMeasuresQuestion,
  actions: CorporateActions,
  signal: AbortSignal,
): Promise<ColumnRows<MeasureRow>> {
  const rows =
    adjust === 'none'
      ? await database.stockRows(stock, signal)
      : await adjustedStockRows(database, stock, actions, signal);
  return rowsOf(
    rows.map(([day = 0]) => dateOfEpochDay(day)),
    rows.map(() => stock.ticker),
    measures,
    (name) => {
      const place = placeInRow(name);
      return rows.map((row) => row[place] as number);
    },
  );
}

async function adjustedStockRows(
  database: MeasureReader,
  stock: StockDays,
  corporate_actions: CorporateActions,
  signal: AbortSignal,
): Promise<Float64Array[]> {
  const days = (await database.measureFiles()).map(({ trade_date }) => trade_date);
  const actions = corporate_actions.of(stock.ticker, days[0] ?? '', days.at(-1) ?? null);
  // Rows from the first ex-date on say which percentiles have values of both old and new shares.
  const from = [stock.from, ...actions.map(({ ex_date }) => ex_date)].toSorted()[0] as IsoDate;
  const rows = await database.stockRows({ ...stock, from }, signal);
  const dates = rows.map(([day = 0]) => dateOfEpochDay(day));
  const adjustOn = adjustmentOf({ days, actions, dates, since: '' });
  return rows.flatMap((row, place) => {
    const date = dates[place] as IsoDate;
    if (date < stock.from) return [];
    const adjust = adjustOn(date);
    if (!adjust) return [row];
    const values = MEASURES.map(({ name }) => adjust(name, row[placeInRow(name)] as number));
    return [Float64Array.of(row[0] as number, ...values)];
  });
}

/** @param valuesOf the values of a measure; NaN for those that are missing */
function rowsOf(
  date: readonly IsoDate[],
  ticker: readonly string[],
  measures: readonly string[],
  valuesOf: (name: string) => number[],
): ColumnRows<MeasureRow> {
  const column = (name: string) => {
    const hasDecimals = WITH_DECIMALS.has(name);
    return valuesOf(name).map((value) => {
      if (Number.isNaN(value)) return null;
      // An adjusted price has decimals.
      return hasDecimals || !Number.isInteger(value) ? value : exactNumber(value);
    });
  };
  return new ColumnRows({
    date,
    ticker,
    ...Object.fromEntries(measures.map((name) => [name, column(name)])),
  } as unknown as ColumnRows<MeasureRow>['columns']);
}
