import { invalidField } from './errors.ts';

/** A calendar day as `YYYY-MM-DD`. Days compare and sort as strings. */
export type IsoDate = string;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is an existing day: true for `2024-02-29`, false for `2025-02-29` and `2025-2-1`. */
export function isIsoDate(text: string): boolean {
  if (!ISO_DATE.test(text)) return false;
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  // Nearly all dates need no number of days, which takes longer than the rest.
  return month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysInMonth(yearOf(text), month));
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
/** Such as `2026-01-30T17:00:00.000Z`. Times in years before 0 and after 9999 are longer, and would not sort as text. */
const INSTANT_CHARACTERS = 24;

/** The time of a text in ISO 8601 with a time zone, such as `2026-01-31T00:00+07:00`; undefined for any other text. */
export function instantOf(text: string): Date | undefined {
  const [, date = ''] = INSTANT.exec(text) ?? [];
  if (!isIsoDate(date)) return undefined;
  const instant = new Date(text);
  return instant.toISOString().length === INSTANT_CHARACTERS ? instant : undefined;
}

/** The calendar repeats after 400 years. Date.UTC would take the years 0 to 99 as 1900 to 1999. */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** Days since 1970-01-01, the unit of dates in Parquet and DuckDB. */
export function epochDay(date: IsoDate): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

export function dateOfEpochDay(day: number): IsoDate {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The number of days in a range, both ends included. */
export function daysInRange(from: IsoDate, to: IsoDate): number {
  return epochDay(to) - epochDay(from) + 1;
}

export function yearOf(date: IsoDate): number {
  return Number(date.slice(0, 4));
}

/** The calendar month of a day, as `YYYY-MM`. */
export function monthOf(date: IsoDate): string {
  return date.slice(0, 7);
}

/** Asia/Jakarta is 7 hours ahead of UTC all year. */
export const JAKARTA_OFFSET_MS = 7 * 3_600_000;

/**
 * The time from the start of a month to the end of another, `YYYY-MM` in Jakarta, as ISO-8601 in UTC; `until` is exclusive.
 * @throws AlirError `invalid_request` if the first is after the last
 */
export function monthRange(from: string, to: string): { since: string; until: string } {
  checkOrder('month', from, to);
  // Day 32 of any month is in the next one.
  const next = `${dateOfEpochDay(epochDay(`${to}-01`) + 31).slice(0, 7)}-01`;
  return { since: jakartaMidnight(`${from}-01`), until: jakartaMidnight(next) };
}

/**
 * The time from the start of a day to the end of another, in Jakarta, as ISO-8601 in UTC; `until` is exclusive.
 * @throws AlirError `invalid_request` if the first is after the last
 */
export function dayRange(from: IsoDate, to: IsoDate): { since: string; until: string } {
  checkOrder('day', from, to);
  return { since: jakartaMidnight(from), until: jakartaMidnight(dateOfEpochDay(epochDay(to) + 1)) };
}

function checkOrder(unit: 'day' | 'month', from: string, to: string): void {
  if (from <= to) return;
  throw invalidField('from', `must not be after the last ${unit}, ${to}`);
}

/** The time at which a day begins in Jakarta, as ISO-8601 in UTC. */
function jakartaMidnight(date: IsoDate): string {
  return new Date(Date.parse(date) - JAKARTA_OFFSET_MS).toISOString();
}

/** The day in Jakarta at the given time. */
export function jakartaDate(now: Date): IsoDate {
  return new Date(now.getTime() + JAKARTA_OFFSET_MS).toISOString().slice(0, 10);
}

/** ISO-8601 in UTC, to the second, without zone designator: the contract's format for the start and end of a period. */
export function naiveUtc(time: Date): string {
  return time.toISOString().slice(0, 19);
}
