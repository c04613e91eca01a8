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

  test('are listed newest first and returned by number, without a charge', async ({ alir }) => {
    const { me, order_id, details } = await invoiced(alir);
    const listed = await me.get('/billing/invoices');
    expect(listed.headers.get('x-request-cost')).toBe('0');
    const issued_at = '2026-02-02T12:00:00.000Z';
    // 200,000 x 12 / 112 = 21,428.57; 150,000 x 12 / 112 = 16,071.43; the credit note has the difference.
    expect(listed.body.data).toEqual([
      {
        number: 'CN-2026-000001',
        kind: 'credit_note',
        issued_at,
        order_id,
        invoice_number: 'INV-2026-000001',
        total_idr: 50_000,
        tax_idr: 5358,
      },
      {
        number: 'INV-2026-000001',
        kind: 'invoice',
        issued_at,
        order_id,
        invoice_number: null,
        total_idr: 200_000,
        tax_idr: 21_429,
      },
    ]);
    const { data } = (await me.get('/billing/invoices/INV-2026-000001')).body;
    expect(data).toMatchObject({
      seller: { name: 'PT Data Contoh', tax_id: '01.234.567.8-901.000' },
      buyer: details,
      tax_rate_percent: 12,
      payments: [{ method: 'manual', reference: 'BCA <7731>', amount_idr: 200_000 }],
    });
  });

  test('of another account do not exist for the caller', async ({ alir }) => {
    await invoiced(alir);
    const other = await customer(alir);
    expect((await other.get('/billing/invoices')).body.data).toEqual([]);
    for (const number of ['INV-2026-000001', 'CN-2026-000001', 'INV-2026-000009', '%00']) {
      for (const accept of ['application/json', 'text/html']) {
        const response = await alir.request(`/billing/invoices/${number}`, {
          headers: { authorization: `Bearer ${other.api_key}`, accept },
        });
        expect([response.status, response.body.code]).toEqual([404, 'unknown_invoice']);
      }
    }
  });

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

describe('billing details', () => {
  test('are those of the account, and are replaced as a whole', async ({ sharedAlir: alir }) => {
    const [me, other] = [await customer(alir), await customer(alir)];
    await me.post('/account/billing-details', { name: 'PT A', tax_id: '1' });
    expect((await me.post('/account/billing-details', { address: 'Jl. A' })).body.data).toEqual({
      name: null,
      address: 'Jl. A',
      tax_id: null,
    });
    expect((await other.get('/account/billing-details')).body.data).toEqual({
      name: null,
      address: null,
      tax_id: null,
    });
  });

  test.for([
    ['name', 'a\u202eb'],
    ['name', 7],
    ['address', 'x'.repeat(201)],
    ['tax_id', '"'],
  ] as const)('with the %s %j are refused', async ([field, value], { sharedAlir: alir }) => {
    const me = await customer(alir);
    const { status, body } = await me.post('/account/billing-details', { [field]: value });
    expect([status, body.errors.map((error: any) => error.field)]).toEqual([400, [field]]);
  });
});
