import { dateOfEpochDay, epochDay, type IsoDate } from './dates.ts';

/** The exchange's trading days: Monday to Friday, less its holidays. */
export interface TradingCalendar {
  isTradingDay(date: IsoDate): boolean;
  /** Every trading day from `from` to `to`, both included. */
  tradingDays(from: IsoDate, to: IsoDate): IsoDate[];
}

/** @param holidaysCsv `data/reference/holidays.csv`: a header line, then one line per holiday. Each line starts with the date. */
export function tradingCalendar(holidaysCsv: string): TradingCalendar {
  const holidays = new Set(
    holidaysCsv
      .split('\n')
      .slice(1)
      .map((line) => line.slice(0, 10)),
  );
  const isTradingDay = (date: IsoDate): boolean => {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    return weekday !== 0 && weekday !== 6 && !holidays.has(date);
  };
  return {
    isTradingDay,
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
