import type { IsoDate } from '../../../core/dates.ts';
import type { Investor, Market } from '../../../core/market/market.ts';
import { averagePrice, exactNumber, percentOf } from '../../../core/rounding.ts';
import type { MarketReader } from '../market-database.ts';
import type { BrokerRow } from './broker-summary.ts';

export interface BrokerTotalsQuestion {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly investor: Investor;
  readonly market: Market;
}

/** What one broker did in all tickers over a range of days. */
export interface RankedBroker extends BrokerRow {
  /** Percent of the value of the buys plus sells of all brokers, with 2 decimals. */
  readonly share: number;
}

/** What a broker did in one ticker over a range of days. */
export interface BrokerStockRow extends Omit<BrokerRow, 'code'> {
  readonly ticker: string;
}

/** A row of a question, as DuckDB returns it. */
type Sums = Readonly<Record<string, unknown>>;

/**
 * One row for each broker that bought or sold, highest buy value first, then by code.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1, and the errors of MarketDatabase.rows
 */
export async function brokerRanking(
  market: MarketReader,
  { from, to, ...question }: BrokerTotalsQuestion,
  signal: AbortSignal,
): Promise<RankedBroker[]> {
  const source = { table: 'broker_sums', from, to } as const;
  const rows = await market.rows('broker_ranking', source, () => question, signal);
  const tradedValue = ({ buy_value, sell_value }: Sums) =>
    BigInt(buy_value as bigint) + BigInt(sell_value as bigint);
  const all = rows.reduce((sum, row) => sum + tradedValue(row), 0n);
  return rows.map((row) => ({
    code: String(row.broker),
    ...figuresOf(row),
    share: percentOf(tradedValue(row), all),
  }));
}

/**
 * One row for each ticker that a broker bought or sold, highest buy value first, then by ticker.
 * @param question.code the broker
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1, and the errors of MarketDatabase.rows
 */
export async function brokerStocks(
  market: MarketReader,
  { from, to, code, ...question }: BrokerTotalsQuestion & { readonly code: string },
  signal: AbortSignal,
): Promise<BrokerStockRow[]> {
  const source = { table: 'broker_rows', from, to } as const;
  const rows = await market.rows('broker_stocks', source, () => ({ ...question, broker: code }), signal);
  return rows.map((row) => ({ ticker: String(row.ticker), ...figuresOf(row) }));
}

function figuresOf(sums: Sums): Omit<BrokerRow, 'code'> {
  const sum = (name: string) => exactNumber(Number(sums[name]));
  const [buy_volume, sell_volume] = [sum('buy_volume'), sum('sell_volume')];
  const [buy_value, sell_value] = [sum('buy_value'), sum('sell_value')];
  return {
    buy_freq: sum('buy_freq'),
    sell_freq: sum('sell_freq'),
    buy_volume,
    sell_volume,
    buy_value,
    sell_value,
    buy_avg: averagePrice(buy_value, buy_volume),
    sell_avg: averagePrice(sell_value, sell_volume),
  };
}
