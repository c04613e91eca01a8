import { type Command, Option } from 'commander';
import type { KeyRecord, NewKey } from '../../commerce/accounts/accounts.ts';
import { MAX_IP_RANGES } from '../../commerce/accounts/keys/ip-ranges.ts';
import { DATA_ONLY } from '../../commerce/accounts/keys/key-terms.ts';
import type { KeyScope } from '../../core/commerce-terms.ts';
import { instant, ipRanges, keyScopes } from '../arguments.ts';
import { type Common, command } from '../command.ts';
import type { Invocation } from '../invocation.ts';
import { list, type Output } from '../output.ts';

interface NewKeyOptions extends Common {
  readonly account: string;
  readonly name: string;
  readonly scopes: KeyScope[];
  readonly expiresAt?: string;
  readonly allowedIps?: string[];
}

/** The commands for the keys of accounts. */
export function keyCommands(cli: Invocation, key: Command): void {
  command(key, 'create', 'create another key for an account')
    .requiredOption('--account <account>', 'id or e-mail address of the account')
    .requiredOption('--name <name>', 'name of the key')
    .addOption(
      new Option(
        '--scopes <scopes>',
        'what the key permits: data, account (keys and billing), or data,account',
      )
        .argParser(keyScopes)
        .default(DATA_ONLY.scopes, 'data'),
    )
    .option('--expires-at <time>', 'when it expires, such as 2026-12-31T23:59:59+07:00', instant)
    .option(
      '--allowed-ips <list>',
      `1 to ${MAX_IP_RANGES} IP addresses or CIDR blocks that may use the key, separated by commas`,
      ipRanges,
    )
    .action((options: NewKeyOptions) =>
      cli.onData(options, async ({ accounts, operator }, out) => {
        const { name, scopes, expiresAt: expires_at = null, allowedIps: allowed_ips = null } = options;
        const { account_id } = await accounts.find(options.account);
        printNewKey(
          out,
          await accounts.createKey(account_id, name, { scopes, expires_at, allowed_ips }, operator),
        );
      }),
    );
  command(key, 'rotate', 'replace a key by a new one with the same name and terms; the old key is revoked')
    .requiredOption('--key <id>', 'key id, from "alir key list"')
    .action((options: Common & { key: string }) =>
      cli.onData(options, async ({ accounts, operator }, out) =>
        printNewKey(out, await accounts.rotateKey(options.key, operator)),
      ),
    );
  command(key, 'rotate-mcp', 'replace the MCP key of an account; the old one is revoked')
    .argument('<account>', 'id or e-mail address of the account')
    .action((wanted: string, options: Common) =>
      cli.onData(options, async ({ accounts, operator }, out) => {
        const { account_id } = await accounts.find(wanted);
        printNewKey(out, await accounts.rotateMcpKey(account_id, operator));
      }),
    );
  command(key, 'list', 'list keys')
    .option('--account <account>', 'id or e-mail address of the account')
    .action((options: Common & { account?: string }) =>
      cli.onData(options, async ({ accounts }, out) => {
        const { account } = options;
        const account_id = account === undefined ? undefined : (await accounts.find(account)).account_id;
        list(out, options, HEADINGS, await accounts.keys(account_id), cells);
      }),
    );
  command(key, 'revoke', 'revoke a key')
    .requiredOption('--key <id>', 'key id, from "alir key list"')
    .action((options: Common & { key: string }) =>
      cli.onData(options, async ({ accounts, operator }, out) => {
        const revoked = await accounts.revokeKey(options.key, operator);
        const { key_id, name, masked, revoked_at } = revoked;
        out.record(revoked, `Key ${key_id} (${name}, ${masked}) was revoked at ${revoked_at}.`);
      }),
    );
}

function printNewKey(output: Output, key: NewKey): void {
  const { key_id, api_key, scopes, expires_at, allowed_ips } = key;
  output.record(
    key,
    [
      `key id       ${key_id}`,
      `key          ${api_key}`,
      `scopes       ${scopes.join()}`,
      `expires      ${expires_at ?? 'never'}`,
      `allowed IPs  ${allowed_ips?.join() ?? 'any'}`,
    ].join('\n'),
  );
  output.notice('Store the keys now: Alir stores only their hashes and cannot show them again.');
}

const HEADINGS = [
  'KEY ID',
  'ACCOUNT',
  'NAME',
  'KIND',
  'KEY',
  'CREATED',
  'LAST USED',
  'REVOKED',
  'SCOPES',
  'EXPIRES',
  'ALLOWED IPS',
];

function cells(key: KeyRecord): string[] {
  return [
    key.key_id,
    key.account_id,
    key.name,
    key.kind,
    key.masked,
    key.created_at,
    key.last_used_at ?? '-',
    key.revoked_at ?? '-',
    key.scopes.join(),
    key.expires_at ?? '-',
    key.allowed_ips?.join() ?? 'any',
  ];
}
