import { isIP } from 'node:net';
import type { Accounts, Caller } from '../../commerce/accounts/accounts.ts';
import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { plainAddress } from '../http/address.ts';
import type { Sender } from '../http/credentials.ts';

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
  if (known) return checked(known, sender, clock);
  return readCaller(accounts, authorization).then((caller) => checked(caller, sender, clock));
}

/** Most keys have no expiry and no ranges: the time and the address are read only for those that do. */
function checked(caller: Caller, sender: Sender, clock: Clock): Caller {
  const { expires_at, allowed_ips, suspended_at } = caller;
  if (suspended_at !== null) {
    throw new AlirError(
      'account_suspended',
      `This account was suspended at ${suspended_at}. Ask the operator of this server.`,
    );
  }
  if (expires_at !== null && clock.now() >= expires_at) {
    throw new AlirError(
      'unauthorized',
      `This API key expired at ${expires_at.toISOString()}. Use another key of the account, or ask the operator for a new one.`,
    );
  }
  if (allowed_ips !== null) {
    const address = plainAddress(sender.ip);
    if (!allowed_ips.has(address)) throw addressNotAllowed(address);
  }
  return caller;
}

/** Names the address, which is that of a proxy or a gateway when the sender does not expect the refusal. */
function addressNotAllowed(address: string): AlirError {
  const from = isIP(address) === 0 ? 'an unknown IP address' : `the IP address ${address}`;
  return new AlirError(
    'address_not_allowed',
    `This API key cannot be used from ${from}. Send the request from an address that the key allows, or use another key.`,
  );
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
