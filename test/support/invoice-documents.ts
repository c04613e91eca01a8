import type { InvoiceDocument } from '../../src/commerce/billing/invoices/invoice-document.ts';

export const INVOICE: InvoiceDocument = {
  number: 'INV-2026-000017',
  kind: 'invoice',
  issued_at: '2026-01-05T17:30:00.000Z',
  order_id: '7f4df1c6-64c3-4d1b-9b0a-3c1e6f0a2b5d',
  invoice_number: null,
  cause: null,
  currency: 'IDR',
  seller: {
    name: 'PT Data Pasar Nusantara',
    address: 'Gedung Bursa Efek, Jl. Jend. Sudirman Kav. 52-53, Jakarta 12190',
    tax_id: '01.234.567.8-901.000',
  },
  buyer: {
    email: 'keuangan@sekuritas.example.com',
    name: 'PT Sekuritas Contoh',
    address: 'Jl. Asia Afrika 8\nGelora, Tanah Abang\nJakarta 10270',
    tax_id: '09.876.543.2-109.000',
  },
  lines: [
    {
      description: 'Professional plan, 6 months (180 days)',
      plan: 'professional',
      months: 6,
      days: 180,
      order_kind: 'upgrade',
      period_start: '2026-01-05T17:29:00.000Z',
      period_end: '2026-07-04T17:29:00.000Z',
      quantity: 1,
      unit_price_idr: 1_743_000,
      amount_idr: 1_743_000,
    },
  ],
  price_idr: 1_743_000,
  period_credit_idr: 133_000,
  waived_idr: 10_000,
  total_idr: 1_600_000,
  tax_rate_percent: 11,
  tax_idr: 158_559,
  tax_invoice_number: '04002600000000017',
  payments: [
    { method: 'manual', reference: 'BCA 7731', paid_at: '2026-01-05T17:29:00.000Z', amount_idr: 1_550_000 },
    { method: 'credit', reference: null, paid_at: '2026-01-05T17:30:00.000Z', amount_idr: 50_000 },
  ],
};

export const CREDIT_NOTE: InvoiceDocument = {
  ...INVOICE,
  number: 'CN-2026-000003',
  kind: 'credit_note',
  invoice_number: INVOICE.number,
  cause: 'chargeback',
  lines: INVOICE.lines.map((line) => ({ ...line, unit_price_idr: 250_000, amount_idr: 250_000 })),
  price_idr: 250_000,
  period_credit_idr: 0,
  waived_idr: 0,
  total_idr: 250_000,
  tax_idr: 24_775,
  payments: [
    { method: 'xendit', reference: 'x-1', paid_at: '2026-02-01T03:00:00.000Z', amount_idr: 250_000 },
  ],
};

const HOSTILE = `"><script>globalThis.hacked = 1</script><img src=http://evil.example/x onerror=alert(1)>'&amp;</style>`;

const long = (characters: number) => 'Jalan Perusahaan Contoh Nomor 123 '.repeat(9).slice(0, characters);

/** Details of the greatest length, and texts that would break a page. */
export const LONG: InvoiceDocument = {
  ...INVOICE,
  seller: { name: long(100), address: long(200), tax_id: '9'.repeat(32) },
  buyer: {
    email: `${HOSTILE}@example.com`,
    name: HOSTILE,
    address: Array.from({ length: 6 }, () => long(32)).join('\n'),
    tax_id: '9'.repeat(32),
  },
  payments: INVOICE.payments.map((payment) => ({ ...payment, reference: HOSTILE })),
};
