import { describe, expect } from 'vitest';
import { deleteExpired } from '../../../src/commerce/accounts/retention.ts';
import { LEDGER_TABLE_NAMES } from '../../../src/ledger/ledger-tables.ts';
import type { TestAlir } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';

const DAY_MS = 86_400_000;
const BY = { actor: 'operator ani', reason: 'a test' };
const KEPT = { keep_notice_days: 60, keep_usage_days: 730 };
/** More than a batch. */
const MANY = 1203;

/** The number of rows of each table. */
async function counted(alir: TestAlir): Promise<Record<string, number>> {
  const counts = LEDGER_TABLE_NAMES.map(async (table) => {
    const [row] = await alir.test_ledger.rows(`SELECT count(*) AS n FROM ${table}`);
    return [table, Number(row.n)];
  });
  return Object.fromEntries(await Promise.all(counts));
}

const key = async (alir: TestAlir) => (await alir.stores.accounts.keys())[0]?.key_id ?? '';
const expire = ({ stores: { ledger, clock } }: TestAlir) => deleteExpired({ ledger, clock }, KEPT);

describe('the retention', () => {
  test('deletes old usage in batches, and keeps the counters and the newer days', async ({ alir }) => {
    const { ledger } = alir.stores;
    const key_id = await key(alir);
    const usage = Array.from(
      { length: MANY },
      (_, endpoint) => `('${key_id}', '2026-02-01', 'e${endpoint}', 2, 1)`,
    );
    usage.push(`('${key_id}', '2026-02-02', 'e', 2, 1)`);
    await alir.test_ledger.write(
      `INSERT INTO usage_history (key_id, usage_date, endpoint, units, requests) VALUES ${usage.join()}`,
    );
    await ledger.run('charge_key', { key_id, window: 'w', units: 9, charged_at: '2026-02-02' });
    // In Jakarta it is 2 February. 730 days before is 2 February 2026, which is kept.
    alir.clock.time = new Date('2028-02-01T17:30:00Z');
    expect(await expire(alir)).toBe(MANY);
    expect(await expire(alir)).toBe(0);
    expect(await alir.test_ledger.rows('SELECT usage_date FROM usage_history')).toEqual([
      { usage_date: '2026-02-02' },
    ]);
    expect((await ledger.get('key_units', { key_id, window: 'w' }))?.units).toBe(9);
  });

  test('deletes settled notices, their events, old invitations and old codes only', async ({ alir }) => {
    const { ledger, people, sign_in, accounts } = alir.stores;
    const { account } = await accounts.create('ani@example.com', 'free', 1);
    const { account_id } = account;
    const at = alir.clock.time.toISOString();
    const event = { kind: 'key.created', account_id, occurred_at: at, data: '{}' } as const;
    await ledger.transaction(async () => {
      for (let event_id = 0; event_id < MANY; event_id++) {
        const of = { event_id: `${event_id}`, event_key: `${event_id}` };
        await ledger.get('create_event', { ...event, ...of, distributed_at: event_id === 0 ? null : at });
        await ledger.run('create_notice', {
          notice_id: `n${event_id}`,
          event_id: `${event_id}`,
          account_id,
          webhook_id: null,
          telegram_chat: null,
          subscription_id: null,
          state: event_id === 1 ? 'pending' : 'not_sent',
          created_at: at,
          next_attempt_at: event_id === 1 ? at : null,
          settled_at: event_id === 1 ? null : at,
          last_error: null,
        });
      }
    });
    await people.invite('budi@example.com', account_id, 'member', BY);
    await sign_in.linkCode('ani@example.com');
    const before = await counted(alir);
    alir.clock.pass(0.9 * DAY_MS);
    expect(await expire(alir)).toBe(0);
    alir.clock.pass(58 * DAY_MS);
    // Only the code.
    expect(await expire(alir)).toBe(1);
    alir.clock.pass(2 * DAY_MS);
    // The event that was not distributed and the one with a pending notice stay.
    expect(await expire(alir)).toBe(MANY - 1 + MANY - 2);
    alir.clock.pass(14 * DAY_MS);
    expect(await expire(alir)).toBe(1);
    expect(await counted(alir)).toEqual({ ...before, notice: 1, event: 2, invitation: 0, sign_in_code: 0 });
  });

  test('never deletes money, invoices, subscriptions or entries of the audit log', async ({ alir }) => {
    const { accounts, administration, billing } = alir.stores;
    const { account_id } = (await accounts.create('ani@example.com', 'starter', 1, null, 200_000)).account;
    const request = { idempotency_key: null };
    const { order_id } = await billing.orders.create(account_id, { plan: 'advanced', months: 1 }, request);
    await billing.payments.confirm(order_id, {}, 'operator ani');
    await administration.grantUnits(account_id, 5, BY);
    const before = await counted(alir);
    alir.clock.pass(365 * 30 * DAY_MS);
    await expire(alir);
    expect(await counted(alir)).toEqual(before);
  });
});
