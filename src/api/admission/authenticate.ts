import type { Accounts, Caller } from '../../commerce/accounts/accounts.ts';
import { ROLES } from '../../commerce/accounts/roles.ts';
import { AlirError } from '../../core/errors.ts';
import type { Credentials } from '../http/credentials.ts';
import type { Operation } from '../http/endpoint.ts';

const PREFIX = 'Bearer ';
const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Finds the caller that a request's credentials belong to, with its role.
 * @throws AlirError `unauthorized`
 */
export async function authenticate(accounts: Accounts, { authorization }: Credentials): Promise<Caller> {
  if (authorization === undefined) {
    throw new AlirError(
      'unauthorized',
      'An API key is required. Send it in the header Authorization: Bearer <API key>.',
    );
  }
  // The common form needs no regular expression.
  const quickMatch =
    authorization.startsWith(PREFIX) && (await accounts.callerWithKey(authorization.slice(PREFIX.length)));
  if (quickMatch) return quickMatch;
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined) {
    throw new AlirError('unauthorized', 'The Authorization header must have the form: Bearer <API key>.');
  }
  const caller = await accounts.callerWithKey(key);
  if (!caller) {
    throw new AlirError(
      'unauthorized',
      'This API key is not valid: it is mistyped, unknown or revoked. Check the key, or ask the operator for a new one.',
    );
  }
  return caller;
}

/** @throws AlirError `key_not_allowed` when the caller's role does not permit the operation */
export function authorize({ role }: Caller, { managesAccount = false }: Operation): void {
  if (!managesAccount || ROLES[role].managesAccount) return;
  throw new AlirError(
    'key_not_allowed',
    'An MCP key cannot manage keys or orders. Send the request with an API key of the account.',
  );
}
