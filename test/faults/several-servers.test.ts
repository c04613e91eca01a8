import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Random } from '../../src/cli/demo/random.ts';
import type { Clock } from '../../src/core/clock.ts';
import { systemClock } from '../../src/core/clock.ts';
import { DAY_MS, JAKARTA_OFFSET_MS } from '../../src/core/dates.ts';
import { afterThisFile } from '../support/alir.ts';
import { runProcess } from '../support/cli.ts';
import { DATE, FILE_NAME, wholeDay, writeTo } from '../support/daily-files.ts';
import { PostgresServer, whyNoPostgres } from '../support/postgres.ts';
import { RawClient } from '../support/raw-client.ts';
import { clockAhead, type Reply, type Sent, SeveralServers } from '../support/several-servers.ts';
import { sized } from '../support/size.ts';
import { until } from '../support/until.ts';

const CLIENTS = 64;
const ONE_UNIT = '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05';
const REFUSED = '/foreign-flow?ticker=BBCA&from=2026-01-05&to=yesterday';
const BATCH = '/foreign-flow/batch';
const TICKERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];
const MAX_LEAVE_MS = 6;
/** A second is documented for a machine that is not busy. */
const SEEN_WITHIN_MS = 5000;
const RESTART_EVERY_MS = 5000;
const KILLS = sized(2, 4);
const AHEAD_MS = 600_000;
const CLOCK_REQUESTS = sized(500, 3000);
const RETRIED_REQUESTS = sized(300, 3000);
/** Between the requests of a client, while no server is killed. */
const PAUSE_MS = sized(200, 0);
/** The servers start in this time. */
const BEFORE_MIDNIGHT_MS = 8000;

const reason = whyNoPostgres();
if (reason !== undefined) console.log(`${reason}: the tests of several servers are skipped`);

interface Payer {
  readonly account_id: string;
  readonly keys: readonly string[];
  readonly quota: number;
  /** Units of 200 responses. */
  acknowledged: number;
  /** Units of requests whose connection broke. */
  unanswered: number;
}

interface Load {
  readonly servers: SeveralServers;
  readonly payers: readonly Payer[];
  /** The number of units that a request costs, at most. */
  readonly max_cost: number;
  readonly pause_ms?: number;
  /** The share of clients that stop waiting; from 0 to 1. */
  readonly leaving: number;
  readonly isOver: (requests: number) => boolean;
  /** Checks a reply other than 200 and 400. */
  readonly onRefusal?: (reply: Reply, payer: Payer) => void;
}

describe.skipIf(reason !== undefined)('three servers with one PostgreSQL, 64 clients', () => {
  let postgres: PostgresServer;
  /** For the tests that leave all servers running. */
  let servers: SeveralServers;
  beforeAll(async () => {
    postgres = await PostgresServer.start();
    afterThisFile(() => postgres.stop());
    servers = await SeveralServers.start(postgres, { after: afterThisFile });
  });

  test('the units of the 200 responses, the accounts and the sums of their keys are equal, and every quota is used up exactly', async () => {
    let requests = 0;
    const QUOTAS = [
      [300, 1, 400],
      [10, 100],
    ].slice(0, sized(1, 2));
    for (const [max_cost, leaving] of [
      [1, 0.2],
      [5, 0],
      [10, 0.2],
    ] as const) {
      for (const quotas of QUOTAS) {
        const payers = await payersOf(servers, quotas);
        const wanted = (2.5 * quotas.reduce((sum, quota) => sum + quota)) / ((max_cost + 1) / 2);
        requests += await load({
          servers,
          payers,
          max_cost,
          leaving,
          isOver: (sent) => sent >= wanted * quotas.length,
          onRefusal: ({ status, code }) => {
            expect([status, code]).toEqual([403, expect.stringMatching(/^quota_(exceeded|insufficient)$/)]);
          },
        });
        for (const payer of payers) {
          await expectExact(servers, payer);
          await useUp(servers, payer);
        }
      }
    }
    console.log(`${requests} requests, 0 units of difference`);
  });

  test('an account whose only request used the quota up is served again after its units are given back', async () => {
    const [payer] = await payersOf(servers, [10]);
    if (!payer) throw new Error('no payer');
    const [key = ''] = payer.keys;
    const reply = await servers.send(0, { path: BATCH, key, tickers: TICKERS.slice(0, 10) });
    payer.acknowledged += reply.cost;
    expect(payer.acknowledged).toBe(payer.quota);
    await useUp(servers, payer);
  });

  test(`a server killed (-9) every ${RESTART_EVERY_MS / 1000} s: no acknowledged unit is lost, and requests that are retried with their Idempotency-Key are charged once`, async () => {
    const [plain, retried] = await payersOf(servers, [10_000_000, 10_000_000]);
    if (!plain || !retried) throw new Error('no payer');
    let isOver = false;
    const loads = Promise.all([
      load({ servers, payers: [plain], max_cost: 5, leaving: 0, isOver: () => isOver }),
      retryingLoad(servers, retried, () => isOver),
    ]);
    loads.catch(() => {});
    for (let kill = 0; kill < KILLS; kill++) {
      await Promise.all([sleep(RESTART_EVERY_MS), servers.restart(kill % 3, 'SIGKILL')]);
    }
    isOver = true;
    const [requests, retries] = await loads;
    const counted = await servers.counters(plain.account_id);
    console.log(
      `${requests} requests, ${plain.acknowledged} units acknowledged, ${counted.account - plain.acknowledged} counted whose response a kill cut off, of ${plain.unanswered} in flight; ${retried.acknowledged} units with an Idempotency-Key, ${retries} requests sent again`,
    );
    expect(counted.keys).toBe(counted.account);
    expect(counted.account).toBeGreaterThanOrEqual(plain.acknowledged);
    expect(counted.account).toBeLessThanOrEqual(plain.acknowledged + plain.unanswered);
    expect(plain.acknowledged).toBeGreaterThan(1000);
    await expectExact(servers, retried);
  });

  const ABSENCES = [
    { mode: 'fast', away_ms: 2000 },
    { mode: 'immediate', away_ms: 2000 },
    { mode: 'fast', away_ms: 6000 },
    { mode: 'immediate', away_ms: 6000 },
  ] as const;
  test.each(ABSENCES.slice(0, sized(2, 4)))(
    'PostgreSQL stopped ($mode) for $away_ms ms under load: 503 with Retry-After, no unit of difference, and the servers recover',
    async ({ mode, away_ms }) => {
      const payers = await payersOf(servers, [10_000_000, 10_000_000]);
      const [retried] = await payersOf(servers, [10_000_000]);
      if (!retried) throw new Error('no payer');
      let isOver = false;
      let unavailable = 0;
      const loads = Promise.all([
        load({
          servers,
          payers,
          max_cost: 3,
          pause_ms: PAUSE_MS,
          leaving: 0.1,
          isOver: () => isOver,
          onRefusal: ({ status, code, retry_after }) => {
            expect([status, code, Number(retry_after) > 0], servers.log).toEqual([
              503,
              'ledger_unavailable',
              true,
            ]);
            unavailable += 1;
          },
        }),
        retryingLoad(servers, retried, () => isOver),
        (async () => {
          while (!isOver) {
            for (const { url } of servers.running) {
              expect((await fetch(`${url}/health/live`)).status).toBe(200);
            }
            await sleep(100);
          }
        })(),
      ]);
      loads.catch(() => {});
      await sleep(1500);
      await postgres.halt(mode);
      await sleep(away_ms);
      await postgres.resume();
      const resumed_ms = performance.now();
      await Promise.all(
        servers.running.map((_, number) =>
          until('the server charges again', async () => {
            const [key = ''] = payers[0]?.keys ?? [];
            const { status, cost } = await servers.send(number, { path: ONE_UNIT, key });
            if (payers[0]) payers[0].acknowledged += cost;
            return status === 200;
          }),
        ),
      );
      const recovery_ms = performance.now() - resumed_ms;
      await sleep(1500);
      isOver = true;
      const [requests] = await loads;
      console.log(
        `${requests} requests, ${unavailable} refused with 503; all servers charged ${recovery_ms.toFixed(0)} ms after the start of PostgreSQL`,
      );
      await servers.reconnect();
      for (const payer of [...payers, retried]) {
        expect(payer.unanswered).toBe(0);
        await until('batches that were given up are taken back', async () => {
          return (await servers.counters(payer.account_id)).account === payer.acknowledged;
        }).catch(() => {});
        await expectExact(servers, payer);
      }
    },
  );

  test.each([
    { by: '10 minutes', ahead_ms: AHEAD_MS, clock: systemClock, accounts: 'by the current clock' },
    {
      by: '10 minutes',
      ahead_ms: AHEAD_MS,
      clock: ahead(systemClock),
      accounts: 'by the clock that is ahead',
    },
    {
      by: 'to midnight in Jakarta',
      ahead_ms: untilMidnight_ms() - BEFORE_MIDNIGHT_MS,
      clock: systemClock,
      accounts: 'by the current clock',
    },
  ])(
    'the clock of one server ahead $by, accounts created $accounts: no unit of difference',
    async ({ ahead_ms, clock }) => {
      const servers = await SeveralServers.start(postgres, { environments: [clockAhead(ahead_ms)], clock });
      const payers = await payersOf(servers, [250, 500, 150]);
      let sent = 0;
      await load({
        servers,
        payers,
        max_cost: 5,
        leaving: 0.1,
        isOver: (requests) => {
          sent = requests;
          return requests >= CLOCK_REQUESTS;
        },
        onRefusal: ({ status }) => expect(status).toBe(403),
      });
      for (const payer of payers) {
        await expectExact(servers, payer);
        await useUp(servers, payer);
      }
      const [retried] = await payersOf(servers, [100_000]);
      if (!retried) throw new Error('no payer');
      await retryingLoad(servers, retried, (requests) => requests >= RETRIED_REQUESTS);
      await expectExact(servers, retried);
      expect(sent).toBeGreaterThanOrEqual(CLOCK_REQUESTS);
    },
  );

  test.each([
    { problem: 'its port is in use', variable: 'ALIR_PORT', exit_code: 1 },
    { problem: 'a file of its settings is missing', variable: 'ALIR_NEWS_SOURCES', exit_code: 2 },
  ])('a server that cannot start because $problem exits', async ({ variable, exit_code }) => {
    const { data_dir, ledger_url, running } = servers;
    const { port } = new URL(running[0]?.url ?? '');
    const env = { ALIR_LEDGER_URL: ledger_url, [variable]: port };
    const { code, stderr } = await runProcess(['serve'], { data_dir, env });
    expect([code, stderr]).toEqual([exit_code, expect.stringContaining(port)]);
  });

  test('a revoked key, a changed plan and a published day are seen by every server within a second', async () => {
    const env = { ALIR_LEDGER_URL: servers.ledger_url };
    const { data_dir } = servers;
    const alir = async (...args: string[]) => {
      const { code, stderr, json } = await runProcess([...args, '--json'], { data_dir, env });
      expect(code, stderr).toBe(0);
      return json()[0];
    };
    const { api_key, account_id } = await alir('account', 'create', '--email', 'a@x.com', '--plan', 'free');
    const everywhere = (sent: Sent) =>
      Promise.all(servers.running.map((_, number) => servers.send(number, sent)));
    const seen = async (what: string, sent: Sent, holds: (reply: Reply) => boolean) => {
      const start_ms = performance.now();
      await until(`every server sees ${what}`, async () => (await everywhere(sent)).every(holds));
      const took_ms = performance.now() - start_ms;
      console.log(`${what}: seen by every server ${took_ms.toFixed(0)} ms after the command`);
      expect(took_ms).toBeLessThan(SEEN_WITHIN_MS);
    };

    const usage = { path: '/usage', key: api_key };
    await everywhere(usage);
    const ordered = await fetch(`${servers.running[0]?.url}/billing/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api_key}`,
        'content-type': 'application/json',
        'idempotency-key': 'order',
      },
      body: JSON.stringify({ plan: 'starter', months: 1 }),
    });
    const { order_id } = ((await ordered.json()) as any).data;
    await alir('order', 'confirm', order_id);
    await seen('a changed plan', usage, ({ body }) => JSON.stringify(body).includes('starter'));

    const flow = {
      path: `/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`,
      key: api_key,
    };
    for (const { body } of await everywhere(flow)) expect(body.data.foreign_buy).toBe(0);
    await alir('ingest', '--confirm', await writeTo(data_dir, FILE_NAME, wholeDay(DATE)));
    await seen('a published day', flow, ({ body }) => body.data.foreign_buy > 0);

    const keys = await (await servers.stores()).accounts.keys(account_id);
    await alir('key', 'revoke', '--key', keys.find(({ kind }) => kind === 'api')?.key_id ?? '');
    await seen('a revoked key', usage, ({ status }) => status === 401);
  });
});

/** The time until the next 00:00 in Jakarta. */
function untilMidnight_ms(): number {
  return DAY_MS - ((Date.now() + JAKARTA_OFFSET_MS) % DAY_MS);
}

function ahead(clock: Clock): Clock {
  return {
    now: () => new Date(clock.now().getTime() + AHEAD_MS),
    monotonic_ms: () => clock.monotonic_ms(),
  };
}

async function payersOf(servers: SeveralServers, quotas: readonly number[]): Promise<Payer[]> {
  const payers: Payer[] = [];
  for (const quota of quotas) {
    payers.push({ ...(await servers.account(quota, 3)), quota, acknowledged: 0, unanswered: 0 });
  }
  return payers;
}

/** 64 clients call the servers by turns. Every eighth request is wrong. @returns the number of requests */
async function load({
  servers,
  payers,
  max_cost,
  pause_ms = 0,
  leaving,
  isOver,
  onRefusal,
}: Load): Promise<number> {
  let requests = 0;
  const random = new Random('several servers');
  const client = async () => {
    while (!isOver(requests)) {
      if (pause_ms > 0) await sleep(pause_ms);
      const place = requests++;
      const payer = payers[place % payers.length];
      const key = payer?.keys[place % payer.keys.length];
      if (!payer || !key) throw new Error('no payer');
      if (place % 8 === 7) {
        await servers.send(servers.next(), { path: REFUSED, key }).then(({ status, cost }) => {
          expect([400, 403, 503], servers.log).toContain(status);
          expect(cost).toBe(0);
        }, ignoreBroken);
        continue;
      }
      const units = 1 + random.below(max_cost);
      if (random.next() < leaving) {
        const cost = await leave(servers, key, random.next() * MAX_LEAVE_MS);
        payer.acknowledged += cost;
        continue;
      }
      const sent =
        units === 1 ? { path: ONE_UNIT, key } : { path: BATCH, key, tickers: TICKERS.slice(0, units) };
      try {
        const reply = await servers.send(servers.next(), sent);
        payer.acknowledged += reply.cost;
        if (reply.status === 200) expect(reply.cost).toBe(units);
        else if (onRefusal) onRefusal(reply, payer);
        else expect(reply.status, JSON.stringify(reply.body) + servers.log).toBe(200);
      } catch (error) {
        ignoreBroken(error);
        // A server that does not listen has not received the request.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') payer.unanswered += units;
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return requests;
}

/** Sends every request with an Idempotency-Key until it has a 200. @returns how many were sent again */
async function retryingLoad(
  servers: SeveralServers,
  payer: Payer,
  isOver: (requests: number) => boolean,
): Promise<number> {
  let retries = 0;
  let requests = 0;
  const client = async () => {
    while (!isOver(requests)) {
      const idempotency_key = `request ${requests++}`;
      const [key = ''] = payer.keys;
      for (let isDone = false; !isDone; ) {
        try {
          const { status } = await servers.send(servers.next(), { path: ONE_UNIT, key, idempotency_key });
          expect([200, 503], servers.log).toContain(status);
          isDone = status === 200;
        } catch (error) {
          ignoreBroken(error);
        }
        if (!isDone) {
          retries += 1;
          await sleep(50);
        }
      }
      payer.acknowledged += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return retries;
}

/** Closes its sending side after a time. The server charges only if its response is sent; then it is received. @returns its cost */
async function leave(servers: SeveralServers, key: string, after_ms: number): Promise<number> {
  const client = await RawClient.open(servers.running[servers.next()]?.url ?? '');
  client.write(`GET ${ONE_UNIT} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  await sleep(after_ms);
  client.end();
  await client.closed;
  return client.responses().reduce((sum, { headers }) => sum + Number(headers['x-request-cost'] ?? 0), 0);
}

/** An error of the connection to a server. */
function ignoreBroken(error: unknown): void {
  if (!(error instanceof Error && 'code' in error)) throw error;
}

/** No unit of difference between the 200 responses, the account and its keys. */
async function expectExact(
  servers: SeveralServers,
  { account_id, acknowledged, quota }: Payer,
): Promise<void> {
  expect(await servers.counters(account_id)).toEqual({ account: acknowledged, keys: acknowledged });
  expect(acknowledged).toBeLessThanOrEqual(quota);
}

/** Every server serves as long as units remain, also if another server gives units back after the last one. */
async function useUp(servers: SeveralServers, payer: Payer): Promise<void> {
  await serveRest(servers, payer);
  // As another server does for a client that has disconnected.
  payer.acknowledged -= await servers.giveBack(payer.account_id);
  await serveRest(servers, payer);
}

/** The servers serve all remaining units, by turns, and then none. */
async function serveRest(servers: SeveralServers, payer: Payer): Promise<void> {
  const [key = ''] = payer.keys;
  for (let left = payer.quota - payer.acknowledged; left > 0; left--) {
    const reply = await servers.send(servers.next(), { path: ONE_UNIT, key });
    expect([left, reply.status, reply.body.code]).toEqual([left, 200, undefined]);
    payer.acknowledged += reply.cost;
  }
  for (const [number] of servers.running.entries()) {
    const { status, code } = await servers.send(number, { path: ONE_UNIT, key });
    expect([status, code]).toEqual([403, 'quota_exceeded']);
  }
  await expectExact(servers, payer);
}
