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
