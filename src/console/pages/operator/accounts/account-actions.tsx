import type { FastifyInstance } from 'fastify';
import {
  assignPlan,
  changeEmail,
  correctPayment,
  deleteAccount,
  grant,
  payOut,
  recordTransfer,
  resumeAccount,
  suspendAccount,
} from '../../../../api/endpoints/admin/admin-accounts.ts';
import { email, reason } from '../../../../api/endpoints/admin/admin-fields.ts';
import { oneOf, requestOf } from '../../../../api/http/requests/request-fields.ts';
import { validated } from '../../../../api/http/requests/validation.ts';
import type { DeletionEffects } from '../../../../commerce/accounts/account-deletion.ts';
import type { AccountOverview } from '../../../../commerce/accounts/overview.ts';
import { MEMBER_ROLES } from '../../../../core/commerce-terms.ts';
import { MAX_EMAIL_CHARACTERS } from '../../../../core/email.ts';
import { AlirError } from '../../../../core/errors.ts';
import { CheckBox, Field, NumberField, Select } from '../../components/forms.tsx';
import type { Fields, Outcome } from '../../framework/page-routes.tsx';
import { Action, operationForm } from '../operator-action.tsx';
import {
  type Done,
  type OperatorContext,
  type OperatorFormPage,
  operatorForm,
  useOperator,
} from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';
import { type HeldTransfer, TransferField } from '../orders/order-actions.tsx';
import { PlanFields } from './accounts-page.tsx';

export function accountForms(
  pages: FastifyInstance,
  services: OperatorServices,
  page: OperatorFormPage,
): void {
  const { back } = page;
  operationForm(pages, services, `${back}/suspend`, suspendAccount, page, { done: 'suspended' });
  operationForm(pages, services, `${back}/resume`, resumeAccount, page, { done: 'resumed' });
  operationForm(pages, services, `${back}/email`, changeEmail, page, { done: 'email_changed' });
  operationForm(pages, services, `${back}/units`, grant, page, { done: 'granted' });
  operationForm(pages, services, `${back}/days`, grant, page, { done: 'granted' });
  operationForm(pages, services, `${back}/plan`, assignPlan, page, { done: 'plan_given' });
  operationForm(pages, services, `${back}/transfers`, recordTransfer, page, { done: 'transferred' });
  operationForm(pages, services, `${back}/payouts`, payOut, page, { done: 'paid_out' });
  operationForm(pages, services, `${back}/corrections`, correctPayment, page, { done: 'corrected' });
  operationForm(pages, services, `${back}/delete`, deleteAccount, page, {
    done: 'account_deleted',
    prepare: deletionFields(services),
  });
  operatorForm(pages, `${back}/invite`, page, invitePerson(services));
}

/** Checks that the e-mail address of the account was typed, before the account is deleted. */
function deletionFields({ accounts }: OperatorServices) {
  return async ({ typed_email = '', ...fields }: Fields, { params, texts }: OperatorContext) => {
    const { email: address } = await accounts.find(params.account ?? '');
    if (typed_email.toLowerCase() === address.toLowerCase()) return fields;
    throw new AlirError('invalid_request', texts.account.delete_mismatch);
  };
}

const INVITED = requestOf({ email, role: oneOf(MEMBER_ROLES), reason });

/** Invites a person. Without a mail server, the page shows the link once. */
function invitePerson({ accounts, invitations }: OperatorServices) {
  return async (
    { _csrf, form_id, ...fields }: Fields,
    { actor, params, texts }: OperatorContext,
  ): Promise<Done | Outcome> => {
    const { account_id } = await accounts.find(params.account ?? '');
    const { email: person, role, reason: why } = validated(INVITED, fields);
    const { link } = await invitations.invite(
      { email: person, account: account_id, role },
      { actor, reason: why },
    );
    if (link === null) return 'invited';
    return { kind: 'ok', title: texts.account.link, content: <code class="long">{link}</code> };
  };
}

export function AccountActions({
  overview,
  transfers,
  deletion,
}: {
  overview: AccountOverview;
  transfers: readonly HeldTransfer[];
  deletion: DeletionEffects;
}) {
  const { view, texts } = useOperator();
  const t = texts.account;
  const { account_id, suspended_at, live_keys, resets_at, period_end } = overview;
  const common = { to: `/operator/accounts/${account_id}` };
  return (
    <section class="card actions">
      <header>
        <h2>{t.actions}</h2>
      </header>
      {suspended_at === null ? (
        <Action
          {...common}
          name="suspend"
          title={t.suspend}
          effect={t.suspend_effect(view.numbers.full(live_keys))}
          kind="danger"
        />
      ) : (
        <Action {...common} name="resume" title={t.resume} effect={t.resume_effect} kind="primary" />
      )}
      <Action {...common} name="email" title={t.email} effect={t.email_effect}>
        <Field name="email" type="email" label={t.new_email} required maxLength={MAX_EMAIL_CHARACTERS} />
      </Action>
      <Action
        {...common}
        name="units"
        operation={grant}
        title={t.grant_units}
        effect={t.grant_units_effect(view.dates.time(resets_at))}
      >
        <NumberField name="units" label={t.units} required />
      </Action>
      {period_end === null ? (
        <p class="note">{t.no_period}</p>
      ) : (
        <Action
          {...common}
          name="days"
          operation={grant}
          title={t.grant_days}
          effect={t.grant_days_effect(view.dates.time(period_end))}
        >
          <NumberField name="days" label={t.days} required />
        </Action>
      )}
      <Action {...common} name="plan" operation={assignPlan} title={t.plan} effect={t.plan_effect}>
        <PlanFields />
      </Action>
      <MoneyActions overview={overview} transfers={transfers} />
      <Action {...common} name="invite" title={t.invite} effect={t.invite_effect}>
        <Field name="email" type="email" label={t.person_email} required maxLength={MAX_EMAIL_CHARACTERS} />
        <Select
          name="role"
          label={t.person_role}
          value="member"
          options={MEMBER_ROLES.map((role) => ({ value: role, title: t.role[role] }))}
        />
      </Action>
      <Deletion deletion={deletion} to={common.to} />
    </section>
  );
}

/** Money that belongs to no order. */
function MoneyActions({
  overview: { account_id, credit_idr, held_idr },
  transfers,
}: {
  overview: AccountOverview;
  transfers: readonly HeldTransfer[];
}) {
  const { view, texts } = useOperator();
  const t = texts.account;
  const common = { to: `/operator/accounts/${account_id}` };
  const rupiah = (amount: number) => view.numbers.rupiah(amount);
  const amount = { name: 'amount_idr', label: t.amount };
  return (
    <>
      <Action
        {...common}
        name="transfers"
        operation={recordTransfer}
        title={t.transfer}
        effect={t.transfer_effect}
      >
        <NumberField {...amount} required />
        <Field name="payment_reference" label={t.transfer_reference} required maxLength={200} />
        <Field name="paid_at" type="datetime-local" label={texts.orders.paid_at_field} />
      </Action>
      <Action
        {...common}
        name="payouts"
        operation={payOut}
        title={t.payout}
        effect={t.payout_effect(rupiah(credit_idr), rupiah(held_idr))}
      >
        <TransferField transfers={transfers} name="payment_reference" without={t.payout_credit} />
        <NumberField {...amount} />
        <CheckBox name="as_credit" label={texts.orders.as_credit} />
      </Action>
      <Action
        {...common}
        name="corrections"
        operation={correctPayment}
        title={t.correct}
        effect={t.correct_effect}
      >
        <TransferField transfers={transfers} name="payment_reference" without={t.correct_paid} />
        <NumberField {...amount} min={0} required />
      </Action>
    </>
  );
}

function Deletion({ deletion, to }: { deletion: DeletionEffects; to: string }) {
  const { view, texts } = useOperator();
  const t = texts.account;
  const { email, live_keys, people, webhooks, invoices } = deletion;
  const { open_orders, undecided_orders, held_idr, credit_idr, owed_idr } = deletion;
  const { numbers } = view;
  const full = (value: number) => view.numbers.full(value);
  const orders = open_orders + undecided_orders;
  const isSettled = orders === 0 && held_idr === 0 && credit_idr === 0 && owed_idr === 0;
  return (
    <Action
      name="delete"
      to={to}
      title={t.delete}
      effect={t.delete_effect(full(live_keys), full(people), full(webhooks), full(invoices))}
      kind="danger"
    >
      {!isSettled && (
        <>
          <p class="effect">
            {t.delete_unsettled(
              full(orders),
              numbers.rupiah(held_idr),
              numbers.rupiah(credit_idr),
              numbers.rupiah(owed_idr),
            )}
          </p>
          <CheckBox name="forfeit" label={t.forfeit} />
        </>
      )}
      <Field
        name="typed_email"
        label={t.type_email}
        hint={email}
        required
        autocomplete="off"
        maxLength={254}
      />
    </Action>
  );
}
