// Callers without a valid key, in a thread of their own. Each of some connections sends its next request as soon as the last one is answered,
// or requests to open routes are sent at a rate, each from another address.
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { url, connections, keys, hasAddressEach, isPaced } = workerData;
const SHAPES = [
  ['GET', '/usage'],
  ['GET', '/metrics'],
  ['GET', '/health/ready'],
  ['GET', '/health/live'],
  ['GET', '/docs'],
  ['GET', '/docs/reference/get_broker_summary'],
  ['GET', '/openapi.json'],
  ['GET', '/llms-full.txt'],
  ['GET', '/billing/plans'],
  ['GET', '/nowhere'],
  ['POST', '/mcp'],
  ['DELETE', '/usage'],
  ['OPTIONS', '/usage'],
  ['GET', '/%zz'],
];
/** What all addresses together may send each second; for probes and OPTIONS, what ten addresses may send. */
const RATES = [
  {
    per_second: 100,
    shapes: [
      ['GET', '/status'],
      ['GET', '/'],
      ['GET', '/status?year=2026'],
      ['GET', '/pricing?months=3'],
      ['GET', '/docs'],
      ['GET', '/docs?q=range+of+days'],
      ['GET', '/docs/run'],
      ['GET', '/docs/reference/get_broker_summary'],
      ['GET', '/docs/reference'],
      ['GET', '/sign-in?next=/market'],
      ['GET', '/openapi.json'],
      ['GET', '/llms-full.txt'],
      ['GET', '/billing/plans'],
      ['GET', '/explore/BBCA'],
      ['GET', '/nowhere'],
      ['GET', '/usage'],
      ['POST', '/mcp'],
    ],
  },
  { per_second: 100, shapes: ['/health/ready', '/health/live'].map((path) => ['GET', path]) },
  { per_second: 200, shapes: [['OPTIONS', '/foreign-flow']] },
];
const STEP_MS = 20;
const agent = new Agent({ keepAlive: true });
let isRunning = false;
let sent = 0;
const statuses = {};

function send(method, path, headers, isKept) {
  return new Promise((resolve) => {
    sent += 1;
    const outgoing = request(`${url}${path}`, { method, headers, agent: isKept && agent }, (response) => {
      statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
      response.resume().on('close', resolve);
    });
    outgoing.on('error', resolve).end();
  });
}

async function run(stranger) {
  for (let turn = 0; isRunning; turn++) {
    const [method, path] = SHAPES[(stranger + turn) % SHAPES.length];
    const headers = {};
    if (turn % 2 === 0) headers.authorization = `Bearer ${keys[(stranger + turn) % keys.length]}`;
    if (hasAddressEach) headers['x-forwarded-for'] = `203.0.113.${stranger}`;
    // Every third one opens a connection for each request.
    await send(method, path, headers, stranger % 3 !== 0);
  }
}

/** Sends what is due at each step. */
function pace() {
  const started = performance.now();
  const counts = RATES.map(() => 0);
  const timer = setInterval(() => {
    if (!isRunning) return clearInterval(timer);
    const elapsed_s = (performance.now() - started) / 1000;
    RATES.forEach(({ per_second, shapes }, rate) => {
      for (; counts[rate] < elapsed_s * per_second; counts[rate]++) {
        const count = counts[rate];
        const [method, path] = shapes[count % shapes.length];
        const headers = {
          accept: count % 5 === 4 ? '*/*' : 'text/html',
          'accept-encoding': 'gzip',
          'accept-language': count % 2 ? 'id' : 'en',
          cookie: `alir_theme=${count % 3 ? 'dark' : 'light'}`,
          'x-forwarded-for':
            rate === 0 ? `198.51.${(count >> 8) % 100}.${count % 256}` : `203.0.113.${count % 10}`,
        };
        void send(method, path, headers, true);
      }
    });
  }, STEP_MS);
}

parentPort.on('message', async (command) => {
  if (command === 'start') {
    isRunning = true;
    if (isPaced) pace();
    else for (let stranger = 0; stranger < connections; stranger++) void run(stranger);
  } else {
    isRunning = false;
  }
  parentPort.postMessage({ sent, statuses });
});
