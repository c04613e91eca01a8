import { describe, expect, vi } from 'vitest';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { afterThisTest } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { type MeteredServer, workBytes } from '../support/metering.ts';
import { RawClient } from '../support/raw-client.ts';
import { ON_POSTGRES } from '../support/test-ledger.ts';
import { pendingPromise, until } from '../support/until.ts';

const PATHS = ['/work', '/mcp'] as const;
const GARBAGE = 'GARBAGE\r\n\r\n';

let account_id: string;
let key: string;
test.beforeEach(async ({ server }) => {
  ({ account_id, key } = await server.account(1000));
});

const charged = (server: MeteredServer) => server.test_ledger.unitsOf(account_id);
const disconnected = (server: MeteredServer) =>
  until('the server has closed the connection', async () => (await server.connections()) === 0);

/** Lets work that has begun wait for what is returned. */
function pauseWork(server: MeteredServer): () => void {
  const { promise: paused, release: resume } = pendingPromise();
  server.pause = () => paused;
  return resume;
}

const working = (server: MeteredServer, count: number) =>
  until(`${count} are worked on`, () => server.worked === count);

/** One more request, which is charged behind all that came before it. */
async function chargeOneMore(server: MeteredServer): Promise<void> {
  expect((await server.work(key, { units: 100 })).status).toBe(200);
}

/** A client that sends requests and, when the first one has reached a stage, leaves. */
async function clientThatLeaves(
  server: MeteredServer,
  sent: string,
  leave: (client: RawClient) => void,
  reached: () => Promise<unknown> = () => working(server, 1),
): Promise<RawClient> {
  const client = await RawClient.open(server.url);
  client.write(sent);
  await reached();
  leave(client);
  await disconnected(server);
  return client;
}

/** Ways for a client to stop waiting for its answer. */
const LEAVING = {
  'closes its connection': (client: RawClient) => client.destroy(),
  'closes its sending side': (client: RawClient) => client.end(),
};

test('a client that resets a requested tunnel does not end the process', async ({ server }) => {
  const resume = pauseWork(server);
  const client = await RawClient.open(server.url);
  client.write(`${workBytes(key, {}, '/work')}CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
  await working(server, 1);
  client.reset();
  await client.closed;
  // Node does not read from a connection behind CONNECT: the server learns of the reset when it writes.
  resume();
  await disconnected(server);
  await chargeOneMore(server);
});

describe.each(PATHS)('%s: a client is not charged', (path) => {
  test.for(Object.entries(LEAVING))(
    'that %s while its request is processed',
    async ([, leave], { server }) => {
      const resume = pauseWork(server);
      const client = await clientThatLeaves(server, workBytes(key, {}, path), leave);
      resume();
      await chargeOneMore(server);
      expect(await charged(server)).toEqual({ account: 100, keys: 100 });
      expect(client.responses()).toEqual([]);
    },
  );

  test.skipIf(ON_POSTGRES).for(Object.entries(LEAVING))(
    'that %s while the ledger file is locked',
    async ([, leave], { server }) => {
      const other = new Database(server.ledger_file);
      afterThisTest(async () => void other.close());
      other.exec('BEGIN IMMEDIATE');
      const client = await clientThatLeaves(server, workBytes(key, {}, path), leave);
      other.exec('ROLLBACK');
      await chargeOneMore(server);
      expect(await charged(server)).toEqual({ account: 100, keys: 100 });
      expect(client.responses()).toEqual([]);
    },
  );

  test.for(Object.entries(LEAVING))(
    'that %s while its charge is flushed to the disk',
    async ([, leave], { server }) => {
      const flush = server.ledger.flush.bind(server.ledger);
      const { promise: paused, release: resume } = pendingPromise();
      vi.spyOn(server.ledger, 'flush').mockImplementationOnce(() => paused.then(flush));
      const isCharged = () => until('it is charged', async () => (await charged(server)).account === 7);
      const client = await clientThatLeaves(server, workBytes(key, { units: 7 }, path), leave, isCharged);
      resume();
      const next = await server.work(key, { units: 100 });
      expect([next.status, next.headers.get('x-monthly-remaining')]).toEqual([200, '900']);
      expect(await charged(server)).toEqual({ account: 100, keys: 100 });
      expect(client.responses()).toEqual([]);
    },
  );

  test.for(Object.entries(LEAVING))(
    'that pipelines requests and %s before the first answer',
    async ([, leave], { server }) => {
      const resume = pauseWork(server);
      await clientThatLeaves(server, workBytes(key, {}, path).repeat(3), leave);
      resume();
      await chargeOneMore(server);
      expect(await charged(server)).toEqual({ account: 100, keys: 100 });
    },
  );

  test('for a request that is pipelined behind one whose body is refused', async ({ server }) => {
    const client = await RawClient.open(server.url);
    const large = workBytes(key, {}, path).replace(/Content-Length: .*/, 'Content-Length: 70000');
    client.write(`${large.split('\r\n\r\n')[0]}\r\n\r\n${' '.repeat(70_000)}${workBytes(key, {}, path)}`);
    await client.closed;
    expect(client.responses().map(({ status }) => status)).toEqual([413]);
    await chargeOneMore(server);
    expect(await charged(server)).toEqual({ account: 100, keys: 100 });
  });

  test('for a request that is pipelined behind one after which the connection closes', async ({ server }) => {
    const client = await RawClient.open(server.url);
    const last = workBytes(key, { units: 3 }, path).replace('Host:', 'Connection: close\r\nHost:');
    client.write(`${last}${workBytes(key, {}, path)}`);
    await client.closed;
    expect(client.responses().map(({ status }) => status)).toEqual([200]);
    await chargeOneMore(server);
    expect(await charged(server)).toEqual({ account: 103, keys: 103 });
  });
});

describe.each(PATHS)('%s: pipelined requests', (path) => {
  test('are answered in order, and each is charged', async ({ server }) => {
    const client = await RawClient.open(server.url);
    client.write([1, 2, 3, 4].map((units) => workBytes(key, { units, question: units }, path)).join(''));
    const responses = await client.answered(4);
    expect(responses.map(({ headers }) => headers['x-request-cost'])).toEqual(['1', '2', '3', '4']);
    expect(responses.map(({ headers }) => headers['x-monthly-remaining'])).toEqual([
      '999',
      '997',
      '994',
      '990',
    ]);
    expect((await charged(server)).account).toBe(10);
  });

  test('are answered before a malformed one behind them', async ({ server }) => {
    const resume = pauseWork(server);
    const client = await RawClient.open(server.url);
    client.write(`${workBytes(key, { units: 2 }, path)}${workBytes(key, { units: 3 }, path)}${GARBAGE}`);
    await working(server, 1);
    client.write(GARBAGE);
    resume();
    await client.closed;
    const responses = client.responses();
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400]);
    expect(responses.at(-1)?.body).toMatchObject({ code: 'malformed_request' });
    expect((await charged(server)).account).toBe(5);
  });

  test('are not charged when the client leaves behind a malformed one', async ({ server }) => {
    const resume = pauseWork(server);
    await clientThatLeaves(server, `${workBytes(key, {}, path)}${GARBAGE}`, (client) => client.end());
    resume();
    await chargeOneMore(server);
    expect((await charged(server)).account).toBe(100);
  });
});
