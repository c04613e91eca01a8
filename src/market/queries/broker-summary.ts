import type { IsoDate } from '../../core/dates.ts';
import { INVESTORS, type Investor, MARKETS, type Market } from '../../core/market.ts';
import { averagePrice } from '../../core/numbers.ts';
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
