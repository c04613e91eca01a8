import type { Clock } from '../../../core/clock.ts';
import { jakartaDate } from '../../../core/dates.ts';
import type { TradingCalendar } from '../../../core/market/calendar.ts';
import { counted } from '../../../core/words.ts';
import type { DayContent, Manifest } from '../../../ledger/manifest.ts';
import { type GateFacts, median, some } from './gate-rule.ts';
import { beyondPriceLimits } from './gate-stocks.ts';

/**
 * A day is reported if it has this many times more, or fewer, trades than its neighbours. The median day has 1.6 million trades
 * in 2025 and 2.4 million in 2026, the record day 5.07 million. A half-day session has about 60% of a day.
 */
const UNUSUAL_FACTOR = 2;

/** The warnings about a valid day. Unusual days are published, because they occur on the exchange. */
export async function warningsAbout(
  content: DayContent,
  { calendar, manifest, clock }: { calendar: TradingCalendar; manifest: Manifest; clock: Clock },
): Promise<string[]> {
  const warnings: string[] = [];
  const { trade_date, trades_rows } = content;
  if (!calendar.isTradingDay(trade_date)) {
    warnings.push(`${trade_date} is not a trading day in the exchange's calendar`);
  }
  if (trade_date > jakartaDate(clock.now())) warnings.push(`${trade_date} is in the future`);
  const typical = median(await manifest.tradesOfNeighbours(trade_date));
  if (
    typical !== undefined &&
    (trades_rows > typical * UNUSUAL_FACTOR || trades_rows * UNUSUAL_FACTOR < typical)
  ) {
    warnings.push(
      `it has ${counted(trades_rows, 'trade')}, but the neighbouring days have about ${typical.toLocaleString('en')}: check that no trades are missing or repeated`,
    );
  }
  return warnings;
}

/** A warning about the few stocks with prices that the gate does not expect, such as the stock of a split. */
export function priceWarnings({ day, day_before }: Pick<GateFacts, 'day' | 'day_before'>): string[] {
  const { stocks } = beyondPriceLimits(day, day_before);
  if (stocks.length === 0) return [];
  return [
    `prices are outside the exchange's daily price limits in ${some(stocks)}: check for a corporate action, such as a stock split`,
  ];
}
