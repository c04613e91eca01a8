import type { Invoice } from '../../../../commerce/billing/invoices/invoices.ts';
import { invoiceIn, sendInvoice } from '../../account/billing/invoice.ts';
import { Card } from '../../components/card.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { OrderLink } from '../operator-links.tsx';
import { type OperatorContext, useOperator } from '../operator-page.tsx';
import type { OperatorServices } from '../operator-services.ts';

const PAGE = '/operator/invoices';

/** An invoice or a credit note of any account, as a page that prints, or as JSON. */
export async function invoicePage({ billing }: OperatorServices, { reply, view, params }: OperatorContext) {
  const { number, isJson } = invoiceIn(params.number ?? '');
  const { document } = await billing.invoices.find(number);
  const { order_id } = document;
  const back = order_id === null ? '/operator/orders' : `/operator/orders/${order_id}`;
  return sendInvoice(reply, document, view.language, { isJson, back });
}

function InvoiceLink({ number }: { number: string }) {
  return (
    <a href={`${PAGE}/${number}`}>
      <code>{number}</code>
    </a>
  );
}

/** The invoice of an order and its credit notes. */
export function InvoiceLinks({ invoices }: { invoices: readonly Invoice[] }) {
  const { texts } = useOperator();
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
export function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  const { texts } = useOperator();
  const t = texts.account;
  return (
    <Card title={t.invoices}>
      <DataTable
        caption={t.invoices_about}
        id="invoices"
        columns={[
          { title: t.number, cell: ({ number }) => <InvoiceLink number={number} /> },
          { title: t.change, cell: ({ kind }) => t.invoice_kinds[kind] },
          { title: t.when, time: ({ issued_at }) => issued_at },
          { title: texts.orders.order, cell: ({ order_id }) => order_id && <OrderLink id={order_id} /> },
          {
            title: t.total,
            number: ({ kind, total_idr }) => (kind === 'credit_note' ? -total_idr : total_idr),
          },
        ]}
        rows={invoices}
        empty={<p class="note">{t.no_invoices}</p>}
      />
    </Card>
  );
}
