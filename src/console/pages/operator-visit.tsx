import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import { type AdminServices, adminEndpoints } from '../../api/endpoints/admin.ts';
import type { CalendarDay } from '../../api/endpoints/market.ts';
import { statusOf } from '../../api/http/error-statuses.ts';
import type { Failure } from '../../api/http/recent-failures.ts';
import { queryOf, validated } from '../../api/http/validation.ts';
import type { People } from '../../commerce/people/people.ts';
import { AlirError } from '../../core/errors.ts';
import type { Diagnosis } from '../../operations/doctor.ts';
import type { Figures } from '../../operations/figures.ts';
import type { Incidents } from '../../operations/incidents.ts';
import type { Intake } from '../../operations/intake.ts';
import { requireOperator, signedIn } from '../sessions/visitor.ts';
import type { OperatorTexts } from '../texts/en-operator.ts';
import { Field, Form, Submit } from './forms.tsx';
import { Page } from './layout.tsx';
import { Heading, Notice } from './notice.tsx';
import { sendPage } from './render.tsx';
import { PAGE_ROUTE } from './route.ts';
import { urlWith, type View, viewOf } from './view.ts';

/** What the operator's pages read and change. */
export interface OperatorServices extends AdminServices {
  readonly people: Pick<People, 'of' | 'invitations' | 'operators'>;
  readonly intake: Intake;
  readonly incidents: Incidents;
  /** The result of `alir doctor`; undefined while it is first computed. */
  readonly diagnose: () => Promise<Diagnosis | undefined>;
  readonly figures: () => Promise<Figures | undefined>;
  /** Every day of a range, with the state of its data. */
  readonly calendarDays: (from: string, to: string) => Promise<CalendarDay[]>;
  /** The recent responses with a status of 500 or above. */
  readonly failures: () => readonly Failure[];
}

/** What the page says about the form that was sent last. */
export interface Outcome {
  readonly kind: 'ok' | 'bad';
  readonly title: string;
  readonly content?: ComponentChildren;
}

export type Fields = Readonly<Record<string, string>>;

/** A request for one of the operator's pages. */
export interface Visit {
  readonly view: View;
  readonly texts: OperatorTexts;
  /** Who changes something, for the audit log. */
  readonly actor: string;
  readonly query: Fields;
  readonly params: Fields;
  readonly outcome: Outcome | null;
  /** The form that was refused: the last part of its path. Empty if none was. */
  readonly refused: string;
  /** Its fields. */
  readonly sent: Fields;
}

type ShowPage = (visit: Visit) => Promise<VNode>;

export type Done = keyof OperatorTexts['done'];

/** Registers a page for operators. */
export function operatorPage(pages: FastifyInstance, path: string, show: ShowPage): void {
  pages.get(path, { config: PAGE_ROUTE, preHandler: requireOperator }, async (request, reply) => {
    const visit = visitOf(request);
    return sendPage(request, reply, visit.view, await show(visit));
  });
}

const FILE_TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

/** Registers a file for operators, such as a table as CSV. */
export function operatorFile(
  pages: FastifyInstance,
  path: string,
  type: keyof typeof FILE_TYPES,
  file: (visit: Visit) => Promise<{ readonly name: string; readonly content: string }>,
): void {
  pages.get(path, { config: PAGE_ROUTE, preHandler: requireOperator }, async (request, reply) => {
    const { name, content } = await file(visitOf(request));
    return reply
      .headers({
        'content-type': FILE_TYPES[type],
        'content-disposition': `attachment; filename="${name}.${type}"`,
        'cache-control': 'no-store',
      })
      .send(content);
  });
}

/** What follows a form: the name of a notice on the page, what the page shows once, or nothing. */
type Result = Done | Outcome | null;

/**
 * Registers a form. It redirects to its page with a notice. If the change is refused, the response is the page with the reason.
 * @param form.page the page that has the form; `run` may redirect to another one
 */
export function operatorForm(
  pages: FastifyInstance,
  path: string,
  form: {
    readonly show: ShowPage;
    readonly back: (params: Fields) => string;
    readonly run: (fields: Fields, visit: Visit) => Promise<Result>;
  },
): void {
  pages.post(path, { config: PAGE_ROUTE, preHandler: requireOperator }, async (request, reply) => {
    const back = form.back(fieldsIn(request.params));
    const visit = visitOf(request, back);
    const fields = fieldsIn(request.body);
    try {
      const result = await form.run(fields, visit);
      if (result === null || typeof result === 'string') {
        return reply.redirect(urlWith(back, { done: result }), 303);
      }
      return await sendPage(
        request,
        reply,
        visit.view,
        await form.show({ ...visit, outcome: result, query: {} }),
      );
    } catch (error) {
      return await refused(request, reply, error, { visit, fields, show: form.show });
    }
  });
}

async function refused(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { visit, fields, show }: { readonly visit: Visit; readonly fields: Fields; readonly show: ShowPage },
): Promise<FastifyReply> {
  const status = error instanceof AlirError ? (statusOf(error.code) ?? 500) : 500;
  if (!(error instanceof AlirError) || status >= 500) throw error;
  const outcome: Outcome = {
    kind: 'bad',
    title: visit.texts.not_done,
    content: <span lang="en">{error.message}</span>,
  };
  return sendPage(
    request,
    reply,
    visit.view,
    await show({ ...visit, outcome, sent: fields, refused: lastPart(request), query: {} }),
    status,
  );
}

function visitOf(request: FastifyRequest, url?: string): Visit {
  const visitor = signedIn(request);
  const found = viewOf(request, visitor);
  const view = url === undefined ? found : { ...found, url };
  const texts = view.texts.operator;
  const query = fieldsIn(queryOf(request));
  const done = Object.hasOwn(texts.done, query.done ?? '') ? texts.done[query.done as Done] : null;
  return {
    view: { ...view, url: urlWith(view.url, { done: null }) },
    texts,
    actor: visitor.actor,
    query,
    params: fieldsIn(request.params),
    outcome: done === null ? null : { kind: 'ok', title: done },
    refused: '',
    sent: {},
  };
}

function lastPart({ routeOptions }: FastifyRequest): string {
  return routeOptions.url?.split('/').at(-1) ?? '';
}

/** The fields that were sent once, without empty ones: an empty field of a form has no value. */
function fieldsIn(sent: unknown): Fields {
  const fields = Object.entries((sent ?? {}) as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    fields.flatMap(([name, value]) => {
      const text = typeof value === 'string' ? value.trim() : '';
      return text === '' ? [] : [[name, text]];
    }),
  );
}

/** How the fields of a form become those of an operation of /admin. */
interface FormTypes {
  readonly numbers?: readonly string[];
  /** Check boxes. */
  readonly flags?: readonly string[];
  /** Local times in Jakarta. */
  readonly times?: readonly string[];
}

/** The operations of /admin, which check their input. Pages use the same ones. */
export class AdminCalls {
  readonly #endpoints: ReadonlyMap<string, ReturnType<typeof adminEndpoints>[number]>;

  constructor(services: AdminServices) {
    this.#endpoints = new Map(
      adminEndpoints(services).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
    );
  }

  /** @param name method and path, such as `POST /admin/accounts` @throws AlirError as the operation */
  async post(name: `POST /admin/${string}`, input: object, actor: string): Promise<unknown> {
    const endpoint = this.#endpoints.get(name);
    if (!endpoint) throw new Error(`There is no operation ${name}`);
    return endpoint.answer(validated(endpoint.input, input), actor);
  }
}

/** The input of an operation from the fields of a form. */
export function inputOf({ _csrf, ...fields }: Fields, types: FormTypes = {}): Record<string, unknown> {
  const { numbers = [], flags = [], times = [] } = types;
  const input: Record<string, unknown> = { ...fields };
  for (const name of numbers) {
    const text = fields[name];
    if (text !== undefined && /^\d{1,15}$/.test(text)) input[name] = Number(text);
  }
  for (const name of flags) input[name] = fields[name] !== undefined;
  for (const name of times) {
    const text = fields[name];
    if (text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) input[name] = `${text}:00+07:00`;
  }
  return input;
}

const SECTIONS = [
  ['today', '/operator'],
  ['days', '/operator/days'],
  ['accounts', '/operator/accounts'],
  ['orders', '/operator/orders'],
  ['offers', '/operator/offers'],
  ['revenue', '/operator/revenue'],
  ['incidents', '/operator/incidents'],
  ['audit', '/operator/audit'],
] as const;

/** A page of the operator: its title, links to the other ones, and the outcome of the last form. */
export function OperatorPage({
  visit,
  section,
  title,
  remark,
  children,
}: {
  readonly visit: Visit;
  readonly section: (typeof SECTIONS)[number][0];
  readonly title: string;
  readonly remark?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const { view, texts, outcome } = visit;
  return (
    <Page view={view} title={title} active="operator">
      <div class="account-bar">
        <nav class="tabs" aria-label={texts.navigation}>
          {SECTIONS.map(([name, href]) => (
            <a key={name} href={href} aria-current={name === section ? 'page' : undefined}>
              {texts.nav[name]}
            </a>
          ))}
        </nav>
      </div>
      <Heading title={<Breakable text={title} />} remark={remark} />
      {outcome && (
        <Notice kind={outcome.kind} title={outcome.title}>
          {outcome.content}
        </Notice>
      )}
      {children}
    </Page>
  );
}

/** A long e-mail address breaks before its `@`. */
function Breakable({ text }: { readonly text: string }) {
  const [first, ...rest] = text.split('@');
  return (
    <>
      {first}
      {rest.map((part) => (
        <>
          <wbr />@{part}
        </>
      ))}
    </>
  );
}

/** A card with a title. */
export function Card({
  title,
  about,
  span = 12,
  id,
  children,
}: {
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly span?: 4 | 5 | 6 | 7 | 8 | 12;
  readonly id?: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section class={`card c${span}`} id={id}>
      <header>
        <h2>{title}</h2>
        {about !== undefined && <p>{about}</p>}
      </header>
      {children}
    </section>
  );
}

/** A part that opens: what a change does, then its form, with a reason for the audit log. It is open after its form was refused. */
export function Action({
  visit,
  name,
  id = name,
  to,
  title,
  effect,
  kind = 'plain',
  isOpen = visit.refused === name,
  hasReason = true,
  children,
}: {
  readonly visit: Visit;
  /** The last part of the path of the form. */
  readonly name: string;
  /** Distinguishes several forms of this name on a page. */
  readonly id?: string;
  /** The path of the form before its last part. */
  readonly to: string;
  readonly title: string;
  readonly effect: ComponentChildren;
  readonly kind?: 'plain' | 'primary' | 'danger';
  readonly isOpen?: boolean;
  readonly hasReason?: boolean;
  readonly children?: ComponentChildren;
}) {
  const { view, texts } = visit;
  return (
    <details class="action" open={isOpen} id={id}>
      <summary>{title}</summary>
      <p class="effect">{effect}</p>
      <Form view={view} action={`${to}/${name}`}>
        {children}
        {hasReason && (
          <Field
            form={id}
            name="reason"
            label={texts.reason}
            hint={texts.reason_hint}
            value={isOpen ? visit.sent.reason : undefined}
            required
            maxLength={500}
          />
        )}
        <Submit kind={kind}>{title}</Submit>
      </Form>
    </details>
  );
}

/** The fields of a form, if it was refused. */
export function sentTo({ refused, sent }: Visit, name: string): Fields {
  return refused === name ? sent : {};
}

export function CheckBox({
  form,
  name,
  label,
  isChecked = false,
}: {
  readonly form: string;
  readonly name: string;
  readonly label: string;
  readonly isChecked?: boolean;
}) {
  return (
    <p class="check">
      <input type="checkbox" id={`field-${form}-${name}`} name={name} value="yes" checked={isChecked} />
      <label for={`field-${form}-${name}`}>{label}</label>
    </p>
  );
}
