/**
 * An HTTP server that plays the replies of clients/behaviours.json, for the tests of all clients. It prints its URL and ends when its
 * standard input is closed.
 *
 * - `POST /scripts` with `{ replies }` returns `{ base_url }`. Each request to this base URL gets the next reply.
 * - `GET {base_url}/requests?at_least=N` waits for N requests and returns all: `[{ method, path, query, headers, body }]`.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const LIMITS = {
  'x-request-id': '7b1f6a52-9a0c-4f0e-8a53-2f5f3f0c1d11',
  'x-monthly-limit': '25000',
  'x-monthly-remaining': '24990',
  'x-monthly-reset': '2026-03-04T05:00:00.000Z',
};
const COVERAGE = { 'x-data-publication': '40', 'x-data-through': '2026-01-30' };

const scripts = [];

async function textOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

function json(response, value) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** The whole reply of a short one. */
function completed({ data, code, more, units = 0, ...reply }) {
  const of_alir = { ...LIMITS, 'x-request-cost': String(units) };
  if (code !== undefined) {
    const error = `Text of ${code}: what is wrong and how to fix it.`;
    const ids = { code, request_id: LIMITS['x-request-id'] };
    const body = { success: false, data: null, error, detail: error, ...ids, ...more };
    return { ...reply, headers: { ...of_alir, ...reply.headers }, body };
  }
  const headers = { ...of_alir, ...COVERAGE, ...reply.headers };
  if (data !== undefined) return { ...reply, headers, body: { success: true, data, error: null, ...more } };
  return reply.body_base64 === undefined ? reply : { ...reply, headers };
}

function bytesOf({ body = '', body_base64 }) {
  if (body_base64 !== undefined) return Buffer.from(body_base64, 'base64');
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

async function play({ status = 200, drop, delay_ms = 0, ...reply }, response) {
  const bytes = bytesOf(reply);
  const headers = { 'content-type': 'application/json', 'content-length': bytes.length, ...reply.headers };
  if (delay_ms > 0) await delay(delay_ms, undefined, { ref: false });
  if (drop === undefined) return response.writeHead(status, headers).end(bytes);
  if (drop === 'mid_body') {
    response.writeHead(status, headers);
    await new Promise((sent) => response.write(bytes.subarray(0, bytes.length / 2), sent));
  }
  response.destroy();
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname === '/scripts') {
    const { replies } = JSON.parse(await textOf(request));
    const script = { replies, requests: [], received: new EventTarget() };
    return json(response, { base_url: `${url}/scripts/${scripts.push(script) - 1}` });
  }
  const [, number, path] = /^\/scripts\/(\d+)(\/.*)$/.exec(pathname) ?? [];
  const script = scripts[number];
  if (path === '/requests') {
    const at_least = Number(searchParams.get('at_least') ?? 0);
    while (script.requests.length < at_least) await once(script.received, 'request');
    return json(response, script.requests);
  }
  const { method, headers } = request;
  const received = { method, path, query: Object.fromEntries(searchParams), headers, body: null };
  const reply = script.replies[script.requests.push(received) - 1] ?? { status: 599 };
  if (reply.drop !== 'before_request_read') received.body = await textOf(request).catch(() => null);
  script.received.dispatchEvent(new Event('request'));
  await play(completed(reply), response);
});

server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}`;
console.log(url);
process.stdin.on('end', () => process.exit()).resume();
