import type { TradeLine } from './trade-lines.ts';

/** A row of ticker_day as Parquet has it. */
export type TickerDay = Record<string, string | bigint>;

/** What the trades of one day give, by ticker and market. Like the oracle, it imports nothing from src/. */
export function tickerDaysOf(trades: readonly TradeLine[]): TickerDay[] {
  const groups = new Map<string, TradeLine[]>();
  for (const trade of trades) {
    const name = `${trade.ticker} ${trade.market}`;
    groups.set(name, [...(groups.get(name) ?? []), trade]);
  }
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, unordered]) => {
      const [ticker = '', market = ''] = name.split(' ');
      const ordered = unordered.toSorted((a, b) => a.trade_no - b.trade_no);
      const prices = ordered.map(({ price }) => price);
      return {
        ticker,
        market,
        open: BigInt(prices[0] ?? 0),
        high: BigInt(Math.max(...prices)),
        low: BigInt(Math.min(...prices)),
        close: BigInt(prices.at(-1) ?? 0),
        ...sums('', ordered),
        ...sums(
          'foreign_buy_',
          ordered.filter((trade) => trade.buyerIsForeign),
        ),
        ...sums(
          'foreign_sell_',
          ordered.filter((trade) => trade.sellerIsForeign),
        ),
        ...sums(
          'domestic_buy_',
          ordered.filter((trade) => !trade.buyerIsForeign),
        ),
        ...sums(
          'domestic_sell_',
          ordered.filter((trade) => !trade.sellerIsForeign),
        ),
      };
    });
}

function sums(prefix: string, trades: readonly TradeLine[]): Record<string, bigint> {
  return {
    [`${prefix}freq`]: BigInt(trades.length),
    [`${prefix}volume`]: trades.reduce((sum, { volume }) => sum + BigInt(volume), 0n),
    [`${prefix}value`]: trades.reduce((sum, { value }) => sum + BigInt(value), 0n),
  };
}
