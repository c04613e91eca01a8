import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCli, startServing, stop } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

test('an operator lists, prints and exports invoices', async ({ data_dir, folder }) => {
  const env = {
    ALIR_SELLER_NAME: 'PT Data Contoh',
    ALIR_SELLER_ADDRESS: 'Jl. Contoh 1, Jakarta 10110',
    ALIR_SELLER_TAX_ID: '01.234.567.8-901.000',
    ALIR_TAX_RATE: '11',
  };
  const run = (...args: string[]) => runCli(args, { data_dir, env, cwd: folder });
  const json = async (...args: string[]) => (await run(...args, '--json')).json();
  const [{ account_id, api_key }] = await json(
    'account',
    'create',
    '--email',
    '=cmd()@example.com',
    '--plan',
    'free',
  );
  const details = ['--name', '=1+1', '--address', 'Jl. A', '--tax-id', '09'];
  expect(await json('account', 'billing', account_id, ...details)).toEqual([
    { account_id, name: '=1+1', address: 'Jl. A', tax_id: '09' },
  ]);
  expect(await json('account', 'billing', account_id, '--address', '')).toEqual([
    { account_id, name: '=1+1', address: null, tax_id: '09' },
  ]);

  const { child, printed } = await startServing(['serve'], { data_dir, env });
  const ordered = await fetch(`${printed.url}/billing/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${api_key}`,
      'content-type': 'application/json',
      'idempotency-key': '1',
    },
    body: JSON.stringify({ plan: 'starter', months: 1 }),
  });
  const { order_id } = ((await ordered.json()) as any).data;
  expect(await stop(child)).toBe(0);
  await run('order', 'confirm', order_id);
  await run('order', 'refund', order_id, '--plan', 'keep', '--amount', '1000', '--reason', 'x');

  const [invoice, note, ...more] = await json('invoice', 'list', '--account', account_id);
  expect(more).toEqual([]);
  const year = invoice.issued_on.slice(0, 4);
  expect(invoice).toMatchObject({ number: `INV-${year}-000001`, total_idr: 200_000, tax_idr: 19_820 });
  expect(note).toMatchObject({
    number: `CN-${year}-000001`,
    invoice_number: invoice.number,
    total_idr: 1000,
  });
  expect(await json('invoice', 'list', '--to', '2026-01-01')).toEqual([]);
  expect((await json('invoice', 'list', '--from', invoice.issued_on, '--to', invoice.issued_on)).length).toBe(
    2,
  );

  const csv = (await run('invoice', 'list', '--format', 'csv')).stdout.trimEnd().split('\r\n');
  expect(csv[0]).toBe(
    'number,kind,issued_on,account_id,buyer_email,buyer_name,buyer_tax_id,order_id,invoice_number,description,total_idr,tax_rate_percent,tax_base_idr,tax_idr',
  );
  expect(csv[1]).toBe(
    `INV-${year}-000001,invoice,${invoice.issued_on},${account_id},'=cmd()@example.com,'=1+1,09,${order_id},,"Starter plan, 1 month (30 days)",200000,11,180180,19820`,
  );

  const shown = await run('invoice', 'show', invoice.number, '--lang', 'id');
  expect(shown.stdout).toContain('Total dibayar: Rp200.000');
  const html = join(folder, 'invoice.html');
  expect((await run('invoice', 'show', invoice.number, '--html', html, '--lang', 'id')).code).toBe(0);
  expect(await readFile(html, 'utf8')).toContain('Faktur dan kuitansi');
  expect((await stat(html)).mode & 0o777).toBe(0o600);
  const again = await run('invoice', 'show', invoice.number, '--html', html);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists')]);
  const unknown = await run('invoice', 'show', 'INV-2020-000001');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('There is no invoice')]);
});
