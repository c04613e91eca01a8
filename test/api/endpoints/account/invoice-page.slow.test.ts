import { describe, expect, test } from 'vitest';
import { INVOICE_PAGE_POLICY, invoicePage } from '../../../../src/api/endpoints/account/invoice-page.ts';
import { inRupiah, timeInWords } from '../../../../src/api/endpoints/account/invoice-texts.ts';
import type { InvoiceDocument } from '../../../../src/commerce/billing/invoices/invoice-document.ts';
import { LANGUAGES } from '../../../../src/core/commerce-terms.ts';
import { CHROMIUM, openPage } from '../../../support/browser.ts';

const INVOICE: InvoiceDocument = {
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

const CREDIT_NOTE: InvoiceDocument = {
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
const LONG: InvoiceDocument = {
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

async function opened(html: string) {
  const page = await openPage({ viewport: { width: 900, height: 1270 } });
  const requests: string[] = [];
  const problems: string[] = [];
  await page.route('**', (route) => {
    const url = route.request().url();
    if (url !== 'http://alir.test/invoice') {
      requests.push(url);
      return route.abort();
    }
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': INVOICE_PAGE_POLICY,
    };
    return route.fulfill({ status: 200, headers, body: html });
  });
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto('http://alir.test/invoice');
  return { page, requests, problems };
}

describe('the page of an invoice', () => {
  test('escapes everything that users choose', () => {
    for (const language of LANGUAGES) {
      const html = invoicePage(LONG, language);
      expect(html).not.toContain('<script');
      expect(html).not.toContain('<img');
      expect(html.match(/<\/style>/g)).toHaveLength(1);
      expect(html).toContain('&lt;script&gt;globalThis.hacked = 1&lt;/script&gt;');
    }
  });

  test('names the order by the reference that the payer wrote in the transfer', () => {
    expect(invoicePage(INVOICE, 'id')).toContain('<dt>Pesanan</dt><dd>7f4df1c6</dd>');
  });

  test('has a print button only with the script that shows it', () => {
    expect(invoicePage(INVOICE, 'en')).not.toContain('<button');
    const html = invoicePage(INVOICE, 'id', { script: '/assets/print.js', back: '/account/billing' });
    expect(html).toContain('<button type="button" id="print" hidden>Cetak</button>');
    expect(html).toContain('<script type="module" src="/assets/print.js">');
    expect(html).toContain("; script-src 'self'\">");
  });

  test('writes amounts and times as each language does', () => {
    expect(inRupiah(1_234_567, 'en')).toBe('1,234,567');
    expect([0, 999, 1000, 1_234_567, 10_000_000_000].map((each) => inRupiah(each, 'id'))).toEqual([
      '0',
      '999',
      '1.000',
      '1.234.567',
      '10.000.000.000',
    ]);
    expect(timeInWords('2026-01-05T17:30:00.000Z', 'id')).toBe('6 Januari 2026 00.30');
    expect(timeInWords('2026-12-31T16:59:00.000Z', 'en')).toBe('31 December 2026, 23:59');
  });

  describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
    test.for([
      ['invoice', INVOICE],
      ['issued credit note', CREDIT_NOTE],
      ['invoice with the longest details', LONG],
    ] as const)('prints an %s on one page of A4, in both languages', async ([name, document]) => {
      for (const language of LANGUAGES) {
        const { page, requests, problems } = await opened(invoicePage(document, language));
        expect(await page.evaluate('getComputedStyle(document.querySelector("h1")).fontSize')).not.toBe(
          '32px',
        );
        expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
        const { ALIR_TEST_SCREENSHOTS: folder } = process.env;
        if (folder) await page.screenshot({ path: `${folder}/${name}-${language}.png`, fullPage: true });
        const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
        expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
        expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
        expect([requests, problems]).toEqual([[], []]);
        // Nothing is wider than a phone.
        await page.setViewportSize({ width: 360, height: 800 });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
        if (folder)
          await page.screenshot({ path: `${folder}/${name}-${language}-phone.png`, fullPage: true });
      }
    });
  });
});
