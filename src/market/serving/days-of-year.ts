import { daysInRange, type IsoDate } from '../../core/dates.ts';
import type { DaysOfYear } from './ticker-year.ts';

/** The part of a range that lies in a year, which it touches. */
export function daysOfYear(year: number, from: IsoDate, to: IsoDate): DaysOfYear {
  const first_day = `${year}-01-01`;
  const last_day = `${year}-12-31`;
  return {
    first: dayOfYear(from > first_day ? from : first_day),
    last: dayOfYear(to < last_day ? to : last_day),
  };
}

/** January 1st is 0. */
function dayOfYear(date: IsoDate): number {
  return daysInRange(`${date.slice(0, 4)}-01-01`, date) - 1;
}
