import type { IsoDate } from '../dates.ts';
import type { CorporateAction } from './corporate-actions.ts';

/**
 * The state of a trading day. `due`: today's day, whose data has not arrived yet. `missing`: it should be published by now.
 * A day that is not a trading day has a state only if it is published.
 */
export const DAY_CONDITIONS = ['published', 'due', 'missing', 'future'] as const;

export type DayCondition = (typeof DAY_CONDITIONS)[number];

/** Why an answer is empty, with the explanation for readers. */
export const EMPTY_REASONS = {
  unknown_ticker: 'no published day has a trade of the ticker',
  no_trades: 'the published days of the range have no trade that matches the request',
  no_trading_day: 'the range has no trading day',
  not_published_yet: 'the trading day of the range is not published yet',
  missing_day: 'a trading day of the range is missing from the published data',
  future: 'the trading days of the range are in the future',
} as const;

export type EmptyReason = keyof typeof EMPTY_REASONS;

/** A response lists at most so many missing days. */
export const MAX_LISTED_DAYS = 20;

/** The published days of a date range. */
export interface RangeCoverage {
  /** Published days. */
  readonly published: number;
  /** Published days that match the exchange's Stock Summary. */
  readonly verified: number;
  /** Published days, and the trading days up to today that are not published. */
  readonly expected: number;
  /** The number of missing trading days. */
  readonly missing: number;
  /** The first of the missing trading days, in order: at most MAX_LISTED_DAYS. */
  readonly missing_days: readonly IsoDate[];
}

/** The published data that an answer is made from. */
export interface Coverage {
  /** The newest published day; null if nothing is published. */
  readonly through: IsoDate | null;
  /** Null for an answer without a date range. */
  readonly range: RangeCoverage | null;
  /** Null for an answer that is not empty. */
  readonly empty_reason: EmptyReason | null;
  /** Why the answer is an estimate. */
  readonly estimate?: string | undefined;
  /** Whether volumes and prices are in shares of the newest published day. */
  readonly isAdjusted?: boolean;
  /** For an answer about one stock: its corporate actions after the first day of the range, up to the newest published day. */
  readonly actions?: readonly CorporateAction[] | null;
}
