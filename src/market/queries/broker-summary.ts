import { ColumnRows } from '../../core/column-rows.ts';
import type { IsoDate } from '../../core/dates.ts';
import { INVESTORS, type Investor, MARKETS, type Market } from '../../core/market.ts';
import { averagePrice, exactNumber } from '../../core/numbers.ts';
import type { BrokerDays } from '../serving/broker-days.ts';
import type { Totals } from '../serving/broker-sums.ts';
import type { Snapshot } from '../serving/snapshot.ts';

export interface BrokerSummaryQuestion {
  readonly ticker: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly investor: Investor;
  readonly market: Market;
}

/** What one broker did over a range of days. Volumes are shares, values IDR, averages IDR a share. */
export interface BrokerRow {
  readonly code: string;
  readonly buy_freq: number;
  readonly sell_freq: number;
  readonly buy_volume: number;
  readonly sell_volume: number;
  readonly buy_value: number;
  readonly sell_value: number;
  /** 0 where the volume is 0. */
  readonly buy_avg: number;
  readonly sell_avg: number;
}

/** What one broker did on one day. */
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
): Promise<BrokerRow[]> {
  const { ticker, from, to } = question;
  const market = MARKETS[question.market];
  const investor = INVESTORS[question.investor];
  const totals = await snapshot.brokerTotals({ ticker, from, to, market, investor });
  return Array.from(totals, rowOf).sort(byBuyValueThenCode);
}

/**
 * For each day, one row for each broker that bought or sold on it, highest buy value of the day first, then by code.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1
 */
export async function dailyBrokerSummary(
  snapshot: Snapshot,
  { ticker, from, to, ...question }: BrokerSummaryQuestion & BrokerChoice,
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
  return rowsAt(days, dates, places);
}

/** The rows of brokers and days. */
function rowsAt(
  days: BrokerDays,
  date: readonly IsoDate[],
  places: readonly number[],
): ColumnRows<BrokerDayRow> {
  const code = places.map((place) => days.codeAt(place));
  const [buy_freq, sell_freq] = [days.column(places, 'buy_freq'), days.column(places, 'sell_freq')];
  const [buy_volume, sell_volume] = [days.column(places, 'buy_volume'), days.column(places, 'sell_volume')];
  const [buy_value, sell_value] = [days.column(places, 'buy_value'), days.column(places, 'sell_value')];
  const [buy_avg, sell_avg] = [averages(buy_value, buy_volume), averages(sell_value, sell_volume)];
  const columns = {
    date,
    code,
    buy_freq,
    sell_freq,
    buy_volume,
    sell_volume,
    buy_value,
    sell_value,
    buy_avg,
    sell_avg,
  };
  return new ColumnRows(places.length, columns, (row) => ({
    date: date[row] as IsoDate,
    code: code[row] as string,
    buy_freq: buy_freq[row] as number,
    sell_freq: sell_freq[row] as number,
    buy_volume: buy_volume[row] as number,
    sell_volume: sell_volume[row] as number,
    buy_value: buy_value[row] as number,
    sell_value: sell_value[row] as number,
    buy_avg: buy_avg[row] as number,
    sell_avg: sell_avg[row] as number,
  }));
}

function averages(values: Float64Array, volumes: Float64Array): Float64Array {
  return values.map((value, row) => averagePrice(value, volumes[row] as number));
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

function rowOf([code, totals]: [string, Totals]): BrokerRow {
  return {
    code,
    buy_freq: totals.buy_freq,
    sell_freq: totals.sell_freq,
    buy_volume: totals.buy_volume,
    sell_volume: totals.sell_volume,
    buy_value: totals.buy_value,
    sell_value: totals.sell_value,
    buy_avg: averagePrice(totals.buy_value, totals.buy_volume),
    sell_avg: averagePrice(totals.sell_value, totals.sell_volume),
  };
}

function byBuyValueThenCode(a: BrokerRow, b: BrokerRow): number {
  return b.buy_value - a.buy_value || (a.code < b.code ? -1 : 1);
}
