import type { IsoDate } from '../dates.ts';
import type { TradingCalendar } from './calendar.ts';
import type { CorporateAction } from './corporate-actions.ts';
import { autoRejectionLimits } from './price-limits.ts';

/** A stock that opened far from its close before. Prices are IDR per share. */
export interface OpeningGap {
  readonly ticker: string;
  readonly date: IsoDate;
  /** The day with a trade before. */
  readonly day_before: IsoDate;
  readonly open: number;
  readonly close_before: number;
}

/** A gap that looks like a corporate action. */
export interface PriceJump extends OpeningGap {
  /** The usual factor that is nearest: new shares for old ones. */
  readonly factor: string;
}

/** New shares for old ones, of splits, bonus shares and rights; reverse splits have the inverses. */
const USUAL = [
  [2, 1],
  [3, 1],
  [4, 1],
  [5, 1],
  [8, 1],
  [10, 1],
  [20, 1],
  [25, 1],
  [5, 4],
  [4, 3],
  [3, 2],
  [5, 3],
  [5, 2],
] as const;
const FACTORS = [...USUAL, ...USUAL.map(([now, before]) => [before, now] as const)];
/** A stock may open this much above or below the theoretical price. */
const TOLERANCE = 0.1;

/** The gaps by a usual factor that the limits of the exchange do not permit and no corporate action explains. */
export function unexplainedJumps(
  gaps: readonly OpeningGap[],
  actions: readonly CorporateAction[],
  calendar: TradingCalendar,
): PriceJump[] {
  return gaps.flatMap((gap) => {
    const { ticker, date, day_before, open, close_before } = gap;
    const days = Math.max(1, calendar.tradingDays(day_before, date).length - 1);
    const { low, high } = autoRejectionLimits(close_before, days);
    if (open >= low && open <= high) return [];
    const isExplained = actions.some(
      (each) => each.ticker === ticker && each.ex_date > day_before && each.ex_date <= date,
    );
    const factor = isExplained ? undefined : nearestFactor(close_before / open);
    return factor === undefined ? [] : [{ ...gap, factor }];
  });
}

function nearestFactor(ratio: number): string | undefined {
  const distances = FACTORS.map(([now, before]) => ({
    factor: `${now}/${before}`,
    distance: Math.abs((ratio * before) / now - 1),
  }));
  const nearest = distances.reduce((best, each) => (each.distance < best.distance ? each : best));
  return nearest.distance <= TOLERANCE ? nearest.factor : undefined;
}
