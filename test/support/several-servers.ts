import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type pg from 'pg';
import { Pool, request } from 'undici';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { openStores, type Stores } from '../../src/server/stores.ts';
import { afterThisTest, configOf, folderUntil } from './alir.ts';
import type { After } from './cleanups.ts';
import { startServing, stop } from './cli.ts';
import { connected, createDatabase, type PostgresServer } from './postgres.ts';
import { COUNTED_UNITS, type CountedUnits, withoutHistory } from './test-ledger.ts';

const SERVERS = 3;
/** A request without a response after this time counts as never answered. */
const MAX_ANSWER_MS = 30_000;

interface RunningServer {
  url: string;
  readonly environment: Readonly<Record<string, string>>;
  child: ChildProcess;
  pool: Pool;
}

export interface Reply {
  readonly status: number;
  /** The units that it cost. */
  readonly cost: number;
  readonly retry_after: string | undefined;
  readonly code: string | undefined;
  readonly body: any;
}

export interface Sent {
  readonly path: string;
  readonly key: string;
  readonly tickers?: readonly string[];
  readonly idempotency_key?: string;
}

/** The environment of a process whose clock is ahead. */
export function clockAhead(ms: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'clock-ahead.mjs')}`,
    ALIR_TEST_CLOCK_AHEAD_MS: String(ms),
  };
}

interface StartOptions {
  /** The environments of the servers, by their numbers. */
  readonly environments?: readonly Record<string, string>[];
  /** The clock of `stores`. */
  readonly clock?: Clock;
  /** When they are stopped: after the test by default. */
  readonly after?: After;
}

/** Three `alir serve` processes with one data folder and one ledger in PostgreSQL. */
export class SeveralServers {
  readonly data_dir: string;
  readonly ledger_url: string;
  #client: pg.Client;
  readonly running: readonly RunningServer[];
  readonly #clock: Clock;
  readonly #after: After;
  #stores: Promise<Stores> | undefined;
  /** The errors that the servers logged. */
  log = '';
  #next = 0;
  #accounts = 0;

  private constructor(
    data_dir: string,
    ledger_url: string,
    { clock, after }: Required<Pick<StartOptions, 'clock' | 'after'>>,
    client: pg.Client,
    running: readonly RunningServer[],
  ) {
    this.data_dir = data_dir;
    this.ledger_url = ledger_url;
    this.#clock = clock;
    this.#after = after;
    this.#client = client;
    this.running = running;
  }

  static async start(postgres: PostgresServer, options: StartOptions = {}): Promise<SeveralServers> {
    const { environments = [], clock = systemClock, after = afterThisTest } = options;
    const data_dir = await folderUntil(after);
    const ledger_url = await createDatabase(postgres.url('postgres'));
    const client = await clientOf(ledger_url, after);
    const running = await Promise.all(
      Array.from({ length: SERVERS }, async (_, number) => {
        const environment = { ALIR_LEDGER_URL: ledger_url, ALIR_LOG_LEVEL: 'error', ...environments[number] };
        const { child, printed } = await startServing(['serve'], { data_dir, env: environment }, after);
        const url: string = printed.url;
        return { url, environment, child, pool: poolOf(url) };
      }),
    );
    after(async () => {
      for (const { pool } of running) await pool.destroy();
    });
    const servers = new SeveralServers(data_dir, ledger_url, { clock, after }, client, running);
    for (const { child } of running) servers.#keepLog(child);
    return servers;
  }

  /** The ledger, as a command of this version opens it beside the servers. */
  stores(): Promise<Stores> {
    this.#stores ??= (async () => {
      const config = configOf(this.data_dir, { ALIR_LEDGER_URL: this.ledger_url });
      const stores = await openStores(config, this.#clock);
      this.#after(() => stores.ledger.close());
      return stores;
    })();
    return this.#stores;
  }

  /** Creates an account with its own limits. */
  async account(units: number, keys = 1): Promise<{ account_id: string; keys: string[] }> {
    const terms = { units, requests_per_minute: 1e9, keys };
    this.#accounts += 1;
    const { accounts } = await this.stores();
    const { account, api_key } = await accounts.create(
      `account${this.#accounts}@example.com`,
      'custom',
      1,
      terms,
    );
    const all = [api_key];
    while (all.length < keys) {
      all.push((await accounts.createKey(account.account_id, `key ${all.length}`)).api_key);
    }
    return { account_id: account.account_id, keys: all };
  }

  /** The counters of an account, summed over all windows. @throws Error if the usage history does not add up to them */
  async counters(account_id: string): Promise<{ account: number; keys: number }> {
    return withoutHistory(await this.countedUnits(account_id));
  }

  /** The counters of an account and its usage history. */
  async countedUnits(account_id: string): Promise<CountedUnits> {
    return (await this.#client.query(COUNTED_UNITS.replaceAll('?', '$1'), [account_id])).rows[0];
  }

  /** Takes back one request of a key of an account: a unit, or all that its only request cost. @returns the units */
  async giveBack(account_id: string): Promise<number> {
    const { rows } = await this.#client.query(
      `WITH request AS (
        SELECT key_id, quota_window, last_used_at, usage_date, endpoint,
          CASE requests WHEN 1 THEN usage_history.units ELSE 1 END AS cost
        FROM key_usage JOIN api_key USING (key_id) JOIN usage_history USING (key_id)
        WHERE account_id = $1 LIMIT 1)
      SELECT cost::INTEGER, charge_batch(gen_random_uuid()::TEXT, jsonb_build_array(jsonb_build_object(
        'account_id', $1::TEXT, 'key_id', key_id, 'quota_window', quota_window, 'unit_limit', 0, 'units', -cost,
        'charged_at', last_used_at)), '{0}', ARRAY[key_id], ARRAY[usage_date], ARRAY[endpoint], ARRAY[-cost], '{-1}')
      FROM request`,
      [account_id],
    );
    const [request] = rows;
    if (!request) throw new Error(`account ${account_id} has no request`);
    return request.cost;
  }

  /** Call it after a restart of PostgreSQL. */
  async reconnect(): Promise<void> {
    this.#client = await clientOf(this.ledger_url, this.#after);
  }

  /** The number of the server whose turn it is. */
  next(): number {
    return this.#next++ % SERVERS;
  }

  /** @throws Error if no response arrived */
  async send(number: number, { path, key, tickers, idempotency_key }: Sent): Promise<Reply> {
    const server = this.running[number];
    if (!server) throw new Error(`no server ${number}`);
    const { statusCode, headers, body } = await request(`${server.url}${path}`, {
      dispatcher: server.pool,
      method: tickers ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${key}`,
        ...(tickers ? { 'content-type': 'application/json' } : {}),
        ...(idempotency_key ? { 'idempotency-key': idempotency_key } : {}),
      },
      body: tickers ? JSON.stringify({ tickers, from: '2026-01-05', to: '2026-01-05' }) : null,
      headersTimeout: MAX_ANSWER_MS,
    });
    const answer = (await body.json()) as any;
    return {
      status: statusCode,
      cost: Number(headers['x-request-cost'] ?? 0),
      retry_after: headers['retry-after'] as string | undefined,
      code: answer.code,
      body: answer,
    };
  }

  /**
   * Stops a server, and starts it again on another port: another program may use the first one meanwhile.
   * @param cli the compiled `alir` to start
   * @returns the exit code of the server that was stopped; null if the signal killed it
   */
  async restart(number: number, signal: NodeJS.Signals, cli?: string): Promise<number | null> {
    const server = this.running[number];
    if (!server) throw new Error(`no server ${number}`);
    const code = await stop(server.child, signal);
    const env = server.environment;
    const { child, printed } = await startServing(
      ['serve'],
      { data_dir: this.data_dir, env, cli },
      this.#after,
    );
    server.child = child;
    server.url = printed.url;
    // Requests that wait for a connection fail as those of a server that cannot be reached.
    void server.pool.close();
    server.pool = poolOf(server.url);
    this.#keepLog(child);
    return code;
  }

  #keepLog({ stderr }: ChildProcess): void {
    stderr?.on('data', (data) => {
      this.log += data;
    });
  }
}

function poolOf(url: string): Pool {
  return new Pool(url, { connections: 64, pipelining: 1 });
}

async function clientOf(ledger_url: string, after: After): Promise<pg.Client> {
  const client = await connected(ledger_url);
  client.on('error', () => {});
  after(() => client.end().catch(() => {}));
  return client;
}
