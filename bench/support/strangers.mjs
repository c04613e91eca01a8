// Callers without a valid key, in a thread of their own: each sends its next request as soon as the last one is answered.
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { url, connections, keys, hasAddressEach } = workerData;
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
const agent = new Agent({ keepAlive: true });
let isRunning = false;
let sent = 0;
const statuses = {};

function ask(stranger, turn) {
  const [method, path] = SHAPES[(stranger + turn) % SHAPES.length];
  const headers = {};
  if (turn % 2 === 0) headers.authorization = `Bearer ${keys[(stranger + turn) % keys.length]}`;
  if (hasAddressEach) headers['x-forwarded-for'] = `203.0.113.${stranger}`;
  // Every third one opens a connection for each request.
  const options = { method, headers, agent: stranger % 3 === 0 ? false : agent };
  return new Promise((resolve) => {
    sent += 1;
    const outgoing = request(`${url}${path}`, options, (response) => {
      statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
      response.resume().on('close', resolve);
    });
    outgoing.on('error', resolve).end();
  });
}

async function run(stranger) {
  for (let turn = 0; isRunning; turn++) await ask(stranger, turn);
}

parentPort.on('message', async (command) => {
  if (command === 'start') {
    isRunning = true;
    for (let stranger = 0; stranger < connections; stranger++) void run(stranger);
  } else {
    isRunning = false;
  }
  parentPort.postMessage({ sent, statuses });
});
