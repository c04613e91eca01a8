import type { Command } from 'commander';
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  rotateMcpKey,
} from '../../api/endpoints/admin/admin-keys.ts';
import type { KeyRecord, NewKey } from '../../commerce/accounts/accounts.ts';
import type { Invocation } from '../invocation.ts';
import { operationCommand } from '../operation-command.ts';
import { type Columns, listAs, type Output } from '../output.ts';

export function commands(cli: Invocation, key: Command): void {
  for (const operation of [createKey, rotateKey, rotateMcpKey]) {
    operationCommand(cli, key, operation, printNewKey);
  }
  operationCommand(cli, key, listKeys, (keys, out, options) => listAs(out, options, COLUMNS, keys));
  operationCommand(cli, key, revokeKey, (revoked, out) => {
    const { key_id, name, masked, revoked_at } = revoked;
    out.record(revoked, `Key ${key_id} (${name}, ${masked}) was revoked at ${revoked_at}.`);
  });
}

function printNewKey(key: NewKey, output: Output): void {
  const { key_id, api_key, scopes, expires_at, allowed_ips, max_units } = key;
  output.record(
    key,
    [
      `key id       ${key_id}`,
      `key          ${api_key}`,
      `scopes       ${scopes.join()}`,
      `expires      ${expires_at ?? 'never'}`,
      `allowed IPs  ${allowed_ips?.join() ?? 'any'}`,
      `max units    ${max_units ?? 'all'}`,
    ].join('\n'),
  );
  output.notice('Store the keys now: Alir stores only their hashes and cannot show them again.');
}

const COLUMNS: Columns<KeyRecord> = {
  key_id: 'KEY ID',
  account_id: 'ACCOUNT',
  name: 'NAME',
  kind: 'KIND',
  masked: 'KEY',
  created_at: 'CREATED',
  last_used_at: 'LAST USED',
  revoked_at: 'REVOKED',
  scopes: 'SCOPES',
  expires_at: 'EXPIRES',
  allowed_ips: ['ALLOWED IPS', 'any'],
  max_units: ['MAX UNITS', 'all'],
};
