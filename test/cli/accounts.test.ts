import type { EventKind } from '../../src/core/commerce-terms.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf, SetClock } from '../support/alir.ts';
import { Session } from '../support/cli-session.ts';
import { test } from '../support/fixtures.ts';

const now = new Date('2026-02-02T12:00:00Z');

test('an operator changes accounts, and sees who changed what', async ({ data_dir, folder: cwd }) => {
  await new Session({ data_dir, cwd, now }).shows('accounts');
});

test('keys have scopes, an end and addresses, and are rotated and revoked', async ({ data_dir, folder }) => {
  await new Session({ data_dir, cwd: folder, now }).shows('accounts-keys');
});

test('an operator invites people, informs customers, and reads the notices', async ({ data_dir, folder }) => {
  const env = { ALIR_PORT: '9000', ALIR_SIGNUP: 'invite', ALIR_OPERATOR_EMAIL: 'op@example.com' };
  await new Session({ data_dir, cwd: folder, env, now }).shows('accounts-people');
});

test('an operator lists the notices to customers and to himself, with what was sent', async ({
  data_dir,
  folder,
}) => {
  const env = { ALIR_OPERATOR_EMAIL: 'op@example.com', ALIR_LANGUAGE: 'id' };
  const alir = new Session({ data_dir, cwd: folder, env, now });
  await alir.shows('notices-before');
  const { ledger } = await openStores(configOf(data_dir), new SetClock());
  const occurred_at = now.toISOString();
  const noted = async (id: string, kind: EventKind, account_id: string | null, more: object) => {
    const event = { event_id: id, event_key: id, kind, account_id, occurred_at, distributed_at: occurred_at };
    await ledger.get('create_event', {
      ...event,
      data: JSON.stringify({ trade_date: '2026-01-30', revision: 2 }),
    });
    const notice = { notice_id: id, event_id: id, account_id, webhook_id: null, created_at: occurred_at };
    const pending = {
      state: 'pending' as const,
      next_attempt_at: occurred_at,
      settled_at: null,
      last_error: null,
      telegram_chat: null,
      subscription_id: null,
    };
    await ledger.run('create_notice', { ...notice, ...pending, ...more });
  };
  await noted('n1', 'day.published', alir.value(1), {});
  await noted('n2', 'day.published', null, {
    state: 'failed',
    next_attempt_at: null,
    last_error: 'no server',
  });
  await ledger.close();
  await alir.shows('notices');
});
