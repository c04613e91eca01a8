import { describe, expect, test } from 'vitest';
import { invoicePage } from '../../../../src/api/endpoints/account/invoice-page.ts';
import { inRupiah, timeInWords } from '../../../../src/api/endpoints/account/invoice-texts.ts';
import { LANGUAGES } from '../../../../src/core/commerce-terms.ts';
import { CREDIT_NOTE, INVOICE, LONG } from '../../../support/invoice-documents.ts';

describe('the page of an invoice', () => {
  test.for(LANGUAGES)('has what was reviewed (%s)', async (language) => {
    const { seller, buyer } = INVOICE;
    const none = { name: null, address: null, tax_id: null };
    const small = {
      ...{ ...INVOICE, order_id: null, tax_invoice_number: null, price_idr: 1, total_idr: 1 },
      ...{ period_credit_idr: 0, waived_idr: 0, tax_rate_percent: 0, tax_idr: 0 },
      ...{ seller: { ...seller, tax_id: null }, buyer: { ...none, email: buyer.email }, payments: [] },
    };
    const pages = [INVOICE, CREDIT_NOTE, small, { ...small, seller: none }].map((document) =>
      invoicePage(document, language).replace(/^[\s\S]*<main>/, ''),
    );
    await expect(pages.join('\n')).toMatchFileSnapshot(`invoice-pages.${language}.txt`);
  });

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
});
