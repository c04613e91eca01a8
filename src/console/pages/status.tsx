import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { DAY_MS, epochDay, type IsoDate, jakartaDate, monthOf, yearOf } from '../../core/dates.ts';
import { type CauseKind, causeKind, type FileCause } from '../../core/file-causes.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { CalendarDay, MarketCalendar } from '../../market/queries/market-calendar.ts';
import { Page } from './layout.tsx';
import { Heading, Notice, Tag } from './notice.tsx';
import type { OpenPages } from './render.tsx';
import { PAGE_ROUTE } from './route.ts';
import { DataTable } from './table.tsx';
import { urlWith, type View } from './view.ts';

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

/** The states that the key explains; those that need attention are listed below the calendar. */
const KEY = [
  'published',
  'corrected',
  'differs',
  'checking',
  'missing',
  'held',
  'rejected',
  'due',
  'closed',
] as const;
const ATTENTION: ReadonlySet<DayState> = new Set([
  'corrected',
  'differs',
  'checking',
  'missing',
  'held',
  'rejected',
]);

/** A list of at most this many days is open. */
const OPEN_DAYS = 10;

/** Resolved incidents are shown for this time after they began. */
const INCIDENT_DAYS = 90;

/** What the operator wrote. */
interface Incident {
  readonly incident_id: string;
  readonly title: string;
  readonly details: string;
  readonly started_at: string;
  /** Null while it lasts. */
  readonly resolved_at: string | null;
}

/** How recent the data is. */
interface Freshness {
  readonly newest_day: IsoDate | null;
  readonly newest_day_age_days: number | null;
  /** Whether a trading day after the newest published one is due. */
  readonly stale: boolean;
  /** The number of missing trading days. */
  readonly gaps: number;
  readonly rejected_files: number;
}

/** The day of a held or rejected file. */
interface SourceDay {
  readonly trade_date: IsoDate | null;
  readonly causes: readonly FileCause[];
}

/** The result of the last request to a news source. */
interface NewsSourceState {
  readonly source: string;
  /** Null before the first request since the start of the server. */
  readonly checked_at: Date | null;
  readonly articles: number;
  readonly feeds: number;
  readonly failed_feeds: number;
}

export interface StatusServices {
  readonly pages: OpenPages;
  readonly calendar: MarketCalendar;
  /** Files of days that were not published since. */
  readonly sources: Readonly<Record<'held' | 'rejected', () => Promise<readonly SourceDay[]>>>;
  /** Open incidents, and those that started since a time. */
  readonly incidents: { since(time: Date): Promise<readonly Incident[]> };
  readonly clock: Clock;
  /** The first published day; null without one. */
  firstDay(): MaybePromise<IsoDate | null>;
  freshness(): Promise<Freshness>;
  newsStates(): readonly NewsSourceState[];
  /** Changes with the ledger, and each minute. */
  version(): string;
}

interface StatusDay extends CalendarDay {
  readonly state: DayState;
  /** What a check found in the rejected or held file of the day. */
  readonly found: CauseKind | 'unknown';
}

/** `GET /status`: incidents, how recent the data is, the condition of each day of a year, and the news sources. */
export function statusRoute(app: FastifyInstance, services: StatusServices): void {
  app.get('/status', { config: PAGE_ROUTE }, async (request, reply) => {
    const { pages, clock, firstDay, newsStates } = services;
    const today = jakartaDate(clock.now());
    const first = (await firstDay()) ?? today;
    const wanted = Number(new URLSearchParams(request.url.split('?', 2)[1]).get('year'));
    const year = yearsFrom(first, today).find((each) => each === wanted);
    return pages.send(request, reply, {
      url: year === undefined ? '/status' : `/status?year=${year}`,
      version: `${services.version()} ${JSON.stringify(newsStates())}`,
      write: (view) => statusPage(services, view, first, year),
    });
  });
}

/** @param wanted the year to show; undefined for that of the newest day */
async function statusPage(services: StatusServices, view: View, first: IsoDate, wanted: number | undefined) {
  const { clock, incidents, newsStates } = services;
  const now = clock.now();
  const today = jakartaDate(now);
  const fresh = await services.freshness();
  const years = yearsFrom(first, today);
  const year = wanted ?? yearOf(fresh.newest_day ?? today);
  const all = await daysOf(services, first, years);
  const days = all.filter(({ date }) => yearOf(date) === year);
  const shown = await incidents.since(new Date(now.getTime() - INCIDENT_DAYS * DAY_MS));
  const { status } = view.texts;
  return (
    <Page view={view} title={status.title} active="status">
      <Heading title={status.title} remark={status.as_of(view.dates.time(now))} />
      <Condition view={view} fresh={fresh} incidents={shown} />
      <Facts view={view} fresh={fresh} />
      <div class="grid">
        <section class="card c12">
          <header>
            <h2>{status.days.title}</h2>
            <p>{countsText(view, days)}</p>
          </header>
          <Key view={view} />
          <Years view={view} years={years} year={year} />
          <div class="months">
            {monthsOf(days, today).map((month) => (
              <Month key={month[0]?.date} view={view} days={month} />
            ))}
          </div>
          {/* Of all years: a day of another year must not be overlooked. */}
          <Attention view={view} days={all.filter(({ state }) => ATTENTION.has(state))} />
        </section>
        <IncidentList view={view} incidents={shown} />
        <NewsTable view={view} states={newsStates()} />
      </div>
    </Page>
  );
}

function yearsFrom(first: IsoDate, last: IsoDate): number[] {
  const [from, to] = [yearOf(first), yearOf(last)];
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}

/** Every day of some years in a row. A held or rejected file is a state of its day only while the day is not published since. */
async function daysOf(
  { calendar, sources }: StatusServices,
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

function Condition({
  view,
  fresh,
  incidents,
}: {
  readonly view: View;
  readonly fresh: Freshness;
  readonly incidents: readonly Incident[];
}) {
  const { status } = view.texts;
  const open = incidents.filter(({ resolved_at }) => resolved_at === null);
  return (
    <>
      {open.map(({ incident_id, title, details, started_at }) => (
        <Notice key={incident_id} kind="bad" title={title}>
          {status.incidents.since(view.dates.time(started_at))} {details}
        </Notice>
      ))}
      {fresh.stale && fresh.newest_day !== null && (
        <Notice kind="warn" title={status.stale}>
          {status.stale_about(view.dates.long(fresh.newest_day))}
        </Notice>
      )}
      {!fresh.stale && <NewestPublished view={view} fresh={fresh} />}
    </>
  );
}

/** That the newest trading day is published, and how many earlier days or files are not. */
function NewestPublished({ view, fresh }: { readonly view: View; readonly fresh: Freshness }) {
  const { texts, numbers, dates } = view;
  const { status } = texts;
  const { newest_day, gaps, rejected_files } = fresh;
  if (newest_day === null) return null;
  const isComplete = gaps === 0 && rejected_files === 0;
  return (
    <Notice kind={isComplete ? 'ok' : 'warn'} title={isComplete ? status.good : status.incomplete}>
      {[
        status.good_about(dates.long(newest_day)),
        ...(gaps > 0 ? [status.gaps(numbers.full(gaps), gaps === 1)] : []),
        ...(rejected_files > 0 ? [status.rejected(numbers.full(rejected_files), rejected_files === 1)] : []),
      ].join(' ')}
    </Notice>
  );
}

function Facts({ view, fresh }: { readonly view: View; readonly fresh: Freshness }) {
  const { texts, numbers, dates } = view;
  const { status } = texts;
  const facts = [
    { name: status.facts.newest, value: fresh.newest_day === null ? '–' : dates.short(fresh.newest_day) },
    {
      name: status.facts.age,
      value:
        fresh.newest_day_age_days === null
          ? '–'
          : status.facts.days(numbers.full(fresh.newest_day_age_days), fresh.newest_day_age_days === 1),
    },
    { name: status.facts.missing, value: numbers.full(fresh.gaps) },
    { name: status.facts.rejected, value: numbers.full(fresh.rejected_files) },
  ];
  return (
    <dl class="kpi">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The number of days in each state, such as `20 published (1 corrected), 1 missing`. */
function countsText({ texts, numbers }: View, days: readonly StatusDay[]): string {
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

function Key({ view }: { readonly view: View }) {
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

function Years({
  view,
  years,
  year,
}: {
  readonly view: View;
  readonly years: readonly number[];
  readonly year: number;
}) {
  if (years.length < 2) return null;
  return (
    <nav class="range years" aria-label={view.texts.status.days.years}>
      {years.map((each) => (
        <a
          key={each}
          href={urlWith(view.url, { year: String(each) })}
          aria-current={each === year ? 'true' : undefined}
        >
          {each}
        </a>
      ))}
    </nav>
  );
}

/** The months up to the present one that have a day since the first published one. */
function monthsOf(days: readonly StatusDay[], today: IsoDate): StatusDay[][] {
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

function Month({ view, days }: { readonly view: View; readonly days: readonly StatusDay[] }) {
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
              <td key={column}>{day && <Day view={view} day={day} />}</td>
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

function Day({ view, day }: { readonly view: View; readonly day: StatusDay }) {
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
function Attention({ view, days }: { readonly view: View; readonly days: readonly StatusDay[] }) {
  const { texts, numbers, dates } = view;
  const { status } = texts;
  if (days.length === 0) return <p class="note">{status.days.nothing}</p>;
  return (
    <details open={days.length <= OPEN_DAYS}>
      <summary>{status.days.attention(numbers.full(days.length))}</summary>
      <DataTable
        view={view}
        id="attention"
        caption={status.days.attention_about}
        keyOf={({ date }) => date}
        rows={days}
        columns={[
          { key: 'date', title: status.days.date, cell: ({ date }) => dates.long(date) },
          { key: 'state', title: status.days.state, cell: ({ state }) => status.days.states[state] },
          { key: 'why', title: status.days.why, cell: (day) => reasonText(view, day) },
          {
            key: 'revision',
            title: status.days.revision,
            isNumber: true,
            cell: ({ revision }) => (revision === null ? '–' : numbers.full(revision)),
          },
          {
            key: 'trades',
            title: status.days.trades,
            isNumber: true,
            cell: ({ trades }) => (trades === null ? '–' : numbers.full(trades)),
          },
          {
            key: 'published',
            title: status.days.published_at,
            cell: ({ published_at }) => (published_at === null ? '–' : dates.time(published_at)),
          },
        ]}
      />
    </details>
  );
}

function IncidentList({ view, incidents }: { readonly view: View; readonly incidents: readonly Incident[] }) {
  const { texts, dates } = view;
  const { status } = texts;
  return (
    <section class="card c6">
      <header>
        <h2>{status.incidents.title}</h2>
        <p>{status.incidents.about(view.numbers.full(INCIDENT_DAYS))}</p>
      </header>
      {incidents.length === 0 && <p class="note">{status.incidents.none}</p>}
      {incidents.map(({ incident_id, title, details, started_at, resolved_at }) => (
        <article key={incident_id} class="incident">
          <h3>
            {title}{' '}
            {resolved_at === null ? (
              <Tag kind="bad">{status.incidents.open}</Tag>
            ) : (
              <Tag kind="ok">{status.incidents.resolved}</Tag>
            )}
          </h3>
          {details !== '' && <p>{details}</p>}
          <p class="mute">
            {resolved_at === null
              ? status.incidents.since(dates.time(started_at))
              : status.incidents.lasted(dates.time(started_at), dates.time(resolved_at))}
          </p>
        </article>
      ))}
    </section>
  );
}

function NewsTable({ view, states }: { readonly view: View; readonly states: readonly NewsSourceState[] }) {
  const { texts, numbers, dates } = view;
  const { news } = texts.status;
  return (
    <section class="card c6">
      <header>
        <h2>{news.title}</h2>
        <p>{news.about}</p>
      </header>
      <DataTable
        view={view}
        id="news"
        caption={news.caption}
        keyOf={({ source }) => source}
        rows={states}
        columns={[
          { key: 'source', title: news.source, cell: ({ source }) => source },
          { key: 'state', title: news.state, cell: (state) => <NewsTag view={view} state={state} /> },
          {
            key: 'articles',
            title: news.articles,
            isNumber: true,
            cell: ({ checked_at, articles }) => (checked_at === null ? '–' : numbers.full(articles)),
          },
          {
            key: 'checked',
            title: news.checked,
            cell: ({ checked_at }) => (checked_at === null ? '–' : dates.time(checked_at)),
          },
        ]}
      />
    </section>
  );
}

function NewsTag({ view, state }: { readonly view: View; readonly state: NewsSourceState }) {
  const { news } = view.texts.status;
  const { checked_at, feeds, failed_feeds } = state;
  if (checked_at === null) return <Tag>{news.unknown}</Tag>;
  if (failed_feeds === 0) return <Tag kind="ok">{news.reachable}</Tag>;
  return failed_feeds < feeds ? <Tag kind="warn">{news.partly}</Tag> : <Tag kind="bad">{news.absent}</Tag>;
}
