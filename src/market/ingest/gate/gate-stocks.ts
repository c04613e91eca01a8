import { cause } from '../../../core/market/file-causes.ts';
import { autoRejectionLimits, fitsAutoRejection } from '../../../core/market/price-limits.ts';
import type { DayFacts, TickerFacts } from '../../lake/day-facts.ts';
import { type DayAround, type GateFacts, HANDFUL, type Rule, some } from './gate-rule.ts';

/** The exchange has about 50 corporate actions a year that move a price beyond its limits: three on one day are rare. */
const MAX_STOCKS_BEYOND_LIMITS = 2;
const MAX_VALUE_BEYOND_LIMITS = 0.01;
/** The limits of a stock without a previous close, such as a newly listed one, are twice as wide. */
const DAYS_OF_UNKNOWN_CLOSE = 2;
const MIN_ODD_TRADES = 20;
const MAX_ODD_PART = 0.1;
const MAX_USUAL_ODD_PART = 0.01;
const MIN_TRADES_IN_ORDER = 10;
const MAX_MORE_DISORDER = 0.05;

/** Compare the stocks of a day with a day before, one by one. */
export const STOCK_RULES: readonly Rule[] = [
  ({ day, day_before }) => {
    const { stocks, value } = beyondPriceLimits(day, day_before);
    const part = value / day.regular_value;
    if (stocks.length <= MAX_STOCKS_BEYOND_LIMITS && !(part >= MAX_VALUE_BEYOND_LIMITS)) return false;
    return cause('beyond_price_limits', stocks.length, some(stocks));
  },

  ({ day, around }) => {
    const stocks = stocksThat(
      day,
      around,
      (now, usual) => isScaled(now, usual) || isOdd(now, usual, 'odd_lots'),
    );
    return stocks.length > 0 && cause('stock_volumes', stocks.length, some(stocks));
  },

  ({ day, around }) => {
    const stocks = stocksThat(day, around, (now, usual) => isOdd(now, usual, 'off_steps'));
    return stocks.length > 0 && cause('off_price_steps', stocks.length, some(stocks));
  },

  ({ day, around: [nearest], replaced }) => {
    // A correction may add late trades with new numbers. Its opening and closing prices are compared with the published ones.
    if (!nearest || replaced) return false;
    const here = disordered(day);
    const usual = disordered(nearest.facts).length;
    if (here.length <= usual + Math.max(HANDFUL, MAX_MORE_DISORDER * day.tickers.size)) return false;
    return cause('not_in_order', here.length, some(here));
  },
];

/** The stocks with prices that the exchange would have rejected, and the value of their regular trades in IDR. */
export function beyondPriceLimits(
  day: DayFacts,
  day_before: GateFacts['day_before'],
): { stocks: string[]; value: number } {
  const beyond = [...day.tickers].filter(
    ([ticker, { low, high }]) => isShare(ticker) && !isWithinLimits(ticker, low, high, day_before),
  );
  return {
    stocks: beyond.map(([ticker]) => ticker),
    value: beyond.reduce((sum, [, { value }]) => sum + value, 0),
  };
}

function isWithinLimits(
  ticker: string,
  low: number,
  high: number,
  day_before: GateFacts['day_before'],
): boolean {
  const close = day_before?.facts.tickers.get(ticker)?.close;
  if (!day_before || close === undefined) return fitsAutoRejection(low, high, DAYS_OF_UNKNOWN_CLOSE);
  const limits = autoRejectionLimits(close, day_before.trading_days_ago);
  return low >= limits.low && high <= limits.high && fitsAutoRejection(low, high);
}

/** Warrants, rights and structured warrants have limits of their own. */
function isShare(ticker: string): boolean {
  return /^[A-Z]{4}$/.test(ticker);
}

function stocksThat(
  day: DayFacts,
  [nearest]: readonly DayAround[],
  test: (now: TickerFacts, usual: TickerFacts) => boolean,
): string[] {
  return [...day.tickers]
    .filter(([ticker, now]) => {
      const usual = nearest?.facts.tickers.get(ticker);
      return usual !== undefined && test(now, usual);
    })
    .map(([ticker]) => ticker);
}

/** Whether every volume is an even number of lots, although many are usually not: they were multiplied by 2, 10 or 100. */
function isScaled(now: TickerFacts, usual: TickerFacts): boolean {
  return now.uneven_lots === 0 && now.trades * (usual.uneven_lots / usual.trades) >= MIN_ODD_TRADES;
}

function isOdd(now: TickerFacts, usual: TickerFacts, which: 'odd_lots' | 'off_steps'): boolean {
  if (usual[which] > usual.trades * MAX_USUAL_ODD_PART) return false;
  return now[which] >= Math.max(MIN_ODD_TRADES, now.trades * MAX_ODD_PART);
}

/** The tickers whose largest trade number is not in their last second. */
function disordered({ tickers }: DayFacts): string[] {
  return [...tickers]
    .filter(([, { trades, is_in_order }]) => trades >= MIN_TRADES_IN_ORDER && !is_in_order)
    .map(([ticker]) => ticker);
}
