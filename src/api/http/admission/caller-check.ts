import { isIP } from 'node:net';
import type { Caller } from '../../../commerce/accounts/accounts.ts';
import type { Clock } from '../../../core/clock.ts';
import { AlirError } from '../../../core/errors.ts';
import { plainAddress } from '../requests/address.ts';
import type { Sender } from '../requests/credentials.ts';

/**
 * Checks that a caller may send requests now, from this address. Most keys have no expiry and no ranges: the time and the address are read
 * only for those that do.
 * @throws AlirError `unauthorized`, `account_suspended`, `address_not_allowed`
 */
export function checkedCaller(caller: Caller, sender: Pick<Sender, 'ip'>, clock: Clock): Caller {
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
