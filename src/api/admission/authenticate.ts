import type { Accounts, Caller } from '../../commerce/accounts/accounts.ts';
import { ROLES } from '../../commerce/accounts/roles.ts';
import { AlirError } from '../../core/errors.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { Credentials } from '../http/credentials.ts';
import type { Operation } from '../http/endpoint.ts';

const PREFIX = 'Bearer ';
const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Finds the caller that a request's credentials belong to, with its role.
 * @throws AlirError `unauthorized`
 */
export function authenticate(accounts: Accounts, { authorization }: Credentials): MaybePromise<Caller> {
  // The common form needs no regular expression.
  const known = authorization?.startsWith(PREFIX) && accounts.knownCaller(authorization.slice(PREFIX.length));
  return known || readCaller(accounts, authorization);
}

/** @throws AlirError `unauthorized` */
async function readCaller(accounts: Accounts, authorization: string | undefined): Promise<Caller> {
  if (authorization === undefined) {
    throw new AlirError(
      'unauthorized',
      'An API key is required. Send it in the header Authorization: Bearer <API key>.',
    );
  }
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
