import type { FastifyInstance } from 'fastify';
import type { ComponentChildren } from 'preact';
import type { PresentedOrder } from '../../../../api/endpoints/account/billing-schemas.ts';
import {
  cancelOrder,
  confirmOrder,
  type HandledOrder,
  refundOrder,
  voidOrder,
} from '../../../../api/endpoints/admin/admin-orders.ts';
import type { Administration } from '../../../../commerce/accounts/administration.ts';
import type { Invoice } from '../../../../commerce/billing/invoices/invoices.ts';
import { allows } from '../../../../commerce/billing/order-states.ts';
import { dueOf, type Order, type PaidAmount } from '../../../../commerce/billing/prices/order-amounts.ts';
import { CheckBox, Field, NumberField, Select } from '../../components/forms.tsx';
import type { Fields, Outcome } from '../../framework/page-routes.tsx';
import { Action, operationForm } from '../operator-action.tsx';
import { type OperatorContext, type OperatorFormPage, useOperator } from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';
import { planText } from '../operator-texts.ts';

const PAGE = '/operator/orders';

export interface OrderFacts {
  readonly order: Order;
  readonly shown: PresentedOrder;
  readonly email: string;
  readonly payments: readonly PaidAmount[];
  readonly invoices: readonly Invoice[];
  readonly money: Readonly<Record<'held' | 'applied' | 'returned', number>>;
  /** Without withheld tax. */
  readonly returnable: Readonly<Record<'held' | 'applied', number>>;
  readonly transfers: readonly HeldTransfer[];
}

export function orderForms(pages: FastifyInstance, services: OperatorServices, page: OperatorFormPage): void {
  operationForm(pages, services, `${page.back}/confirm`, confirmOrder, page, {
    done: 'confirmed',
    after: afterConfirmation,
  });
  operationForm(pages, services, `${page.back}/cancel`, cancelOrder, page, { done: 'cancelled' });
  operationForm(pages, services, `${page.back}/refund`, refundOrder, page, {
    done: 'refunded',
    prepare: refundFields,
  });
  operationForm(pages, services, `${page.back}/void`, voidOrder, page, { done: 'voided' });
}

/** Tells the operator that a payment was recorded and not applied. */
function afterConfirmation({ state, reason }: HandledOrder, { texts }: OperatorContext): Outcome | null {
  if (state !== 'paid_not_applied') return null;
  const content = <span lang="en">{reason}</span>;
  return { kind: 'bad', title: texts.orders.confirmed_not_applied, content };
}

/** Money that is held is returned without a decision about the plan. */
function refundFields({ plan, ...fields }: Fields): Fields {
  return plan === undefined || plan === 'held' ? fields : { ...fields, plan };
}

/** The changes that the order allows. The operation refuses the others. */
export function OrderActions({ facts }: { facts: OrderFacts }) {
  const { view, texts } = useOperator();
  const t = texts.orders;
  const { order, email, money, returnable, payments } = facts;
  const rupiah = (amount: number) => view.numbers.rupiah(amount);
  const common = { to: `${PAGE}/${order.order_id}` };
  const undoing = (name: 'cancel' | 'refund' | 'void') => ({
    ...common,
    name,
    title: t[name],
    kind: 'danger' as const,
  });
  const plan = planText(view, order.plan, order.months);
  const isUnpaid = payments.length === 0;
  const isBought = allows('refunded', order);
  const actions: ComponentChildren[] = [];
  if (allows('confirmed', order)) {
    const effect = isUnpaid
      ? t.confirm_effect(rupiah(dueOf(order)), email, plan)
      : t.retry_effect(email, plan);
    actions.push(
      <Action
        {...common}
        name="confirm"
        operation={confirmOrder}
        title={isUnpaid ? t.confirm : t.retry}
        effect={effect}
        kind="primary"
        isOpen={order.cancelled_at === null}
      >
        <ConfirmFields facts={facts} />
      </Action>,
    );
  }
  if (allows('cancelled', order)) {
    const effect = isUnpaid ? t.cancel_effect : t.cancel_paid_effect(rupiah(money.held));
    actions.push(<Action {...undoing('cancel')} operation={cancelOrder} effect={effect} />);
  }
  // An applied order that cost nothing can be refunded to undo its plan.
  const isApplied = returnable.applied > 0 || (isBought && money.applied === 0);
  if (returnable.held > 0 || isApplied) {
    const effect = isApplied
      ? t.refund_effect(rupiah(returnable.applied))
      : t.refund_held_effect(rupiah(returnable.held));
    actions.push(
      <Action {...undoing('refund')} operation={refundOrder} effect={effect}>
        <RefundFields facts={facts} isApplied={isApplied} />
      </Action>,
    );
  }
  if (payments.length > 0) {
    actions.push(
      <Action {...undoing('void')} operation={voidOrder} effect={t.void_effect}>
        {(isBought || order.plan_effect !== null) && (
          <Select
            name="plan"
            label={t.void_plan}
            value="undo"
            options={[
              { value: 'undo', title: t.void_undo },
              { value: 'keep', title: t.void_keep },
            ]}
          />
        )}
        {payments.length > 1 && <ReferenceField payments={payments} />}
      </Action>,
    );
  }
  return actions.length === 0 ? <p class="note">{t.nothing_to_do}</p> : actions;
}

function ConfirmFields({ facts: { order, transfers } }: { facts: OrderFacts }) {
  const { view, texts } = useOperator();
  const t = texts.orders;
  return (
    <>
      <TransferField transfers={transfers} name="transfer" without={t.new_payment} />
      <Field name="paid_at" type="datetime-local" label={t.paid_at_field} hint={t.paid_at_hint} />
      <NumberField
        name="amount_idr"
        label={t.amount}
        hint={t.amount_hint(view.numbers.rupiah(dueOf(order)))}
      />
      <Field name="payment_reference" label={t.reference_field} maxLength={200} />
      <CheckBox name="withheld" label={t.withheld} />
      <Select
        name="excess"
        label={t.excess}
        options={[
          { value: 'credit', title: t.excess_credit },
          { value: 'return', title: t.excess_return },
        ]}
      />
      <CheckBox name="accept" label={t.accept} />
    </>
  );
}

/** @param without offers all payments, too, with this title */
function ReferenceField({ payments, without }: { payments: readonly PaidAmount[]; without?: string }) {
  const { texts } = useOperator();
  const options = payments.map(({ payment_reference: value }) => ({ value, title: value }));
  const all = without === undefined ? [] : [{ value: '', title: without }];
  return <Select name="payment_reference" label={texts.orders.reference} options={[...all, ...options]} />;
}

/** @param isApplied whether money that was applied can be returned; also of an order whose plan was undone */
function RefundFields({ facts, isApplied }: { facts: OrderFacts; isApplied: boolean }) {
  const { view, texts } = useOperator();
  const t = texts.orders;
  const { order, returnable } = facts;
  const payments = facts.payments.filter(({ provider }) => provider !== 'withheld');
  const isBought = isApplied && allows('refunded', order);
  const options = [
    ...(isApplied ? [{ value: 'undo', title: t.plan_undo }] : []),
    ...(isBought ? [{ value: 'keep', title: t.plan_keep }] : []),
    ...(returnable.held > 0 ? [{ value: 'held', title: t.plan_held }] : []),
  ];
  const all = isApplied ? returnable.applied : returnable.held;
  return (
    <>
      <Select name="plan" label={t.what_is_returned} hint={t.plan_hint} options={options} />
      <NumberField name="amount_idr" label={t.amount} hint={t.refund_amount_hint(view.numbers.rupiah(all))} />
      {payments.length > 1 && <ReferenceField payments={payments} without={t.all_payments} />}
      <CheckBox name="as_credit" label={t.as_credit} />
    </>
  );
}

export type HeldTransfer = Awaited<ReturnType<Administration['heldTransfers']>>[number];

/** Chooses a transfer that is held, or none. Nothing if there is none to choose. */
export function TransferField({
  name,
  transfers,
  without,
}: {
  readonly name: string;
  readonly transfers: readonly HeldTransfer[];
  readonly without: string;
}) {
  const { view, texts } = useOperator();
  if (transfers.length === 0) return null;
  const options = transfers.map(({ payment_reference, held_idr }) => ({
    value: payment_reference,
    title: `${payment_reference}: ${view.numbers.rupiah(held_idr)}`,
  }));
  const label = texts.account.held_transfer;
  return <Select name={name} label={label} options={[{ value: '', title: without }, ...options]} />;
}
