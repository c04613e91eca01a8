import type { FastifyInstance } from 'fastify';
import type { Invoice } from '../../commerce/billing/invoices.ts';
import { requireOperator, visitorOf } from '../sessions/visitor.ts';
import { invoiceIn, sendInvoice } from './invoice.ts';
import type { OperatorServices, Visit } from './operator-visit.tsx';
import { PAGE_ROUTE } from './route.ts';
import { viewOf } from './view.ts';

const PAGE = '/operator/invoices';

/** Registers the invoices and credit notes of all accounts, as pages that print, and as JSON. */
export function invoicePages(pages: FastifyInstance, { billing }: OperatorServices): void {
  pages.get(
    `${PAGE}/:number`,
    { config: PAGE_ROUTE, preHandler: requireOperator },
    async (request, reply) => {
      const { number, isJson } = invoiceIn((request.params as { readonly number: string }).number);
      const { document } = await billing.invoices.find(number);
      return sendInvoice(reply, document, viewOf(request, visitorOf(request)).language, isJson);
    },
  );
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
  visit: { texts },
  invoices,
}: {
  readonly visit: Visit;
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
