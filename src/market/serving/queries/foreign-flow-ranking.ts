import { dateOfEpochDay, daysInRange, epochDay, type IsoDate } from '../../../core/dates.ts';
import type { ForeignFlow, MarketRange } from '../../../core/market/rows.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { MarketReader } from '../market-database.ts';

export const FLOW_ORDERS = ['net', 'buy', 'sell', 'percent', 'streak'] as const;

export interface ForeignFlowRankingQuestion extends MarketRange {
  readonly order: (typeof FLOW_ORDERS)[number];
  readonly limit: number;
}

export interface RankedFlow extends ForeignFlow {
  readonly ticker: string;
  /** net_foreign in percent of the value of all trades of the ticker, with 2 decimals. */
  readonly percent: number;
  /** Published days in a row, up to the last one of the range, with net buying; negative: with net selling. */
  readonly streak: number;
}

/**
 * The tickers with trades in the range, the largest figure as it is in the row first, then by ticker.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1, and the errors of MarketDatabase.rows
 */
export async function foreignFlowRanking(
  market: MarketReader,
  { from, to, ...question }: ForeignFlowRankingQuestion,
  signal: AbortSignal,
): Promise<RankedFlow[]> {
  const length = daysInRange(from, to);
  const parametersOf = (days: readonly IsoDate[]) => ({
    ...question,
    closed: closedDays(from, length, days),
    last: length - 1,
  });
  const source = { table: 'ticker_rows', from, to } as const;
  const rows = await market.rows('foreign_flow_ranking', source, parametersOf, signal);
  return rows.map(({ ticker, foreign_buy, foreign_sell, net_foreign, percent_hundredths, streak }) => ({
    ticker: String(ticker),
    foreign_buy: exactNumber(Number(foreign_buy)),
    foreign_sell: exactNumber(Number(foreign_sell)),
    net_foreign: exactNumber(Number(net_foreign)),
    percent: Number(percent_hundredths) / 100,
    streak: Number(streak),
  }));
}

/** A character for each day from `from`: 1 for a day without published data, 0 for the others. */
function closedDays(from: IsoDate, length: number, days: readonly IsoDate[]): string {
  const published = new Set(days);
  const first = epochDay(from);
  return Array.from({ length }, (_, day) => (published.has(dateOfEpochDay(first + day)) ? 0 : 1)).join('');
}
