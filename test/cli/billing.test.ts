import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openStores } from '../../src/server/stores.ts';
import { configOf, SetClock } from '../support/alir.ts';
import { Session } from '../support/cli-session.ts';
import { test } from '../support/fixtures.ts';

const SELLER = {
  ALIR_SELLER_NAME: 'PT Data Contoh',
  ALIR_SELLER_ADDRESS: 'Jl. Contoh 1, Jakarta 10110',
  ALIR_SELLER_TAX_ID: '01.234.567.8-901.000',
  ALIR_TAX_RATE: '11',
};

test('an operator makes offers, decides on orders, prints invoices', async ({ data_dir, folder: cwd }) => {
  const alir = new Session({ data_dir, cwd, env: SELLER, now: new Date('2026-02-02T12:00:00Z') });
  await alir.shows('billing-offers');
  const order = async (purchase: object, time: string) => {
    const { billing, ledger } = await openStores(configOf(data_dir), new SetClock(time));
    await billing.orders.create(alir.value(1), purchase as never, {
      idempotency_key: time,
      accepted_forfeit_idr: 0,
    });
    await ledger.close();
  };
  await order({ plan: 'starter', months: 3 }, '2026-02-02T12:07:00Z');
  await order({ offer_id: alir.value(4) }, '2026-02-02T12:08:00Z');
  await alir.shows('billing-orders');
  expect(await readFile(join(cwd, 'a.html'), 'utf8')).toContain('Faktur dan kuitansi');
  expect(JSON.parse(await readFile(join(cwd, 'a.json'), 'utf8'))).toMatchObject({
    account: { account_id: alir.value(1), email: 'a@example.com' },
  });
  // Only its owner can read a new file with personal data.
  for (const name of ['a.html', 'a.json'])
    expect((await stat(join(cwd, name))).mode & 0o777, name).toBe(0o600);
});
