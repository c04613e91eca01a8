import { reason } from '../../api/endpoints/admin-fields.ts';
import type { CalendarDay } from '../../api/endpoints/market.ts';
import { requestOf } from '../../api/http/request-fields.ts';
import { validated } from '../../api/http/validation.ts';
import { type IsoDate, jakartaDate, monthOf, yearOf } from '../../core/dates.ts';

import type { Confirmation, HeldDay, RejectedDay } from '../../operations/intake.ts';
import { Card } from './card.tsx';
import { DayCalendar, dayState, stateText } from './day-calendar.tsx';
import { Facts } from './facts.tsx';
import { Empty, Notice, type NoticeKind, Tag } from './notice.tsx';
import {
  Action,
  type Done,
  type OperatorContext,
  OperatorPage,
  type OperatorServices,
} from './operator-page.tsx';
import { causeTexts, timeText } from './operator-texts.ts';
import type { Fields } from './page-routes.tsx';
import { type Column, cellOf, DataTable } from './table.tsx';
import type { View } from './view.ts';

const PAGE = '/operator/days';
const SHARES_OF_LOT = 100;

type HeldTotals = NonNullable<HeldDay['totals']>;
type DayTotals = HeldTotals['file'];

/** The days of a year with the state of their data, held files and rejected ones. */
export function daysPage({ intake, calendarDays, clock }: OperatorServices) {
  return async (context: OperatorContext) => {
    const { view, texts, query } = context;
    const today = jakartaDate(clock.now());
    const published = await intake.publishedDays();
    const years = [...new Set([...published.map(yearOf), yearOf(today)])].toSorted((a, b) => b - a);
    const year = years.find((each) => String(each) === query.year) ?? (years[0] as number);
    const [days, held, rejected, revisions] = await Promise.all([
      calendarDays(`${year}-01-01`, `${year}-12-31`),
      intake.held(),
      intake.rejected(),
      intake.corrections(),
    ]);
    const first = published[0] ?? today;
    const shown = days.filter(({ date }) => date >= monthOf(first) && monthOf(date) <= monthOf(today));
    const held_days = new Set(held.flatMap(({ trade_date }) => trade_date ?? []));
    return (
      <OperatorPage context={context} section="days" title={texts.days.title} remark={String(year)}>
        <Running context={context} last={intake.last} />
        <div class="grid">
          {held.length > 0 && <Held context={context} held={held} isBusy={intake.last?.ended_at === null} />}
          {rejected.length > 0 && <RejectedFiles context={context} rejected={rejected} />}
          <Card title={texts.days.list(String(year))}>
            <p class="chips">
              {years.map((each) => (
                <a key={each} href={`${PAGE}?year=${each}`} aria-current={each === year ? 'page' : undefined}>
                  {each}
                </a>
              ))}
            </p>
            <DayCalendar view={view} days={shown} first={first} held={held_days} />
            <DayTable context={context} days={shown.filter(({ date }) => date >= first)} held={held_days} />
          </Card>
          {revisions.length > 0 && (
            <Card title={texts.days.corrections}>
              <DataTable
                view={view}
                caption={texts.days.corrections_about}
                id="corrections"
                columns={[
                  { key: 'day', title: texts.days.day, cell: (row) => view.dates.short(row.trade_date) },
                  {
                    key: 'revision',
                    title: texts.days.revision,
                    isNumber: true,
                    cell: ({ revision }) => view.numbers.full(revision),
                  },
                  {
                    key: 'trades',
                    title: texts.days.trades,
                    isNumber: true,
                    cell: (row) => view.numbers.full(row.trades_rows),
                  },
                  { key: 'file', title: texts.days.file, cell: ({ source_name }) => source_name },
                  { key: 'by', title: texts.days.by, cell: ({ ingested_by }) => ingested_by },
                  {
                    key: 'at',
                    title: texts.days.published_at,
                    cell: ({ published_at }) => timeText(context, published_at),
                  },
                  {
                    key: 'replaced',
                    title: texts.days.replaced_at,
                    cell: ({ replaced_at }) => timeText(context, replaced_at),
                  },
                ]}
                rows={revisions.toReversed()}
                keyOf={({ trade_date, revision }) => `${trade_date} ${revision}`}
              />
            </Card>
          )}
        </div>
      </OperatorPage>
    );
  };
}

/** Starts to publish a held file. */
export function publishHeld({ administration, intake }: OperatorServices) {
  return async (fields: Fields, { actor }: OperatorContext): Promise<null> => {
    const change = { actor, reason: reasonIn(fields) };
    const { file, trade_date } = await intake.publish(fields.source ?? '', actor);
    await administration.note('file.confirmed', { file, trade_date }, change);
    // The page shows that it is under way.
    return null;
  };
}

export function dismissFile({ administration, intake }: OperatorServices) {
  return async (fields: Fields, { actor }: OperatorContext): Promise<Done> => {
    const change = { actor, reason: reasonIn(fields) };
    const { source = '' } = fields;
    for (const { trade_date, source: file } of await intake.dismiss(source)) {
      await administration.note('file.dismissed', { file, trade_date }, change);
    }
    return 'dismissed';
  };
}

/** Stops reporting a held file, without publishing it. */
export function dismissHeldFile({ administration, intake }: OperatorServices) {
  return async (fields: Fields, { actor }: OperatorContext): Promise<Done> => {
    const change = { actor, reason: reasonIn(fields) };
    for (const { trade_date, source: file } of await intake.dismissHeld(fields.source ?? '')) {
      await administration.note('file.dismissed', { file, trade_date }, change);
    }
    return 'dismissed';
  };
}

function reasonIn(fields: Fields): string {
  return validated(requestOf({ reason }), fields.reason === undefined ? {} : { reason: fields.reason })
    .reason;
}

/** The publication that an operator started: under way, or ended. */
function Running({
  context,
  last,
}: {
  readonly context: OperatorContext;
  readonly last: Confirmation | null;
}) {
  const { view, texts } = context;
  const t = texts.days;
  if (last === null) return null;
  const { file, ended_at, started_at, result, failure } = last;
  if (ended_at === null) {
    return (
      <Notice kind="info" title={t.running(file)}>
        {t.running_text(view.dates.time(started_at))} <a href={PAGE}>{t.look_again}</a>
      </Notice>
    );
  }
  if (result === null) {
    return (
      <Notice kind="bad" title={t.failed(file)}>
        <span lang="en">{failure}</span>
      </Notice>
    );
  }
  const { status, revision, trades, rejection, held } = result;
  const full = (value: number) => view.numbers.full(value);
  const title =
    status === 'published'
      ? t.ended.published(file, full(revision ?? 1), full(trades))
      : t.ended[status](file);
  const reasons = causeTexts(view, [...(rejection?.causes ?? []), ...(held?.causes ?? [])]);
  return (
    <Notice kind={status === 'published' || status === 'unchanged' ? 'ok' : 'bad'} title={title}>
      {reasons.join('; ')}
    </Notice>
  );
}

function Held({
  context,
  held,
  isBusy,
}: {
  readonly context: OperatorContext;
  readonly held: readonly HeldDay[];
  readonly isBusy: boolean;
}) {
  const { view, texts } = context;
  const t = texts.days;
  return (
    <Card title={t.held} about={t.held_about} id="held">
      {held.map((day, index) => (
        <article key={day.source} class="file">
          <h3>
            {day.file}
            <small>
              {day.trade_date === null ? '' : `${view.dates.long(day.trade_date)} · `}
              {t.seen_at(view.dates.time(day.seen_at))}
            </small>
          </h3>
          <div class="two">
            <div>
              <h4>{t.why}</h4>
              <Reasons view={view} causes={day.causes} />
              <p class="note">
                <code>{day.kept_at ?? day.source}</code>
              </p>
            </div>
            <Comparison context={context} day={day} />
          </div>
          {day.totals !== null && <Totals context={context} totals={day.totals} id={`totals-${index}`} />}
          {!isBusy && (
            <Action
              context={context}
              name="publish"
              id={`publish-${index}`}
              isOpen={context.refused === 'publish' && context.sent.source === day.source}
              to={PAGE}
              kind="primary"
              title={t.publish}
              effect={t.publish_effect(
                day.trade_date === null ? day.file : view.dates.short(day.trade_date),
                day.published === null ? null : view.numbers.full(day.published.revision),
              )}
            >
              <input type="hidden" name="source" value={day.source} />
            </Action>
          )}
          {!isBusy && (
            <Action
              context={context}
              name="dismiss-held"
              id={`dismiss-held-${index}`}
              isOpen={context.refused === 'dismiss-held' && context.sent.source === day.source}
              to={PAGE}
              title={t.dismiss_held}
              effect={t.dismiss_held_effect}
            >
              <input type="hidden" name="source" value={day.source} />
            </Action>
          )}
          <p class="note">{t.wrong}</p>
        </article>
      ))}
    </Card>
  );
}

/** Why a file is rejected or held. */
function Reasons({ view, causes }: { readonly view: View; readonly causes: HeldDay['causes'] }) {
  return (
    <ul class="reasons">
      {causeTexts(view, causes).map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

/** The size of the held file beside that of a usual day. */
function Totals({
  context,
  totals,
  id,
}: {
  readonly context: OperatorContext;
  readonly totals: HeldTotals;
  readonly id: string;
}) {
  const { view, texts } = context;
  const t = texts.days;
  const { file, usual } = totals;
  const full = (value: number) => view.numbers.full(value);
  const rows = [
    { name: t.trades, of: ({ trades }: DayTotals) => trades },
    { name: t.value, of: ({ value }: DayTotals) => value },
    { name: t.lots, of: ({ volume }: DayTotals) => Math.floor(volume / SHARES_OF_LOT) },
    { name: t.tickers, of: ({ tickers }: DayTotals) => tickers },
  ];
  const part = (own: number, median: number) =>
    median === 0 ? texts.none : view.numbers.percent(own / median, 0);
  return (
    <DataTable
      view={view}
      caption={usual === null ? t.totals_alone : t.totals_about(full(usual.days))}
      id={id}
      columns={[
        { key: 'name', title: t.total, cell: ({ name }) => name },
        { key: 'file', title: t.in_file, isNumber: true, cell: ({ of }) => full(of(file)) },
        ...(usual === null
          ? []
          : [
              {
                key: 'usual',
                title: t.usual,
                isNumber: true,
                cell: ({ of }: (typeof rows)[number]) => full(of(usual)),
              },
              {
                key: 'part',
                title: t.part_of_usual,
                isNumber: true,
                cell: ({ of }: (typeof rows)[number]) => part(of(file), of(usual)),
              },
            ]),
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  );
}

/** The published revision that the held file would replace. */
function Comparison({ context, day }: { readonly context: OperatorContext; readonly day: HeldDay }) {
  const { view, texts } = context;
  const t = texts.days;
  const { published } = day;
  return (
    <div>
      <h4>{t.compared}</h4>
      {published === null ? (
        <p class="note">{t.nothing_published}</p>
      ) : (
        <dl class="facts">
          <dt>{t.published_revision(view.numbers.full(published.revision))}</dt>
          <dd>{timeText(context, published.published_at)}</dd>
          <dt>{t.trades}</dt>
          <dd>{view.numbers.full(published.trades_rows)}</dd>
          <dt>{t.value}</dt>
          <dd>{view.numbers.full(published.value)}</dd>
        </dl>
      )}
    </div>
  );
}

function RejectedFiles({
  context,
  rejected,
}: {
  readonly context: OperatorContext;
  readonly rejected: readonly RejectedDay[];
}) {
  const { view, texts } = context;
  const t = texts.days;
  return (
    <Card title={t.rejected} about={t.rejected_about} id="rejected">
      {rejected.map((entry, index) => (
        <article key={entry.source} class="file">
          <h3>
            {entry.name}
            <small>
              {entry.trade_date === null ? '' : `${view.dates.long(entry.trade_date)} · `}
              {t.rejected_at} {view.dates.time(entry.seen_at)}
            </small>
          </h3>
          <Reasons view={view} causes={entry.causes} />
          {entry.beginning === null ? (
            <p class="note">{t.report_gone}</p>
          ) : (
            <details class="fold">
              <summary>{t.report}</summary>
              <pre tabIndex={0} lang="en">
                {entry.beginning.text}
              </pre>
              {entry.beginning.isCut && <p class="note">{t.report_cut}</p>}
            </details>
          )}
          <Action
            context={context}
            name="dismiss"
            id={`dismiss-${index}`}
            isOpen={context.refused === 'dismiss' && context.sent.source === entry.source}
            to={PAGE}
            title={t.dismiss}
            effect={t.dismiss_effect}
          >
            <input type="hidden" name="source" value={entry.source} />
          </Action>
        </article>
      ))}
    </Card>
  );
}

const STATE_TAGS: Readonly<Record<ReturnType<typeof dayState>, NoticeKind | 'corrected'>> = {
  published: 'ok',
  corrected: 'corrected',
  missing: 'bad',
  held: 'warn',
  earlier: 'info',
  due: 'info',
  future: 'info',
  closed: 'info',
};

function DayTable({
  context,
  days,
  held,
}: {
  readonly context: OperatorContext;
  readonly days: readonly CalendarDay[];
  readonly held: ReadonlySet<IsoDate>;
}) {
  const { view, texts } = context;
  const t = texts.days;
  const rows = days.filter(({ condition }) => condition !== null && condition !== 'future').toReversed();
  const number = (value: number | null) => (value === null ? texts.none : view.numbers.full(value));
  const verified = ({ verified: each, verified_markets }: CalendarDay) =>
    each === null ? (
      verified_markets === null ? (
        t.not_compared
      ) : (
        t.regular_matches
      )
    ) : each ? (
      t.matches
    ) : (
      <Tag kind="bad">{t.differs}</Tag>
    );
  const others: readonly Column<CalendarDay>[] = [
    { key: 'value', title: t.value, isNumber: true, cell: ({ value }) => number(value) },
    { key: 'revision', title: t.revision, isNumber: true, cell: ({ revision }) => number(revision) },
    {
      key: 'verified',
      title: t.verified,
      cell: (day) => (day.condition === 'published' ? verified(day) : texts.none),
    },
    { key: 'at', title: t.published_at, cell: ({ published_at }) => timeText(context, published_at) },
  ];
  if (rows.length === 0) return <Empty title={t.no_days}>{t.no_days_text}</Empty>;
  return (
    <DataTable
      view={view}
      caption={t.list_about}
      id="days"
      narrow="compact"
      columns={[
        {
          key: 'day',
          title: t.day,
          cell: ({ date }) => (
            <>
              <span class="wide-only">{view.dates.long(date)}</span>
              <span class="narrow-only">{view.dates.axis(date)}</span>
            </>
          ),
        },
        {
          key: 'state',
          title: t.state,
          cell: (day) => {
            const state = dayState(day, held.has(day.date));
            return (
              <>
                <Tag kind={STATE_TAGS[state]}>{stateText(view, state, day)}</Tag>{' '}
                {state === 'missing' && <span class="soft">{t.missing_help(fileOf(day.date))}</span>}
              </>
            );
          },
        },
        { key: 'trades', title: t.trades, isNumber: true, cell: ({ trades }) => number(trades) },
        ...others.map((column) => ({ ...column, only: 'wide' as const })),
        {
          key: 'more',
          title: <span class="visually-hidden">{t.details}</span>,
          only: 'narrow',
          cell: (day) => (
            <details>
              <summary aria-label={t.more(view.dates.short(day.date))} />
              <Facts facts={others.map((column) => [column.title, cellOf(view, column, day)])} />
            </details>
          ),
        },
      ]}
      rows={rows}
      keyOf={({ date }) => date}
    />
  );
}

function fileOf(date: IsoDate): string {
  return `DT${date.slice(2).replaceAll('-', '')}.csv`;
}
