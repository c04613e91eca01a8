import type { FastifyInstance } from 'fastify';
import { reason } from '../../../api/endpoints/admin/admin-fields.ts';
import { requestOf } from '../../../api/http/requests/request-fields.ts';
import { validated } from '../../../api/http/requests/validation.ts';
import type { Confirmation, HeldDay, RejectedDay } from '../../../operations/intake.ts';
import { MinuteChart } from '../../charts/minute-chart.tsx';
import { Card } from '../components/card.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Facts } from '../components/facts.tsx';
import { Notice } from '../components/notice.tsx';
import { useView } from '../components/view.ts';
import type { Fields } from '../framework/page-routes.tsx';
import {
  Action,
  type Done,
  type FormPage,
  type OperatorContext,
  type OperatorServices,
  operatorForm,
  useOperator,
} from './operator-page.tsx';
import { causeTexts, timeText } from './operator-texts.ts';

const PAGE = '/operator/days';
const SHARES_OF_LOT = 100;
const HALF_HOUR = 30;

type HeldTotals = NonNullable<HeldDay['totals']>;
type DayTotals = HeldTotals['file'];

/** Registers the forms for held and rejected files. */
export function fileForms(pages: FastifyInstance, services: OperatorServices, page: FormPage): void {
  operatorForm(pages, `${page.back}/publish`, { ...page, run: publishHeld(services) });
  operatorForm(pages, `${page.back}/dismiss-held`, { ...page, run: dismissHeldFile(services) });
  operatorForm(pages, `${page.back}/dismiss`, { ...page, run: dismissFile(services) });
}

/** Registers the forms of the cards of today. */
export function todayForms(pages: FastifyInstance, services: OperatorServices, page: FormPage): void {
  operatorForm(pages, `${page.back}/keep`, { ...page, run: dismissHeldFile(services) });
  operatorForm(pages, `${page.back}/check`, {
    ...page,
    run: async () => {
      services.intake.checkSource();
      return 'checking';
    },
  });
}

/** Starts to publish a held file. */
function publishHeld({ administration, intake }: OperatorServices) {
  return async (fields: Fields, { actor }: OperatorContext): Promise<null> => {
    const change = { actor, reason: reasonIn(fields) };
    const { file, trade_date } = await intake.publish(fields.source ?? '', actor);
    await administration.note('file.confirmed', { file, trade_date }, change);
    // The page shows that it is under way.
    return null;
  };
}

function dismissFile({ administration, intake }: OperatorServices) {
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
function dismissHeldFile({ administration, intake }: OperatorServices) {
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
export function Running({ last }: { last: Confirmation | null }) {
  const { view, texts } = useOperator();
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

/** The files that the gate holds. */
export function Held({ held, isBusy }: { held: readonly HeldDay[]; isBusy: boolean }) {
  const { view, texts, refused, sent } = useOperator();
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
              <Reasons causes={day.causes} />
              <p class="note">
                <code>{day.kept_at ?? day.source}</code>
              </p>
            </div>
            <Comparison day={day} />
          </div>
          {day.totals !== null && <Totals totals={day.totals} id={`totals-${index}`} />}
          {day.totals?.minutes && day.totals.minutes.length > 0 && (
            <Minutes minutes={day.totals.minutes} id={`minutes-${index}`} />
          )}
          {!isBusy && (
            <Action
              name="publish"
              id={`publish-${index}`}
              isOpen={refused === 'publish' && sent.source === day.source}
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
              name="dismiss-held"
              id={`dismiss-held-${index}`}
              isOpen={refused === 'dismiss-held' && sent.source === day.source}
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
export function Reasons({ causes }: { causes: HeldDay['causes'] }) {
  const view = useView();
  return (
    <ul class="reasons">
      {causeTexts(view, causes).map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

/** The size of the held file beside that of a usual day. */
function Totals({ totals, id }: { totals: HeldTotals; id: string }) {
  const { view, texts } = useOperator();
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
      caption={usual === null ? t.totals_alone : t.totals_about(full(usual.days))}
      id={id}
      columns={[
        { title: t.total, cell: ({ name }) => name },
        { title: t.in_file, number: ({ of }) => of(file) },
        ...(usual === null
          ? []
          : [
              { title: t.usual, number: ({ of }: (typeof rows)[number]) => of(usual) },
              {
                title: t.part_of_usual,
                isNumber: true,
                cell: ({ of }: (typeof rows)[number]) => part(of(file), of(usual)),
              },
            ]),
      ]}
      rows={rows}
    />
  );
}

/** The trades per minute of the held file beside those of a usual day, as a picture, and their sums by half hours: a cut is seen. */
export function Minutes({ minutes, id }: { minutes: NonNullable<HeldTotals['minutes']>; id: string }) {
  const { texts } = useOperator();
  const t = texts.days;
  const slots = [...new Set(minutes.map(({ minute }) => Math.floor(minute / HALF_HOUR)))];
  const rows = slots.map((slot) => {
    const each = minutes.filter(({ minute }) => Math.floor(minute / HALF_HOUR) === slot);
    const sumOf = (name: 'file' | 'usual') => each.reduce((sum, trades) => sum + trades[name], 0);
    return { start: slot * HALF_HOUR, file: sumOf('file'), usual: sumOf('usual') };
  });
  const timeOf = (minute: number) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return (
    <>
      <p class="note">{t.minutes_about}</p>
      <MinuteChart minutes={minutes} label={t.minutes_about} />
      <details class="fold">
        <summary>{t.minutes_table}</summary>
        <DataTable
          caption={t.minutes_table}
          id={id}
          columns={[
            { title: t.half_hour, cell: ({ start }) => timeOf(start) },
            { title: t.in_file, number: ({ file }) => file },
            { title: t.usual, number: ({ usual }) => usual },
          ]}
          rows={rows}
        />
      </details>
    </>
  );
}

/** The published revision that the held file would replace. */
function Comparison({ day }: { day: HeldDay }) {
  const { view, texts } = useOperator();
  const t = texts.days;
  const { published } = day;
  return (
    <div>
      <h4>{t.compared}</h4>
      {published === null ? (
        <p class="note">{t.nothing_published}</p>
      ) : (
        <Facts
          facts={[
            [
              t.published_revision(view.numbers.full(published.revision)),
              timeText(view, published.published_at),
            ],
            [t.trades, view.numbers.full(published.trades_rows)],
            [t.value, view.numbers.full(published.value)],
          ]}
        />
      )}
    </div>
  );
}

/** The files that could not be read. */
export function RejectedFiles({ rejected }: { rejected: readonly RejectedDay[] }) {
  const { view, texts, refused, sent } = useOperator();
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
          <Reasons causes={entry.causes} />
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
            name="dismiss"
            id={`dismiss-${index}`}
            isOpen={refused === 'dismiss' && sent.source === entry.source}
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
