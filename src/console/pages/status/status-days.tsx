import { epochDay, type IsoDate, monthOf } from '../../../core/dates.ts';
import { type CauseKind, causeKind, type FileCause } from '../../../core/market/file-causes.ts';
import type { CalendarDay, MarketCalendar } from '../../../market/serving/queries/market-calendar.ts';
import { DataTable } from '../components/data-table.tsx';
import { useView, type View } from '../components/view.ts';

/** The condition of a day, as the calendar shows it. `checking`: its published revision is served while a correction is held. */
type DayState =
  | 'published'
  | 'corrected'
  | 'differs'
  | 'checking'
  | 'missing'
  | 'held'
  | 'rejected'
  | 'due'
  | 'future'
  | 'closed'
  | 'before';

/** The states of days that are listed below the calendar. */
const LISTED = ['corrected', 'differs', 'checking', 'missing', 'held', 'rejected'] as const;
const ATTENTION: ReadonlySet<DayState> = new Set(LISTED);
/** The states that the key explains, in its order. */
const KEY = ['published', ...LISTED, 'due', 'closed'] as const;

/** A list of at most this many days is open. */
const OPEN_DAYS = 10;

interface SourceDay {
  readonly trade_date: IsoDate | null;
  readonly causes: readonly FileCause[];
}

/** The days of the held and of the rejected files that were not published since. */
export type SourceDays = Readonly<Record<'held' | 'rejected', () => Promise<readonly SourceDay[]>>>;

export interface StatusDay extends CalendarDay {
  readonly state: DayState;
  /** What a check found in the rejected or held file of the day. */
  readonly found: CauseKind | 'unknown';
}

/** Every day of some years in a row. A held or rejected file is a state of its day only while the day is not published since. */
export async function statusDays(
  { calendar, sources }: { readonly calendar: MarketCalendar; readonly sources: SourceDays },
  first: IsoDate,
  years: readonly number[],
): Promise<StatusDay[]> {
  const held = byDay(await sources.held());
  const rejected = byDay(await sources.rejected());
  const days = await calendar.days(`${years[0]}-01-01`, `${years.at(-1)}-12-31`);
  return days.map((day) => {
    const [cause] = (held.get(day.date) ?? rejected.get(day.date))?.causes ?? [];
    const found = (cause && causeKind(cause)) ?? 'unknown';
    return { ...day, state: stateOf(day, first, { held, rejected }), found };
  });
}

/** The newest file of each day. @param files the newest first */
function byDay(files: readonly SourceDay[]): Map<IsoDate | null, SourceDay> {
  return new Map(files.toReversed().map((file) => [file.trade_date, file]));
}

function stateOf(
  day: CalendarDay,
  first: IsoDate,
  { held, rejected }: Readonly<Record<'held' | 'rejected', ReadonlyMap<IsoDate | null, SourceDay>>>,
): DayState {
  if (held.has(day.date)) return day.condition === 'published' ? 'checking' : 'held';
  if (day.condition !== 'published' && rejected.has(day.date)) return 'rejected';
  switch (day.condition) {
    case 'published':
      if (day.verified === false) return 'differs';
      return (day.revision ?? 1) > 1 ? 'corrected' : 'published';
    case 'missing':
      return day.date < first ? 'before' : 'missing';
    case null:
      return 'closed';
    default:
      return day.condition;
  }
}

/** The number of days in each state, such as `20 published (1 corrected), 1 missing`. */
export function countsText({ texts, numbers }: View, days: readonly StatusDay[]): string {
  const { counted } = texts.status.days;
  const textsFor = (states: readonly (keyof typeof counted)[]) =>
    states.flatMap((state) => {
      const count = days.filter((day) => day.state === state).length;
      return count === 0 ? [] : [counted[state](numbers.full(count))];
    });
  const published = days.filter(({ condition }) => condition === 'published').length;
  const special = textsFor(['corrected', 'differs', 'checking']).join(', ');
  return [
    ...(published === 0
      ? []
      : [`${counted.published(numbers.full(published))}${special === '' ? '' : ` (${special})`}`]),
    ...textsFor(['missing', 'held', 'rejected', 'due']),
  ].join(', ');
}

export function Key() {
  const view = useView();
  return (
    <ul class="key">
      {KEY.map((state) => (
        <li key={state}>
          <span class={`day ${state}`} aria-hidden="true" />
          {view.texts.status.days.states[state]}
        </li>
      ))}
    </ul>
  );
}

/** The months up to the present one that have a day since the first published one. */
export function monthsOf(days: readonly StatusDay[], today: IsoDate): StatusDay[][] {
  const months = [
    ...new Set(
      days
        .filter(
          ({ state, date }) => state !== 'before' && state !== 'closed' && monthOf(date) <= monthOf(today),
        )
        .map(({ date }) => monthOf(date)),
    ),
  ];
  return months.map((month) => days.filter(({ date }) => monthOf(date) === month));
}

export function Month({ days }: { days: readonly StatusDay[] }) {
  const view = useView();
  const first = days[0]?.date ?? '';
  return (
    <table class="month">
      <caption>{view.dates.month(first)}</caption>
      <thead>
        <tr>
          {view.dates.weekdays.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(days).map((week, place) => (
          <tr key={place}>
            {week.map((day, column) => (
              <td key={column}>{day && <Day day={day} />}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rows of 7 days from Monday; null outside the month. */
function weeksOf(days: readonly StatusDay[]): (StatusDay | null)[][] {
  // 1970-01-01 was a Thursday.
  const before = days[0] ? (epochDay(days[0].date) + 3) % 7 : 0;
  const cells: (StatusDay | null)[] = [...Array.from({ length: before }, () => null), ...days];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

function Day({ day }: { day: StatusDay }) {
  const view = useView();
  const { days } = view.texts.status;
  const { date, state, trades, name } = day;
  const text = [
    name ?? days.states[state],
    ...(trades === null ? [] : [view.texts.home.trades(view.numbers.full(trades))]),
  ].join(', ');
  return (
    <span id={`day-${date}`} class={`day ${state}`} title={`${view.dates.long(date)}: ${text}`}>
      {Number(date.slice(8))}
      <span class="visually-hidden"> {text}</span>
    </span>
  );
}

/** Why a day is missing, rejected, held or corrected, in one sentence. It names no file and no figure of it. */
function reasonText({ texts }: View, { state, found }: StatusDay): string {
  const { reasons, kinds } = texts.status.days;
  switch (state) {
    case 'missing':
    case 'corrected':
    case 'differs':
      return reasons[state];
    case 'rejected':
    case 'held':
    case 'checking':
      return reasons[state](kinds[found]);
    default:
      return '';
  }
}

/** The days that are not simply published, as text. */
export function Attention({ days: all }: { days: readonly StatusDay[] }) {
  const view = useView();
  const days = all.filter(({ state }) => ATTENTION.has(state));
  const { texts, numbers, dates } = view;
  const { status } = texts;
  if (days.length === 0) return <p class="note">{status.days.nothing}</p>;
  return (
    <details open={days.length <= OPEN_DAYS}>
      <summary>{status.days.attention(numbers.full(days.length))}</summary>
      <DataTable
        id="attention"
        caption={status.days.attention_about}
        rows={days}
        columns={[
          { title: status.days.date, cell: ({ date }) => dates.long(date) },
          { title: status.days.state, cell: ({ state }) => status.days.states[state] },
          { title: status.days.why, cell: (day) => reasonText(view, day) },
          { title: status.days.revision, number: ({ revision }) => revision },
          { title: status.days.trades, number: ({ trades }) => trades },
          { title: status.days.published_at, time: ({ published_at }) => published_at },
        ]}
      />
    </details>
  );
}
