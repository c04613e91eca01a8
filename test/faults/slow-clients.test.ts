import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { afterThisTest } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { counters } from '../support/metering.ts';

const HALF_SENT = 200;
const IDLE = 2000;

/** What a socket was sent until it was closed. */
function untilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

test(`${HALF_SENT} requests that are never sent whole get 408 and cost nothing, while others are answered`, async ({
  server,
}) => {
  const { account_id, key } = await server.account(1_000_000);
  const { hostname, port } = new URL(server.url);
  const sockets: Socket[] = [];
  afterThisTest(async () => {
    for (const socket of sockets) socket.destroy();
  });
  const open = async (bytes: string) => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
    if (bytes !== '') socket.write(bytes);
    return socket;
  };
  for (let idle = 0; idle < IDLE; idle++) await open('');
  const halves = [
    'POST /work HTTP/1.1\r\nHost: x\r\nContent-Le',
    `POST /work HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"units":`,
  ];
  const answers: Promise<string>[] = [];
  for (let half = 0; half < HALF_SENT; half++) answers.push(untilClosed(await open(halves[half % 2] ?? '')));

  let isOver = false;
  const all = Promise.all(answers).finally(() => {
    isOver = true;
  });
  let asked = 0;
  while (!isOver) {
    expect((await server.work(key, {})).status).toBe(200);
    asked += 1;
  }
  for (const [half, answer] of (await all).entries()) {
    // The idle connections have used up what an address may send without a key: such a connection is closed.
    if (half % 2 === 0 && answer === '') continue;
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    // The key is known where the head came whole.
    expect(/\r\nx-monthly-limit: 1000000\r\n/.test(answer)).toBe(half % 2 === 1);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      success: false,
      code: 'request_timeout',
    });
  }
  console.log(
    `${asked} requests were answered beside ${IDLE} idle connections and ${HALF_SENT} half-sent requests`,
  );
  expect(asked).toBeGreaterThan(100);
  expect(counters(server.ledger_file, account_id).account).toBe(asked);
});
