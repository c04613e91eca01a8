import type { Invoice } from '../../../commerce/billing/invoices/invoices.ts';
import { invoiceIn, sendInvoice } from '../account/invoice.ts';
import { Card } from '../components/card.tsx';
import { DataTable } from '../components/data-table.tsx';
import type { OperatorContext, OperatorServices } from './operator-page.tsx';

const PAGE = '/operator/invoices';

/** An invoice or a credit note of any account, as a page that prints, or as JSON. */
export function invoicePage({ billing }: OperatorServices) {
  return async ({ reply, view, params }: OperatorContext) => {
    const { number, isJson } = invoiceIn(params.number ?? '');
    const { document } = await billing.invoices.find(number);
    return sendInvoice(reply, document, view.language, isJson);
  };
}

function InvoiceLink({ number }: { number: string }) {
  return (
    <a href={`${PAGE}/${number}`}>
      <code>{number}</code>
    </a>
  );
}

/** The invoice of an order and its credit notes. */
export function InvoiceLinks({
  context: { texts },
  invoices,
}: {
  context: OperatorContext;
  invoices: readonly Invoice[];
}) {
  if (invoices.length === 0) return texts.none;
  return (
    <ul class="plain">
      {invoices.map(({ number, kind }) => (
        <li key={number}>
          <InvoiceLink number={number} /> <small class="soft">{texts.account.invoice_kinds[kind]}</small>
        </li>
      ))}
    </ul>
  );
}

/** The invoices and credit notes of an account. */
export function Invoices({ context, invoices }: { context: OperatorContext; invoices: readonly Invoice[] }) {
  const { view, texts } = context;
  const t = texts.account;
  return (
    <Card title={t.invoices}>
      <DataTable
        view={view}
        caption={t.invoices_about}
        id="invoices"
        columns={[
          { key: 'number', title: t.number, cell: ({ number }) => <InvoiceLink number={number} /> },
          { key: 'kind', title: t.change, cell: ({ kind }) => t.invoice_kinds[kind] },
          { key: 'when', title: t.when, cell: ({ issued_at }) => view.dates.time(issued_at) },
          {
            key: 'order',
            title: texts.orders.order,
            cell: ({ order_id }) => <a href={`/operator/orders/${order_id}`}>{order_id.slice(0, 8)}</a>,
          },
          {
            key: 'total',
            title: t.total,
            isNumber: true,
            cell: ({ kind, total_idr }) => view.numbers.full(kind === 'credit_note' ? -total_idr : total_idr),
          },
        ]}
        rows={invoices}
        keyOf={({ number }) => number}
        empty={<p class="note">{t.no_invoices}</p>}
      />
    </Card>
  );
}
