import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../core/clock.ts';
import { DAY_MS, type IsoDate, jakartaDate, yearOf } from '../../../core/dates.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import type { MarketCalendar } from '../../../market/serving/queries/market-calendar.ts';
import type { Incident } from '../../../operations/incidents.ts';
import type { Freshness } from '../../../operations/status.ts';
import { Card } from '../components/card.tsx';
import { DataTable } from '../components/data-table.tsx';
import { KeyFigures } from '../components/facts.tsx';
import { Choices } from '../components/links.tsx';
import { Heading, Notice, Tag } from '../components/notice.tsx';
import { urlWith, useView, type View } from '../components/view.ts';
import { Page } from '../framework/layout.tsx';
import { PAGE_ROUTE } from '../framework/page-config.ts';
import type { OpenPages } from '../framework/render.tsx';
import { Attention, countsText, Key, Month, monthsOf, type SourceDays, statusDays } from './status-days.tsx';

/** Resolved incidents are shown for this time after they began. */
const INCIDENT_DAYS = 90;

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
  readonly sources: SourceDays;
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
  const all = await statusDays(services, first, years);
  const days = all.filter(({ date }) => yearOf(date) === year);
  const shown = await incidents.since(new Date(now.getTime() - INCIDENT_DAYS * DAY_MS));
  const { status } = view.texts;
  return (
    <Page title={status.title} active="status">
      <Heading title={status.title} remark={status.as_of(view.dates.time(now))} />
      <Condition fresh={fresh} incidents={shown} />
      <Facts fresh={fresh} />
      <div class="grid">
        <Card title={status.days.title} about={countsText(view, days)}>
          <Key />
          <Years years={years} year={year} />
          <div class="months">
            {monthsOf(days, today).map((month) => (
              <Month key={month[0]?.date} days={month} />
            ))}
          </div>
          {/* Of all years: a day of another year must not be overlooked. */}
          <Attention days={all} />
        </Card>
        <IncidentList incidents={shown} />
        <NewsTable states={newsStates()} />
      </div>
    </Page>
  );
}

function yearsFrom(first: IsoDate, last: IsoDate): number[] {
  const [from, to] = [yearOf(first), yearOf(last)];
  return Array.from({ length: to - from + 1 }, (_, place) => from + place);
}

function Condition({ fresh, incidents }: { fresh: Freshness; incidents: readonly Incident[] }) {
  const view = useView();
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
      {!fresh.stale && <NewestPublished fresh={fresh} />}
    </>
  );
}

/** That the newest trading day is published, and how many earlier days or files are not. */
function NewestPublished({ fresh }: { fresh: Freshness }) {
  const { texts, numbers, dates } = useView();
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

function Facts({ fresh }: { fresh: Freshness }) {
  const { texts, numbers, dates } = useView();
  const { status } = texts;
  const { newest_day, newest_day_age_days: age } = fresh;
  return (
    <KeyFigures
      facts={[
        [status.facts.newest, newest_day === null ? '–' : dates.short(newest_day)],
        [status.facts.age, age === null ? '–' : status.facts.days(numbers.full(age), age === 1)],
        [status.facts.missing, numbers.full(fresh.gaps)],
        [status.facts.rejected, numbers.full(fresh.rejected_files)],
      ]}
    />
  );
}

function Years({ years, year }: { years: readonly number[]; year: number }) {
  const view = useView();
  if (years.length < 2) return null;
  return (
    <nav class="range years" aria-label={view.texts.status.days.years}>
      <Choices
        values={years}
        current={year}
        href={(each) => urlWith(view.url, { year: String(each) })}
        text={String}
      />
    </nav>
  );
}

function IncidentList({ incidents }: { incidents: readonly Incident[] }) {
  const { texts, numbers, dates } = useView();
  const t = texts.status.incidents;
  return (
    <Card title={t.title} about={t.about(numbers.full(INCIDENT_DAYS))} span={6}>
      {incidents.length === 0 && <p class="note">{t.none}</p>}
      {incidents.map(({ incident_id, title, details, started_at, resolved_at }) => (
        <article key={incident_id} class="incident">
          <h3>
            {title}{' '}
            {resolved_at === null ? <Tag kind="bad">{t.open}</Tag> : <Tag kind="ok">{t.resolved}</Tag>}
          </h3>
          {details !== '' && <p>{details}</p>}
          <p class="mute">
            {resolved_at === null
              ? t.since(dates.time(started_at))
              : t.lasted(dates.time(started_at), dates.time(resolved_at))}
          </p>
        </article>
      ))}
    </Card>
  );
}

function NewsTable({ states }: { states: readonly NewsSourceState[] }) {
  const { news } = useView().texts.status;
  return (
    <Card title={news.title} about={news.about} span={6}>
      <DataTable
        id="news"
        caption={news.caption}
        rows={states}
        columns={[
          { title: news.source, cell: ({ source }) => source },
          { title: news.state, cell: (state) => <NewsTag state={state} /> },
          {
            title: news.articles,
            number: ({ checked_at, articles }) => (checked_at === null ? null : articles),
          },
          { title: news.checked, time: ({ checked_at }) => checked_at },
        ]}
      />
    </Card>
  );
}

function NewsTag({ state }: { state: NewsSourceState }) {
  const { news } = useView().texts.status;
  const { checked_at, feeds, failed_feeds } = state;
  if (checked_at === null) return <Tag>{news.unknown}</Tag>;
  if (failed_feeds === 0) return <Tag kind="ok">{news.reachable}</Tag>;
  return failed_feeds < feeds ? <Tag kind="warn">{news.partly}</Tag> : <Tag kind="bad">{news.absent}</Tag>;
}
