import type { IsoDate } from '../../core/dates.ts';
import { Random } from './random.ts';
import type { Story } from './stories.ts';

/** A ticker before its first day. */
export interface PlannedTicker {
  readonly code: string;
  /** The price that it starts at, in IDR. */
  readonly price: number;
  /** Standard deviation of its daily return; by default that of a share of medium size. */
  readonly volatility?: number;
  /** Its first and last day, if it trades on a part of the days only. */
  readonly from?: IsoDate;
  readonly to?: IsoDate;
}

/** What decides the trades of a ticker on a day. Prices in IDR, before they are rounded to ticks. */
export interface TickerDay {
  readonly open: number;
  readonly close: number;
  /** The limits of the day's prices, within the exchange's auto rejection limits. */
  readonly low: number;
  readonly high: number;
  /** Standard deviation of the price over the day, as a part of the price. */
  readonly volatility: number;
  /** Factor of the number of orders; 0 for a ticker without trades. */
  readonly activity: number;
  /** The orders of foreign clients: buys change by a factor of e^tilt, sells by e^-tilt. */
  readonly foreign_tilt: number;
}

// Per day, as parts of the price (logarithms).
const MARKET_VOLATILITY = 0.007;
const USUAL_VOLATILITY = 0.017;
const LARGEST_TREND = 0.0025;
/** Large moves follow large moves: how much of today's volatility, activity and foreign flow stays tomorrow. */
const PERSISTENCE = 0.8;
const VOLATILITY_CHANGE = 0.25;
const ACTIVITY_CHANGE = 0.16;
const FOREIGN_CHANGE = 0.13;
/** How much of the volatility happens within the day, and how much before its opening. */
const INTRADAY_PART = 0.7;
const OVERNIGHT_PART = 0.25;
/** Maximum move from the previous close; the narrowest of the exchange's limits is 15%. */
const DAILY_LIMIT = 0.13;

/**
 * The days of a ticker, in the order of `days`: a random walk with a trend and a volatility of its own.
 * @param stories those of the ticker and those of every ticker
 */
export function pricePath(
  seed: string,
  { code, price, volatility: usual = USUAL_VOLATILITY }: PlannedTicker,
  days: readonly IsoDate[],
  stories: readonly Story[],
): TickerDay[] {
  const random = new Random(`${seed} ${code}`);
  const trend = LARGEST_TREND * (2 * random.next() - 1);
  let [excitement, interest, foreign_tilt, close] = [0, 0, 0, price];
  return days.map((date) => {
    excitement = PERSISTENCE * excitement + VOLATILITY_CHANGE * random.normal();
    interest = PERSISTENCE * interest + ACTIVITY_CHANGE * random.normal();
    foreign_tilt = PERSISTENCE * foreign_tilt + FOREIGN_CHANGE * random.normal();
    const [overnight, move] = [random.normal(), random.normal()];
    const today = stories.filter(({ from, to }) => from <= date && date <= to);
    const activity = today.reduce((factor, story) => factor * (story.activity ?? 1), Math.exp(interest));
    const volatility = usual * Math.exp(excitement);
    const previous = close;
    if (activity > 0) {
      const of_stories = today.reduce((sum, { daily_return }) => sum + (daily_return ?? 0), 0);
      const change = trend + marketReturn(seed, date) + of_stories + volatility * move;
      close = previous * Math.exp(within(change));
    }
    return {
      open: previous * Math.exp(within(OVERNIGHT_PART * volatility * overnight)),
      close,
      low: previous * (1 - DAILY_LIMIT),
      high: previous * (1 + DAILY_LIMIT),
      volatility: INTRADAY_PART * volatility * (1 + Math.abs(move) / 2),
      activity: activity * (0.85 + 0.2 * Math.abs(move)),
      foreign_tilt: today.reduce((sum, story) => sum + (story.foreign_tilt ?? 0), foreign_tilt),
    };
  });
}

/** The move that all tickers share. */
function marketReturn(seed: string, date: IsoDate): number {
  return MARKET_VOLATILITY * new Random(`${seed} market ${date}`).normal();
}

/** The close stays a little inside the limits, so that the day's prices have room. */
function within(change: number): number {
  return Math.max(-DAILY_LIMIT + 0.01, Math.min(DAILY_LIMIT - 0.01, change));
}
