import { dateOfEpochDay, epochDay, type IsoDate } from '../../../core/dates.ts';

/** The units that were charged on a day in Jakarta. */
export interface UsageDay {
  readonly date: IsoDate;
  readonly units: number;
}

/** The quota cycle that the days belong to. */
export interface UsageCycle {
  readonly start: IsoDate;
  /** The last day, on which the quota resets or the day before. */
  readonly end: IsoDate;
  readonly limit: number;
  /** Units used in the cycle so far. */
  readonly used: number;
  readonly units_per_day: number;
  /** Null if the quota lasts until the end. */
  readonly used_up_on: IsoDate | null;
}

export interface UsageSlot {
  readonly date: IsoDate;
  /** Null for a day in the future. */
  readonly units: number | null;
  /** Units since the start of the cycle, up to the end of the day; in the future at the present pace. Null outside of a cycle. */
  readonly total: number | null;
}

/**
 * The days from left to right: those of the history or, of a cycle, all days from its start to its end.
 * The totals are counted back from the units used: the first day of a cycle can also have units of the previous one.
 */
export function usageSlots(days: readonly UsageDay[], cycle: UsageCycle | null): UsageSlot[] {
  if (cycle === null) return days.map((day) => ({ ...day, total: null }));
  const { start, end, used, units_per_day, limit } = cycle;
  const units = new Map(days.map((day) => [day.date, day.units]));
  const today = days.at(-1)?.date ?? start;
  const dates = datesBetween(start, end);
  const totals = new Map<IsoDate, number>();
  let total = used;
  for (const date of dates.filter((each) => each <= today).toReversed()) {
    totals.set(date, Math.max(0, total));
    total -= units.get(date) ?? 0;
  }
  return dates.map((date) => {
    const ahead = epochDay(date) - epochDay(today);
    if (ahead <= 0) return { date, units: units.get(date) ?? 0, total: totals.get(date) ?? 0 };
    return { date, units: null, total: Math.min(limit, Math.round(used + ahead * units_per_day)) };
  });
}

function datesBetween(from: IsoDate, to: IsoDate): IsoDate[] {
  const first = epochDay(from);
  return Array.from({ length: Math.max(1, epochDay(to) - first + 1) }, (_, day) =>
    dateOfEpochDay(first + day),
  );
}
