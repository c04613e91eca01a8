import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Admission } from '../../src/api/http/admission/admission.ts';
import { endpoint } from '../../src/api/http/endpoint.ts';
import { RateLimiter } from '../../src/api/http/limits/rate-limit.ts';
import { Metrics } from '../../src/api/http/monitoring/metrics.ts';
import { ResponseCache } from '../../src/api/http/responses/response-cache.ts';
import { createServer } from '../../src/api/http/server.ts';
import { mcpRoute } from '../../src/api/mcp/mcp-route.ts';
import { toolsOf } from '../../src/api/mcp/tool.ts';
import { Accounts } from '../../src/commerce/accounts/accounts.ts';
import { Meter } from '../../src/commerce/accounts/quota/meter.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { afterThisTest, SetClock, temporaryFolder } from './alir.ts';
import { newEmail } from './new-email.ts';
import { COUNTED_UNITS, type CountedUnits, TestLedger, withoutHistory } from './test-ledger.ts';

/** The counters in the ledger file, summed over all windows. @throws Error if the usage history does not add up to them */
export function counters(ledger_file: string, account_id: string): { account: number; keys: number } {
  const db = new Database(ledger_file, { readonly: true });
  try {
    return withoutHistory(db.prepare(COUNTED_UNITS).get(...new Array(4).fill(account_id)) as CountedUnits);
  } finally {
    db.close();
  }
}

export interface Work {
  readonly units: number;
  readonly fails: boolean;
  /** Makes requests differ, for tests of the cache. */
  readonly question: number;
}

const WORK: Work = { units: 1, fails: false, question: 0 };

const NOTHING_PUBLISHED = { through: null, range: null, empty_reason: null };

export type WorkPath = '/work' | '/mcp';

/** The body of a request for the operation, for its endpoint or its MCP tool. */
export function workBody(path: WorkPath, work: Partial<Work>): string {
  const args = { ...WORK, ...work };
  const params = { name: 'work', arguments: args };
  return JSON.stringify(path === '/work' ? args : { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

/** The bytes of an HTTP request for the operation. */
export function workBytes(key: string, work: Partial<Work> = {}, path: WorkPath = '/work'): string {
  const body = workBody(path, work);
  return [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

const NO_DATA = {
  version: async () => 'one',
  coverage: async () => ({ coverage: NOTHING_PUBLISHED, ofEmpty: async () => NOTHING_PUBLISHED }),
};

/** The real admission, ledger and HTTP server, with a test operation. Each request sets the cost of the operation and whether it fails. */
export class MeteredServer {
  readonly ledger_file: string;
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly test_ledger: TestLedger;
  readonly clock = new SetClock();
  /** The number of executions of the operation. */
  worked = 0;
  /** Aborted when nobody waits for the last execution. */
  signal: AbortSignal | undefined;
  publication = 1;
  /** The operation waits for this before it answers. */
  pause: () => Promise<void> = async () => {};
  url = '';
  readonly app: FastifyInstance;

  private constructor(
    ledger_file: string,
    { test_ledger, ledger }: Pick<MeteredServer, 'test_ledger' | 'ledger'>,
    app: FastifyInstance,
  ) {
    this.ledger_file = ledger_file;
    this.test_ledger = test_ledger;
    this.app = app;
    this.ledger = ledger;
    this.accounts = new Accounts(this.ledger, this.clock);
  }

  static async start(options: { cached?: boolean | 'market'; folder?: string } = {}): Promise<MeteredServer> {
    const app = createServer({ log_level: 'silent', cors_origins: '*' });
    const ledger_file = `${options.folder ?? (await temporaryFolder())}/ledger.sqlite`;
    const test_ledger = await TestLedger.create(ledger_file);
    const server = new MeteredServer(ledger_file, { test_ledger, ledger: await test_ledger.open() }, app);
    const { accounts, ledger, clock } = server;
    const metrics = new Metrics(app, {});
    const meter = new Meter(ledger, clock);
    const cache = new ResponseCache(clock);
    const data = { ...NO_DATA, publication: () => server.publication };
    const admission = new Admission(app, {
      names: new Map(),
      accounts,
      meter,
      rates: new RateLimiter(),
      cache,
      metrics,
      clock,
      datasets: { dataset: data, market: data, trades: data, measures: data },
      knownAt: () => Promise.reject(new Error('not tested here')),
    });
    const input: z.ZodType<Work> = z.strictObject({ units: z.int(), fails: z.boolean(), question: z.int() });
    const work = endpoint({
      name: 'work',
      title: 'Work',
      group: 'Work',
      description: 'Work of so many units.',
      output: z.int(),
      route: 'POST /work',
      scope: 'data',
      input,
      units: (work) => work.units,
      depends_on: options.cached === 'market' ? 'market' : options.cached ? 'dataset' : 'caller',
      answer: async (work, _caller, signal) => {
        server.worked += 1;
        server.signal = signal;
        await new Promise((resolve) => setTimeout(resolve, work.question % 4));
        await server.pause();
        if (work.fails) throw new Error('told to fail, with a secret in its text');
        return work.question;
      },
    });
    admission.admit(work);
    const tools = toolsOf([work], admission);
    mcpRoute(app, admission, { version: '1', tools, hosts: ['127.0.0.1'] });
    server.url = await app.listen({ host: '127.0.0.1', port: 0 });
    afterThisTest(async () => {
      // A request without a response must not block the end of the test.
      app.server.closeAllConnections();
      await app.close();
      await ledger.close();
    });
    return server;
  }

  /** Creates an account with its own limits and `keys` keys. `key` is the first of them. */
  async account(
    units: number,
    keys = 1,
    requests_per_minute = 1e9,
  ): Promise<{ account_id: string; key: string; keys: string[] }> {
    const terms = { units, requests_per_minute, keys };
    const { account, api_key } = await this.accounts.create(newEmail(), 'custom', 1, terms);
    const all = [api_key];
    while (all.length < keys) {
      all.push((await this.accounts.createKey(account.account_id, `key ${all.length}`)).api_key);
    }
    return { account_id: account.account_id, key: api_key, keys: all };
  }

  work(key: string, work: Partial<Work>, signal: AbortSignal | null = null): Promise<Response> {
    return fetch(`${this.url}/work`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...WORK, ...work }),
      signal,
    });
  }

  /** Calls the listener with each request, before all other handlers. */
  onRequest(listener: (request: IncomingMessage) => void): void {
    this.app.server.prependListener('request', listener);
  }

  connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }
}

export interface Race {
  readonly quota: number;
  readonly cost: number;
  /** Requested units, as a multiple of the quota. */
  readonly load: number;
  readonly keys: number;
  /** The share of requests whose operation fails, from 0 to 1. */
  readonly failing: number;
}

export interface RaceOutcome {
  readonly acknowledged: number;
  readonly account: number;
  readonly keys: number;
  /** Requests in the usage history. */
  readonly requests: number;
  readonly statuses: Readonly<Record<number, number>>;
  /** Whether the requests that do not fail need more units than the quota. */
  readonly isOverloaded: boolean;
}

const CLIENTS = 64;
/** A request without a response after this time counts as never answered. */
const MAX_ANSWER_MS = 30_000;

/** 64 clients request `load` x quota units on one account, as fast as they can. */
export async function race(
  server: MeteredServer,
  { quota, cost, load, keys, failing }: Race,
): Promise<RaceOutcome> {
  const { account_id, keys: held } = await server.account(quota, keys);
  const requests = Math.ceil((quota * load) / cost);
  const fails = (request: number) => Math.floor((request + 1) * failing) > Math.floor(request * failing);
  const statuses: Record<number, number> = {};
  let acknowledged = 0;
  let next = 0;
  const client = async () => {
    while (next < requests) {
      const request = next++;
      const key = held[request % held.length] ?? '';
      const signal = AbortSignal.timeout(MAX_ANSWER_MS);
      const response = await server
        .work(key, { units: cost, fails: fails(request), question: request }, signal)
        .catch(async (cause: unknown) => {
          const run = JSON.stringify({ quota, cost, load, keys, failing });
          const so_far = JSON.stringify({
            acknowledged,
            ...(await server.test_ledger.unitsOf(account_id)),
            statuses,
          });
          throw new Error(
            `Request ${request} of ${requests} of the race ${run} was not answered: ${so_far}`,
            { cause },
          );
        });
      await response.arrayBuffer();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (response.status === 200) acknowledged += cost;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const working = Array.from({ length: requests }, (_, request) => request).filter(
    (request) => !fails(request),
  );
  return {
    acknowledged,
    ...(await server.test_ledger.unitsOf(account_id)),
    requests: await server.test_ledger.requestsOf(account_id),
    statuses,
    isOverloaded: working.length * cost > quota,
  };
}
