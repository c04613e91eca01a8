import * as z from 'zod';
import { ipRange, MAX_IP_RANGES } from '../../../commerce/accounts/keys/ip-ranges.ts';
import { DATA_ONLY } from '../../../commerce/accounts/keys/key-terms.ts';
import { requestOf } from '../../http/requests/request-fields.ts';
import { newKeyInput, overlapHours } from '../account/accounts.ts';
import { account, instant } from './admin-fields.ts';
import { operation, option } from './admin-operation.ts';

const key_id = option(z.string(), '--key <id>', 'key id, from "alir key list"');
const overlap_hours = option(
  overlapHours,
  '--overlap-hours <hours>',
  'hours for which the old key remains valid, 0 to 168; default: 0',
);
const { name, scopes, allowed_ips, max_units } = newKeyInput.shape;

export const createKey = operation({
  route: 'POST /admin/accounts/:account/keys',
  command: 'key create',
  about: 'create another key for an account',
  input: requestOf({
    account: option(account, '--account <account>', 'id or e-mail address of the account'),
    name: option(name, '--name <name>', 'name of the key'),
    scopes: option(
      scopes,
      '--scopes <scopes>',
      'what the key permits: data, account (keys and billing), or data,account; default: data',
    ),
    expires_at: option(
      instant.optional(),
      '--expires-at <time>',
      'when it expires, such as 2026-12-31T23:59:59+07:00',
    ),
    allowed_ips: option(
      allowed_ips,
      '--allowed-ips <list>',
      `1 to ${MAX_IP_RANGES} IP addresses or CIDR blocks that may use the key, separated by commas`,
    ),
    max_units: option(
      max_units,
      '--max-units <units>',
      'units that the key may use in a quota window; default: all units of the account',
    ),
  }),
  run: async ({ accounts }, { account, name, ...sent }, { actor }) => {
    const { account_id } = await accounts.find(account);
    const terms = {
      scopes: sent.scopes ?? DATA_ONLY.scopes,
      expires_at: sent.expires_at?.toISOString() ?? null,
      allowed_ips: sent.allowed_ips?.flatMap((range) => ipRange(range) ?? []) ?? null,
      max_units: sent.max_units ?? null,
    };
    return accounts.createKey(account_id, name, terms, actor);
  },
});

export const rotateKey = operation({
  route: 'POST /admin/keys/:key_id/rotate',
  command: 'key rotate',
  about: 'replace a key by a new one with the same name and terms; the old key is revoked',
  input: requestOf({ key_id, overlap_hours }),
  run: ({ accounts }, { key_id, overlap_hours }, { actor }) =>
    accounts.rotateKey(key_id, actor, overlap_hours),
});

export const rotateMcpKey = operation({
  route: 'POST /admin/accounts/:account/mcp-key/rotate',
  command: 'key rotate-mcp',
  about: 'replace the MCP key of an account; the old one is revoked',
  input: requestOf({ account, overlap_hours }),
  run: async ({ accounts }, { account, overlap_hours }, { actor }) => {
    const { account_id } = await accounts.find(account);
    return accounts.rotateMcpKey(account_id, actor, overlap_hours);
  },
});

export const listKeys = operation({
  route: 'GET /admin/keys',
  command: 'key list',
  about: 'list keys',
  input: requestOf({
    account: option(account.optional(), '--account <account>', 'id or e-mail address of the account'),
  }),
  run: async ({ accounts }, { account }) =>
    accounts.keys(account === undefined ? undefined : (await accounts.find(account)).account_id),
});

export const revokeKey = operation({
  route: 'POST /admin/keys/:key_id/revoke',
  command: 'key revoke',
  about: 'revoke a key',
  input: requestOf({ key_id }),
  run: ({ accounts }, { key_id }, { actor }) => accounts.revokeKey(key_id, actor),
});
