import { createHash } from 'node:crypto';
import {
  describedProduct,
  type InvoiceDocument,
  type InvoiceLine,
  type InvoicePayment,
  taxOfficeBase,
} from '../../../commerce/billing/invoices/invoice-document.ts';
import type { Party } from '../../../commerce/billing/invoices/seller.ts';
import { orderReference } from '../../../commerce/billing/prices/order-amounts.ts';
import type { Language } from '../../../core/commerce-terms.ts';
import { packageText } from '../../../core/package-files.ts';
import { dayInWords, INVOICE_TEXTS, inRupiah, timeInWords } from './invoice-texts.ts';

const STYLE = packageText('docs/page/invoice.css');

/** The page contains its stylesheet, so that it can be stored as one file. The browser compares the stylesheet with the hash. */
const SOURCES = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** The Content-Security-Policy with which the page is served. */
export const INVOICE_PAGE_POLICY = `${SOURCES}; frame-ancestors 'none'`;

/** The same for a page with a print button, whose script comes from the same server. */
export const PRINTABLE_PAGE_POLICY = `${INVOICE_PAGE_POLICY}; script-src 'self'`;

/**
 * Writes an invoice or a credit note as an HTML page that prints on A4.
 * @param bar Default: the page has no link, no button and no script
 */
export function invoicePage(document: InvoiceDocument, language: Language, bar?: PrintBar): string {
  const { kind, number, issued_at, order_id, invoice_number, cause, seller, buyer, payments } = document;
  const texts = INVOICE_TEXTS[language];
  const facts = [
    [texts.issued, dayInWords(issued_at, language)],
    ...(invoice_number === null ? [] : [[texts.of_invoice, invoice_number]]),
    ...(cause === null ? [] : [[texts.reason, texts.causes[cause]]]),
    ...(document.tax_invoice_number === null ? [] : [[texts.tax_invoice, document.tax_invoice_number]]),
    ...(order_id === null ? [] : [[texts.order, orderReference(order_id)]]),
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="${SOURCES}${bar === undefined ? '' : "; script-src 'self'"}">
<title>${escaped(`${texts.title[kind]} ${number}`)}</title>
<style>${STYLE}</style>
</head>
<body>
${bar === undefined ? '' : printBar(bar, language)}<main>
<header>
<div>
<h1>${texts.title[kind]}</h1>
<p class="number">${escaped(number)}</p>
</div>
<p class="state">${texts.state[kind]}</p>
</header>
<div class="parties">
<section>
<h2>${texts.seller}</h2>
${party(seller, null, texts.tax_id)}
</section>
<section>
<h2>${texts.buyer}</h2>
${party(buyer, buyer.email, texts.tax_id)}
</section>
<section>
<h2>${texts.details}</h2>
<dl>${facts.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
</section>
</div>
${linesTable(document, language)}
${sumsTable(document, language)}
<h2>${texts.payments[kind]}</h2>
${paymentsTable(payments, language)}
<footer>
<p>${document.tax_rate_percent > 0 ? `${texts.tax_included} ` : ''}${texts.notes}</p>
</footer>
</main>
</body>
</html>
`;
}

/** What is above the page in a browser. */
interface PrintBar {
  /** The address of the script that shows the button. */
  readonly script: string;
  /** The address of the page where the visitor came from. */
  readonly back: string;
}

/** A link back, a hint, and a button that its script shows. None is printed. */
function printBar({ script, back }: PrintBar, language: Language): string {
  const { print, print_hint, back: back_text } = INVOICE_TEXTS[language];
  return `<aside class="print"><a href="${escaped(back)}">${back_text}</a> <button type="button" id="print" hidden>${print}</button> <span>${print_hint}</span></aside>
<script type="module" src="${escaped(script)}"></script>
`;
}

function party({ name, address, tax_id }: Party, email: string | null, tax_id_name: string): string {
  const lines = [
    name === null ? null : `<strong>${escaped(name)}</strong>`,
    email === null ? null : escaped(email),
    address === null ? null : escaped(address),
    tax_id === null ? null : `${tax_id_name}: ${escaped(tax_id)}`,
  ];
  return `<p class="party">${lines.filter((line) => line !== null).join('\n') || '-'}</p>`;
}

function linesTable({ kind, lines }: InvoiceDocument, language: Language): string {
  const texts = INVOICE_TEXTS[language];
  const described = (line: InvoiceLine) => {
    const product = describedProduct(line, language);
    return kind === 'invoice' ? product : `${texts.credited}: ${product}`;
  };
  const rows = lines.map(
    (line) => `<tr>
<td>${escaped(described(line))}<br><span class="detail">${texts.period}: ${dayInWords(line.period_start, language)} &ndash; ${dayInWords(line.period_end, language)} (${texts.kinds[line.order_kind]})</span></td>
<td class="figure">${line.quantity}</td>
<td class="figure">${inRupiah(line.unit_price_idr, language)}</td>
<td class="figure">${inRupiah(line.amount_idr, language)}</td>
</tr>`,
  );
  return `<table class="lines">
<thead><tr><th scope="col">${texts.description}</th><th scope="col" class="figure">${texts.quantity}</th><th scope="col" class="figure">${texts.unit_price}</th><th scope="col" class="figure">${texts.amount}</th></tr></thead>
<tbody>${rows.join('')}</tbody>
</table>`;
}

function sumsTable(document: InvoiceDocument, language: Language): string {
  const { kind, price_idr, period_credit_idr, waived_idr, total_idr, tax_idr } = document;
  const texts = INVOICE_TEXTS[language];
  const row = (name: string, amount: string, type = '') =>
    `<tr${type}><th scope="row">${name}</th><td class="figure">${amount}</td></tr>`;
  const deductions = [
    period_credit_idr > 0
      ? row(texts.period_credit, `&minus;Rp${inRupiah(period_credit_idr, language)}`)
      : '',
    waived_idr > 0 ? row(texts.waived, `&minus;Rp${inRupiah(waived_idr, language)}`) : '',
  ].join('');
  const base = taxOfficeBase(document);
  const tax =
    base.tax_rate_percent > 0
      ? row(texts.without_tax, `Rp${inRupiah(total_idr - tax_idr, language)}`) +
        row(texts.tax_base, `Rp${inRupiah(base.tax_base_idr, language)}`) +
        row(`${texts.tax} ${base.tax_rate_percent}%`, `Rp${inRupiah(tax_idr, language)}`)
      : '';
  return `<table class="sums"><tbody>${deductions === '' ? '' : row(texts.price, `Rp${inRupiah(price_idr, language)}`) + deductions}${row(texts.total[kind], `Rp${inRupiah(total_idr, language)}`, ' class="total"')}${tax}</tbody></table>`;
}

function paymentsTable(payments: readonly InvoicePayment[], language: Language): string {
  const texts = INVOICE_TEXTS[language];
  const rows = payments.map(
    ({ method, reference, paid_at, amount_idr }) => `<tr>
<td>${timeInWords(paid_at, language)}</td>
<td>${texts.methods[method]}</td>
<td>${escaped(reference ?? '-')}</td>
<td class="figure">${inRupiah(amount_idr, language)}</td>
</tr>`,
  );
  return `<table>
<thead><tr><th scope="col">${texts.paid_at}</th><th scope="col">${texts.method}</th><th scope="col">${texts.reference}</th><th scope="col" class="figure">${texts.amount}</th></tr></thead>
<tbody>${rows.join('')}</tbody>
</table>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
