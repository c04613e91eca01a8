import type { FastifyInstance } from 'fastify';
import { presentOrder } from '../../../../api/endpoints/account/billing-schemas.ts';
import { ordersInForce } from '../../../../commerce/accounts/subscriptions.ts';
import { isOutdated, orderReference, replacedBy } from '../../../../commerce/billing/prices/order-amounts.ts';
import { Card } from '../../components/card.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Notice, Tag } from '../../components/notice.tsx';
import { useView } from '../../components/view.ts';
import { SumLines } from '../../offer/quote-sum.tsx';
import { accountForm, Confirmation } from '../account-form.tsx';
import { type AccountContext, AccountPage, accountPage } from '../account-page.tsx';
import type { AccountPageServices } from '../account-services.ts';
import { invoiceIn, sendInvoice } from './invoice.ts';
import {
  BILLING,
  INVOICES,
  InvoiceLink,
  ORDERS,
  productText,
  type ShownOrder,
  STATE_KINDS,
  shownOrder,
} from './orders.tsx';

/** A page for each order, its cancellation, and the invoices. */
export function orderPages(scope: FastifyInstance, services: AccountPageServices): void {
  const { billing } = services;
  const one = `${ORDERS}/:order_id`;
  accountPage(scope, one, 'billing', (context) => orderPage(services, context));
  const cancellation = accountPage(scope, `${one}/cancel`, 'billing', (context) =>
    cancellationPage(services, context),
  );

  accountForm(scope, cancellation.back, cancellation, async (_, { params, account_id, actor }) => {
    const { order_id = '' } = params;
    await billing.refunds.cancel(order_id, { actor, reason: null }, account_id);
    return { to: `${ORDERS}/${order_id}`, done: 'order_cancelled' };
  });

  accountPage(scope, `${INVOICES}/:number`, 'billing', async ({ reply, params, view, account_id }) => {
    const { number, isJson } = invoiceIn(params.number ?? '');
    const { document } = await billing.invoices.find(number, account_id);
    return sendInvoice(reply, document, view.language, { isJson, back: `${BILLING}#invoices` });
  });
}

/** An order: how to pay it, and what it did. */
async function orderPage(
  { accounts, billing: { orders, offers, invoices }, clock, payment_instructions }: AccountPageServices,
  context: AccountContext,
) {
  const { view, isOwner, account_id, params } = context;
  const { texts, numbers, dates } = view;
  const { billing } = texts.account;
  const found = await orders.find(params.order_id ?? '', account_id);
  const account = await accounts.withId(account_id);
  const now = clock.now();
  const offer = await offers.ofOrder(found);
  const order = shownOrder(found, offer, ordersInForce(await accounts.changes(account_id), account, now));
  const { order_id, state, due_idr, paid_at, settled_at } = order;
  const outdated = isOutdated(found, offer, account, now);
  const facts: Fact[] = [
    [billing.ordered_at, dates.time(order.created_at)],
    ...(state === 'pending' ? [[billing.locked_until, dates.time(order.expires_at)] as const] : []),
    ...(paid_at === null ? [] : [[billing.paid_at, dates.time(paid_at)] as const]),
    ...(settled_at === null ? [] : [[billing.settled_at, dates.time(settled_at)] as const]),
    [billing.number, <code key="order">{orderReference(order_id)}</code>],
    ...(await invoices.ofOrder(order_id)).map(
      ({ number, kind }) =>
        [billing.invoice_kinds[kind], <InvoiceLink key={number} number={number} />] as const,
    ),
  ];
  return (
    <AccountPage
      tab="billing"
      title={billing.what}
      heading={productText(view, order)}
      remark={<Tag kind={STATE_KINDS[state]}>{billing.states[state]}</Tag>}
    >
      <div class="grid">
        {state === 'pending' && isOwner && (
          <Card title={outdated ? billing.cancel : billing.pay_title(numbers.rupiah(due_idr))} span={7}>
            {outdated ? (
              <Notice kind="warn">{billing.outdated}</Notice>
            ) : (
              <HowToPay order={order} instructions={payment_instructions} />
            )}
            <p class="buttons">
              <a class="btn danger" href={`${ORDERS}/${order_id}/cancel`}>
                {billing.cancel}
              </a>
            </p>
          </Card>
        )}
        {state === 'expired' && (
          <Card title={billing.states.expired} span={7}>
            <p>{billing.expired_advice}</p>
            <p class="buttons">
              <ButtonLink to={BILLING}>{billing.order_title}</ButtonLink>
            </p>
          </Card>
        )}
        {state === 'paid_not_applied' && (
          <Card title={billing.states.paid_not_applied} span={7}>
            <p>{billing.checked_advice}</p>
          </Card>
        )}
        <Card title={billing.what} about={billing.order_facts} span={5}>
          <SumLines sum={{ ...order, replaced: replacedBy(found) }} total={billing.amount} />
          <Facts facts={facts} />
        </Card>
      </div>
    </AccountPage>
  );
}

/** The payment page of the provider, or the instructions of the operator. */
function HowToPay({
  order: { order_id, due_idr, payment_url, expires_at },
  instructions,
}: {
  readonly order: ShownOrder;
  /** Empty if the operator set none. */
  readonly instructions: string;
}) {
  const { texts, numbers, dates } = useView();
  const { billing } = texts.account;
  return (
    <>
      {payment_url === null ? (
        <>
          <p>{billing.pay_manual(numbers.rupiah(due_idr), orderReference(order_id))}</p>
          {instructions === '' ? (
            <p class="soft">{billing.pay_manual_contact}</p>
          ) : (
            <p class="address">{instructions}</p>
          )}
        </>
      ) : (
        <>
          <p class="buttons">
            <a class="btn primary" href={payment_url} rel="noreferrer">
              {billing.pay_link}
            </a>
          </p>
          <p class="soft">{billing.pay_link_advice}</p>
        </>
      )}
      <p class="soft">{billing.pay_before(dates.time(expires_at))}</p>
    </>
  );
}

/** Asks whether an order that waits for its payment is to be cancelled. */
async function cancellationPage(
  { billing: { orders, offers } }: AccountPageServices,
  context: AccountContext,
) {
  const { view, isOwner, account_id, params } = context;
  const { billing, cancel } = view.texts.account;
  const order = await orders.find(params.order_id ?? '', account_id);
  const presented = presentOrder(order);
  const path = `${ORDERS}/${order.order_id}`;
  const isPending = presented.state === 'pending';
  const mayCancel = isOwner && isPending;
  return (
    <AccountPage
      tab="billing"
      title={billing.cancel}
      remark={productText(view, { ...presented, offer: await offers.ofOrder(order) })}
    >
      <Confirmation action={`${path}/cancel`} submit={billing.cancel} back={path} isAllowed={mayCancel}>
        <p>{isPending ? billing.cancel_effect : billing.cancel_late}</p>
        {!mayCancel && (
          <p>
            <a href={path}>{cancel}</a>
          </p>
        )}
      </Confirmation>
    </AccountPage>
  );
}
