import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { invoicePage } from '../../api/endpoints/account/invoice-page.ts';
import { dayInWords, INVOICE_TEXTS, inRupiah } from '../../api/endpoints/account/invoice-texts.ts';
import { noteTaxInvoice } from '../../api/endpoints/admin/admin-books.ts';
import type { Change } from '../../commerce/accounts/audit-log.ts';
import { describedProduct, taxOfficeBase } from '../../commerce/billing/invoices/invoice-document.ts';
import type { Invoice } from '../../commerce/billing/invoices/invoices.ts';
import type { Party } from '../../commerce/billing/invoices/seller.ts';
import type { Billing } from '../../commerce/billing/orders.ts';
import { LANGUAGES, type Language } from '../../core/commerce-terms.ts';
import { dayRange, jakartaDate } from '../../core/dates.ts';
import { date } from '../arguments.ts';
import { type Common, command, type Formatted, formatOption } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { writeNew } from '../new-file.ts';
import { operationCommand } from '../operation-command.ts';
import { type Columns, listAs, type Output } from '../output.ts';

interface ListOptions extends Formatted {
  readonly account?: string;
  readonly from: string;
  readonly to: string;
}

interface DetailOptions extends Common {
  readonly name?: string;
  readonly address?: string;
  readonly taxId?: string;
}

/** The command for what invoices state about the buyer. @param account the group `alir account` */
export function billingDetailsCommand(cli: Invocation, account: Command): void {
  command(account, 'billing', 'show or set the details for later invoices')
    .argument('<account>', 'id or e-mail address of the account')
    .option('--name <name>', 'name of the buyer; empty: none')
    .option('--address <address>', 'address of the buyer; empty: none')
    .option('--tax-id <number>', 'tax number (NPWP) of the buyer; empty: none')
    .action((wanted: string, options: DetailOptions) =>
      cli.onData(options, async ({ accounts, billing, operator }, out) => {
        const { name, address, taxId: tax_id } = options;
        const given = Object.entries({ name, address, tax_id }).filter(([, value]) => value !== undefined);
        await billingDetails(billing, out, {
          account_id: (await accounts.find(wanted)).account_id,
          fields: Object.fromEntries(given.map(([field, value]) => [field, value || null])),
          actor: operator,
          reason: null,
        });
      }),
    );
}

export function commands(cli: Invocation, invoice: Command): void {
  command(invoice, 'list', 'list invoices and credit notes, oldest first')
    .option('--account <account>', 'id or e-mail address of the account')
    .option('--from <yyyy-mm-dd>', 'first day, in Jakarta', date, '2025-01-01')
    .option('--to <yyyy-mm-dd>', 'last day, in Jakarta', date, '9998-12-31')
    .addOption(formatOption())
    .action((options: ListOptions) =>
      cli.onData(options, async ({ accounts, billing }, out) => {
        const account_id = await accounts.idOf(options.account);
        const { since, until } = dayRange(options.from, options.to);
        const issued = await billing.invoices.issued(new Date(since), new Date(until));
        const wanted = issued.filter((each) => account_id === null || each.account_id === account_id);
        listAs(out, options, COLUMNS, wanted.map(rowOf));
      }),
    );
  command(invoice, 'show', 'show an invoice or a credit note')
    .argument('<number>', 'number, such as INV-2026-000001')
    .option('--html <file>', 'write it to a new HTML file')
    .addOption(new Option('--lang <language>', 'language').choices(LANGUAGES).default('en'))
    .action((number: string, options: Common & { html?: string; lang: Language }) =>
      cli.onData(options, ({ billing }, out) => showInvoice(billing, out, { ...options, number })),
    );
  operationCommand(cli, invoice, noteTaxInvoice, ({ number, tax_invoice_number }, out) =>
    out.record({ number, tax_invoice_number }, `The tax invoice of ${number} is ${tax_invoice_number}.`),
  );
}

/** Prints an invoice or a credit note, or writes it as an HTML file. @throws AlirError `unknown_invoice`, `output_exists` */
export async function showInvoice(
  { invoices }: Billing,
  output: Output,
  { number, html, lang }: { number: string; html?: string; lang: Language },
): Promise<void> {
  const { document } = await invoices.find(number);
  if (html !== undefined) {
    await writeNew(html, invoicePage(document, lang));
    output.record({ number, html: resolve(html) }, `Wrote ${number} to ${resolve(html)}.`);
    return;
  }
  const texts = INVOICE_TEXTS[lang];
  const { kind, buyer, lines, payments } = document;
  const { tax_base_idr, tax_rate_percent } = taxOfficeBase(document);
  const text = [
    `${texts.title[kind]} ${document.number}`,
    `${texts.issued}: ${dayInWords(document.issued_at, lang)}`,
    ...(document.order_id === null ? [] : [`${texts.order}: ${document.order_id}`]),
    ...(document.invoice_number === null ? [] : [`${texts.of_invoice}: ${document.invoice_number}`]),
    `${texts.buyer}: ${[buyer.name, buyer.email, buyer.tax_id].filter((each) => each !== null).join(', ')}`,
    ...lines.map((line) => `${describedProduct(line, lang)}: Rp${inRupiah(line.amount_idr, lang)}`),
    `${texts.total[kind]}: Rp${inRupiah(document.total_idr, lang)}`,
    `${texts.tax_base}: Rp${inRupiah(tax_base_idr, lang)}`,
    `${texts.tax} ${tax_rate_percent}%: Rp${inRupiah(document.tax_idr, lang)}`,
    ...payments.map(
      ({ method, reference, paid_at, amount_idr }) =>
        `${texts.payments[kind]}: Rp${inRupiah(amount_idr, lang)}, ${texts.methods[method]}, ${reference ?? '-'}, ${paid_at}`,
    ),
  ];
  output.record(document, text.join('\n'));
}

/** Prints the billing details of an account, after it changed the given ones. */
async function billingDetails(
  { details }: Billing,
  output: Output,
  { account_id, fields, ...change }: Change & { account_id: string; fields: Partial<Party> },
): Promise<void> {
  const isChanged = Object.keys(fields).length > 0;
  const known = isChanged ? await details.change(account_id, fields, change) : await details.of(account_id);
  const { name, address, tax_id } = known;
  output.record(
    { account_id, ...known },
    [`name     ${name ?? '-'}`, `address  ${address ?? '-'}`, `tax id   ${tax_id ?? '-'}`].join('\n'),
  );
}

const COLUMNS: Columns<ReturnType<typeof rowOf>> = {
  number: 'NUMBER',
  kind: 'KIND',
  issued_on: 'ISSUED',
  account_id: 'ACCOUNT',
  buyer_email: 'E-MAIL',
  buyer_name: 'NAME',
  buyer_tax_id: 'TAX NUMBER',
  order_id: 'ORDER',
  invoice_number: 'OF INVOICE',
  description: 'DESCRIPTION',
  total_idr: 'TOTAL',
  price_idr: 'WITHOUT TAX',
  tax_base_idr: 'TAX BASE',
  tax_rate_percent: 'TAX %',
  tax_idr: 'TAX',
  tax_invoice_number: 'TAX INVOICE',
};

/** As the tax office reads it: the tax number of the buyer has 16 digits, and amounts of a credit note are negative. */
function rowOf({ number, kind, issued_at, account_id, order_id, invoice_number, document }: Invoice) {
  const { buyer, lines, total_idr, tax_idr, tax_invoice_number } = document;
  const { tax_base_idr, tax_rate_percent } = taxOfficeBase(document);
  const signed = (amount_idr: number) => (kind === 'invoice' ? amount_idr : 0 - amount_idr);
  return {
    number,
    kind,
    issued_on: jakartaDate(new Date(issued_at)),
    issued_at,
    account_id,
    buyer_email: buyer.email,
    buyer_name: buyer.name,
    buyer_tax_id: buyer.tax_id?.replaceAll(/[.-]/g, '').padStart(16, '0') ?? null,
    order_id,
    invoice_number,
    description: lines.map(({ description }) => description).join('; '),
    total_idr: signed(total_idr),
    price_idr: signed(total_idr - tax_idr),
    tax_base_idr: signed(tax_base_idr),
    tax_rate_percent,
    tax_idr: signed(tax_idr),
    tax_invoice_number,
  };
}
