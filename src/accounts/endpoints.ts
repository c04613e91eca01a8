import { z } from 'zod';
import { AlirError } from '../core/errors.ts';
import { requestOf } from '../core/request-fields.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Accounts, Caller, KeyRecord, NewKey } from './accounts.ts';

type ShownKey = Omit<KeyRecord, 'account_id'> & { readonly is_calling_key: boolean };

const FREE = { units: 0, depends_on: 'caller' } as const;

/** GET /account/keys: the keys of the account, the MCP key and revoked ones too. */
export function keysEndpoint(accounts: Accounts): Endpoint<object, Caller> {
  return {
    ...FREE,
    method: 'GET',
    path: '/account/keys',
    input: requestOf({}),
    answer: async (_input, caller): Promise<ShownKey[]> =>
      accounts.keys(caller.account_id).map((key) => shownKey(key, caller)),
  };
}

/** POST /account/keys: a further key, shown this once. */
export function newKeyEndpoint(accounts: Accounts): Endpoint<{ name: string }, Caller> {
  return {
    ...FREE,
    method: 'POST',
    path: '/account/keys',
    input: requestOf({ name: z.string({ error: 'is required: a name to tell the key by' }) }),
    answer: async ({ name }, { account_id }): Promise<NewKey> => accounts.createKey(account_id, name),
  };
}

const deletion = requestOf({
  key_id: z.string(),
  even_if_in_use: z.enum(['yes'], { error: 'may only be yes' }).optional(),
});

/** DELETE /account/keys/{key_id}: revokes it at once; the calling key itself only with `even_if_in_use=yes`. */
export function deleteKeyEndpoint(accounts: Accounts): Endpoint<z.output<typeof deletion>, Caller> {
  return {
    ...FREE,
    method: 'DELETE',
    path: '/account/keys/:key_id',
    input: deletion,
    answer: async ({ key_id, even_if_in_use }, caller): Promise<ShownKey> => {
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
      return shownKey(accounts.revokeKey(key_id), caller);
    },
  };
}

function shownKey({ account_id: _, ...key }: KeyRecord, caller: Caller): ShownKey {
  return { ...key, is_calling_key: key.key_id === caller.key_id };
}
