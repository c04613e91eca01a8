import { ColumnRows } from '../../../core/column-rows.ts';
import type { IsoDate } from '../../../core/dates.ts';
import { AS_TRADED, type ScaleOfDay } from '../../../core/market/corporate-actions.ts';
import { INVESTORS, MARKETS } from '../../../core/market/market.ts';
import type { BrokerRow, BrokerSummaryQuestion } from '../../../core/market/rows.ts';
import { averagePrice, exactNumber } from '../../../core/rounding.ts';
import type { BrokerDays } from '../months/broker-days.ts';
import type { BrokerSums } from '../months/broker-sums.ts';
import type { Snapshot } from '../snapshot.ts';

export interface BrokerDayRow extends BrokerRow {
  readonly date: IsoDate;
}

/** Which brokers of a daily summary are returned. */
export interface BrokerChoice {
  /** All by default. */
  readonly brokers?: readonly string[] | undefined;
  /** The brokers with the highest value of buys and sells over the range, ties by code. All by default. */
  readonly top?: number | undefined;
}

/**
 * One row for each broker that bought or sold, highest buy value first, then by code.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
 */
export async function brokerSummary(
  snapshot: Snapshot,
  question: BrokerSummaryQuestion,
): Promise<ColumnRows<BrokerRow>> {
  const { ticker, from, to } = question;
  const market = MARKETS[question.market];
  const investor = INVESTORS[question.investor];
  const totals = await snapshot.brokerTotals({ ticker, from, to, market, investor });
  return new ColumnRows(columnsAt(totals, totals.sortByBuyValueThenCode(totals.places())));
}

/**
 * For each day, one row for each broker that bought or sold on it, highest buy value of the day first, then by code.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
 */
export async function dailyBrokerSummary(
  snapshot: Snapshot,
  { ticker, from, to, ...question }: BrokerSummaryQuestion & BrokerChoice,
  scaleOf: ScaleOfDay = AS_TRADED,
): Promise<ColumnRows<BrokerDayRow>> {
  const market = MARKETS[question.market];
  const investor = INVESTORS[question.investor];
  const days = await snapshot.brokerDays({ ticker, from, to, market, investor });
  const chosen = chosenBrokers(days, question);
  const dates: IsoDate[] = [];
  const places: number[] = [];
  for (const { date, places: all } of days.days()) {
    const ofDay = chosen ? all.filter((place) => chosen.has(days.codeAt(place))) : all;
    places.push(...days.sortByBuyValueThenCode(ofDay));
    for (let row = 0; row < ofDay.length; row++) dates.push(date);
  }
  const columns = columnsAt(days, places);
  if (scaleOf !== AS_TRADED) scaleRows(columns, dates, scaleOf);
  return new ColumnRows({ date: dates, ...columns });
}

/** Averages are those of the values and the volumes before these are rounded. */
function scaleRows(
  columns: ReturnType<typeof columnsAt>,
  dates: readonly IsoDate[],
  scaleOf: ScaleOfDay,
): void {
  for (const [row, date] of dates.entries()) {
    const scale = scaleOf(date);
    for (const side of ['buy', 'sell'] as const) {
      const volumes = columns[`${side}_volume`];
      const volume = volumes[row] as number;
      columns[`${side}_avg`][row] = scale.average(columns[`${side}_value`][row] as number, volume);
      volumes[row] = scale.volume(volume);
    }
  }
}

/** The columns of the rows at some places. @throws AlirError `answer_too_large` */
function columnsAt(sums: BrokerSums, places: readonly number[]) {
  const columns = sums.columns(places);
  return {
    code: places.map((place) => sums.codeAt(place)),
    ...columns,
    buy_avg: averages(columns.buy_value, columns.buy_volume),
    sell_avg: averages(columns.sell_value, columns.sell_volume),
  };
}

function averages(values: Float64Array, volumes: Float64Array): Float64Array {
  const averages = new Float64Array(values.length);
  for (let row = 0; row < values.length; row++)
    averages[row] = averagePrice(values[row] as number, volumes[row] as number);
  return averages;
}

/** @returns null for all */
function chosenBrokers(days: BrokerDays, { brokers, top }: BrokerChoice): ReadonlySet<string> | null {
  const listed = brokers && new Set(brokers);
  if (top === undefined) return listed ?? null;
  const values = new Map<string, number>();
  for (const { places } of days.days()) {
    for (const place of places) {
      const code = days.codeAt(place);
      if (listed && !listed.has(code)) continue;
      const value = days.sum(place, 'buy_value') + days.sum(place, 'sell_value');
      values.set(code, exactNumber((values.get(code) ?? 0) + value));
    }
  }
  const ranked = [...values].sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1));
  return new Set(ranked.slice(0, top).map(([code]) => code));
}
