import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type pg from 'pg';
import { Pool, request } from 'undici';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { openStores, type Stores } from '../../src/server/stores.ts';
import { afterThisTest, configOf, temporaryFolder } from './alir.ts';
import { startServing, stop } from './cli.ts';
import { connected, createDatabase, type PostgresServer } from './postgres.ts';
import { COUNTED_UNITS } from './test-ledger.ts';

const SERVERS = 3;
/** A request without a response after this time counts as never answered. */
const MAX_ANSWER_MS = 30_000;

interface RunningServer {
  readonly url: string;
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

/** Three `alir serve` processes with one data folder and one ledger in PostgreSQL. */
export class SeveralServers {
  readonly data_dir: string;
  readonly ledger_url: string;
  #client: pg.Client;
  readonly running: readonly RunningServer[];
  readonly stores: Stores;
  /** The errors that the servers logged. */
  log = '';
  #next = 0;
  #accounts = 0;

  private constructor(
    data_dir: string,
    ledger_url: string,
    stores: Stores,
    client: pg.Client,
    running: readonly RunningServer[],
  ) {
    this.data_dir = data_dir;
    this.ledger_url = ledger_url;
    this.stores = stores;
    this.#client = client;
    this.running = running;
  }

  /**
   * @param environments of the servers, by their numbers
   * @param clock of the commands that write to the ledger beside the servers
   */
  static async start(
    postgres: PostgresServer,
    environments: readonly Record<string, string>[] = [],
    clock: Clock = systemClock,
  ): Promise<SeveralServers> {
    const data_dir = await temporaryFolder();
    const ledger_url = await createDatabase(postgres.url('postgres'));
    const stores = await openStores(configOf(data_dir, { ALIR_LEDGER_URL: ledger_url }), clock);
    const client = await clientOf(ledger_url);
    afterThisTest(() => stores.ledger.close());
    const running = await Promise.all(
      Array.from({ length: SERVERS }, async (_, number) => {
        const environment = {
          ALIR_LEDGER_URL: ledger_url,
          ALIR_LOG_LEVEL: 'error',
          ...environments[number],
        };
        const { child, printed } = await startServing(['serve'], { data_dir, env: environment });
        const pool = new Pool(printed.url, { connections: 64, pipelining: 1 });
        return { url: printed.url as string, environment, child, pool };
      }),
    );
    afterThisTest(async () => {
      for (const { pool } of running) await pool.destroy();
    });
    const servers = new SeveralServers(data_dir, ledger_url, stores, client, running);
    for (const { child } of running) servers.#keepLog(child);
    return servers;
  }

  /** Creates an account with its own limits. */
  async account(units: number, keys = 1): Promise<{ account_id: string; keys: string[] }> {
    const terms = { units, requests_per_minute: 1e9, keys };
    this.#accounts += 1;
    const { account, api_key } = await this.stores.accounts.create(
      `account${this.#accounts}@example.com`,
      'custom',
      1,
      terms,
    );
    const all = [api_key];
    while (all.length < keys) {
      all.push((await this.stores.accounts.createKey(account.account_id, `key ${all.length}`)).api_key);
    }
    return { account_id: account.account_id, keys: all };
  }

  /** The counters of an account, summed over all windows. */
  async counters(account_id: string): Promise<{ account: number; keys: number }> {
    return (await this.#client.query(COUNTED_UNITS.replaceAll('?', '$1'), [account_id])).rows[0];
  }

  /** Takes charges of the first key of an account back. */
  async giveBack(account_id: string, units: number): Promise<void> {
    await this.#client.query(
      `SELECT charge_units(jsonb_build_array(jsonb_build_object(
        'account_id', account_id, 'key_id', key_id, 'quota_window', quota_window, 'unit_limit', 0, 'units', -$2::BIGINT,
        'charged_at', last_used_at)))
      FROM key_usage JOIN api_key USING (key_id) WHERE account_id = $1 AND key_usage.units >= $2 LIMIT 1`,
      [account_id, units],
    );
  }

  /** Call it after a restart of PostgreSQL. */
  async reconnect(): Promise<void> {
    this.#client = await clientOf(this.ledger_url);
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

  /** Kills a server (-9), and starts it again on its port. */
  async killAndRestart(number: number): Promise<void> {
    const server = this.running[number];
    if (!server) throw new Error(`no server ${number}`);
    await stop(server.child, 'SIGKILL');
    const { child } = await startServing(['serve'], {
      data_dir: this.data_dir,
      env: { ...server.environment, ALIR_PORT: new URL(server.url).port },
    });
    server.child = child;
    this.#keepLog(child);
  }

  #keepLog({ stderr }: ChildProcess): void {
    stderr?.on('data', (data) => {
      this.log += data;
    });
  }
}

async function clientOf(ledger_url: string): Promise<pg.Client> {
  const client = await connected(ledger_url);
  client.on('error', () => {});
  afterThisTest(() => client.end().catch(() => {}));
  return client;
}
