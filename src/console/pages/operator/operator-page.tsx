import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ComponentChildren } from 'preact';
import { OPERATIONS } from '../../../api/endpoints/admin/admin.ts';
import {
  type AdminOperation,
  type AdminServices,
  inputOfForm,
  perform,
} from '../../../api/endpoints/admin/admin-operation.ts';
import { type Effect, isPreview, type PreviewField } from '../../../api/endpoints/admin/preview.ts';
import { reworded } from '../../../api/endpoints/admin/wording.ts';
import type { CalendarDay } from '../../../api/endpoints/market/market.ts';
import type { Failure } from '../../../api/http/monitoring/recent-failures.ts';
import type { Plan } from '../../../core/commerce-terms.ts';
import { statusOf } from '../../../core/error-codes.ts';
import type { DiskUse } from '../../../operations/doctor/disk-use.ts';
import type { Diagnosis } from '../../../operations/doctor/doctor.ts';
import type { Figures } from '../../../operations/doctor/doctor-figures.ts';
import type { Intake } from '../../../operations/intake.ts';
import { requireOperator } from '../../sessions/visitor.ts';
import type { OperatorTexts } from '../../texts/operator.ts';
import { Field, Form, Submit } from '../components/forms.tsx';
import type { View } from '../components/view.ts';
import {
  type Fields,
  formRoute,
  type Outcome,
  type PageAnswer,
  type PageArea,
  type PageContext,
  type PageForm,
  pageRoute,
  sendFile,
  usePageContext,
} from '../framework/page-routes.tsx';
import { TabbedPage, type TabbedPageContent } from '../framework/tabbed-page.tsx';
import { wordingOf } from './operator-texts.ts';

/** What the operator's pages read and change. */
export interface OperatorServices extends AdminServices {
  readonly intake: Intake;
  /** The result of `alir doctor`; undefined while it is first computed. */
  readonly diagnose: () => Promise<Diagnosis | undefined>;
  readonly figures: () => Promise<Figures | undefined>;
  /** What the data folder takes on the disk; undefined while it is first measured. */
  readonly disk: () => Promise<DiskUse | undefined>;
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

/** The request whose page contains this component. */
export function useOperator(): OperatorContext {
  return usePageContext() as OperatorContext;
}

const OPERATOR_PAGES: PageArea<OperatorContext> = {
  guard: requireOperator,

  contextOf: (context) => ({ ...context, texts: context.view.texts.operator }),

  doneNotice({ texts, language }, name) {
    const { done } = texts.operator;
    if (Object.hasOwn(done, name)) return { kind: 'ok', title: done[name as Done] };
    const title = OPERATIONS.find(({ command }) => command === name)?.texts?.[language].done;
    return title === undefined ? null : { kind: 'ok', title };
  },

  refusalOf({ texts }, { code, message }) {
    if ((statusOf(code) ?? 500) >= 500) return null;
    // A double click sends a form twice.
    if (code === 'already_done' || code === 'idempotency_conflict')
      return { outcome: { kind: 'info', title: texts.operator.sent_twice }, problems: {} };
    const content = <span lang="en">{message}</span>;
    const outcome = { kind: 'bad', title: texts.operator.not_done, content, keepsForm: true } as const;
    return { outcome, problems: {} };
  },
};

/** Registers a page for operators. @returns the page for its forms */
export function operatorPage<Show extends (context: OperatorContext) => PageAnswer>(
  pages: FastifyInstance,
  path: string,
  show: Show,
): { readonly back: string; readonly show: Show } {
  pageRoute(pages, path, OPERATOR_PAGES, show);
  return { back: path, show };
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
  form: PageForm<OperatorContext, string>,
): void {
  formRoute(pages, path, OPERATOR_PAGES, form);
}

/** The page of a form: how it is shown, and its path. */
export type FormPage = Pick<PageForm<OperatorContext, string>, 'show' | 'back'>;

type ResultOf<Declared extends AdminOperation> = Awaited<ReturnType<Declared['run']>>;

interface OperationForm<Declared extends AdminOperation> extends FormPage {
  /** The notice that follows, unless `after` returns another one. Default: that of the operation. */
  readonly done?: Done;
  /** Checks or changes the fields before the operation does. */
  readonly prepare?: (fields: Fields, context: OperatorContext) => Fields | Promise<Fields>;
  readonly after?: (result: ResultOf<Declared>, context: OperatorContext) => Outcome | null;
}

/** Registers the form of an operation. Its input are the fields of the form and the parameters of the path. */
export function operationForm<Declared extends AdminOperation>(
  pages: FastifyInstance,
  services: OperatorServices,
  path: string,
  operation: Declared,
  { done, prepare = (fields) => fields, after = () => null, ...form }: OperationForm<Declared>,
): void {
  operatorForm(pages, path, {
    ...form,
    run: async ({ _csrf, form_id, ...fields }, context) => {
      const input = inputOfForm(operation, { ...(await prepare(fields, context)), ...context.params });
      const result = await perform(operation, services, input, {
        actor: context.actor,
        idempotency_key: form_id?.slice(0, 128) ?? null,
        wording: (error, declared) => reworded(error, declared, wordingOf(context.view), OPERATIONS),
      });
      if (isPreview(result)) return previewOutcome(context, result.preview, path.split('/').at(-1) ?? '');
      return after(result as ResultOf<Declared>, context) ?? done ?? operation.command ?? null;
    },
  });
}

/** What a form would change. The page shows it above the form, which can then be sent. */
function previewOutcome(context: OperatorContext, effects: readonly Effect[], form: string): Outcome {
  const t = context.texts.preview;
  const lines = effects.map(({ field, now, after }) => {
    const [text, changed] = [effectText(context, field, now), effectText(context, field, after)];
    if (text === changed) return null;
    return (
      <>
        {t.fields[field]}: {text} → <b>{changed}</b>
        <br />
      </>
    );
  });
  const content = (
    <>
      {lines.some((line) => line !== null) ? lines : `${t.nothing} `}
      <a href={`#${form}`}>{t.back}</a>
    </>
  );
  return { kind: 'info', title: t.title, content, keepsForm: true };
}

function effectText({ view, texts }: OperatorContext, field: PreviewField, value: Effect['now']) {
  if (value === null || value === '') return texts.none;
  if (field === 'order_state') return texts.orders.states[value as keyof OperatorTexts['orders']['states']];
  if (field === 'plan' || field === 'plan_after_reset') return texts.plans[value as Plan];
  if (field === 'closed_until') return view.dates.short(String(value));
  if (field === 'period_end' || field === 'resets_at') return view.dates.time(String(value));
  if (typeof value === 'string') return value;
  return field.endsWith('_idr') ? view.numbers.rupiah(value) : view.numbers.full(value);
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

interface OperatorPageProps extends Omit<TabbedPageContent, 'heading' | 'title'> {
  readonly context: OperatorContext;
  /** Default: the name of the section. */
  readonly title?: string;
  readonly section: (typeof SECTIONS)[number][0];
}

/** A page of the operator. */
export function OperatorPage({
  context,
  section,
  title = context.texts.nav[section],
  ...content
}: OperatorPageProps) {
  const { nav } = context.texts;
  return (
    <TabbedPage
      context={context}
      active="operator"
      scripts={['refresh']}
      navigation={context.view.texts.layout.operator}
      tabs={SECTIONS.map(([name, href]) => ({ href, text: nav[name], isCurrent: name === section }))}
      title={title}
      heading={<Breakable text={title} />}
      {...content}
    />
  );
}

/** A long e-mail address breaks before its `@`. */
function Breakable({ text }: { text: string }) {
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

export interface ActionProps {
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
  readonly hasPreview?: boolean;
  readonly children?: ComponentChildren;
}

/** A part that opens: what a change does, then its form, with a reason for the audit log. It is open after its form was refused or previewed, unless it had taken effect. */
export function Action({
  name,
  id = name,
  to,
  title,
  effect,
  kind = 'plain',
  isOpen,
  hasReason = true,
  hasPreview = false,
  children,
}: ActionProps) {
  const { texts, refused } = useOperator();
  const isShown = isOpen ?? refused === name;
  return (
    <details class="action" open={isShown} id={id}>
      <summary>{title}</summary>
      <p class="effect">{effect}</p>
      <Form action={`${to}/${name}`} id={id} isRefused={isShown && refused === name}>
        <input type="hidden" name="form_id" value={randomUUID()} />
        {children}
        {hasReason && (
          <Field name="reason" label={texts.reason} hint={texts.reason_hint} required maxLength={500} />
        )}
        <p class="buttons">
          <Submit kind={kind}>{title}</Submit>
          {hasPreview && (
            <Submit name="preview" value="yes">
              {texts.preview.button}
            </Submit>
          )}
        </p>
      </Form>
    </details>
  );
}

/** The title and the effect of the form of an operation. */
export function textsOf({ language }: View, { texts }: AdminOperation) {
  const { title = '', effect = '' } = texts?.[language] ?? {};
  return { title, effect };
}
