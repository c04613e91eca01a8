import type { FastifyInstance } from 'fastify';
import {
  addIncident,
  resolveIncident,
  updateIncident,
} from '../../../api/endpoints/admin/admin-incidents.ts';
import { EARLIEST_DATE } from '../../../core/contract.ts';
import {
  type Incident,
  MAX_DETAILS_CHARACTERS,
  MAX_TITLE_CHARACTERS,
} from '../../../operations/incidents.ts';
import { Card } from '../components/card.tsx';
import { Field, TextArea } from '../components/forms.tsx';
import { Empty, Tag } from '../components/notice.tsx';
import type { Fields } from '../framework/page-routes.tsx';
import { Action, operationForm } from './operator-action.tsx';
import { type OperatorContext, OperatorPage, operatorPage, useOperator } from './operator-page.tsx';
import type { OperatorServices } from './operator-services.ts';

const PAGE = '/operator/incidents';

export function incidentPages(pages: FastifyInstance, services: OperatorServices): void {
  const page = operatorPage(pages, PAGE, (context) => incidentsPage(services, context));
  operationForm(pages, services, `${PAGE}/add`, addIncident, page, { prepare: withLineFeeds });
  const one = `${PAGE}/:incident_id`;
  operationForm(pages, services, `${one}/update`, updateIncident, page, { prepare: withLineFeeds });
  operationForm(pages, services, `${one}/resolve`, resolveIncident, page);
}

/** Browsers send CR and LF for a new line. */
function withLineFeeds(fields: Fields): Fields {
  if (fields.details === undefined) return fields;
  return { ...fields, details: fields.details.replace(/\r\n?/g, '\n') };
}

/** The incidents of the status page, with the forms that write them. */
export async function incidentsPage({ incidents }: OperatorServices, context: OperatorContext) {
  const { texts } = context;
  const t = texts.incidents;
  const all = await incidents.since(new Date(EARLIEST_DATE));
  const open = all.filter(({ resolved_at }) => resolved_at === null);
  const resolved = all.filter(({ resolved_at }) => resolved_at !== null);
  return (
    <OperatorPage section="incidents" remark={<a href="/status">{t.status_page}</a>}>
      <div class="grid">
        <section class="card c12 actions">
          <Action name="add" to={PAGE} operation={addIncident} kind="primary">
            <TextFields />
            <Field name="started_at" type="datetime-local" label={t.started} hint={t.started_hint} />
          </Action>
        </section>
        <Card title={t.open}>
          {open.length === 0 ? (
            <Empty title={t.none_open}>{t.none_open_text}</Empty>
          ) : (
            open.map((incident) => <Article key={incident.incident_id} incident={incident} />)
          )}
        </Card>
        {resolved.length > 0 && (
          <Card title={t.resolved}>
            {resolved.map((incident) => (
              <Article key={incident.incident_id} incident={incident} />
            ))}
          </Card>
        )}
      </div>
    </OperatorPage>
  );
}

function Article({ incident }: { incident: Incident }) {
  const { view, texts, params, refused } = useOperator();
  const t = texts.incidents;
  const { incident_id, title, details, started_at, resolved_at } = incident;
  const to = `${PAGE}/${incident_id}`;
  const isRefused = refused === 'update' && params.incident_id === incident_id;
  const start = view.dates.time(started_at);
  return (
    <article class="incident">
      <h3>
        {title} {resolved_at === null && <Tag kind="bad">{t.is_open}</Tag>}
      </h3>
      {details !== '' && <p>{details}</p>}
      <p class="mute">
        {resolved_at === null ? t.since(start) : t.lasted(start, view.dates.time(resolved_at))}
      </p>
      <div class="actions">
        {resolved_at === null && (
          <Action
            name="resolve"
            id={`resolve-${incident_id}`}
            isOpen={false}
            to={to}
            operation={resolveIncident}
            kind="primary"
          />
        )}
        <Action
          name="update"
          id={`update-${incident_id}`}
          isOpen={isRefused}
          to={to}
          operation={updateIncident}
        >
          <TextFields incident={isRefused ? undefined : incident} />
        </Action>
      </div>
    </article>
  );
}

function TextFields({ incident }: { readonly incident?: Incident | undefined }) {
  const t = useOperator().texts.incidents;
  return (
    <>
      <Field
        name="title"
        label={t.what}
        hint={t.what_hint}
        value={incident?.title}
        required
        maxLength={MAX_TITLE_CHARACTERS}
      />
      <TextArea
        name="details"
        label={t.details}
        hint={t.details_hint}
        value={incident?.details ?? ''}
        rows={4}
        maxLength={MAX_DETAILS_CHARACTERS}
      />
    </>
  );
}
