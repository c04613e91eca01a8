import type { EmptyReason } from '../../../core/market/coverage.ts';

/**
 * Why an answer for a range is empty. A ticker can only be judged by the published days, so without one the days are the reason. A missing
 * day may have trades, so with one the reason is never `no_trades`.
 */
export function emptyReasonOf(
  days: { published: number; expected: number; missing: number; hasTradingDay: () => boolean },
  isKnown: boolean,
): EmptyReason {
  if (days.published > 0 && !isKnown) return 'unknown_ticker';
  if (days.missing > 0) return 'missing_day';
  if (days.published > 0) return 'no_trades';
  if (days.expected > 0) return 'not_published_yet';
  return days.hasTradingDay() ? 'future' : 'no_trading_day';
}
