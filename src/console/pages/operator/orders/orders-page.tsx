import type { FastifyInstance } from 'fastify';
import type { ComponentChildren } from 'preact';
import { type PresentedOrder, presentOrder } from '../../../../api/endpoints/account/billing-schemas.ts';
import {
  CONFIRMED,
  givenReference,
  isOutdated,
  type Order,
  orderReference,
  PAID_WITH_CREDIT,
  type PaidAmount,
  replacedBy,
} from '../../../../commerce/billing/prices/order-amounts.ts';
import { MAX_EMAIL_CHARACTERS } from '../../../../core/email.ts';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { Field, Submit } from '../../components/forms.tsx';
import { Empty, Notice, type NoticeKind, Tag } from '../../components/notice.tsx';
import type { View } from '../../components/view.ts';
import { SumLines } from '../../offer/quote-sum.tsx';
import { AccountLink, emailsOf, OrderLink } from '../operator-links.tsx';
import { type OperatorContext, OperatorPage, operatorPage, useOperator } from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';
import { offerText, orderText, timeText } from '../operator-texts.ts';
import { OrderActions, type OrderFacts, orderForms } from './order-actions.tsx';
import { InvoiceLinks } from './order-invoices.tsx';

const PAGE = '/operator/orders';
/** The newest ones; the CSV of the revenue has the money of all. */
const MAX_ROWS = 300;

interface ListedOrder {
  readonly order: Order;
  readonly shown: PresentedOrder;
  readonly email: string | undefined;
  readonly held_idr: number;
}

export function orderPages(pages: FastifyInstance, services: OperatorServices): void {
  operatorPage(pages, PAGE, (context) => ordersPage(services, context));
  const page = operatorPage(pages, `${PAGE}/:order_id`, (context) => orderPage(services, context));
  orderForms(pages, services, page);
}

/** The orders that wait, and the other ones. */
export async function ordersPage({ accounts, billing }: OperatorServices, context: OperatorContext) {
  const t = context.texts.orders;
  const emails = emailsOf(await accounts.all());
  const listed = (orders: readonly Order[]): Promise<ListedOrder[]> =>
    Promise.all(
      orders.map(async (order) => ({
        order,
        shown: presentOrder(order),
        email: emails.get(order.account_id),
        held_idr: (await billing.refunds.moneyOf(order.order_id)).held,
      })),
    );
  const search = context.query.search?.trim().toLowerCase() ?? '';
  const isWanted = ({ order_id, account_id }: Order) =>
    order_id.startsWith(search) || emails.get(account_id)?.toLowerCase().includes(search);
  const waiting = await listed((await billing.orders.waiting()).filter(isWanted));
  const known = new Set(waiting.map(({ order }) => order.order_id));
  const others = (await billing.orders.all()).filter(
    (order) => !known.has(order.order_id) && isWanted(order),
  );
  const rest = await listed(others.slice(0, MAX_ROWS));
  return (
    <OperatorPage section="orders">
      <form method="get" action={PAGE} class="filter-form filters">
        <Field
          {...{ name: 'search', type: 'search', label: t.search, value: search }}
          maxLength={MAX_EMAIL_CHARACTERS}
        />
        <Submit>{context.texts.show}</Submit>
      </form>
      <div class="grid">
        <Card title={t.waiting}>
          <OrderTable rows={waiting} caption={t.waiting_caption} id="waiting">
            <Empty title={search === '' ? t.none_waiting : t.none_found}>{t.none_waiting_text}</Empty>
          </OrderTable>
        </Card>
        <Card title={t.others}>
          <OrderTable rows={rest} caption={t.caption} id="others">
            <Empty title={search === '' ? t.none : t.none_found}>{t.none_text}</Empty>
          </OrderTable>
        </Card>
      </div>
    </OperatorPage>
  );
}

interface OrderTableProps {
  readonly rows: readonly ListedOrder[];
  readonly caption: string;
  readonly id: string;
  /** In place of a table without rows. */
  readonly children: ComponentChildren;
}

function OrderTable({ rows, caption, id, children }: OrderTableProps) {
  const { view, texts } = useOperator();
  const t = texts.orders;
  return (
    <DataTable
      caption={caption}
      id={id}
      columns={[
        { title: t.order, cell: ({ order }) => <OrderLink id={order.order_id} /> },
        {
          title: t.account,
          cell: ({ order, email }) => <AccountLink id={order.account_id} email={email} />,
        },
        { title: t.what, cell: ({ order }) => orderText(view, order) },
        { title: t.to_pay, number: ({ shown }) => shown.due_idr },
        { title: t.held, number: ({ held_idr }) => held_idr || null },
        {
          title: t.state,
          cell: ({ order, shown }) => (
            <>
              <OrderState order={shown} />
              {order.reason !== null && (
                <p class="note" lang="en">
                  {order.reason}
                </p>
              )}
            </>
          ),
        },
        { title: t.created, time: ({ order }) => order.created_at },
      ]}
      rows={rows}
      empty={children}
    />
  );
}

const STATE_TAGS: Readonly<Record<PresentedOrder['state'], NoticeKind>> = {
  pending: 'warn',
  expired: 'info',
  paid: 'warn',
  applied: 'ok',
  paid_not_applied: 'bad',
  cancelled: 'info',
  refunded: 'info',
};

export function OrderState({ order: { state, plan_effect } }: { order: PresentedOrder }) {
  const { texts } = useOperator();
  const t = texts.orders;
  return (
    <>
      <Tag kind={STATE_TAGS[state]}>{t.states[state]}</Tag>
      {plan_effect !== null && <small class="soft"> {t.plan_effect[plan_effect]}</small>}
    </>
  );
}

/** An order with its arithmetic, its payments, and what the operator can do about it. */
async function orderPage(
  { accounts, administration, billing, clock }: OperatorServices,
  context: OperatorContext,
) {
  const { view, texts, params } = context;
  const t = texts.orders;
  const order = await billing.orders.find(await billing.orders.idOf(params.order_id ?? ''));
  const { order_id, account_id } = order;
  const account = await accounts.withId(account_id);
  const now = clock.now();
  const facts: OrderFacts = {
    order,
    shown: presentOrder(order),
    email: account.email,
    payments: await billing.payments.of(order_id),
    invoices: await billing.invoices.ofOrder(order_id),
    money: await billing.refunds.moneyOf(order_id),
    returnable: await billing.refunds.returnableOf(order_id),
    transfers: await administration.heldTransfers(account_id),
  };
  const { shown, email, money } = facts;
  const offer = await billing.offers.ofOrder(order);
  const outdated = isOutdated(order, offer, account, now);
  return (
    <OperatorPage
      section="orders"
      title={t.one(orderReference(order_id))}
      remark={<OrderState order={shown} />}
    >
      {outdated && <Notice kind="warn">{t.outdated}</Notice>}
      {order.reason !== null && (
        <Notice kind="warn" title={shown.reason === null ? t.attention : t.why}>
          <span lang="en">{order.reason}</span>
        </Notice>
      )}
      <div class="grid">
        <div class="c6 pile">
          <Card title={orderText(view, order)}>
            <p>
              <AccountLink id={account_id} email={email} />
            </p>
            {offer && <p>{offerText(view, offer)}</p>}
            <SumLines sum={{ ...order, replaced: replacedBy(order) }} total={t.to_pay} />
            <Facts
              facts={[
                [t.created, view.dates.time(order.created_at)],
                [t.price_until, view.dates.time(order.expires_at)],
                [t.provider, t.methods[order.provider]],
                [t.paid_at, timeText(view, order.paid_at)],
                [texts.account.invoices, <InvoiceLinks key="invoices" invoices={facts.invoices} />],
                [t.order, <code key="order">{order_id}</code>],
              ]}
            />
          </Card>
          <Card title={t.payments}>
            <Payments payments={facts.payments} />
            <dl class="facts">
              {(['held', 'applied', 'returned'] as const)
                .filter((place) => money[place] > 0)
                .map((place) => (
                  <div key={place} class="contents">
                    <dt>{t.places[place]}</dt>
                    <dd>{view.numbers.rupiah(money[place])}</dd>
                  </div>
                ))}
            </dl>
          </Card>
        </div>
        <section class="card c6 actions">
          <OrderActions facts={facts} />
        </section>
      </div>
    </OperatorPage>
  );
}

/** The text for a missing reference keeps the number of a further payment. */
function referenceText({ texts }: View, payment_reference: string): ComponentChildren {
  const t = texts.operator.orders;
  if (payment_reference === PAID_WITH_CREDIT) return t.paid_with_credit;
  if (givenReference(payment_reference) !== null) return <span lang="">{payment_reference}</span>;
  return payment_reference.replace(CONFIRMED, t.no_reference);
}

function Payments({ payments }: { payments: readonly PaidAmount[] }) {
  const { view, texts } = useOperator();
  const t = texts.orders;
  if (payments.length === 0) return <p class="note">{t.no_payments}</p>;
  return (
    <DataTable
      caption={t.payments_about}
      id="payments"
      columns={[
        { title: t.reference, cell: ({ payment_reference }) => referenceText(view, payment_reference) },
        { title: texts.revenue.method, cell: ({ provider }) => t.methods[provider] },
        { title: t.paid_at, time: ({ paid_at }) => paid_at },
        {
          title: t.amount,
          isNumber: true,
          cell: ({ paid_idr }) => (paid_idr === null ? t.other_currency : view.numbers.full(paid_idr)),
        },
      ]}
      rows={payments}
    />
  );
}
