import type { CalendarDay } from '../../../api/endpoints/market/market.ts';
import { type IsoDate, yearOf } from '../../../core/dates.ts';
import { groupedBy } from '../../../core/grouped-by.ts';
import type { Texts } from '../../texts/texts.ts';
import { useView, type View } from '../components/view.ts';

export type DayState = keyof Texts['operator']['calendar']['states'];

const FRIDAY = 4;
/** Keys of the empty cells before the first day of a month. */
const EMPTY = ['Mon', 'Tue', 'Wed', 'Thu'];

/** The state of a day for the calendar. @param held the days of held files */
export function dayState({ condition, revision, kind }: CalendarDay, held: boolean): DayState {
  if (held) return 'held';
  if (condition === 'published') return (revision ?? 1) > 1 ? 'corrected' : 'published';
  return condition ?? (kind === 'trading_day' ? 'future' : 'closed');
}

/** The state as text. A held file of a published day is a correction, and the published revision stays. */
export function stateText({ texts, numbers }: View, state: DayState, { condition, revision }: CalendarDay) {
  const { states, correction_held } = texts.operator.calendar;
  if (state !== 'held' || condition !== 'published') return states[state];
  return correction_held(numbers.full(revision ?? 1));
}

interface DayCalendarProps {
  /** Whole months, in order. */
  readonly days: readonly CalendarDay[];
  /** The first published day: earlier days are not missing. */
  readonly first: IsoDate;
  readonly held: ReadonlySet<IsoDate>;
  readonly isLarge?: boolean;
}

/** The states whose days are links to the row that explains them. */
const LINKED: ReadonlySet<DayState> = new Set(['missing', 'held', 'corrected']);

function rowOfDay(date: IsoDate): string {
  return `/operator/days?year=${yearOf(date)}#day-${date}`;
}

/** A block of days from Monday to Friday for each month. Marks and colours show the states, and the days to look at are links. */
export function DayCalendar({ days, first: first_day, held, isLarge = false }: DayCalendarProps) {
  const view = useView();
  const texts = view.texts.operator.calendar;
  const months = groupedBy(days, ({ date }) => date.slice(0, 7));
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  const present = new Set<DayState>();
  const blocks = [...months].map(([month, all]) => {
    const cells = all.filter(({ date }) => weekdayOf(date) <= FRIDAY);
    return (
      <div class="cal-month" key={month}>
        <span class="cal-name">{view.dates.month(`${month}-01`)}</span>
        <span class="cal-days">
          {EMPTY.slice(0, weekdayOf(cells[0]?.date ?? `${month}-01`)).map((key) => (
            <i key={key} />
          ))}
          {cells.map((day) => {
            const known = dayState(day, held.has(day.date));
            const state = known === 'missing' && day.date < first_day ? 'earlier' : known;
            present.add(state);
            const name = day.name === null ? '' : ` (${day.name})`;
            const title = `${view.dates.short(day.date)}: ${stateText(view, state, day)}${name}`;
            const cell = { class: `cal-day ${state}`, title };
            const number = Number(day.date.slice(8));
            return LINKED.has(state) ? (
              <a key={day.date} {...cell} href={rowOfDay(day.date)} aria-label={title}>
                {number}
              </a>
            ) : (
              <i key={day.date} {...cell} aria-hidden="true">
                {number}
              </i>
            );
          })}
        </span>
      </div>
    );
  });
  return (
    <>
      <p class="day-legend">
        {(Object.keys(texts.states) as DayState[])
          .filter((state) => present.has(state))
          .map((state) => (
            <span key={state}>
              <i class={`cal-day ${state}`} aria-hidden="true" /> {texts.states[state]}
            </span>
          ))}
      </p>
      <section
        class={isLarge ? 'day-calendar large' : 'day-calendar'}
        aria-label={texts.label(view.dates.short(first), view.dates.short(last))}
      >
        {blocks}
      </section>
    </>
  );
}

/** From 0 for Monday. */
function weekdayOf(date: IsoDate): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}
