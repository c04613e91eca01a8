// A whole server in a process of its own, whose network leads to 127.0.0.1 only: `node news-server.mjs PORT ADDRESSES`.
// PORT is that of the publishers; ADDRESSES says, as JSON, where names lead. A line on stdin lets 31 seconds pass on its clock.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { readConfig } from '../../build/server/config.js';
import { startServer } from '../../build/server/main.js';
import { openStores } from '../../build/server/stores.js';

const [port, addresses] = process.argv.slice(2).map((argument) => JSON.parse(argument));
const PUBLIC_ADDRESS = '93.184.216.34';

let passed_ms = 0;
const clock = { now: () => new Date(), monotonic_ms: () => performance.now() + passed_ms };

const network = {
  resolve: async (host) => addresses[host] ?? [PUBLIC_ADDRESS],
  dial(_options, _addresses, done) {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('error', (error) => done(error, null));
    socket.once('connect', () => done(null, socket));
    return socket;
  },
};

const stores = await openStores(readConfig(process.env), clock);
const terms = { units: 1e9, requests_per_minute: 1e9, keys: 1 };
const { api_key } = await stores.accounts.create('news@example.com', 'custom', 1, terms);
const server = await startServer(stores, { network });
console.log(JSON.stringify({ url: server.url, key: api_key }));

createInterface(process.stdin).on('line', () => {
  passed_ms += 31_000;
  // What is measured afterwards is what is held, not what waits for the collector.
  globalThis.gc?.();
});
process.on('SIGTERM', () => server.close().then(() => process.exit()));
