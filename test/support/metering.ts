import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Admission } from '../../src/api/admission/admission.ts';
import { endpoint } from '../../src/api/http/endpoint.ts';
import { Metrics } from '../../src/api/http/metrics.ts';
import { ResponseCache } from '../../src/api/http/response-cache.ts';
import { createServer } from '../../src/api/http/server.ts';
import { mcpRoute } from '../../src/api/mcp/route.ts';
import { toolOf } from '../../src/api/mcp/tool.ts';
import { Accounts } from '../../src/commerce/accounts/accounts.ts';
import { Meter } from '../../src/commerce/usage/meter.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { Database } from '../../src/ledger/sqlite.ts';
import { afterThisTest, SetClock, temporaryFolder } from './alir.ts';

/** The counters as they stand in the ledger's file, over all windows: read without any code of src/. */
export function counters(ledger_file: string, account_id: string): { account: number; keys: number } {
  const db = new Database(ledger_file, { readonly: true });
  const sum = (sql: string) => db.prepare(sql).pluck().get(account_id) as number;
  try {
    return {
      account: sum('SELECT coalesce(sum(units), 0) FROM account_usage WHERE account_id = ?'),
      keys: sum(
        'SELECT coalesce(sum(units), 0) FROM key_usage JOIN api_key USING (key_id) WHERE account_id = ?',
      ),
    };
  } finally {
    db.close();
  }
}

export interface Work {
  readonly units: number;
  readonly fails: boolean;
  /** Makes questions differ, for the cache. */
  readonly question: number;
}

const WORK: Work = { units: 1, fails: false, question: 0 };

export type WorkPath = '/work' | '/mcp';

/** The body of a request for work: to its endpoint, or to its tool. */
export function workBody(path: WorkPath, work: Partial<Work>): string {
  const args = { ...WORK, ...work };
  const params = { name: 'work', arguments: args };
  return JSON.stringify(path === '/work' ? args : { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

/** The bytes of a request for work. */
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

/** The real door, ledger and HTTP server, in front of a made-up operation that costs and fails as it is told. */
export class MeteredServer {
  readonly ledger_file: string;
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly clock = new SetClock();
  /** How often the operation was carried out. */
  worked = 0;
  /** What the operation waits for. */
  pause: () => Promise<void> = async () => {};
  url = '';
  readonly #app: FastifyInstance;

  private constructor(ledger_file: string, app: FastifyInstance) {
    this.ledger_file = ledger_file;
    this.#app = app;
    this.ledger = new Ledger(ledger_file);
    this.accounts = new Accounts(this.ledger, this.clock);
  }

  static async start(options: { cached?: boolean; folder?: string } = {}): Promise<MeteredServer> {
    const app = createServer({ log_level: 'silent', cors_origins: '*' });
    const server = new MeteredServer(`${options.folder ?? (await temporaryFolder())}/ledger.sqlite`, app);
    const { accounts, ledger, clock } = server;
    const metrics = new Metrics(app, {});
    const meter = new Meter(ledger, clock);
    const cache = new ResponseCache(clock);
    const admission = new Admission(app, {
      accounts,
      meter,
      cache,
      metrics,
      clock,
      datasetVersion: () => 'one',
    });
    const input: z.ZodType<Work> = z.strictObject({ units: z.int(), fails: z.boolean(), question: z.int() });
    const work = endpoint({
      name: 'work',
      title: 'Work',
      group: 'Work',
      description: 'Work of so many units.',
      example: {},
      output: z.int(),
      method: 'POST',
      path: '/work',
      input,
      units: (work) => work.units,
      depends_on: options.cached ? 'dataset' : 'caller',
      answer: async (work) => {
        server.worked += 1;
        await new Promise((resolve) => setTimeout(resolve, work.question % 4));
        await server.pause();
        if (work.fails) throw new Error('told to fail, with a secret in its text');
        return work.question;
      },
    });
    admission.admit(work);
    const tools = [toolOf(work, admission, () => null)];
    mcpRoute(app, admission, { version: '1', tools, hosts: ['127.0.0.1'] });
    server.url = await app.listen({ host: '127.0.0.1', port: 0 });
    afterThisTest(async () => {
      // A request that is never answered must not keep the test from its report.
      app.server.closeAllConnections();
      await app.close();
      ledger.close();
    });
    return server;
  }

  /** An account with its own figures, and so many keys. */
  account(units: number, keys = 1, requests_per_minute = 1e9): { account_id: string; keys: string[] } {
    const terms = { units, requests_per_minute, keys };
    const { account, api_key } = this.accounts.create(`${Math.random()}@example.com`, 'custom', 1, terms);
    const further = Array.from({ length: keys - 1 }, (_, key) =>
      this.accounts.createKey(account.account_id, `key ${key}`),
    );
    return { account_id: account.account_id, keys: [api_key, ...further.map((key) => key.api_key)] };
  }

  work(key: string, work: Partial<Work>, signal: AbortSignal | null = null): Promise<Response> {
    return fetch(`${this.url}/work`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...WORK, ...work }),
      signal,
    });
  }

  /** Called with each request before anything else sees it. */
  onRequest(listener: (request: IncomingMessage) => void): void {
    this.#app.server.prependListener('request', listener);
  }

  connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.#app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }
}

export interface Race {
  readonly quota: number;
  readonly cost: number;
  /** Units asked for, as a part of the quota. */
  readonly load: number;
  readonly keys: number;
  /** The part of the requests whose work fails. */
  readonly failing: number;
}

export interface RaceOutcome {
  readonly acknowledged: number;
  readonly account: number;
  readonly keys: number;
  readonly statuses: Readonly<Record<number, number>>;
  /** Whether those requests that do not fail asked for more than the quota. */
  readonly isOverloaded: boolean;
}

const CLIENTS = 64;
/** A request that is not answered within this time never will be. */
const MAX_ANSWER_MS = 30_000;

/** 64 clients ask for `load` x quota units on one account, all as fast as they can. */
export async function race(
  server: MeteredServer,
  { quota, cost, load, keys, failing }: Race,
): Promise<RaceOutcome> {
  const { account_id, keys: held } = server.account(quota, keys);
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
        .catch((cause: unknown) => {
          const run = JSON.stringify({ quota, cost, load, keys, failing });
          const so_far = JSON.stringify({
            acknowledged,
            ...counters(server.ledger_file, account_id),
            statuses,
          });
          throw new Error(
            `Request ${request} of ${requests} of the race ${run} was not answered: ${so_far}`,
            {
              cause,
            },
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
    ...counters(server.ledger_file, account_id),
    statuses,
    isOverloaded: working.length * cost > quota,
  };
}
