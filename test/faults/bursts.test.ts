import { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { Database } from '../../src/ledger/sqlite/sqlite.ts';
import { openStores } from '../../src/server/stores.ts';
import { afterThisTest, configOf } from '../support/alir.ts';
import { startServing } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';
import { MeteredServer, type Work, type WorkPath, workBody } from '../support/metering.ts';
import { newEmail } from '../support/new-email.ts';
import { connected, createDatabase, PostgresServer, whyNoPostgres } from '../support/postgres.ts';
import fc from '../support/properties.ts';
import { sized } from '../support/size.ts';

/** 2,000 in all: 460 for each of 4 kinds within this process, where the truth is exact, and 80 for each of 2 against two servers. */
const EXACT_BURSTS = sized(50, 460);
const PROCESS_BURSTS = sized(20, 80);
const MAX_ANSWER_MS = 30_000;
const DETAIL = 'Account monthly API limit exceeded';

interface Burst {
  readonly units: number;
  readonly costs: readonly number[];
  /** Whether every fifth request fails. */
  readonly failing: boolean;
  readonly requests_per_minute: number;
}

const bursts = fc.record<Burst>({
  units: fc.integer({ min: 0, max: 100 }),
  costs: fc
    .tuple(
      fc.integer({ min: 1, max: 20 }),
      fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: 2, max: 16 }) },
        { weight: 1, arbitrary: fc.integer({ min: 17, max: 64 }) },
      ),
    )
    .chain(([max, size]) => fc.array(fc.integer({ min: 1, max }), { minLength: size, maxLength: size })),
  failing: fc.boolean(),
  requests_per_minute: fc.oneof(
    { weight: 4, arbitrary: fc.constant(1_000_000) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 64 }) },
  ),
});

/** What was true when a response began to be written. */
interface Truth {
  readonly remaining: number;
  readonly requests_remaining: number;
}

/** By request id. */
const truths = new Map<string, Truth>();
/** Tells the truth for a response that is written now. */
let truthOf: (response: ServerResponse) => Truth | null = () => null;

const { writeHead } = ServerResponse.prototype;
beforeAll(() => {
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: any[]) {
    const truth = truthOf(this);
    const written = writeHead.apply(this, args as Parameters<typeof writeHead>);
    const head = args
      .flat()
      .flatMap((part) => (typeof part === 'object' ? Object.entries(part).flat() : part));
    const id = this.getHeader('x-request-id') ?? head[head.indexOf('x-request-id') + 1];
    if (truth) truths.set(String(id), truth);
    return written;
  } as typeof writeHead;
});
afterAll(() => {
  ServerResponse.prototype.writeHead = writeHead;
});

/** A response as its client sees it. */
interface Seen {
  readonly id: string;
  readonly cost: number;
  readonly remaining: number;
  readonly requests_remaining: number;
  readonly units: number;
  /** `ok`, or the code of the error; of MCP as its text says. */
  readonly outcome: string;
}

const number = (response: Response, name: string) => Number(response.headers.get(name) ?? Number.NaN);

/** Checks that headers and texts of a response agree. */
async function seen(response: Response, path: WorkPath, units: number): Promise<Seen> {
  const body: any = await response.json();
  const remaining = number(response, 'x-monthly-remaining');
  const text: string = path === '/mcp' ? body.result.content[0].text : (body.error ?? '');
  const cost = number(response, 'x-request-cost');
  const isAnswered = path === '/mcp' ? !body.result.isError : response.status === 200;
  const outcome = isAnswered ? 'ok' : codeOf(text);
  const what = `${units} units of ${response.headers.get('x-monthly-limit')}: ${response.status} ${text}`;
  if (path === '/work' && !isAnswered) expect(body.code, what).toBe(outcome);
  expect(cost, what).toBe(isAnswered ? units : 0);
  if (path === '/mcp' && isAnswered)
    expect(text).toContain(
      `Charged ${units} unit${units === 1 ? '' : 's'}; ${remaining} unit${remaining === 1 ? '' : 's'} remaining until`,
    );
  if (outcome === 'quota_exceeded') expect(remaining, what).toBe(0);
  if (outcome === 'quota_insufficient') {
    const left = `${remaining} ${remaining === 1 ? 'remains' : 'remain'}.`;
    expect(text).toContain(`The request costs ${units} units, and ${left}`);
    expect(remaining, what).toBeGreaterThan(0);
    expect(remaining, what).toBeLessThan(units);
  }
  if (outcome.startsWith('quota') && path === '/work')
    expect([response.status, body.detail]).toEqual([403, DETAIL]);
  if (outcome === 'rate_limited') {
    expect(text).toContain(`in ${response.headers.get('x-ratelimit-reset')} s.`);
    expect(number(response, 'x-ratelimit-remaining'), what).toBe(0);
  }
  return {
    id: response.headers.get('x-request-id') ?? '',
    cost,
    remaining,
    requests_remaining: number(response, 'x-ratelimit-remaining'),
    units,
    outcome,
  };
}

function codeOf(text: string): string {
  if (text.startsWith('All ')) return 'quota_exceeded';
  if (text.startsWith('The request costs ')) return 'quota_insufficient';
  if (text.startsWith('The account exceeded its limit of ')) return 'rate_limited';
  return text.startsWith('An internal error occurred') ? 'internal_error' : text;
}

function post(url: string, path: string, key: string, body: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(MAX_ANSWER_MS),
  });
}

/** Reads the units that an account has used, without any code of src/. */
function unitsUsed(ledger_file: string): (account_id: string) => number {
  const db = new Database(ledger_file, { readonly: true });
  afterThisTest(async () => void db.close());
  const sum = db.prepare('SELECT coalesce(sum(units), 0) FROM account_usage WHERE account_id = ?').pluck();
  return (account_id) => sum.get(account_id) as number;
}

const KINDS = ['/work', '/mcp'].flatMap((path) =>
  [false, true].map((cached) => ({ path: path as WorkPath, cached })),
);

test.for(KINDS)(
  `${EXACT_BURSTS} bursts to $path, cached: $cached: every figure is true when its response is written`,
  async ({ path, cached }) => {
    const server = await MeteredServer.start({ cached });
    const used = unitsUsed(server.ledger_file);

    /** By key: the account, and how many of its requests the server has let in. */
    const known = new Map<string, { account_id: string; limits: Burst; sent: { requests: number } }>();
    const accountOf = ({ headers }: { headers: { authorization?: string | undefined } }) =>
      known.get(headers.authorization?.slice('Bearer '.length) ?? '');
    server.onRequest((request) => {
      const account = accountOf(request);
      if (account) account.sent.requests += 1;
    });
    truthOf = ({ req }) => {
      const account = accountOf(req);
      if (!account) return null;
      const { account_id, limits, sent } = account;
      return {
        remaining: limits.units - used(account_id),
        requests_remaining: Math.max(0, limits.requests_per_minute - sent.requests),
      };
    };

    const outcomes: Record<string, number> = {};
    for (const burst of fc.sample(bursts, { numRuns: EXACT_BURSTS, seed: 15 })) {
      const { units, costs, failing, requests_per_minute } = burst;
      const { account_id, keys } = await server.account(units, 2, requests_per_minute);
      const sent = { requests: 0 };
      for (const key of keys) known.set(key, { account_id, limits: burst, sent });

      const responses = await Promise.all(
        costs.map(async (cost, place) => {
          const work: Work = {
            units: cost,
            fails: failing && place % 5 === 4,
            question: place,
          };
          return seen(await post(server.url, path, keys[place % 2] ?? '', workBody(path, work)), path, cost);
        }),
      );
      const remaining = units - used(account_id);
      for (const response of responses) {
        const truth = truths.get(response.id);
        const what = JSON.stringify({ burst, response, truth, remaining });
        expect(response.remaining, what).toBeLessThanOrEqual(truth?.remaining ?? Number.NaN);
        expect(response.remaining, what).toBeGreaterThanOrEqual(remaining);
        expect(response.requests_remaining, what).toBe(truth?.requests_remaining);
        outcomes[response.outcome] = (outcomes[response.outcome] ?? 0) + 1;
      }
      expect(responses.reduce((sum, { cost }) => sum + cost, 0)).toBe(units - remaining);
      truths.clear();
      known.clear();
    }
    console.log(`${EXACT_BURSTS} bursts to ${path}, cached ${cached}: ${JSON.stringify(outcomes)}`);
    for (const outcome of ['ok', 'quota_exceeded', 'quota_insufficient', 'rate_limited', 'internal_error']) {
      expect(outcomes[outcome], outcome).toBeGreaterThan(0);
    }
  },
);

test.skipIf(whyNoPostgres() !== undefined).for(['/foreign-flow/batch', '/mcp'])(
  `${PROCESS_BURSTS} bursts to %s of two servers on one PostgreSQL: every figure is one of those between the request and the end of its burst`,
  async (path, { folder: data_dir }) => {
    const postgres = await PostgresServer.start();
    afterThisTest(() => postgres.stop());
    const ALIR_LEDGER_URL = await createDatabase(postgres.url('postgres'));
    const stores = await openStores(configOf(data_dir, { ALIR_LEDGER_URL }), systemClock);
    afterThisTest(() => stores.ledger.close());
    const env = { ALIR_LOG_LEVEL: 'silent', ALIR_LEDGER_URL };
    const servers = await Promise.all([1, 2].map(() => startServing(['serve'], { data_dir, env })));
    const client = await connected(ALIR_LEDGER_URL);
    afterThisTest(() => client.end());
    const outcomes: Record<string, number> = {};
    for (const { units, costs } of fc.sample(bursts, { numRuns: PROCESS_BURSTS, seed: 16 })) {
      const terms = { units, requests_per_minute: 1_000_000, keys: 1 };
      const email = newEmail();
      const { account, api_key } = await stores.accounts.create(email, 'custom', 1, terms);
      const responses = await Promise.all(
        costs.map(async (cost, place) => {
          const tickers = Array.from({ length: cost }, (_, ticker) => `T${place}-${ticker}`);
          const args = { tickers, from: '2026-01-05', to: '2026-01-05' };
          const params = { name: 'get_foreign_flow_batch', arguments: args };
          const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
          // All are sent at once: what is true before the first is an upper bound for each.
          const body = JSON.stringify(path === '/mcp' ? message : args);
          const response = await post(servers[place % 2]?.printed.url, path, api_key, body);
          return seen(response, path === '/mcp' ? '/mcp' : '/work', cost);
        }),
      );
      const { rows } = await client.query<{ used: number }>(
        'SELECT coalesce(sum(units), 0)::BIGINT AS used FROM account_usage WHERE account_id = $1',
        [account.account_id],
      );
      const remaining = units - (rows[0]?.used ?? Number.NaN);
      for (const response of responses) {
        const what = JSON.stringify({ units, costs, response, remaining });
        expect(response.remaining, what).toBeLessThanOrEqual(units - response.cost);
        expect(response.remaining, what).toBeGreaterThanOrEqual(remaining);
        outcomes[response.outcome] = (outcomes[response.outcome] ?? 0) + 1;
      }
      expect(responses.reduce((sum, { cost }) => sum + cost, 0)).toBe(units - remaining);
    }
    console.log(`${PROCESS_BURSTS} bursts to ${path}, two servers: ${JSON.stringify(outcomes)}`);
    for (const outcome of ['ok', 'quota_exceeded', 'quota_insufficient']) {
      expect(outcomes[outcome], outcome).toBeGreaterThan(0);
    }
  },
);
