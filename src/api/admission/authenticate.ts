import type { FastifyReply } from 'fastify';
import type { Accounts, Caller } from '../../commerce/accounts/accounts.ts';
import { AlirError } from '../../core/errors.ts';

const PREFIX = 'Bearer ';
const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Who is calling, by the Authorization header.
 * @throws AlirError `unauthorized`; the reply then tells how to authenticate
 */
export function authenticate(
  accounts: Accounts,
  authorization: string | undefined,
  reply: FastifyReply,
): Caller {
  try {
    return callerOf(accounts, authorization);
  } catch (error) {
    reply.header('www-authenticate', 'Bearer');
    throw error;
  }
}

/** @throws AlirError `unauthorized` */
export function callerOf(accounts: Accounts, authorization: string | undefined): Caller {
  if (authorization === undefined) {
    throw new AlirError(
      'unauthorized',
      'An API key is needed: send the header Authorization: Bearer <API key>.',
    );
  }
  // What nearly all send is cut off where it begins.
  const usual =
    authorization.startsWith(PREFIX) && accounts.callerWithKey(authorization.slice(PREFIX.length));
  if (usual) return usual;
  const key = BEARER.exec(authorization)?.[1];
  if (key === undefined) {
    throw new AlirError('unauthorized', 'The Authorization header must read: Bearer <API key>.');
  }
  const caller = accounts.callerWithKey(key);
  if (!caller) {
    throw new AlirError('unauthorized', 'This API key is not valid: it is mistyped, unknown or revoked.');
  }
  return caller;
}
