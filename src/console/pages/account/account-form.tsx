import type { FastifyInstance } from 'fastify';
import type { ComponentChildren } from 'preact';
import { AlirError, type FieldProblem } from '../../../core/errors.ts';
import { requireOwner } from '../../sessions/visitor.ts';
import { Form, Submit } from '../components/forms.tsx';
import { ButtonLink } from '../components/links.tsx';
import { type FormPage, formRoute, type RunForm } from '../framework/page-routes.tsx';
import { ACCOUNT_PAGES, type AccountContext, type Done, useAccount } from './account-page.tsx';

export type AccountFormPage = FormPage<AccountContext>;

/** Registers a form that changes an account. Without another `guard`, only an owner may send it. */
export function accountForm(
  scope: FastifyInstance,
  path: string,
  page: AccountFormPage,
  run: RunForm<AccountContext, Done>,
): void {
  formRoute(scope, path, ACCOUNT_PAGES, { guard: requireOwner, ...page }, run);
}

/** An error of one field, with its text in the language of the visitor. */
export function fieldProblem(field: string, message: string): AlirError {
  return new AlirError('invalid_request', `${field}: ${message}`, { fields: [{ field, message }] });
}

/** Checks an input of the API that a form asks for. @param named a problem of the input as one of a field of the form */
export function checkedInput<Input>(
  check: () => Input,
  named: (problem: FieldProblem) => FieldProblem,
): Input {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    throw new AlirError(error.code, error.message, { fields: error.fields.map(named) });
  }
}

/** Who changes an account on its pages, for the audit log. */
export function changeBy({ actor }: AccountContext): { readonly actor: string; readonly reason: null } {
  return { actor, reason: null };
}

/** Why a visitor sees a page without its forms. */
export function OwnersOnly() {
  const { view, isOwner } = useAccount();
  return isOwner ? null : <p class="note">{view.texts.account.owners_only}</p>;
}

interface ConfirmationProps {
  /** What the change does. */
  readonly children: ComponentChildren;
  readonly action: string;
  readonly fields?: ComponentChildren;
  readonly submit: string;
  readonly kind?: 'primary' | 'danger';
  /** The page to go back to without a change. */
  readonly back: string;
  /** Who may confirm. Default: an owner */
  readonly isAllowed?: boolean;
}

/** Asks before a change: what it does, and its button. */
export function Confirmation({
  children,
  action,
  fields,
  submit,
  kind = 'danger',
  back,
  isAllowed,
}: ConfirmationProps) {
  const { view, isOwner } = useAccount();
  return (
    <section class="card confirmation">
      {children}
      {(isAllowed ?? isOwner) ? (
        <Form action={action}>
          {fields}
          <p class="buttons">
            <Submit kind={kind}>{submit}</Submit>
            <ButtonLink to={back}>{view.texts.account.cancel}</ButtonLink>
          </p>
        </Form>
      ) : (
        <OwnersOnly />
      )}
    </section>
  );
}
