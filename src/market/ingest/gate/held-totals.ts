import type { DayFacts } from '../../lake/day-facts.ts';
import { type GateFacts, median } from './gate-rule.ts';

/** The size of a day. Trades and value (IDR) are those of all markets; volume (shares) and tickers those of the regular market. */
interface DayTotals {
  readonly trades: number;
  readonly value: number;
  readonly volume: number;
  readonly tickers: number;
}

/** The totals of a held file, beside the medians of the published days around. */
export interface HeldTotals {
  readonly file: DayTotals;
  /** Null without such a day. */
  readonly usual: (DayTotals & { readonly days: number }) | null;
  /** The minutes of the day with trades, in order, with the trades of the file and the median of the days. Absent in files held before. */
  readonly minutes?: readonly MinuteTrades[];
}

/** The trades of a minute in the regular market. */
interface MinuteTrades {
  /** From midnight in Jakarta. */
  readonly minute: number;
  readonly file: number;
  readonly usual: number;
}

export function heldTotals({ day, around }: Pick<GateFacts, 'day' | 'around'>): HeldTotals {
  const days = around.map(({ facts }) => totalsOf(facts));
  const of = (name: keyof DayTotals) => median(days.map((each) => each[name])) ?? 0;
  const usual = { trades: of('trades'), value: of('value'), volume: of('volume'), tickers: of('tickers') };
  const minutes = minutesOf(
    day,
    around.map(({ facts }) => facts),
  );
  return { file: totalsOf(day), minutes, usual: days.length === 0 ? null : { ...usual, days: days.length } };
}

function minutesOf(day: DayFacts, days: readonly DayFacts[]): MinuteTrades[] {
  const [own, ...others] = [day, ...days].map(({ minutes }) => new Map(minutes));
  const all = [...new Set([day, ...days].flatMap(({ minutes }) => minutes.map(([minute]) => minute)))];
  return all
    .toSorted((a, b) => a - b)
    .map((minute) => ({
      minute,
      file: own?.get(minute) ?? 0,
      usual: median(others.map((each) => each.get(minute) ?? 0)) ?? 0,
    }));
}

function totalsOf({ trades, value, tickers }: DayFacts): DayTotals {
  const volume = [...tickers.values()].reduce((sum, ticker) => sum + ticker.volume, 0);
  return { trades, value, volume, tickers: tickers.size };
}
