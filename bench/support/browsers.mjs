// People on the explorer, in a thread of their own: each opens the page of a stock, lets the page load its data, and pauses.
// A browser would use most of this machine for itself, so only its requests are sent: the page, and what its script asks for.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, cookies, views, pause_ms } = workerData;
let isRunning = false;
let opened = 0;
const statuses = {};

async function load(agent, path, headers) {
  const outgoing = request(`${url}${path}`, { agent, headers }).end();
  const [response] = await once(outgoing, 'response');
  statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
  await once(response.resume(), 'end');
}

async function run(person) {
  // As many connections as a browser opens to one host.
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const headers = {
    cookie: cookies[person],
    'accept-encoding': 'gzip',
    'x-forwarded-for': `203.0.113.${person}`,
  };
  // They do not all start at the same moment.
  await sleep((pause_ms * person) / cookies.length);
  for (let turn = 0; isRunning; turn++) {
    const { page, data } = views[(person + turn) % views.length];
    await load(agent, page, { ...headers, accept: 'text/html' });
    await Promise.all(data.map((path) => load(agent, path, { ...headers, 'x-alir-console': '1' })));
    opened += 1;
    await sleep(pause_ms);
  }
  agent.destroy();
}

parentPort.on('message', (command) => {
  isRunning = command === 'start';
  if (isRunning) for (const person of cookies.keys()) void run(person);
  parentPort.postMessage({ opened, statuses });
});
