import { dateOfEpochDay, epochDay, type IsoDate } from '../../core/dates.ts';

/** A longer forecast says nothing. */
const MAX_FORECAST_DAYS = 3660;

/** What a published day takes on the disk. */
export interface DaySize {
  readonly trade_date: IsoDate;
  readonly bytes: number;
}

/** The bytes per calendar day that published days add to the disk; null if unknown, such as with one day. */
export function growthPerDay(days: readonly DaySize[]): number | null {
  const sorted = days.toSorted((a, b) => (a.trade_date < b.trade_date ? -1 : 1));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || first.trade_date === last.trade_date) return null;
  // The first day stands for the start of the span: its bytes were added before it.
  const bytes = sorted.slice(1).reduce((sum, day) => sum + day.bytes, 0);
  return bytes / (epochDay(last.trade_date) - epochDay(first.trade_date));
}

/** The number of whole days until the disk is full; null without growth, or if it takes more than ten years. */
export function daysUntilFull(free_bytes: number, bytes_per_day: number | null): number | null {
  if (bytes_per_day === null || !(bytes_per_day > 0)) return null;
  const days = Math.floor(Math.max(0, free_bytes) / bytes_per_day);
  return days > MAX_FORECAST_DAYS ? null : days;
}

/** The day on which the disk will be full; null if daysUntilFull gives no number. */
export function fullOn(today: IsoDate, days_until_full: number | null): IsoDate | null {
  return days_until_full === null ? null : dateOfEpochDay(epochDay(today) + days_until_full);
}
