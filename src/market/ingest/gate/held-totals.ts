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
}

export function heldTotals({ day, around }: Pick<GateFacts, 'day' | 'around'>): HeldTotals {
  const days = around.map(({ facts }) => totalsOf(facts));
  const of = (name: keyof DayTotals) => median(days.map((each) => each[name])) ?? 0;
  const usual = { trades: of('trades'), value: of('value'), volume: of('volume'), tickers: of('tickers') };
  return { file: totalsOf(day), usual: days.length === 0 ? null : { ...usual, days: days.length } };
}

function totalsOf({ trades, value, tickers }: DayFacts): DayTotals {
  const volume = [...tickers.values()].reduce((sum, ticker) => sum + ticker.volume, 0);
  return { trades, value, volume, tickers: tickers.size };
}
