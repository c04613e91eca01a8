import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { PostgresLedger } from '../../src/ledger/postgres/postgres-ledger.ts';
import { SqliteLedger } from '../../src/ledger/sqlite/sqlite-ledger.ts';
import { afterThisFile, folderOfThisFile } from '../support/alir.ts';
import { startServing, stop } from '../support/cli.ts';
import { connected, createDatabase } from '../support/postgres.ts';
import { until } from '../support/until.ts';

/** The way of one server to the database. */
interface Network {
  readonly url: string;
  /** Loses everything that is sent, in both directions. Connections stay open. */
  fallSilent(): void;
}

async function networkTo(address: string): Promise<Network> {
  const url = new URL(address);
  const { port, hostname } = url;
  let isSilent = false;
  const sockets: Socket[] = [];
  const server = createServer((from) => {
    const to = connect(Number(port), hostname);
    sockets.push(from, to);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on('data', (data) => isSilent || other.write(data));
      one.on('close', () => isSilent || other.destroy());
      one.on('error', () => {});
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterThisFile(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent() {
      isSilent = true;
    },
  };
}

const server_url = inject('postgres_url');
const TAKEOVER_MS = 10_000;

test('each process of a SQLite ledger is the leader', async () => {
  const ledger = new SqliteLedger(`${await folderOfThisFile()}/ledger.sqlite`);
  afterThisFile(() => ledger.close());
  expect(ledger.isLeader()).toBe(true);
});

// Most of each test is waiting, so they run side by side, and what they open is closed at the end of the file.
describe.skipIf(server_url === null)('the servers of a PostgreSQL ledger', { concurrent: true }, () => {
  /**
   * Two servers in an election, watched for two leaders at the same time.
   * @param through the address under which a server reaches the database
   */
  async function candidates(
    through: (url: string, server: number) => string | Promise<string> = (url) => url,
  ) {
    const url = await createDatabase(server_url ?? '');
    const elected: number[] = [];
    const open = async (server: number) => {
      const ledger = await PostgresLedger.open(await through(url, server));
      ledger.joinElection(() => elected.push(server));
      return ledger;
    };
    const ledgers = [await open(0), await open(1)] as const;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, ledgers.filter((ledger) => ledger.isLeader()).length);
    }, 1);
    afterThisFile(async () => clearInterval(watch));
    const close = async () => void (await Promise.all(ledgers.map((ledger) => ledger.close())));
    return { url, ledgers, elected, mostLeaders: () => most, close };
  }

  test('elect one leader, and another one within 10 s after it closes', async () => {
    const { ledgers, elected, mostLeaders } = await candidates();
    const [first, second] = ledgers;
    await until('a leader is elected', () => elected.length === 1);
    const [leader, other] = elected[0] === 0 ? [first, second] : [second, first];
    await sleep(3000);
    expect([leader.isLeader(), other.isLeader(), elected.length]).toEqual([true, false, 1]);
    const closed_ms = performance.now();
    await leader.close();
    expect(leader.isLeader()).toBe(false);
    await until('the other server leads', () => other.isLeader());
    expect(performance.now() - closed_ms).toBeLessThan(TAKEOVER_MS);
    await until('it runs the work of the leader', () => elected.length === 2);
    expect(mostLeaders()).toBe(1);
    await other.close();
  });

  test('elect another leader within 10 s after the connection of the first is terminated', async () => {
    const { url, ledgers, elected, mostLeaders, close } = await candidates();
    afterThisFile(close);
    const client = await connected(url);
    afterThisFile(() => client.end());
    for (let round = 1; round <= 2; round++) {
      await until('a leader is elected', () => elected.length === round);
      const leads = elected.at(-1) ?? 0;
      await until('it leads alone', () =>
        ledgers.every((ledger, server) => ledger.isLeader() === (server === leads)),
      );
      const ended_ms = performance.now();
      await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      await until('the other server leads', () => ledgers[1 - leads]?.isLeader() ?? false);
      expect(performance.now() - ended_ms).toBeLessThan(TAKEOVER_MS);
    }
    expect(mostLeaders()).toBe(1);
  });

  test('never lead together when the leader loses its connection without notice', async () => {
    const networks: Network[] = [];
    const { url, ledgers, elected, mostLeaders, close } = await candidates(async (address, server) => {
      const network = await networkTo(address);
      networks[server] = network;
      return network.url;
    });
    afterThisFile(close);
    await until('a leader is elected', () => elected.length === 1);
    const leads = elected[0] ?? 0;
    // From here on, the leader hears nothing, and the database ends its connection.
    networks[leads]?.fallSilent();
    const client = await connected(url);
    afterThisFile(() => client.end());
    const { rowCount } = await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    expect(rowCount).toBe(1);
    const silent_ms = performance.now();
    await until('the other server leads', () => ledgers[1 - leads]?.isLeader() ?? false);
    expect(performance.now() - silent_ms).toBeLessThan(TAKEOVER_MS);
    expect([ledgers[leads]?.isLeader(), mostLeaders()]).toEqual([false, 1]);
  });

  test('a ledger that did not join never leads', async () => {
    const url = await createDatabase(server_url ?? '');
    const command = await PostgresLedger.open(url);
    afterThisFile(() => command.close());
    const server = await PostgresLedger.open(url);
    afterThisFile(() => server.close());
    server.joinElection(() => {});
    await until('the server leads', () => server.isLeader());
    expect(command.isLeader()).toBe(false);
  });

  test('take over within 10 s after the leader was killed', async () => {
    const env = { ALIR_LEDGER_URL: await createDatabase(server_url ?? '') };
    const data_dir = await folderOfThisFile();
    const start = async () => {
      const { child } = await startServing(['serve'], { data_dir, env }, afterThisFile);
      const server = { child, isElected: false };
      if (child.stderr) {
        createInterface(child.stderr).on('line', (line) => {
          if (line.includes('elected as the server')) server.isElected = true;
        });
      }
      return server;
    };
    const first = await start();
    const second = await start();
    await until('the first server is elected', () => first.isElected);
    const killed_ms = performance.now();
    await stop(first.child, 'SIGKILL');
    await until('the second server is elected', () => second.isElected);
    expect(performance.now() - killed_ms).toBeLessThan(TAKEOVER_MS);
  });
});
