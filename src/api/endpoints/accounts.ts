import { z } from 'zod';
import type { Accounts, Caller, KeyRecord } from '../../commerce/accounts/accounts.ts';
import { AlirError } from '../../core/errors.ts';
import { endpoint } from '../http/endpoint.ts';
import { requestOf } from '../http/request-fields.ts';
import { flag, record, SOME_ID, text, timestamp } from '../http/response-fields.ts';

const keySchema = record('Key', 'A key of the account; the key itself is shown once, when it is made', {
  key_id: text('Identifier of the key'),
  name: text('Name to tell the key by'),
  kind: z.enum(['api', 'mcp']).meta({
    description: 'mcp: made with the account for agents, and not counted among the keys of the plan',
  }),
  masked: text('First and last 4 characters of the key'),
  created_at: timestamp('When it was made'),
  last_used_at: timestamp(
    'When it was last used, to the minute for requests that cost nothing; null for never',
  ).nullable(),
  revoked_at: timestamp('When it was revoked; null while it works').nullable(),
  is_calling_key: flag('Whether this request was made with it'),
});

type KeyOutput = z.output<typeof keySchema>;

const newKeySchema = record('NewKey', 'A key as it is shown this once', {
  key_id: text('Identifier of the key'),
  api_key: text('The key: keep it, since only its fingerprint is stored'),
});

const FREE = { group: 'Keys', units: 0, depends_on: 'caller', managesAccount: true } as const;

/** GET /account/keys: the keys of the account, the MCP key and revoked ones too. */
export function keysEndpoint(accounts: Accounts) {
  return endpoint({
    ...FREE,
    name: 'list_keys',
    title: 'Keys of the account',
    description:
      'Every key of the account, the MCP key and revoked ones too, in the order they were made. Free.',
    example: {},
    method: 'GET',
    path: '/account/keys',
    input: requestOf({}),
    output: z.array(keySchema),
    answer: async (_input, caller) => accounts.keys(caller.account_id).map((key) => presentKey(key, caller)),
  });
}

const keyName = z
  .string({ error: 'is required: a name to tell the key by' })
  .meta({ description: 'Name to tell the key by: 1 to 64 characters, none of them a control character' });

/** POST /account/keys: a further key, shown this once. */
export function newKeyEndpoint(accounts: Accounts) {
  return endpoint({
    ...FREE,
    name: 'create_key',
    title: 'Make a key',
    description:
      'Makes a further key, as far as the plan allows, and shows it this once. All keys of an account share its units and its rate limit. Free.',
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
  key_id: text('Identifier of the key, as GET /account/keys lists it'),
  even_if_in_use: z
    .enum(['yes'], { error: 'may only be yes' })
    .meta({ description: 'yes: also where it is the key of this request' })
    .optional(),
});

/** DELETE /account/keys/{key_id}: revokes it at once; the calling key itself only with `even_if_in_use=yes`. */
export function deleteKeyEndpoint(accounts: Accounts) {
  return endpoint({
    ...FREE,
    name: 'revoke_key',
    title: 'Revoke a key',
    description: 'Revokes a key of the account from the next request on. Free.',
    errors: ['unknown_key', 'key_in_use'],
    example: { key_id: SOME_ID },
    method: 'DELETE',
    path: '/account/keys/:key_id',
    input: deletion,
    output: keySchema,
    answer: async ({ key_id, even_if_in_use }, caller) => {
      const key = accounts.keys(caller.account_id).find((key) => key.key_id === key_id);
      if (!key) {
        throw new AlirError(
          'unknown_key',
          'The account has no key with this id. GET /account/keys lists them.',
        );
      }
      if (key_id === caller.key_id && even_if_in_use !== 'yes') {
        throw new AlirError(
          'key_in_use',
          'This is the key that you are calling with. Add even_if_in_use=yes to revoke it all the same.',
        );
      }
      return presentKey(accounts.revokeKey(key_id), caller);
    },
  });
}

function presentKey({ account_id: _, ...key }: KeyRecord, caller: Caller): KeyOutput {
  return { ...key, is_calling_key: key.key_id === caller.key_id };
}
