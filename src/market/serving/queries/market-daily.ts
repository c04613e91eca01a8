import type { MarketDayRow, MarketRange } from '../../../core/market/rows.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { MarketReader } from '../market-database.ts';

/**
 * A row for each day of the range with a trade in the market, by date.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1, and the errors of MarketDatabase.rows
 */
export async function marketDaily(
  database: MarketReader,
  { from, to, market }: MarketRange,
  signal: AbortSignal,
): Promise<MarketDayRow[]> {
  const source = { table: 'ticker_rows', from, to } as const;
  const rows = await database.rows('market_daily', source, () => ({ market }), signal);
  return rows.map(({ date, tickers, volume, value, freq, foreign_buy, foreign_sell }) => ({
    date: String(date),
    tickers: Number(tickers),
    volume: exactNumber(Number(volume)),
    value: exactNumber(Number(value)),
    freq: exactNumber(Number(freq)),
    foreign_buy: exactNumber(Number(foreign_buy)),
    foreign_sell: exactNumber(Number(foreign_sell)),
    net_foreign: exactNumber(Number(foreign_buy) - Number(foreign_sell)),
  }));
}
