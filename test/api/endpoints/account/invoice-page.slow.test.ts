import { describe, expect, test } from 'vitest';
import { INVOICE_PAGE_POLICY, invoicePage } from '../../../../src/api/endpoints/account/invoice-page.ts';
import { LANGUAGES } from '../../../../src/core/commerce-terms.ts';
import { CHROMIUM, openPage } from '../../../support/browser.ts';
import { CREDIT_NOTE, INVOICE, LONG } from '../../../support/invoice-documents.ts';

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

describe.skipIf(CHROMIUM === undefined)('the page of an invoice, in a browser', () => {
  test.for([
    ['invoice', INVOICE],
    ['issued credit note', CREDIT_NOTE],
    ['invoice with the longest details', LONG],
  ] as const)('prints an %s on one page of A4, in both languages', async ([name, document]) => {
    for (const language of LANGUAGES) {
      const { page, requests, problems } = await opened(invoicePage(document, language));
      expect(await page.evaluate('getComputedStyle(document.querySelector("h1")).fontSize')).not.toBe('32px');
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
      if (folder) await page.screenshot({ path: `${folder}/${name}-${language}-phone.png`, fullPage: true });
    }
  });
});
