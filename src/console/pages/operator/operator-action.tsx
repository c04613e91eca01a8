import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ComponentChildren } from 'preact';
import { OPERATIONS } from '../../../api/endpoints/admin/admin.ts';
import { type AdminOperation, inputOfForm, perform } from '../../../api/endpoints/admin/admin-operation.ts';
import { type Effect, isPreview, type PreviewField } from '../../../api/endpoints/admin/preview.ts';
import { reworded } from '../../../api/endpoints/admin/wording.ts';
import type { Plan } from '../../../core/commerce-terms.ts';
import type { OperatorTexts } from '../../texts/operator.ts';
import { Field, Form, Submit } from '../components/forms.tsx';
import type { Fields, Outcome } from '../framework/page-routes.tsx';
import {
  type Done,
  type OperatorContext,
  type OperatorFormPage,
  operatorForm,
  useOperator,
} from './operator-page.tsx';
import type { OperatorServices } from './operator-services.ts';
import { wordingOf } from './operator-texts.ts';

type ResultOf<Declared extends AdminOperation> = Awaited<ReturnType<Declared['run']>>;

interface OperationForm<Declared extends AdminOperation> {
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
  page: OperatorFormPage,
  { done, prepare = (fields) => fields, after = () => null }: OperationForm<Declared> = {},
): void {
  operatorForm(pages, path, page, async ({ _csrf, form_id, ...fields }, context) => {
    const input = inputOfForm(operation, { ...(await prepare(fields, context)), ...context.params });
    const result = await perform(operation, services, input, {
      actor: context.actor,
      idempotency_key: form_id?.slice(0, 128) ?? null,
      wording: (error, declared) => reworded(error, declared, wordingOf(context.view), OPERATIONS),
    });
    if (isPreview(result)) return previewOutcome(context, result.preview, path.split('/').at(-1) ?? '');
    return after(result as ResultOf<Declared>, context) ?? done ?? operation.command ?? null;
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

export interface ActionProps {
  /** The operation of the form, which says whether it has a reason and a preview. Without one, it has a reason. */
  readonly operation?: AdminOperation;
  /** The last part of the path of the form. */
  readonly name: string;
  /** Distinguishes several forms of this name on a page. */
  readonly id?: string;
  /** The path of the form before its last part. */
  readonly to: string;
  /** Default: the title and the effect of the operation */
  readonly title?: string;
  readonly effect?: ComponentChildren;
  readonly kind?: 'plain' | 'primary' | 'danger';
  readonly isOpen?: boolean;
  readonly children?: ComponentChildren;
}

/** A part that opens: what a change does, then its form, with a reason for the audit log. It is open after its form was refused or previewed, unless it had taken effect. */
export function Action({
  operation,
  name,
  id = name,
  to,
  kind = 'plain',
  isOpen,
  children,
  ...own
}: ActionProps) {
  const { view, texts, refused } = useOperator();
  const { title, effect } = { ...operation?.texts?.[view.language], ...own };
  const hasReason = operation === undefined || 'reason' in operation.input.shape;
  const hasPreview = operation !== undefined && 'preview' in operation.input.shape;
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
