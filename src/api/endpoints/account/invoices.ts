import * as z from 'zod';
import { keyActor } from '../../../commerce/accounts/audit-log.ts';
import type { InvoiceDocument } from '../../../commerce/billing/invoices/invoice-document.ts';
import { BILLING_FIELDS } from '../../../commerce/billing/invoices/seller.ts';
import type { Billing } from '../../../commerce/billing/orders.ts';
import {
  INVOICE_KINDS,
  INVOICE_METHODS,
  LANGUAGES,
  PLAN_MONTHS,
  PLAN_NAMES,
  QUOTE_KINDS,
  RETURN_CAUSES,
} from '../../../core/commerce-terms.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { preferredLanguage } from '../../http/responses/html-page.ts';
import { count, fieldsOf, idr, record, text, timestamp } from '../../http/responses/response-fields.ts';
import { INVOICE_PAGE_POLICY, invoicePage } from './invoice-page.ts';

const head = {
  number: text('Number of the document, such as INV-2026-000001 or CN-2026-000001'),
  kind: z.enum(INVOICE_KINDS).meta({
    description:
      'invoice: an invoice, which is also the receipt, for an applied order; credit_note: money of an order that was taken back',
  }),
  issued_at: timestamp('Time of the issue'),
  order_id: text('Identifier of the order; null for a plan that was paid without one').nullable(),
  invoice_number: text('The invoice that a credit note reduces; null for an invoice').nullable(),
  total_idr: idr('Total', 'It includes the tax'),
  tax_idr: idr('Part of the total that is tax'),
};

const summarySchema = record('InvoiceSummary', 'An invoice or a credit note in a list', head);

const party = {
  name: text('Name; null if it is not set').nullable(),
  address: text('Address; null if it is not set').nullable(),
  tax_id: text('Tax number, NPWP in Indonesia; null if it is not set').nullable(),
};

const line = record('InvoiceLine', 'What was sold', {
  description: text('Description in English'),
  plan: z.enum(PLAN_NAMES).meta({ description: 'Plan; custom for an offer' }),
  months: z
    .literal(PLAN_MONTHS)
    .meta({ description: 'Length in months of 30 days; null for an offer' })
    .nullable(),
  days: count('Length in days'),
  order_kind: z.enum(QUOTE_KINDS).meta({ description: 'How the order changed the plan' }),
  period_start: timestamp('Start of the period that was sold'),
  period_end: timestamp('End of the period that was sold'),
  quantity: count('Quantity'),
  unit_price_idr: idr('Price of one'),
  amount_idr: idr('Amount of the line'),
});

const payment = record('InvoicePayment', 'Money that paid an invoice or, for a credit note, went back', {
  method: z.enum(INVOICE_METHODS).meta({
    description:
      'How it was paid. credit: credit of the account; withheld: income tax, with the number of its slip',
  }),
  reference: text('Reference of the payment; null if there is none').nullable(),
  paid_at: timestamp('Time of the payment'),
  amount_idr: idr('Amount'),
});

const invoiceSchema = record('Invoice', 'An invoice or a credit note, as of its issue. It never changes', {
  ...head,
  cause: z
    .enum(RETURN_CAUSES)
    .meta({
      description: 'Why a credit note was issued; void: the payment was not made. Null for an invoice',
    })
    .nullable(),
  currency: z.literal('IDR').meta({ description: 'Currency of all amounts' }),
  seller: record('Seller', 'The seller on an invoice, as of the issue', party),
  buyer: record('Buyer', 'The buyer on an invoice, as of the issue', {
    email: text('E-mail address of the account'),
    ...party,
  }),
  lines: z.array(line),
  price_idr: idr('Sum of the lines'),
  period_credit_idr: idr('Part of the price that the unused part of the previous period pays'),
  waived_idr: idr('Part of the price that the operator waived by accepting a lower payment'),
  tax_rate_percent: count('Rate of the tax, in percent. The prices include the tax'),
  tax_invoice_number: text('Number of the tax invoice (faktur pajak); null before it is recorded').nullable(),
  payments: z.array(payment).meta({ description: 'They add up to total_idr' }),
});

const detailsSchema = record('BillingDetails', 'What later invoices state about the buyer', party);

const INVOICES = {
  group: 'Plans and orders',
  units: 0,
  depends_on: 'caller',
  scope: 'account',
} as const;

const invoiceInput = requestOf({
  number: text('Number of the invoice or the credit note'),
  lang: z
    .enum(LANGUAGES, { error: `must be one of ${LANGUAGES.join(', ')}` })
    .meta({ description: 'Language of the HTML page. Default: the language that Accept-Language prefers' })
    .optional(),
});

/** The invoices and credit notes of an account. One of them is also a page for printing. */
export function invoiceEndpoints({ invoices }: Billing): Endpoint[] {
  return [
    endpoint({
      ...INVOICES,
      route: 'GET /billing/invoices',
      name: 'list_invoices',
      title: 'Invoices of the account',
      description: 'Lists the newest 200 invoices and credit notes of the account, newest first. Free.',
      output: z.array(summarySchema),
      answer: async (_input, { account_id }) =>
        (await invoices.of(account_id)).map((invoice) => fieldsOf(summarySchema, invoice)),
    }),
    endpoint({
      ...INVOICES,
      route: 'GET /billing/invoices/:number',
      name: 'get_invoice',
      title: 'An invoice or a credit note',
      description:
        'Returns one invoice or credit note of the account, as of its issue. With `Accept: text/html`, returns a page that prints on A4. Free.',
      errors: ['unknown_invoice'],
      example: { number: 'INV-2026-000001' },
      input: invoiceInput,
      output: invoiceSchema,
      page: {
        policy: INVOICE_PAGE_POLICY,
        write: (document: InvoiceDocument, headers, { lang }: z.output<typeof invoiceInput>) =>
          invoicePage(document, lang ?? preferredLanguage(headers, LANGUAGES)),
      },
      answer: async ({ number }, { account_id }) => (await invoices.find(number, account_id)).document,
    }),
  ];
}

const detail = (field: keyof typeof BILLING_FIELDS, noun: string) => {
  const { pattern, meaning } = BILLING_FIELDS[field];
  const error = `must have ${meaning}, or be null`;
  return z
    .string({ error })
    .refine((sent) => pattern.test(sent), { error })
    .nullable()
    .default(null)
    .meta({ description: `${noun}: ${meaning}. Null or omitted: invoices do not state it` });
};

/** What later invoices of an account state about the buyer. */
export function billingDetailsEndpoints({ details }: Billing): Endpoint[] {
  return [
    endpoint({
      ...INVOICES,
      route: 'GET /account/billing-details',
      name: 'get_billing_details',
      title: 'Billing details of the account',
      description: 'Returns the name, the address and the tax number for later invoices. Free.',
      output: detailsSchema,
      answer: async (_input, { account_id }) => details.of(account_id),
    }),
    endpoint({
      ...INVOICES,
      route: 'POST /account/billing-details',
      name: 'set_billing_details',
      title: 'Set the billing details of the account',
      description:
        'Replaces the name, the address and the tax number for later invoices. Invoices that were issued do not change. Free.',
      example: { name: 'PT Contoh', address: 'Jl. Contoh 1\nJakarta 10110', tax_id: '01.234.567.8-901.000' },
      input: requestOf({
        name: detail('name', 'Name'),
        address: detail('address', 'Address'),
        tax_id: detail('tax_id', 'Tax number'),
      }),
      output: detailsSchema,
      answer: async (fields, caller) =>
        details.change(caller.account_id, fields, { actor: keyActor(caller), reason: null }),
    }),
  ];
}
