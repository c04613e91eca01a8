import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ComponentChildren, VNode } from 'preact';
import { type AdminServices, adminEndpoints } from '../../api/endpoints/admin.ts';
import type { CalendarDay } from '../../api/endpoints/market.ts';
import { statusOf } from '../../api/http/error-statuses.ts';
import type { Failure } from '../../api/http/recent-failures.ts';
import { validated } from '../../api/http/validation.ts';
import type { People } from '../../commerce/people/people.ts';
import type { Diagnosis } from '../../operations/doctor.ts';
import type { Figures } from '../../operations/figures.ts';
import type { Incidents } from '../../operations/incidents.ts';
import type { Intake } from '../../operations/intake.ts';
import { requireOperator } from '../sessions/visitor.ts';
import type { OperatorTexts } from '../texts/en-operator.ts';
import { Field, Form, Submit } from './forms.tsx';
import {
  type Fields,
  formRoute,
  type PageArea,
  type PageContext,
  type PageForm,
  pageRoute,
  sendFile,
} from './page-routes.tsx';
import { TabbedPage, type TabbedPageContent } from './tabbed-page.tsx';

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

/** A request for a page or a form of the operator. */
export interface OperatorContext extends PageContext {
  readonly texts: OperatorTexts;
}

export type Done = keyof OperatorTexts['done'];

const OPERATOR_PAGES: PageArea<OperatorContext> = {
  guard: requireOperator,

  contextOf: (context) => ({ ...context, texts: context.view.texts.operator }),

  doneNotice({ texts }, name) {
    const { done } = texts.operator;
    return Object.hasOwn(done, name) ? { kind: 'ok', title: done[name as Done] } : null;
  },

  refusalOf({ texts }, { code, message }) {
    if ((statusOf(code) ?? 500) >= 500) return null;
    const content = <span lang="en">{message}</span>;
    return { outcome: { kind: 'bad', title: texts.operator.not_done, content }, problems: {} };
  },
};

/** Registers a page for operators. */
export function operatorPage(
  pages: FastifyInstance,
  path: string,
  show: (context: OperatorContext) => Promise<VNode | FastifyReply>,
): void {
  pageRoute(pages, path, OPERATOR_PAGES, show);
}

/** Registers a file for operators, such as a table as CSV. */
export function operatorFile(
  pages: FastifyInstance,
  path: string,
  type: 'csv' | 'json',
  file: (context: OperatorContext) => Promise<{ readonly name: string; readonly content: string }>,
): void {
  pageRoute(pages, path, OPERATOR_PAGES, async (context) => sendFile(context, type, await file(context)));
}

/** Registers a form for operators. */
export function operatorForm(
  pages: FastifyInstance,
  path: string,
  form: PageForm<OperatorContext, Done>,
): void {
  formRoute(pages, path, OPERATOR_PAGES, form);
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

interface OperatorPageProps extends Omit<TabbedPageContent, 'heading'> {
  readonly context: OperatorContext;
  readonly section: (typeof SECTIONS)[number][0];
}

/** A page of the operator. */
export function OperatorPage({ context, section, title, ...content }: OperatorPageProps) {
  const { navigation, nav } = context.texts;
  return (
    <TabbedPage
      context={context}
      active="operator"
      navigation={navigation}
      tabs={SECTIONS.map(([name, href]) => ({ href, text: nav[name], isCurrent: name === section }))}
      title={title}
      heading={<Breakable text={title} />}
      {...content}
    />
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

/** A part that opens: what a change does, then its form, with a reason for the audit log. It is open after its form was refused. */
export function Action({
  context,
  name,
  id = name,
  to,
  title,
  effect,
  kind = 'plain',
  isOpen = context.refused === name,
  hasReason = true,
  children,
}: {
  readonly context: OperatorContext;
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
  const { view, texts } = context;
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
            value={isOpen ? context.sent.reason : undefined}
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
export function sentTo({ refused, sent }: OperatorContext, name: string): Fields {
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
