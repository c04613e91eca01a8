import { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { afterThisTest } from '../support/alir.ts';
import { test } from '../support/fixtures.ts';
import { counters, type WorkPath, workBytes } from '../support/metering.ts';
import fc from '../support/properties.ts';
import { RawClient } from '../support/raw-client.ts';
import { sized } from '../support/size.ts';
import { until } from '../support/until.ts';

const CONNECTIONS = sized(400, 1500);
const AT_A_TIME = 32;

/** What a client sends on one connection, and how it stops waiting. */
interface Connection {
  readonly path: WorkPath;
  /** The units of each request; they are pipelined. */
  readonly units: readonly number[];
  readonly behind: 'nothing' | 'a malformed request' | 'a refused body';
  readonly leaves: 'not' | 'by closing' | 'by closing its sending side' | 'by a reset';
  readonly after_ms: number;
}

const connections = fc.record<Connection>({
  path: fc.constantFrom<WorkPath>('/work', '/mcp'),
  units: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  behind: fc.constantFrom('nothing', 'nothing', 'a malformed request', 'a refused body'),
  leaves: fc.constantFrom('not', 'by closing', 'by closing its sending side', 'by a reset'),
  after_ms: fc.integer({ min: 0, max: 12 }),
});

/** Units of answers whose last byte was handed to a socket that was open, by the key that paid. */
const handed = new Map<string, number>();
const costs = new WeakMap<ServerResponse, number>();

const { writeHead, end } = ServerResponse.prototype;
beforeAll(() => {
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: any[]) {
    const head = args
      .flat()
      .flatMap((part) => (typeof part === 'object' ? Object.entries(part).flat() : part));
    const cost = this.getHeader('x-request-cost') ?? head[head.indexOf('x-request-cost') + 1];
    costs.set(this, Number(cost));
    return writeHead.apply(this, args as Parameters<typeof writeHead>);
  } as typeof writeHead;
  ServerResponse.prototype.end = function (this: ServerResponse, ...args: any[]) {
    const isOpen = this.socket?.writable ?? false;
    const result = end.apply(this, args as Parameters<typeof end>);
    const key = this.req.headers.authorization?.slice('Bearer '.length);
    if (key && isOpen) handed.set(key, (handed.get(key) ?? 0) + (costs.get(this) ?? 0));
    return result;
  } as typeof end;
});
afterAll(() => {
  Object.assign(ServerResponse.prototype, { writeHead, end });
});

test(`${CONNECTIONS} connections that are aborted in every way: units charged are those of answers handed to an open socket`, async ({
  server,
}) => {
  const { account_id, key } = await server.account(10_000_000);
  const other = new Database(server.ledger_file);
  afterThisTest(async () => void other.close());

  let received = 0;
  let asked = 0;
  const run = async ({ path, units, behind, leaves, after_ms }: Connection, question: number) => {
    const client = await RawClient.open(server.url);
    const refused = workBytes(key, {}, path).replace(/Content-Length: .*/, 'Content-Length: 70000');
    const bytes = {
      nothing: '',
      'a malformed request': 'GARBAGE\r\n\r\n',
      'a refused body': `${refused.split('\r\n\r\n')[0]}\r\n\r\n${' '.repeat(70_000)}${workBytes(key, {}, path)}`,
    }[behind];
    client.write(`${units.map((cost) => workBytes(key, { units: cost, question }, path)).join('')}${bytes}`);
    asked += units.reduce((sum, cost) => sum + cost, 0);
    if (leaves === 'not') {
      await client.answered(units.length + (behind === 'nothing' ? 0 : 1));
    } else {
      await sleep(after_ms);
      if (leaves === 'by closing') client.destroy();
      else if (leaves === 'by a reset') client.reset();
      else client.end();
    }
    const costs = client.responses().map(({ headers }) => Number(headers['x-request-cost'] ?? 0));
    received += costs.reduce((sum, cost) => sum + cost, 0);
    client.destroy();
  };

  let isOver = false;
  const locking = (async () => {
    for (let turn = 0; !isOver; turn++) {
      other.exec('BEGIN IMMEDIATE');
      await sleep(turn % 40);
      other.exec('ROLLBACK');
      await sleep(turn % 15);
    }
  })();
  const left = fc.sample(connections, { numRuns: CONNECTIONS, seed: 15 }).entries();
  const client = async () => {
    for (const [place, connection] of left) await run(connection, place);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, client));
  isOver = true;
  await locking;
  await until('all connections are closed', async () => (await server.connections()) === 0);
  // Charged behind all that came before it.
  expect((await server.work(key, { units: 1 })).status).toBe(200);

  const charged = counters(server.ledger_file, account_id);
  const given = handed.get(key) ?? 0;
  console.log(
    `${CONNECTIONS} connections, ${asked} units asked for, ${charged.account} charged, ${given} in answers handed to an open socket (difference ${charged.account - given}), ${received + 1} received`,
  );
  expect(charged).toEqual({ account: given, keys: given });
  expect(received + 1).toBeLessThanOrEqual(given);
  expect(given).toBeGreaterThan(1000);
  expect(given).toBeLessThan(asked);
});
