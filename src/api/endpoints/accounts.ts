import { z } from 'zod';
import type { Accounts, Caller, KeyRecord } from '../../commerce/accounts/accounts.ts';
import { AlirError } from '../../core/errors.ts';
import { endpoint } from '../http/endpoint.ts';
import { requestOf } from '../http/request-fields.ts';
import { flag, record, SOME_ID, text, timestamp } from '../http/response-fields.ts';

const keySchema = record(
  'Key',
  'A key of the account. Only the response that creates a key contains the key itself',
  {
    key_id: text('Identifier of the key'),
    name: text('Name of the key'),
    kind: z.enum(['api', 'mcp']).meta({
      description:
        'api: a key for programs; mcp: the key for agents. The MCP key is created with the account and does not count towards the key limit of the plan',
    }),
    masked: text('First and last 4 characters of the key'),
    created_at: timestamp('Time of creation'),
    last_used_at: timestamp(
      'Time of the last use',
      'Null if the key was never used. Free requests update the time at most once per minute',
    ).nullable(),
    revoked_at: timestamp('Time of revocation', 'Null while the key is valid').nullable(),
    is_calling_key: flag('Whether this request is authenticated with this key'),
  },
);

type KeyOutput = z.output<typeof keySchema>;

const newKeySchema = record('NewKey', 'A new key. Only this response contains it', {
  key_id: text('Identifier of the key'),
  api_key: text('The key. Store it now: the server stores only a hash and cannot show it again'),
});

const FREE = { group: 'Keys', units: 0, depends_on: 'caller', managesAccount: true } as const;

/** GET /account/keys: the keys of the account, including the MCP key and revoked keys. */
export function keysEndpoint(accounts: Accounts) {
  return endpoint({
    ...FREE,
    name: 'list_keys',
    title: 'Keys of the account',
    description: 'Lists all keys of the account, including the MCP key and revoked keys, oldest first. Free.',
    example: {},
    method: 'GET',
    path: '/account/keys',
    input: requestOf({}),
    output: z.array(keySchema),
    answer: async (_input, caller) =>
      (await accounts.keys(caller.account_id)).map((key) => presentKey(key, caller)),
  });
}

const keyName = z
  .string({ error: 'is required: a name for the key' })
  .meta({ description: 'Name of the key: 1 to 64 characters, without control characters' });

/** POST /account/keys: creates a key and shows it once. */
export function newKeyEndpoint(accounts: Accounts) {
  return endpoint({
    ...FREE,
    name: 'create_key',
    title: 'Create a key',
    description:
      'Creates a key and returns it once. The plan limits the number of keys. All keys of an account share its units and its rate limit. Free.',
    errors: ['bad_key_name', 'key_limit_reached'],
    example: { name: 'notebook' },
    method: 'POST',
    path: '/account/keys',
    input: requestOf({ name: keyName }),
    output: newKeySchema,
    answer: async ({ name }, { account_id }) => accounts.createKey(account_id, name),
  });
}

const deletion = requestOf({
  key_id: text('Identifier of the key, from GET /account/keys'),
  even_if_in_use: z
    .enum(['yes'], { error: 'must be yes, or be omitted' })
    .meta({ description: 'yes: revoke the key even if it authenticates this request' })
    .optional(),
});

/** DELETE /account/keys/{key_id}: revokes a key at once. Revoking the calling key requires `even_if_in_use=yes`. */
export function deleteKeyEndpoint(accounts: Accounts) {
  return endpoint({
    ...FREE,
    name: 'revoke_key',
    title: 'Revoke a key',
    description: 'Revokes a key of the account. All later requests with this key are rejected. Free.',
    errors: ['unknown_key', 'key_in_use'],
    example: { key_id: SOME_ID },
    method: 'DELETE',
    path: '/account/keys/:key_id',
    input: deletion,
    output: keySchema,
    answer: async ({ key_id, even_if_in_use }, caller) => {
      const key = (await accounts.keys(caller.account_id)).find((key) => key.key_id === key_id);
      if (!key) {
        throw new AlirError(
          'unknown_key',
          'The account has no key with this id. GET /account/keys lists its keys.',
        );
      }
      if (key_id === caller.key_id && even_if_in_use !== 'yes') {
        throw new AlirError(
          'key_in_use',
          'The request is authenticated with the key that it revokes. To revoke this key anyway, add even_if_in_use=yes.',
        );
      }
      return presentKey(await accounts.revokeKey(key_id), caller);
    },
  });
}

function presentKey({ account_id: _, ...key }: KeyRecord, caller: Caller): KeyOutput {
  return { ...key, is_calling_key: key.key_id === caller.key_id };
}
