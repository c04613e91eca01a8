import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../src/cli/demo/random.ts';
import { CLI, runProcess } from '../support/cli.ts';
import { DATE, FILE_NAME, wholeDay, writeTo } from '../support/daily-files.ts';
import { connected, PostgresServer, whyNoPostgres } from '../support/postgres.ts';
import { type Reply, type Sent, SeveralServers } from '../support/several-servers.ts';
import { sized } from '../support/size.ts';
import { until } from '../support/until.ts';
import { withMigration } from '../support/versions.ts';

/** A migration of the next version. It locks every table while this version writes to it. */
const NEXT_MIGRATION = `DO $$
DECLARE each RECORD;
BEGIN
  FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN next_text TEXT, ADD COLUMN next_number BIGINT NOT NULL DEFAULT 1', each.tablename);
  END LOOP;
END $$;`;
const CLIENTS = 64;
const FLOW = `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;
const BATCH = '/foreign-flow/batch';
const TICKERS = ['A', 'B', 'C', 'D', 'E'];
const UNLIMITED = 10_000_000;
const LIMITED = 3000;
/** The load between two steps of the upgrade. */
const STEP_MS = 2000;
/** Between the requests of a client. */
const PAUSE_MS = sized(200, 0);
/** How long a server that does not listen is left out. */
const HEALTH_INTERVAL_MS = 1000;

const reason = whyNoPostgres();
if (reason !== undefined) console.log(`${reason}: the test of an upgrade without downtime is skipped`);

interface Payer {
  readonly account_id: string;
  readonly keys: readonly string[];
  readonly quota: number;
  /** Units of 200 responses. */
  acknowledged: number;
}

describe.skipIf(reason !== undefined)('three servers with one PostgreSQL, 64 clients', () => {
  let postgres: PostgresServer;
  let new_cli: string;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
    new_cli = await withMigration('postgres', NEXT_MIGRATION);
  });
  afterAll(() => postgres?.stop());

  test('are upgraded one after another without a failed request and without a unit of difference', async () => {
    const servers = await SeveralServers.start(postgres);
    const { data_dir } = servers;
    const run = (cli: string, args: readonly string[]) =>
      runProcess([...args, '--json'], { data_dir, env: { ALIR_LEDGER_URL: servers.ledger_url }, cli });
    const alir = async (cli: string, ...args: string[]) => {
      const { code, stderr, json } = await run(cli, args);
      expect(code, stderr).toBe(0);
      return json()[0];
    };
    await alir(CLI, 'ingest', '--confirm', await writeTo(data_dir, FILE_NAME, wholeDay(DATE)));
    const createAccount = (email: string, plan: readonly string[]) =>
      alir(CLI, 'account', 'create', '--email', email, ...plan);
    const payers: Payer[] = [];
    for (const quota of [UNLIMITED, UNLIMITED, LIMITED]) {
      const { account_id, api_key } = await createAccount(`${payers.length}@example.com`, [
        ...['--plan', 'custom', '--units', `${quota}`],
        ...['--requests-per-minute', '1000000000', '--keys', '10'],
      ]);
      const { api_key: second_key } = await createKey(servers, 0, api_key);
      payers.push({ account_id, keys: [api_key, second_key], quota, acknowledged: 0 });
    }
    const customer = await createAccount('customer@example.com', ['--plan', 'free']);
    const old_schema = await schemaOf(servers);

    let isOver = false;
    const running = load(servers, payers, () => isOver);
    running.catch(() => {});
    await sleep(STEP_MS);
    expect(await servers.restart(0, 'SIGTERM', new_cli)).toBe(0);
    const new_schema = await schemaOf(servers);
    expect(new_schema).toBeGreaterThan(old_schema);

    // Server 0 is new, and servers 1 and 2 are old.
    const [key = ''] = payers[0]?.keys ?? [];
    await expectKeysSeen(servers, key, { at: 0 });
    await expectKeysSeen(servers, key, { at: 1 });
    const order_id = await order(servers, 1, customer.api_key);
    await alir(new_cli, 'order', 'confirm', order_id);
    await everywhere(servers, 'the changed plan', { path: '/usage', key: customer.api_key }, ({ body }) =>
      JSON.stringify(body).includes('starter'),
    );
    const { code, stderr } = await run(CLI, ['serve']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('newer')]);
    await sleep(STEP_MS);
    expect(await servers.restart(1, 'SIGTERM', new_cli)).toBe(0);
    await sleep(STEP_MS);
    expect(await servers.restart(2, 'SIGTERM', new_cli)).toBe(0);
    await sleep(STEP_MS);
    isOver = true;
    const { requests, retries } = await running;
    console.log(`${requests} requests, ${retries} retried after a 503`);
    for (const payer of payers) {
      if (payer.quota === LIMITED) await useUp(servers, payer);
      const { account_id, acknowledged } = payer;
      const { account, keys, history } = await servers.countedUnits(account_id);
      expect([account, keys, history]).toEqual([acknowledged, acknowledged, acknowledged]);
      expect(acknowledged).toBeGreaterThan(1000);
    }
    expect(failuresIn(servers.log)).toEqual([]);
  });
});

/** The errors that servers logged, except of requests that they refused with 503. */
function failuresIn(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => line.includes('"err":') && !/"code":"(shutting_down|ledger_unavailable)"/.test(line));
}

async function schemaOf({ ledger_url }: SeveralServers): Promise<number> {
  const client = await connected(ledger_url);
  const { rows } = await client.query('SELECT version FROM ledger_schema');
  await client.end();
  return rows[0].version;
}

/**
 * Clients call the servers by turns, until each request has an answer other than 503. As a load balancer does, they leave a server out for a
 * while after it has refused a request or a connection.
 */
async function load(
  servers: SeveralServers,
  payers: readonly Payer[],
  isOver: () => boolean,
): Promise<{ requests: number; retries: number }> {
  let requests = 0;
  let retries = 0;
  const random = new Random('rolling upgrade');
  const excluded_until_ms = new Map<number, number>();
  const nextServer = () => {
    for (const _ of servers.running) {
      const number = servers.next();
      if ((excluded_until_ms.get(number) ?? 0) <= performance.now()) return number;
    }
    return servers.next();
  };
  const answered = async (sent: Sent): Promise<Reply> => {
    for (;;) {
      const number = nextServer();
      try {
        const reply = await servers.send(number, sent);
        if (reply.status !== 503) return reply;
        const wait_ms = 1000 * Number(reply.retry_after);
        expect([wait_ms > 0, reply.cost]).toEqual([true, 0]);
        if (reply.code === 'shutting_down') excluded_until_ms.set(number, performance.now() + wait_ms);
        retries += 1;
      } catch (error) {
        // A server that cannot be reached has not received the request.
        if ((error as NodeJS.ErrnoException).syscall !== 'connect') throw error;
        excluded_until_ms.set(number, performance.now() + HEALTH_INTERVAL_MS);
      }
    }
  };
  const client = async () => {
    while (!isOver()) {
      if (PAUSE_MS > 0) await sleep(PAUSE_MS);
      const place = requests++;
      const payer = payers[place % payers.length];
      const key = payer?.keys[place % payer.keys.length];
      if (!payer || !key) throw new Error('no payer');
      const units = payer.quota === LIMITED ? 1 : 1 + random.below(TICKERS.length);
      const sent: Sent =
        units === 1 ? { path: FLOW, key } : { path: BATCH, key, tickers: TICKERS.slice(0, units) };
      const isRepeated = place % 4 === 3;
      const reply = await answered(isRepeated ? { ...sent, idempotency_key: `request ${place}` } : sent);
      if (payer.quota === LIMITED && reply.status === 403) {
        expect(reply.code).toBe('quota_exceeded');
        continue;
      }
      expect([reply.status, reply.cost], JSON.stringify(reply.body) + servers.log).toEqual([200, units]);
      payer.acknowledged += units;
      if (units === 1) expect(reply.body.data.foreign_buy).toBeGreaterThan(0);
      if (isRepeated) {
        const again = await answered({ ...sent, idempotency_key: `request ${place}` });
        expect([again.status, again.body]).toEqual([200, reply.body]);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { requests, retries };
}

/** The servers serve all remaining units, by turns, and then none. */
async function useUp(servers: SeveralServers, payer: Payer): Promise<void> {
  const sent = { path: FLOW, key: payer.keys[0] ?? '' };
  for (; payer.acknowledged < payer.quota; payer.acknowledged++) {
    expect((await servers.send(servers.next(), sent)).status).toBe(200);
  }
  expect((await servers.send(servers.next(), sent)).code).toBe('quota_exceeded');
}

async function post(
  servers: SeveralServers,
  number: number,
  { path, key, body, method = 'POST' }: { path: string; key: string; body?: object; method?: string },
): Promise<any> {
  const response = await fetch(`${servers.running[number]?.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': path,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const { data, ...rest } = (await response.json()) as any;
  expect(response.ok, JSON.stringify(rest)).toBe(true);
  return data;
}

function createKey(servers: SeveralServers, number: number, key: string): Promise<any> {
  return post(servers, number, { path: '/account/keys', key, body: { name: `key of server ${number}` } });
}

async function order(servers: SeveralServers, number: number, key: string): Promise<string> {
  const body = { plan: 'starter', months: 1 };
  return (await post(servers, number, { path: '/billing/orders', key, body })).order_id;
}

async function everywhere(
  servers: SeveralServers,
  what: string,
  sent: Sent,
  holds: (reply: Reply) => boolean,
): Promise<void> {
  await until(`every server sees ${what}`, async () =>
    (await Promise.all(servers.running.map((_, number) => servers.send(number, sent)))).every(holds),
  );
}

/** Every server accepts a key that one server creates, until the same server revokes it. */
async function expectKeysSeen(servers: SeveralServers, key: string, { at }: { at: number }): Promise<void> {
  const { key_id, api_key } = await createKey(servers, at, key);
  const usage = { path: '/usage', key: api_key };
  await everywhere(servers, 'the new key', usage, ({ status }) => status === 200);
  await post(servers, at, { path: `/account/keys/${key_id}`, key, method: 'DELETE' });
  await everywhere(servers, 'that the key is revoked', usage, ({ status }) => status === 401);
}
