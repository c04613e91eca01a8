import { type PresentedOrder, presentOrder } from '../../../../api/endpoints/account/billing-schemas.ts';
import type { Invoice } from '../../../../commerce/billing/invoices/invoices.ts';
import type { Offer } from '../../../../commerce/billing/prices/offers.ts';
import type { Order } from '../../../../commerce/billing/prices/order-amounts.ts';
import type { PlanMonths, QuoteKind } from '../../../../core/commerce-terms.ts';
import { jakartaDate } from '../../../../core/dates.ts';
import { DataTable, OfRow } from '../../components/data-table.tsx';
import { Empty, type NoticeKind, Tag } from '../../components/notice.tsx';
import { useView, type View } from '../../components/view.ts';

export const BILLING = '/account/billing';
export const ORDERS = `${BILLING}/orders`;
export const INVOICES = `${BILLING}/invoices`;

/** An applied order is shown as `ended` when another order replaced its period, or when its period is over. */
export type ShownOrder = Omit<PresentedOrder, 'state'> & {
  readonly state: PresentedOrder['state'] | 'ended';
  /** The offer that it takes; null for a plan. */
  readonly offer: Offer | null;
};

export const STATE_KINDS: Readonly<Record<ShownOrder['state'], NoticeKind>> = {
  pending: 'warn',
  expired: 'info',
  paid: 'ok',
  applied: 'ok',
  ended: 'info',
  paid_not_applied: 'warn',
  cancelled: 'info',
  refunded: 'info',
};

/** @param inForce see ordersInForce */
export function shownOrder(
  order: Order,
  offer: Offer | null,
  inForce: ReadonlySet<string | null>,
): ShownOrder {
  const presented = presentOrder(order);
  const hasEnded = presented.state === 'applied' && !inForce.has(order.order_id);
  return { ...presented, offer, state: hasEnded ? 'ended' : presented.state };
}

export function OrdersTable({ orders }: { orders: readonly ShownOrder[] }) {
  const view = useView();
  const { billing } = view.texts.account;
  return (
    <DataTable
      id="orders-table"
      caption={billing.orders_caption}
      rows={orders}
      columns={[
        { title: billing.ordered_at, time: ({ created_at }) => created_at },
        { title: billing.what, cell: (order) => productText(view, order) },
        { title: billing.amount, number: ({ due_idr }) => due_idr },
        {
          title: billing.state,
          cell: ({ state }) => <Tag kind={STATE_KINDS[state]}>{billing.states[state]}</Tag>,
        },
        {
          title: billing.details,
          actions: ({ order_id, state, created_at }) => (
            <a href={`${ORDERS}/${order_id}`}>
              <OfRow
                text={state === 'pending' ? billing.pay : billing.details}
                row={view.dates.time(created_at)}
              />
            </a>
          ),
        },
      ]}
      empty={<Empty title={billing.no_orders}>{billing.no_orders_advice}</Empty>}
    />
  );
}

export function productText(view: View, { plan, months, kind, offer }: Omit<ShownOrder, 'state'>): string {
  const { texts } = view;
  const product =
    months === null
      ? offerText(view, offer)
      : texts.account.billing.product(texts.pricing.plans[plan], String(months));
  return `${product} (${kindText(view, months, kind)})`;
}

/** `Offer: 50,000 units a cycle, 30 days` */
export function offerText({ texts, numbers }: View, offer: Offer | null | undefined): string {
  return texts.account.billing.offer_product(numbers.full(offer?.days ?? 0), numbers.full(offer?.units ?? 0));
}

/** An offer that replaces a plan can also be smaller than it, so it is not called an upgrade. */
export function kindText({ texts }: View, months: PlanMonths | null, kind: QuoteKind): string {
  const { kinds } = texts.account.billing;
  return months === null && kind === 'upgrade' ? kinds.replacement : kinds[kind];
}

export function InvoicesTable({ invoices }: { invoices: readonly Invoice[] }) {
  const view = useView();
  const { billing } = view.texts.account;
  return (
    <DataTable
      id="invoices-table"
      caption={billing.invoices_caption}
      rows={invoices}
      columns={[
        { title: billing.number, cell: ({ number }) => <InvoiceLink number={number} /> },
        { title: billing.kind, cell: ({ kind }) => billing.invoice_kinds[kind] },
        {
          title: billing.issued,
          cell: ({ issued_at }) => view.dates.short(jakartaDate(new Date(issued_at))),
        },
        { title: billing.total, number: ({ total_idr }) => total_idr },
        { title: billing.tax, number: ({ tax_idr }) => tax_idr },
        {
          title: billing.download,
          actions: ({ number }) => (
            <>
              <a href={`${INVOICES}/${number}`}>
                <OfRow text={billing.print} row={number} />
              </a>
              <a href={`${INVOICES}/${number}.json`}>
                <OfRow text="JSON" row={number} />
              </a>
            </>
          ),
        },
      ]}
      empty={<Empty title={billing.no_invoices}>{billing.no_invoices_advice}</Empty>}
    />
  );
}

export function InvoiceLink({ number }: { number: string }) {
  return <a href={`${INVOICES}/${number}`}>{number}</a>;
}
