import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { customer, STARTER } from '../support/customer.ts';
import { test } from '../support/fixtures.ts';

/** A customer with an invoice and a credit note. */
async function invoiced(alir: TestAlir) {
  const me = await customer(alir);
  const details = { name: '<b>PT "A" & \'B\'</b>', address: 'Jl. <script>1\nJakarta', tax_id: '01.2/3' };
  expect((await me.post('/account/billing-details', details)).body.data).toEqual(details);
  const { order_id } = (await me.order(STARTER)).body.data;
  const { payments, refunds } = alir.stores.billing;
  await payments.confirm(order_id, { payment_reference: 'BCA <7731>' }, 'operator');
  await refunds.refund(order_id, { plan: 'keep', amount_idr: 50_000 }, { actor: 'operator', reason: 'x' });
  return { me, order_id, details };
}

const SELLER = {
  ALIR_SELLER_NAME: 'PT Data Contoh',
  ALIR_SELLER_ADDRESS: 'Jl. Contoh 1, Jakarta 10110',
  ALIR_SELLER_TAX_ID: '01.234.567.8-901.000',
  ALIR_TAX_RATE: '12',
};

describe('invoices', () => {
  test.override('settings', { environment: SELLER });

  test('are pages for a request that prefers HTML, in its language', async ({ alir }) => {
    const { me } = await invoiced(alir);
    const page = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${await alir.url()}/billing/invoices/${path}`, {
        headers: { authorization: `Bearer ${me.api_key}`, accept: 'text/html', ...headers },
      });
      return { response, text: await response.text() };
    };
    const { response, text } = await page('INV-2026-000001');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-request-cost')).toBe('0');
    expect(response.headers.get('vary')).toContain('Accept-Language');
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('Rp200,000');
    expect(text).not.toContain('<script');
    expect(text).not.toContain('<b>');
    expect(text).toContain('&lt;b&gt;PT &quot;A&quot; &amp; &#39;B&#39;&lt;/b&gt;');
    expect(text).toContain('BCA &lt;7731&gt;');
    // The policy allows the stylesheet of the page and nothing else.
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    const english = ['INV-2026-000001?lang=en', 'CN-2026-000001'];
    for (const path of english) expect((await page(path)).text).toContain('<html lang="en">');
    const indonesian = { 'accept-language': 'id-ID,id;q=0.9,en;q=0.8' };
    expect((await page('CN-2026-000001', indonesian)).text).toContain('Nota kredit');
    expect((await page('INV-2026-000001?lang=en', indonesian)).text).toContain('<html lang="en">');
    expect((await page('INV-2026-000001?lang=id')).text).toContain('Faktur dan kuitansi');
    expect((await page('INV-2026-000001', { accept: '*/*' })).text).toMatch(/^\{"success":true/);
    expect((await page('INV-2026-000001?lang=de')).response.status).toBe(400);
  });
});
