/** What an invoice states about the seller or the buyer. */
export interface Party {
  readonly name: string | null;
  /** With line breaks. */
  readonly address: string | null;
  /** NPWP for a taxpayer of Indonesia. */
  readonly tax_id: string | null;
}

/** What the operator sets for invoices. */
export interface InvoiceSettings {
  readonly seller: Party;
  /** Whole percent that is added to the price before tax; prices include it. 0: no tax. */
  readonly tax_rate_percent: number;
}
