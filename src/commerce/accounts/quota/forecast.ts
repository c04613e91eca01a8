import { DAY_MS, type IsoDate, JAKARTA_OFFSET_MS, jakartaDate } from '../../../core/dates.ts';

/** The average is that of this number of days in Jakarta, today included. */
export const FORECAST_DAYS = 7;

export interface QuotaUse {
  readonly now: Date;
  readonly window_start: Date;
  /** The end of the window, exclusive. */
  readonly window_end: Date;
  /** Units of the window. */
  readonly limit: number;
  /** Units used in the window. */
  readonly used: number;
  /** Units of the last FORECAST_DAYS days in Jakarta, today included. */
  readonly recent: number;
}

export interface Forecast {
  /** The average, rounded to 2 decimals. */
  readonly units_per_day: number;
  /** The day in Jakarta on which the quota will be used up; null if it lasts until the reset. */
  readonly used_up_on: IsoDate | null;
}

/**
 * The day on which a quota will be used up if the account continues with its average of the last FORECAST_DAYS days, or since the start of
 * the quota window if that is later. Less than a day counts as a day, so that a burst at the start of a window is not extrapolated.
 */
export function forecastOf({ now, window_start, window_end, limit, used, recent }: QuotaUse): Forecast {
  const now_ms = now.getTime();
  const recent_start_ms = startOfDay(now_ms) - (FORECAST_DAYS - 1) * DAY_MS;
  const isNew = window_start.getTime() >= recent_start_ms;
  const units = isNew ? used : recent;
  const since_ms = isNew ? window_start.getTime() : recent_start_ms;
  const days = Math.max(1, (now_ms - since_ms) / DAY_MS);
  return { units_per_day: Math.round((units * 100) / days) / 100, used_up_on: usedUpOn() };

  function usedUpOn(): IsoDate | null {
    if (used >= limit) return jakartaDate(now);
    if (units <= 0) return null;
    const used_up_ms = now_ms + ((limit - used) * days * DAY_MS) / units;
    return used_up_ms < window_end.getTime() ? jakartaDate(new Date(used_up_ms)) : null;
  }
}

/** 00:00 in Jakarta of a time. */
function startOfDay(time_ms: number): number {
  return Math.floor((time_ms + JAKARTA_OFFSET_MS) / DAY_MS) * DAY_MS - JAKARTA_OFFSET_MS;
}
