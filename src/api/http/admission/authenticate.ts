import type { Accounts, Caller } from '../../../commerce/accounts/accounts.ts';
import type { Clock } from '../../../core/clock.ts';
import { AlirError } from '../../../core/errors.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import type { Sender } from '../requests/credentials.ts';
import { checkedCaller } from './caller-check.ts';

const PREFIX = 'Bearer ';
const BEARER = /^Bearer +(\S+) *$/i;

interface Services {
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/**
 * Finds the caller that a request's credentials belong to.
 * @throws AlirError `unauthorized`; `account_suspended`; `address_not_allowed` if the key cannot be used from the address of the sender
 */
export function authenticate({ accounts, clock }: Services, sender: Sender): MaybePromise<Caller> {
  const { authorization } = sender.headers;
  // The common form needs no regular expression.
  const known = authorization?.startsWith(PREFIX) && accounts.knownCaller(authorization.slice(PREFIX.length));
  if (known) return checkedCaller(known, sender, clock);
  return readCaller(accounts, authorization).then((caller) => checkedCaller(caller, sender, clock));
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
