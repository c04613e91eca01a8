import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { runProcess, startServing, stop } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';
import { sized } from '../support/size.ts';

const ROUNDS = sized(2, 5);

test('a payment whose process is killed before it is applied can be confirmed again, and is applied once', async ({
  folder: data_dir,
}) => {
  const [{ account_id, api_key }] = (
    await runProcess(['account', 'create', '--email', 'a@example.com', '--plan', 'free', '--json'], {
      data_dir,
    })
  ).json();
  const rows = (sql: string) => {
    const db = new Database(`${data_dir}/ledger.sqlite`, { readonly: true });
    try {
      return db.prepare(sql).all(account_id) as any[];
    } finally {
      db.close();
    }
  };
  const changes = () =>
    rows('SELECT * FROM subscription_change WHERE account_id = ? AND order_id IS NOT NULL');
  for (let round = 1; round <= ROUNDS; round++) {
    const first = await startServing(['serve'], { data_dir });
    const response = await fetch(`${first.printed.url}/billing/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api_key}`,
        'content-type': 'application/json',
        'idempotency-key': `round ${round}`,
      },
      body: JSON.stringify({ plan: 'starter', months: 1 }),
    });
    const { order_id } = ((await response.json()) as any).data;
    await stop(first.child);

    const script = resolve(import.meta.dirname, '../support/pay-and-die.mjs');
    const child = spawn(process.execPath, [script, order_id], {
      env: { PATH: process.env.PATH, ALIR_DATA_DIR: data_dir },
      stdio: 'inherit',
    });
    expect((await once(child, 'close'))[1]).toBe('SIGKILL');
    const [killed] = rows(
      'SELECT * FROM billing_order WHERE account_id = ? ORDER BY created_at DESC LIMIT 1',
    );
    expect([killed.state, changes().length]).toEqual(['pending', round - 1]);
    await runProcess(['order', 'confirm', order_id], { data_dir });

    for (let start = 0; start < 2; start++) {
      const again = await startServing(['serve'], { data_dir });
      await stop(again.child);
      expect(changes().map((change) => change.order_id)).toContain(order_id);
      expect(changes()).toHaveLength(round);
    }
  }
  const [account] = rows('SELECT * FROM account WHERE account_id = ?');
  const days = (Date.parse(account.period_end) - Date.parse(account.period_start)) / 86_400_000;
  expect([account.plan, days, account.period_price_idr]).toEqual(['starter', 30 * ROUNDS, 200_000 * ROUNDS]);
});
