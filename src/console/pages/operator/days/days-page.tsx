import type { FastifyInstance } from 'fastify';
import { revertDay } from '../../../../api/endpoints/admin/admin-days.ts';
import { yearly } from '../../../../api/endpoints/admin/admin-fields.ts';
import type { CalendarDay } from '../../../../api/endpoints/market/market.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import { type IsoDate, jakartaDate, monthOf, yearOf } from '../../../../core/dates.ts';
import { Card } from '../../components/card.tsx';
import { type Column, cellOf, DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { Select } from '../../components/forms.tsx';
import { Choices } from '../../components/links.tsx';
import { Empty, type NoticeKind, Tag } from '../../components/notice.tsx';
import type { Fields } from '../../framework/page-routes.tsx';
import { DayCalendar, dayState, stateText } from '../../status/day-calendar.tsx';
import { peopleByActor } from '../audit-page.tsx';
import { Action, operationForm } from '../operator-action.tsx';
import { type OperatorContext, OperatorPage, operatorPage, useOperator } from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';
import { fileOf } from '../operator-texts.ts';
import { fileForms, RejectedFiles, Running } from './file-actions.tsx';
import { Held } from './held-files.tsx';

const PAGE = '/operator/days';
const ALL_YEARS = 'all';

export function dayPages(pages: FastifyInstance, services: OperatorServices): void {
  const page = operatorPage(pages, PAGE, (context) => daysPage(services, context));
  fileForms(pages, services, page);
  operationForm(pages, services, `${PAGE}/revert`, revertDay, page, { prepare: withRevision });
}

/** A choice of the form is a day with a revision. */
function withRevision({ choice = '', ...fields }: Fields): Fields {
  const [trade_date = '', revision = ''] = choice.split(' ');
  return { ...fields, trade_date, revision };
}

/** The days of a year with the state of their data, held files and rejected ones. */
export async function daysPage(services: OperatorServices, context: OperatorContext) {
  const { intake, calendarDays, clock } = services;
  const { view, texts, query } = context;
  const today = jakartaDate(clock.now());
  const published = await intake.publishedDays();
  const years = [...new Set([...published.map(yearOf), yearOf(today)])].toSorted((a, b) => b - a);
  const isAll = query.year === ALL_YEARS;
  const { year: wanted } = validated(yearly, isAll ? {} : query);
  const year = years.find((each) => String(each) === wanted) ?? (years[0] as number);
  const shown_years = isAll ? years : [year];
  const [days, held, rejected, revisions, people] = await Promise.all([
    calendarDays(`${shown_years.at(-1)}-01-01`, `${shown_years[0]}-12-31`),
    intake.held(),
    intake.rejected(),
    intake.corrections(),
    peopleByActor(services),
  ]);
  const kept = revisions
    .filter(({ state, deleted_at }) => state === 'replaced' && deleted_at === null)
    .toReversed()
    .map(({ trade_date, revision }) => ({
      value: `${trade_date} ${revision}`,
      title: `${view.dates.short(trade_date)}: ${view.numbers.full(revision)}`,
    }));
  const first = published[0] ?? today;
  const shown = days.filter(({ date }) => date >= monthOf(first) && monthOf(date) <= monthOf(today));
  const held_days = new Set(held.flatMap(({ trade_date }) => trade_date ?? []));
  return (
    <OperatorPage section="days" remark={isAll ? texts.days.all_years : String(year)}>
      <Running last={intake.last} />
      <div class="grid">
        {held.length > 0 && <Held held={held} isBusy={intake.last?.ended_at === null} />}
        {rejected.length > 0 && <RejectedFiles rejected={rejected} />}
        <Card title={isAll ? texts.days.all_years : texts.days.list(String(year))}>
          <p class="chips">
            <Choices
              values={years.length > 1 ? [...years.map(String), ALL_YEARS] : years.map(String)}
              current={isAll ? ALL_YEARS : String(year)}
              href={(each) => `${PAGE}?year=${each}`}
              text={(each) => (each === ALL_YEARS ? texts.days.all_years : each)}
              kind="page"
            />
          </p>
          {shown_years.map((each) => (
            <section key={each} aria-labelledby={isAll ? `year-${each}` : undefined}>
              {isAll && <h3 id={`year-${each}`}>{each}</h3>}
              <DayCalendar
                days={shown.filter(({ date }) => yearOf(date) === each)}
                first={first}
                held={held_days}
                isLarge
              />
            </section>
          ))}
          {!isAll && <DayTable days={shown.filter(({ date }) => date >= first)} held={held_days} />}
        </Card>
        {revisions.length > 0 && (
          <Card title={texts.days.corrections}>
            <DataTable
              caption={texts.days.corrections_about}
              id="corrections"
              columns={[
                { title: texts.days.day, cell: (row) => view.dates.short(row.trade_date) },
                { title: texts.days.revision, number: ({ revision }) => revision },
                { title: texts.days.trades, number: (row) => row.trades_rows },
                { title: texts.days.file, cell: ({ source_name }) => source_name },
                {
                  title: texts.days.by,
                  cell: ({ ingested_by: by }) =>
                    by.replace(/person \S+$/, (id) => people.get(id)?.email ?? id),
                },
                { title: texts.days.published_at, time: ({ published_at }) => published_at },
                { title: texts.days.replaced_at, time: ({ replaced_at }) => replaced_at },
              ]}
              rows={revisions.toReversed()}
            />
            {kept.length > 0 && (
              <Action name="revert" to={PAGE} operation={revertDay}>
                <Select name="choice" label={texts.days.revision} options={kept} />
              </Action>
            )}
          </Card>
        )}
      </div>
    </OperatorPage>
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

function DayTable({ days, held }: { days: readonly CalendarDay[]; held: ReadonlySet<IsoDate> }) {
  const { view, texts } = useOperator();
  const t = texts.days;
  const rows = days.filter(({ condition }) => condition !== null && condition !== 'future').toReversed();
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
    { title: t.value, number: ({ value }) => value },
    { title: t.revision, number: ({ revision }) => revision },
    { title: t.verified, cell: (day) => (day.condition === 'published' ? verified(day) : texts.none) },
    { title: t.published_at, time: ({ published_at }) => published_at },
  ];
  return (
    <DataTable
      caption={t.list_about}
      id="days"
      narrow="compact"
      columns={[
        {
          title: t.day,
          cell: ({ date }) => (
            <span id={`day-${date}`}>
              <span class="wide-only">{view.dates.long(date)}</span>
              <span class="narrow-only">{view.dates.axis(date)}</span>
            </span>
          ),
        },
        {
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
        { title: t.trades, number: ({ trades }) => trades },
        ...others.map((column) => ({ ...column, only: 'wide' as const })),
        {
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
      empty={<Empty title={t.no_days}>{t.no_days_text}</Empty>}
    />
  );
}
