import type { Invoice } from '../../commerce/billing/invoices.ts';
import { invoiceIn, sendInvoice } from './invoice.ts';
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

export function InvoiceLink({ number }: { readonly number: string }) {
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
  readonly context: OperatorContext;
  readonly invoices: readonly Invoice[];
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
