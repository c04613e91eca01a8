import { Resolver } from 'node:dns/promises';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import type { Network } from './public-addresses.ts';

const DNS_TIMEOUT_MS = 700;
const DIAL_TIMEOUT_MS = 3000;

export const internet: Network = { resolve, dial };

/** Queries DNS directly: dns.lookup blocks a thread of the libuv pool, which file reads need. */
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
    // Connect to the checked addresses only; never resolve the name again.
    lookup: (_host, _options, found) => {
      const all = addresses.map((address) => ({
        address,
        family: ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4,
      }));
      found(null, all);
    },
    autoSelectFamily: true,
  });
  // undici returns the socket, although its types do not say so.
  return connect(options, done) as unknown as Socket;
}
