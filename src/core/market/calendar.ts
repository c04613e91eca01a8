import { dateOfEpochDay, epochDay, type IsoDate, jakartaDate } from '../dates.ts';

/** The exchange's trading days: Monday to Friday, less its holidays. */
export interface TradingCalendar {
  isTradingDay(date: IsoDate): boolean;
  /** Every trading day from `from` to `to`, both included. */
  tradingDays(from: IsoDate, to: IsoDate): IsoDate[];
  /** The name of a holiday, in Indonesian; undefined for any other day. */
  holidayName(date: IsoDate): string | undefined;
}

/** @param holidaysCsv `data/reference/holidays.csv`: a header line, then one line per holiday, which starts with its date and its name. */
export function tradingCalendar(holidaysCsv: string): TradingCalendar {
  const holidays = new Map(
    holidaysCsv
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
      .map(([date = '', name = '']) => [date, name]),
  );
  const isTradingDay = (date: IsoDate): boolean => {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    return weekday !== 0 && weekday !== 6 && !holidays.has(date);
  };
  return {
    isTradingDay,
    holidayName: (date) => holidays.get(date),
    tradingDays(from, to) {
      const days: IsoDate[] = [];
      for (let day = epochDay(from); day <= epochDay(to); day++) {
        const date = dateOfEpochDay(day);
        if (isTradingDay(date)) days.push(date);
      }
      return days;
    },
  };
}

/** The data of a trading day arrives at 12:00 GMT. From this hour (GMT) on, a day that is not published counts as missing. */
const MISSED_FROM_HOUR = 14;

/** The last day whose data should be published by now: a trading day up to it that is not published is missing. */
export function lastExpectedDay(now: Date): IsoDate {
  const today = jakartaDate(now);
  const isExpected = now.getUTCHours() >= MISSED_FROM_HOUR && today === now.toISOString().slice(0, 10);
  return isExpected ? today : dateOfEpochDay(epochDay(today) - 1);
}
