import type { FastifyReply } from 'fastify';
import { invoicePage, PRINTABLE_PAGE_POLICY } from '../../../../api/endpoints/account/invoice-page.ts';
import { HTML_TYPE } from '../../../../api/http/responses/html-page.ts';
import type { InvoiceDocument } from '../../../../commerce/billing/invoices/invoice-document.ts';
import type { Language } from '../../../../core/commerce-terms.ts';
import { assetUrl } from '../../framework/assets.ts';

/** Splits the last part of a path, such as `INV-2026-000001` or `INV-2026-000001.json`. */
export function invoiceIn(name: string): { readonly number: string; readonly isJson: boolean } {
  return { number: name.replace(/\.json$/, ''), isJson: name.endsWith('.json') };
}

/**
 * Sends an invoice or a credit note as a page that prints on A4, or as a file.
 * @param back the page that links to it
 */
export function sendInvoice(
  reply: FastifyReply,
  document: InvoiceDocument,
  language: Language,
  { isJson, back }: { readonly isJson: boolean; readonly back: string },
): FastifyReply {
  if (isJson) {
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${document.number}.json"`)
      .send(`${JSON.stringify(document, null, 2)}\n`);
  }
  return reply
    .header('content-type', HTML_TYPE)
    .header('content-security-policy', PRINTABLE_PAGE_POLICY)
    .send(invoicePage(document, language, { script: assetUrl('print.js'), back }));
}
