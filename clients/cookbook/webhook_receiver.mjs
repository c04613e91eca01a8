/**
 * Receives the webhooks of an account. When a day is published, it prints the stocks that foreign investors bought most, which costs
 * 5 units. Run it behind a proxy with TLS, because webhooks are sent to https addresses.
 *
 *     npm install alir-client
 *     ALIR_API_KEY=... ALIR_BASE_URL=... ALIR_WEBHOOK_SECRET=whsec_... PORT=8090 node webhook_receiver.mjs
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { Alir } from 'alir-client';

const alir = new Alir();
const secret = Buffer.from((process.env.ALIR_WEBHOOK_SECRET ?? '').replace('whsec_', ''), 'base64');
const MAX_BYTES = 100_000;
const MAX_AGE_S = 300;
/** Deliveries can arrive twice. The oldest identifiers are forgotten. */
const received = new Set();

/** Whether a delivery is signed with the secret, and not older than 5 minutes. */
function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= MAX_AGE_S)) return false;
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const sent = Buffer.from(value, 'base64');
    return version === 'v1' && sent.length === expected.length && timingSafeEqual(sent, expected);
  });
}

async function handle({ type, data: { trade_date: day } }) {
  if (type !== 'day.published') return;
  const { data } = await alir.foreignFlowRanking({ from: day, to: day, limit: 3 });
  const stocks = data.map(({ ticker, net_foreign }) => `${ticker} ${net_foreign.toLocaleString('en')} IDR`);
  console.log(`${day}: ${stocks.join(', ')}`);
}

const server = createServer(async (request, response) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return void response.writeHead(413).end();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks).toString();
  if (!isSigned(request.headers, body)) return void response.writeHead(401).end();
  // The answer comes first: a delivery without one within 10 seconds is repeated.
  response.writeHead(204).end();
  const id = request.headers['webhook-id'];
  if (received.has(id)) return;
  received.add(id);
  if (received.size > 1000) received.delete(received.values().next().value);
  handle(JSON.parse(body)).catch((error) => console.error(error.message));
});
server.listen(process.env.PORT, '127.0.0.1', () => console.log(`port ${server.address().port}`));
