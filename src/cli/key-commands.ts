import { type Command, Option } from 'commander';
import { MAX_IP_RANGES } from '../commerce/accounts/ip-ranges.ts';
import { DATA_ONLY } from '../commerce/accounts/key-terms.ts';
import type { KeyScope } from '../core/commerce-terms.ts';
import { createKey, listKeys, revokeKey, rotateKey, rotateMcpKey } from './accounts.ts';
import { instant, ipRanges, keyScopes } from './arguments.ts';
import { type Common, command } from './command.ts';
import type { Invocation } from './invocation.ts';

interface NewKeyOptions {
  readonly account: string;
  readonly name: string;
  readonly scopes: KeyScope[];
  readonly expiresAt?: string;
  readonly allowedIps?: string[];
}

/** The commands for the keys of accounts. */
export function keyCommands(cli: Invocation, program: Command): void {
  const key = program.command('key').description('manage API keys');
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
    .option(
      '--expires-at <time>',
      'time from which the key is invalid, with a time zone, such as 2026-12-31T23:59:59+07:00',
      instant,
    )
    .option(
      '--allowed-ips <list>',
      `1 to ${MAX_IP_RANGES} IP addresses or CIDR blocks from which the key can be used, separated by commas`,
      ipRanges,
    )
    .action((options: Common & NewKeyOptions) =>
      cli.onData(options, (stores, out) => {
        const {
          account,
          name,
          scopes,
          expiresAt: expires_at = null,
          allowedIps: allowed_ips = null,
        } = options;
        return createKey(stores, out, { account, name, scopes, expires_at, allowed_ips });
      }),
    );
  command(key, 'rotate', 'replace a key by a new one with the same name and terms; the old key is revoked')
    .requiredOption('--key <id>', 'key id, from "alir key list"')
    .action((options: Common & { key: string }) =>
      cli.onData(options, (stores, out) => rotateKey(stores, out, options)),
    );
  command(key, 'rotate-mcp', 'replace the MCP key of an account; the old one is revoked')
    .argument('<account>', 'id or e-mail address of the account')
    .action((account: string, options: Common) =>
      cli.onData(options, (stores, out) => rotateMcpKey(stores, out, account)),
    );
  command(key, 'list', 'list keys')
    .option('--account <account>', 'only the keys of this account: its id or e-mail address')
    .action((options: Common & { account?: string }) =>
      cli.onData(options, ({ accounts }, out) => listKeys(accounts, out, options)),
    );
  command(key, 'revoke', 'revoke a key, effective from the next request')
    .requiredOption('--key <id>', 'key id, from "alir key list"')
    .action((options: Common & { key: string }) =>
      cli.onData(options, (stores, out) => revokeKey(stores, out, options)),
    );
}
