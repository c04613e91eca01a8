import type { FastifyInstance } from 'fastify';
import { reason } from '../../../../api/endpoints/admin/admin-fields.ts';
import { requestOf } from '../../../../api/http/requests/request-fields.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import type { Confirmation, HeldDay, RejectedDay } from '../../../../operations/intake.ts';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { useView } from '../../components/view.ts';
import type { Fields } from '../../framework/page-routes.tsx';
import { Action, type ActionProps } from '../operator-action.tsx';
import {
  type Done,
  type OperatorContext,
  type OperatorFormPage,
  operatorForm,
  useOperator,
} from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';
import { causeTexts } from '../operator-texts.ts';

const PAGE = '/operator/days';

export function fileForms(pages: FastifyInstance, services: OperatorServices, page: OperatorFormPage): void {
  operatorForm(pages, `${page.back}/publish`, page, publishHeld(services));
  operatorForm(pages, `${page.back}/dismiss-held`, page, dismissFile(services, 'dismissHeld'));
  operatorForm(pages, `${page.back}/dismiss`, page, dismissFile(services, 'dismiss'));
}

export function todayForms(pages: FastifyInstance, services: OperatorServices, page: OperatorFormPage): void {
  operatorForm(pages, `${page.back}/keep`, page, dismissFile(services, 'dismissHeld'));
  operatorForm(pages, `${page.back}/check`, page, async () => {
    services.intake.checkSource();
    return 'checking';
  });
}

function publishHeld({ administration, intake }: OperatorServices) {
  return async (fields: Fields, { actor }: OperatorContext): Promise<null> => {
    const change = { actor, reason: reasonIn(fields) };
    const { source: file, trade_date } = await intake.publish(fields.source ?? '', actor);
    await administration.note('file.confirmed', { file, trade_date }, change);
    // The page shows that it is under way.
    return null;
  };
}

/** Stops reporting a rejected or a held file, without publishing it. */
function dismissFile({ administration, intake }: OperatorServices, name: 'dismiss' | 'dismissHeld') {
  return async (fields: Fields, { actor }: OperatorContext): Promise<Done> => {
    const change = { actor, reason: reasonIn(fields) };
    for (const { trade_date, source: file } of await intake[name](fields.source ?? '')) {
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

interface FileActionProps extends Pick<ActionProps, 'name' | 'title' | 'effect' | 'kind'> {
  readonly source: string;
  /** The place of the file in its list. */
  readonly index: number;
}

export function FileAction({ source, index, name, ...action }: FileActionProps) {
  const { refused, sent } = useOperator();
  const isOpen = refused === name && sent.source === source;
  return (
    <Action name={name} id={`${name}-${index}`} isOpen={isOpen} to={PAGE} {...action}>
      <input type="hidden" name="source" value={source} />
    </Action>
  );
}

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

/** The files that could not be read. */
export function RejectedFiles({ rejected }: { rejected: readonly RejectedDay[] }) {
  const { view, texts } = useOperator();
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
          <FileAction
            name="dismiss"
            index={index}
            source={entry.source}
            title={t.dismiss}
            effect={t.dismiss_effect}
          />
        </article>
      ))}
    </Card>
  );
}
