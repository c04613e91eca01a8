import * as z from 'zod';
import type { Accounts, Caller, KeyRecord } from '../../../commerce/accounts/accounts.ts';
import { keyActor } from '../../../commerce/accounts/audit-log.ts';
import { ipRange, MAX_IP_RANGES } from '../../../commerce/accounts/keys/ip-ranges.ts';
import { DATA_ONLY } from '../../../commerce/accounts/keys/key-terms.ts';
import { KEY_KINDS, KEY_SCOPES } from '../../../core/commerce-terms.ts';
import { instantOf } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { type LinkRequests, MAX_LINK_ROWS } from '../../http/link-route.ts';
import { requestOf, required, wholeNumber } from '../../http/requests/request-fields.ts';
import { count, flag, record, SOME_ID, text, timestamp } from '../../http/responses/response-fields.ts';

const MAX_LIMIT_UNITS = 1_000_000_000;

const scope = z.enum(KEY_SCOPES, { error: `must be one of ${KEY_SCOPES.join(', ')}` });

const keyTerms = {
  scopes: z.array(scope).meta({
    description:
      'What the key permits. data: market data, news and MCP. account: keys, quotes and orders. Every key permits GET /usage',
  }),
  expires_at: timestamp(
    'Time from which the key is invalid',
    'Null for a key that does not expire',
  ).nullable(),
  allowed_ips: z
    .array(z.string())
    .meta({ description: 'CIDR blocks from which the key can be used; null for any address' })
    .nullable(),
  max_units: count('Units that the key may use in a quota window of the account; null for all').nullable(),
  link: text('Path and query of the only request of a link, as sent; null for other keys').nullable(),
};

const keySchema = record(
  'Key',
  'A key of the account. Only the response that creates a key contains the key itself',
  {
    key_id: text('Identifier of the key'),
    name: text('Name of the key'),
    kind: z.enum(KEY_KINDS).meta({
      description:
        'api: a key for programs; mcp: the key for agents; console: the key to which the requests of people who are signed in are charged; link: the token of a link for spreadsheets. The MCP key is created with the account. The keys of the kinds mcp, console and link do not count towards the key limit of the plan',
    }),
    ...keyTerms,
    masked: text('First and last 4 characters of the key'),
    created_at: timestamp('Time of creation'),
    last_used_at: timestamp(
      'Time of the last use',
      'Null if the key was never used. Requests that cost nothing update the time at most once per minute',
    ).nullable(),
    revoked_at: timestamp(
      'Time of revocation',
      'In the future for a replaced key that is still valid. Null for a key that is not revoked',
    ).nullable(),
    is_calling_key: flag('Whether this request is authenticated with this key'),
  },
);

type KeyOutput = z.output<typeof keySchema>;

const newKeySchema = record('CreatedKey', 'A new key. Only this response contains it', {
  key_id: text('Identifier of the key'),
  api_key: text('The key. Store it now: the server stores only a hash and cannot show it again'),
  ...keyTerms,
});

const FREE = { group: 'Keys', units: 0, depends_on: 'caller', scope: 'account' } as const;

export const newKeyInput = requestOf({
  name: z
    .string({ error: 'is required: a name for the key' })
    .meta({ description: 'Name of the key: 1 to 64 characters, without control characters' }),
  scopes: z
    .array(scope, { error: 'must be an array of scopes' })
    .min(1, { error: `must have at least one of ${KEY_SCOPES.join(', ')}` })
    .max(KEY_SCOPES.length, { error: 'must have each scope once' })
    .meta({
      description:
        'What the key permits. data: market data, news and MCP. account: keys, quotes and orders. Default: only data',
    })
    .optional(),
  expires_at: z
    .string({ error: 'must be a time in ISO 8601' })
    .refine((sent) => instantOf(sent) !== undefined, {
      error: 'must be a time in ISO 8601 with a time zone, such as 2026-12-31T23:59:59+07:00',
    })
    .meta({
      description:
        'Time from which the key is invalid: a time in the future, with a time zone. Default: the key does not expire',
      format: 'date-time',
    })
    .optional(),
  allowed_ips: z
    .array(
      z.string({ error: 'must be a text' }).refine((sent) => ipRange(sent) !== undefined, {
        error: 'must be an IP address or a CIDR block, such as 198.51.100.7 or 2001:db8::/32',
      }),
      { error: 'must be an array of IP addresses and CIDR blocks' },
    )
    .min(1, { error: `must have 1 to ${MAX_IP_RANGES} entries; to allow any address, omit the field` })
    .max(MAX_IP_RANGES, { error: `must have 1 to ${MAX_IP_RANGES} entries` })
    .meta({
      description: `1 to ${MAX_IP_RANGES} IPv4 or IPv6 addresses or CIDR blocks from which the key can be used. Default: any address`,
    })
    .optional(),
  max_units: wholeNumber(
    MAX_LIMIT_UNITS,
    'Units that the key may use in a quota window of the account. Default: all units of the account',
  ).optional(),
});

export const newLinkInput = requestOf({
  name: newKeyInput.shape.name,
  request: z
    .string({ error: required('a path with its query, such as /stocks/ohlcv?ticker=BBCA&last_days=20') })
    .trim()
    .max(1000)
    .meta({
      description:
        'Path and query of a GET request for market data in rows. In the place of `from` and `to`, `last_days` is a number of published trading days, up to the newest',
      examples: ['/stocks/ohlcv?ticker=BBCA&last_days=20'],
    }),
  max_units: wholeNumber(MAX_LIMIT_UNITS, 'Units that it may use in a quota window of the account').default(
    100,
  ),
});

/** In a path, the word for the MCP key of the account, whose identifier changes with each rotation. */
const MCP_KEY = 'mcp';

export const overlapHours = wholeNumber(
  168,
  'Hours for which the old key remains valid beside the new one. During them it is not counted in the key limit',
  { minimum: 0 },
).default(0);

const deletion = requestOf({
  key_id: text('Identifier of the key, from GET /account/keys'),
  even_if_in_use: z
    .enum(['yes'], { error: 'must be yes, or be omitted' })
    .meta({ description: 'yes: revoke the key even if it authenticates this request' })
    .optional(),
});

export function keyEndpoints(accounts: Accounts, links: LinkRequests): Endpoint[] {
  return [
    endpoint({
      ...FREE,
      route: 'GET /account/keys',
      name: 'list_keys',
      title: 'Keys of the account',
      description:
        'Lists all keys of the account, including the MCP key and revoked and expired keys, oldest first. Free.',
      output: z.array(keySchema),
      answer: async (_input, caller) =>
        (await accounts.keys(caller.account_id)).map((key) => presentKey(key, caller)),
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/keys',
      name: 'create_key',
      title: 'Create a key',
      description:
        'Creates a key and returns it once. By default, the key can only read data and does not expire. The plan limits the number of keys; revoked and expired keys do not count. All keys of an account share its units and its rate limit; `max_units` limits what one key uses of them. Free.',
      errors: ['bad_key_name', 'key_limit_reached'],
      example: { name: 'notebook' },
      input: newKeyInput,
      output: newKeySchema,
      answer: async ({ name, scopes, expires_at, allowed_ips, max_units }, caller) => {
        const terms = {
          scopes: scopes ?? DATA_ONLY.scopes,
          expires_at: (expires_at && instantOf(expires_at)?.toISOString()) ?? null,
          allowed_ips: allowed_ips?.flatMap((range) => ipRange(range) ?? []) ?? null,
          max_units: max_units ?? null,
        };
        return await accounts.createKey(caller.account_id, name, terms, keyActor(caller));
      },
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/links',
      name: 'create_link',
      title: 'Create a link for a spreadsheet',
      description: `Creates a link that answers one request as CSV at \`/csv/{api_key}\`, without a header, for IMPORTDATA in Google Sheets and From Web in Excel. The token in \`api_key\` answers only this request, and is returned once. A fetch costs as much as the request, but for 24 hours only one fetch of each publication is charged. An answer has at most ${MAX_LINK_ROWS} rows. The plan limits the number of links. DELETE /account/keys/{key_id} revokes it. Free.`,
      errors: ['bad_key_name', 'key_limit_reached'],
      example: { name: 'BBCA in my sheet', request: '/stocks/ohlcv?ticker=BBCA&last_days=20' },
      input: newLinkInput,
      output: newKeySchema,
      answer: async ({ name, request: link, max_units }, caller) => {
        await links.check(link);
        return await accounts.createKey(caller.account_id, name, { max_units, link }, keyActor(caller));
      },
    }),
    endpoint({
      ...FREE,
      route: 'POST /account/keys/:key_id/rotate',
      name: 'rotate_key',
      title: 'Replace a key',
      description:
        'Replaces a key of the account by a new one with the same kind, name, scopes, expiry, allowed addresses and limit of units, and returns the new key once. The old key is rejected from the next request on, or after overlap_hours, also if it sends this request. A key can be replaced once. The number of keys does not change. Free.',
      errors: ['unknown_key'],
      example: { key_id: MCP_KEY },
      input: requestOf({
        key_id: text(
          `Identifier of the key, from GET /account/keys; or ${MCP_KEY} for the MCP key, which is created if the account has none`,
        ),
        overlap_hours: overlapHours,
      }),
      output: newKeySchema,
      answer: async ({ key_id, overlap_hours }, caller) => {
        const { account_id } = caller;
        if (key_id === MCP_KEY)
          return await accounts.rotateMcpKey(account_id, keyActor(caller), overlap_hours);
        await requireKey(accounts, account_id, key_id);
        return await accounts.rotateKey(key_id, keyActor(caller), overlap_hours);
      },
    }),
    endpoint({
      ...FREE,
      route: 'DELETE /account/keys/:key_id',
      name: 'revoke_key',
      title: 'Revoke a key',
      description: 'Revokes a key of the account. All later requests with this key are rejected. Free.',
      errors: ['unknown_key', 'key_in_use'],
      example: { key_id: SOME_ID },
      input: deletion,
      output: keySchema,
      answer: async ({ key_id, even_if_in_use }, caller) => {
        await requireKey(accounts, caller.account_id, key_id);
        if (key_id === caller.key_id && even_if_in_use !== 'yes') {
          throw new AlirError(
            'key_in_use',
            'The request is authenticated with the key that it revokes. To revoke this key anyway, add even_if_in_use=yes.',
          );
        }
        return presentKey(await accounts.revokeKey(key_id, keyActor(caller)), caller);
      },
    }),
  ];
}

/** @throws AlirError `unknown_key` if the account has no key with this identifier */
async function requireKey(accounts: Accounts, account_id: string, key_id: string): Promise<void> {
  if ((await accounts.keys(account_id)).some((key) => key.key_id === key_id)) return;
  throw new AlirError(
    'unknown_key',
    'The account has no key with this id. GET /account/keys lists its keys.',
  );
}

function presentKey({ account_id: _, ...key }: KeyRecord, caller: Caller): KeyOutput {
  return { ...key, is_calling_key: key.key_id === caller.key_id };
}
