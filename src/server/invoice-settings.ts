import type { InvoiceSettings } from '../commerce/billing/invoices/seller.ts';
import { AlirError } from '../core/errors.ts';

/** @throws AlirError `bad_configuration` for a tax without the details that an invoice with tax states */
export function invoiceSettings(config: {
  readonly seller_name: string;
  readonly seller_address: string;
  readonly seller_tax_id: string;
  readonly tax_rate: number;
}): InvoiceSettings {
  const { seller_name, seller_address, seller_tax_id, tax_rate } = config;
  if (tax_rate > 0) {
    needed('ALIR_SELLER_NAME', seller_name);
    needed('ALIR_SELLER_ADDRESS', seller_address);
    needed('ALIR_SELLER_TAX_ID', seller_tax_id);
  }
  return {
    seller: {
      name: seller_name || null,
      address: seller_address || null,
      tax_id: seller_tax_id || null,
    },
    tax_rate_percent: tax_rate,
  };
}

function needed(variable: string, value: string): void {
  if (value !== '') return;
  throw new AlirError(
    'bad_configuration',
    `${variable} is not set, but ALIR_TAX_RATE requires it: an invoice with tax names the seller.`,
  );
}
