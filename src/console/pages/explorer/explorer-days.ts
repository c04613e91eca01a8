import { dateOfEpochDay, epochDay, type IsoDate } from '../../../core/dates.ts';
import type { CorporateActions } from '../../../core/market/corporate-actions.ts';
import type { MarketCalendar } from '../../../market/serving/queries/market-calendar.ts';
import type { Selection } from '../../charts/requests/requests.ts';
import type { Day } from '../../charts/requests/rows.ts';
import type { Context, ExplorerServices } from './explorer-answers.tsx';

/** Each corporate action stands at the first trading day from its ex-date on. */
export function withActions(
  days: readonly Day[],
  ticker: string,
  corporate: CorporateActions,
  { selection, published }: Context,
): Day[] {
  const before = dateOfEpochDay(epochDay(selection.from) - 1);
  const known = corporate.of(ticker, before, published.at(-1) ?? null);
  return days.map((day, index) => {
    const previous = days[index - 1]?.date ?? before;
    const actions = known.filter(({ ex_date }) => ex_date > previous && ex_date <= day.date);
    return actions.length === 0 ? day : { ...day, actions };
  });
}

export interface DaySources {
  readonly calendar: MarketCalendar;
  readonly sources: ExplorerServices['sources'];
  readonly history: ExplorerServices['explorer']['history'];
}

/** The trading days of a range, with what is known of their files. */
export async function daysOf(
  { calendar, sources, history: revisions }: DaySources,
  range: Pick<Selection, 'from' | 'to'>,
  { first, selection }: Context,
): Promise<Day[]> {
  const days = await calendar.days(range.from, range.to);
  const trading = days.flatMap(({ date, condition }) => (condition === null ? [] : [{ date, condition }]));
  const [held, rejected, history] = await Promise.all([sources.held(), sources.rejected(), revisions()]);
  const known = selection.known_at ?? null;
  const corrected = new Set(
    history
      .filter(({ revision, published_at }) => {
        return revision > 1 && (known === null || (published_at !== null && published_at <= known));
      })
      .map(({ trade_date }) => trade_date),
  );
  const has = (files: readonly { trade_date: IsoDate | null }[], date: IsoDate) =>
    files.some(({ trade_date }) => trade_date === date);
  return trading.map(({ date, condition }) => {
    if (condition === 'published') {
      const is_corrected = corrected.has(date);
      return { date, condition, absence: null, is_checked: has(held, date), is_corrected };
    }
    if (condition !== 'missing') return { date, condition, absence: condition };
    if (has(held, date)) return { date, condition, absence: 'held' };
    if (has(rejected, date)) return { date, condition, absence: 'rejected' };
    return { date, condition, absence: date < first ? 'before' : 'no_file' };
  });
}
