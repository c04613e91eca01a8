import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { customer, STARTER } from '../support/customer.ts';
import { test } from '../support/fixtures.ts';

test('the content security policy of an invoice allows only the stylesheet of the page', async ({ alir }) => {
  const me = await customer(alir);
  const { order_id } = (await me.order(STARTER)).body.data;
  await alir.stores.billing.payments.confirm(order_id, {}, 'operator');
  const headers = { authorization: `Bearer ${me.api_key}`, accept: 'text/html' };
  const page = await fetch(`${await alir.url()}/billing/invoices/INV-2026-000001`, { headers });
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(await page.text()) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});
