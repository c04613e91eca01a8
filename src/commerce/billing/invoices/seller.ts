import { typedText } from '../../../core/words.ts';

/** What an invoice states about the seller or the buyer. */
export interface Party {
  readonly name: string | null;
  /** With line breaks. */
  readonly address: string | null;
  /** NPWP for a taxpayer of Indonesia. */
  readonly tax_id: string | null;
}

interface Rule {
  readonly pattern: RegExp;
  readonly meaning: string;
}

/** The values of each field. */
export const BILLING_FIELDS: Readonly<Record<keyof Party, Rule>> = {
  name: {
    pattern: typedText(100),
    meaning: '1 to 100 characters, without line breaks or other control characters',
  },
  address: {
    pattern: typedText(200, 6),
    meaning: '1 to 200 characters in at most 6 lines, without other control characters',
  },
  tax_id: {
    pattern: /^(?:\d{2}\.\d{3}\.\d{3}\.\d-\d{3}\.\d{3}|\d{15,16})$/,
    meaning: '15 or 16 digits (NPWP or NIK), such as 01.234.567.8-901.000',
  },
};

/** What the operator sets for invoices. */
export interface InvoiceSettings {
  readonly seller: Party;
  /** Whole percent that is added to the price before tax; prices include it. 0: no tax. */
  readonly tax_rate_percent: number;
}
