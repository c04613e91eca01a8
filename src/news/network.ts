import { Resolver } from 'node:dns/promises';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** Opens a socket to one of some addresses, which were checked. @returns the socket at once; `done` hears when it can be used */
type Dial = (
  options: buildConnector.Options,
  addresses: readonly string[],
  done: buildConnector.Callback,
) => Socket;

/** The network that feeds are fetched over. Passed in, so that a test decides where its packets go. */
export interface Network {
  /** All addresses of a host name. */
  resolve(host: string): Promise<readonly string[]>;
  readonly dial: Dial;
}

const DNS_TIMEOUT_MS = 700;
const DIAL_TIMEOUT_MS = 3000;

export const internet: Network = { resolve, dial };

/** Asks a DNS server itself: the system's look-up waits in one of the few threads that reads of the data need. */
async function resolve(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = answers;
  if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
  return addresses;
}

function dial(
  options: buildConnector.Options,
  addresses: readonly string[],
  done: buildConnector.Callback,
): Socket {
  const connect = buildConnector({
    timeout: DIAL_TIMEOUT_MS,
    // What was checked is what is dialled: the name is not looked up again.
    lookup: (_host, _options, found) => {
      const all = addresses.map((address) => ({
        address,
        family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4,
      }));
      found(null, all);
    },
    autoSelectFamily: true,
  });
  // undici returns it, and does not say so.
  return connect(options, done) as unknown as Socket;
}

/** True for an address of the public internet: none that is private, loopback, link-local, shared, reserved, or leads to such a one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // Of IPv6 only this part is given out.
  const isGivenOut = !(parsed instanceof ipaddr.IPv6) || parsed.match(ipaddr.IPv6.parse('2000::'), 3);
  return isGivenOut && parsed.range() === 'unicast';
}
