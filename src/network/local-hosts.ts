import { connect } from 'node:net';
import type { Network } from './public-addresses.ts';

/** Passes the check of addresses; nothing is sent to it. */
const UNUSED_ADDRESS = '8.8.8.8';

/** A network in which some hosts are servers on this machine. @param ports by host name; other hosts are those of `network` */
export function withLocalHosts(network: Network, ports: ReadonlyMap<string, number>): Network {
  return {
    resolve: async (host) => (ports.has(host) ? [UNUSED_ADDRESS] : network.resolve(host)),
    dial: (options, addresses, done) => {
      const port = ports.get(options.hostname);
      if (port === undefined) return network.dial(options, addresses, done);
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('error', (error) => done(error, null));
      socket.once('connect', () => done(null, socket));
      return socket;
    },
  };
}
