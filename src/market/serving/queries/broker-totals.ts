import type { BrokerStockRow, InvestorRange, RankedBroker, TradeTotals } from '../../../core/market/rows.ts';
import { averagePrice, exactNumber, percentOf } from '../../../core/rounding.ts';
import type { MarketReader } from '../market-database.ts';

/** A row of a question, as DuckDB returns it. */
type Sums = Readonly<Record<string, unknown>>;

/**
 * One row for each broker that bought or sold, highest buy value first, then by code.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1, and the errors of MarketDatabase.rows
 */
export async function brokerRanking(
  market: MarketReader,
  { from, to, ...question }: InvestorRange,
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
  market: Pick<MarketReader, 'rows'>,
  { from, to, code, ...question }: InvestorRange & { readonly code: string },
  signal: AbortSignal,
): Promise<BrokerStockRow[]> {
  const source = { table: 'broker_rows', from, to } as const;
  const rows = await market.rows('broker_stocks', source, () => ({ ...question, broker: code }), signal);
  return rows.map((row) => ({ ticker: String(row.ticker), ...figuresOf(row) }));
}

function figuresOf(sums: Sums): TradeTotals {
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
