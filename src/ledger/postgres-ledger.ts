import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Clock } from '../core/clock.ts';
import { AlirError } from '../core/errors.ts';
import type { RateResult, TakeRates } from '../core/rates.ts';
import { bundlesOf, type ChargeResult, type ChargeRow } from './charge.ts';
import { ledgerSql, numbered } from './dialect.ts';
import { LeaderElection } from './leader-election.ts';
import type { Ledger } from './ledger.ts';
import { ChangeListener } from './postgres-changes.ts';
import {
  cannotOpen,
  isRolledBack,
  isUnavailable,
  ledgerUnavailable,
  postgresPlace,
} from './postgres-errors.ts';
import { migrate } from './postgres-schema.ts';
import {
  type Arguments,
  type Parameters,
  QUERIES,
  type QueryName,
  type QueryWithRows,
  type Row,
} from './queries.ts';

/** Connections of one server. A PostgreSQL with its default settings accepts 100. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 2000;
/** The database cancels a longer query. */
const STATEMENT_TIMEOUT_MS = 5000;
/** A server stops waiting for the answer to a query after this time, in case the database cannot say that it was cancelled. */
const ANSWER_TIMEOUT_MS = 7000;
/** Charges are sent again for this time while the database restarts. */
const CHARGE_PATIENCE_MS = 3000;
const RETRY_MS = 50;
/** A transaction that the database rolled back for another one is run again, at most this often in total. */
const MAX_TRIES = 5;
/** How often batches that were given up are tried again, until the database answers. */
const GIVE_UP_RETRY_MS = 500;
/** Batches of charges are kept for longer than any server sends them again. */
const OLD_BATCHES = "DELETE FROM charge_batch WHERE written_at < now() - INTERVAL '10 minutes'";
/** Rate limits whose window is empty. It does not wait for a server that counts in a row: the order of its locks is another. */
const OLD_RATES = `DELETE FROM request_rate WHERE account_id IN (
  SELECT account_id FROM request_rate WHERE newest_at < now() - INTERVAL '2 minutes' FOR UPDATE SKIP LOCKED
)`;
const SWEEP_MS = 60_000;
/** The lock that every transaction takes first. Any number that no other program uses on this database. */
const WRITE_LOCK = 4_172_001;

const BIGINT_OID = 20;

/** How values of the database are read: integers as numbers. They are exact up to 2^53, as with SQLite. */
export const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format);
  },
};

/** A connection in a transaction. */
interface Transaction {
  readonly client: pg.PoolClient;
  /** Whether it has written anything. */
  hasWritten: boolean;
}

/**
 * A ledger in a PostgreSQL database, which several servers share. Transactions run one after another, as in a SQLite file: each takes a
 * lock of the database first. Charges do not take this lock.
 */
export class PostgresLedger implements Ledger {
  readonly path: string;
  readonly sharesUsage = true;
  readonly #pool: pg.Pool;
  readonly #changes: ChangeListener;
  readonly #election: LeaderElection;
  readonly #current = new AsyncLocalStorage<Transaction>();
  readonly #statements = new Map<QueryName, { text: string; names: readonly string[] }>();
  /** Batches whose requests were refused and that may have been charged. */
  readonly #givenUp = new Set<string>();
  #givingUp: Promise<void> | undefined;
  readonly #sweep: NodeJS.Timeout;
  #closing: Promise<void> | undefined;

  /**
   * Connects, and brings the tables up to date.
   * @param url such as `postgres://alir@db.example.com/alir`
   * @throws AlirError `ledger_unavailable`, `bad_configuration`, `ledger_foreign`, `ledger_newer`
   */
  static async open(url: string): Promise<PostgresLedger> {
    const pool = new pg.Pool({
      connectionString: url,
      application_name: 'alir',
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      types,
    });
    // A connection that breaks while it is idle is replaced by the next query.
    pool.on('error', () => {});
    // One that breaks between two queries of a transaction fails the next query. Without a listener, it would end the process.
    pool.on('connect', (client) => client.on('error', () => {}));
    const path = postgresPlace(url);
    try {
      await migrate(pool, path);
      return new PostgresLedger(path, pool, await ChangeListener.open(url, pool), new LeaderElection(url));
    } catch (error) {
      await pool.end();
      throw cannotOpen(path, error);
    }
  }

  private constructor(path: string, pool: pg.Pool, changes: ChangeListener, election: LeaderElection) {
    this.path = path;
    this.#pool = pool;
    this.#changes = changes;
    this.#election = election;
    this.#sweep = setInterval(() => {
      void this.#forget(OLD_BATCHES);
      void this.#forget(OLD_RATES);
    }, SWEEP_MS).unref();
  }

  version(): number {
    return this.#changes.version;
  }

  async all<Name extends QueryWithRows>(name: Name, ...[parameters]: Arguments<Name>): Promise<Row<Name>[]> {
    return (await this.#query(name, parameters)).rows as Row<Name>[];
  }

  async get<Name extends QueryWithRows>(
    name: Name,
    ...[parameters]: Arguments<Name>
  ): Promise<Row<Name> | undefined> {
    return (await this.#query(name, parameters)).rows[0] as Row<Name> | undefined;
  }

  async run<Name extends Exclude<QueryName, QueryWithRows>>(
    name: Name,
    ...[parameters]: Arguments<Name>
  ): Promise<number> {
    return (await this.#query(name, parameters)).rowCount ?? 0;
  }

  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#tryTransaction(work);
      } catch (error) {
        if (isRolledBack(error) && tries < MAX_TRIES) continue;
        throw isUnavailable(error) || isRolledBack(error) ? ledgerUnavailable(error) : error;
      }
    }
  }

  /** A bundle that fits the limit is one charge in the database. The charges of any other one are sent again, one by one. */
  async charge<Charge extends ChargeRow>(
    charges: readonly Charge[],
  ): Promise<ReadonlyMap<Charge, ChargeResult>> {
    const results = new Map<Charge, ChargeResult>();
    if (charges.length === 0) return results;
    const bundles = bundlesOf(charges);
    const batch_id = randomUUID();
    const bundled = await this.#charge(batch_id, bundles.map(sumOf));
    const refused = bundles.filter((bundle, index) => {
      const result = bundled[index];
      if (!result) throw new Error('The database returned no result for a charge');
      if (result.outcome === 'over_limit' && bundle.length > 1) return true;
      for (const charge of bundle) results.set(charge, result);
      return false;
    });
    if (refused.length > 0) {
      const single = refused.flat();
      try {
        const rest = await this.#charge(randomUUID(), single);
        rest.forEach((result, index) => {
          const charge = single[index];
          if (charge) results.set(charge, result);
        });
      } catch (error) {
        // All charges of a call fail together.
        this.#giveUp(batch_id);
        throw error;
      }
    }
    return results;
  }

  readonly takeRates: TakeRates = async (requests, window_ms) => {
    try {
      const { rows } = await this.#pool.query<RateResult>({
        name: 'take_rates',
        text: "SELECT * FROM take_rates($1, $2, $3 * INTERVAL '1 millisecond')",
        values: [requests.map(({ account_id }) => account_id), requests.map(({ limit }) => limit), window_ms],
      });
      return rows;
    } catch (error) {
      throw isUnavailable(error) ? ledgerUnavailable(error) : error;
    }
  };

  isLeader(): boolean {
    return this.#election.isLeader();
  }

  joinElection(onElected: () => void): void {
    this.#election.join(onElected);
  }

  async countAll<Name extends QueryName>(name: Name, rows: readonly Parameters<Name>[]): Promise<void> {
    const client = await this.#connect();
    let failure: unknown;
    try {
      await client.query('BEGIN');
      for (const row of rows) await client.query(this.#statement(name, row));
      await client.query('COMMIT');
    } catch (error) {
      failure = error;
      throw isUnavailable(error) ? ledgerUnavailable(error) : error;
    } finally {
      await release(client, failure);
    }
  }

  /** A commit of PostgreSQL is durable. */
  async flush(): Promise<void> {}

  onFlushFailure(): void {}

  async checkpointIfDue(): Promise<void> {}

  checkPlace(): void {}

  async confirm(clock: Clock): Promise<void> {
    try {
      await this.countAll('note_health_check', [{ checked_at: clock.now().toISOString() }]);
    } catch (cause) {
      throw new AlirError('not_ready', 'the database of the ledger cannot be written', { cause });
    }
  }

  async copyTo(): Promise<void> {
    throw new AlirError(
      'bad_configuration',
      `The ledger is the database ${this.path}, which this command cannot back up. Back it up with pg_dump, and copy the lake folder with your own tool.`,
    );
  }

  /** Waits for the batches that are being given up, and closes the connections. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.race([this.#givingUp, sleep(CHARGE_PATIENCE_MS, undefined, { ref: false })]);
    this.#givenUp.clear();
    await this.#election.close();
    await this.#changes.close();
    await this.#pool.end();
  }

  async #tryTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    const client = await this.#connect();
    const transaction = { client, hasWritten: false };
    let failure: unknown;
    try {
      await client.query('BEGIN');
      await client.query(`SELECT pg_advisory_xact_lock(${WRITE_LOCK})`);
      const result = await this.#current.run(transaction, work);
      const change = transaction.hasWritten ? await noteChange(client) : undefined;
      await client.query('COMMIT');
      if (change !== undefined) this.#changes.noteOwn(change);
      return result;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      await release(client, failure);
    }
  }

  /** Runs a query in the current transaction. A write without one gets its own. A read is tried again after a lost connection. */
  async #query(name: QueryName, parameters: object | undefined): Promise<pg.QueryResult> {
    const statement = this.#statement(name, parameters);
    const transaction = this.#current.getStore();
    if (transaction) {
      if (isWrite(name, statement.text)) transaction.hasWritten = true;
      return transaction.client.query(statement);
    }
    if (isWrite(name, statement.text)) return this.transaction(() => this.#query(name, parameters));
    try {
      return await this.#pool.query(statement);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    try {
      return await this.#pool.query(statement);
    } catch (error) {
      throw isUnavailable(error) ? ledgerUnavailable(error) : error;
    }
  }

  #statement(name: QueryName, parameters: object | undefined): pg.QueryConfig {
    let statement = this.#statements.get(name);
    if (!statement) {
      statement = numbered(ledgerSql(name, 'postgres'));
      this.#statements.set(name, statement);
    }
    const values = statement.names.map((each) => (parameters as Record<string, unknown>)[each]);
    return { name, text: statement.text, values };
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw isUnavailable(error) ? ledgerUnavailable(error) : error;
    }
  }

  /** Charges a batch, again while the database restarts. @throws AlirError `ledger_unavailable`; then nothing stays charged */
  async #charge(batch_id: string, charges: readonly ChargeRow[]): Promise<readonly ChargeResult[]> {
    const text = JSON.stringify(charges.map(chargeOf));
    const end_ms = performance.now() + CHARGE_PATIENCE_MS;
    for (;;) {
      try {
        const { rows } = await this.#pool.query<{ results: ChargeResult[] }>({
          name: 'charge_batch',
          text: 'SELECT charge_batch($1, $2) AS results',
          values: [batch_id, text],
        });
        return rows[0]?.results ?? [];
      } catch (error) {
        if (!isUnavailable(error) && !isRolledBack(error)) throw error;
        // The batch may have been committed before the connection was lost. The next try has the same number, and returns its results.
        if (performance.now() >= end_ms) {
          this.#giveUp(batch_id);
          throw ledgerUnavailable(error);
        }
      }
      await sleep(RETRY_MS);
    }
  }

  /** Takes the charges of a batch back as soon as the database answers. */
  #giveUp(batch_id: string): void {
    this.#givenUp.add(batch_id);
    this.#givingUp ??= this.#giveUpAll().finally(() => {
      this.#givingUp = undefined;
    });
  }

  async #giveUpAll(): Promise<void> {
    while (this.#givenUp.size > 0) {
      for (const batch_id of this.#givenUp) {
        try {
          await this.#pool.query('SELECT give_up_charge_batch($1)', [batch_id]);
          this.#givenUp.delete(batch_id);
        } catch {
          await sleep(GIVE_UP_RETRY_MS, undefined, { ref: false });
          break;
        }
      }
    }
  }

  /** @param deletion of old rows */
  async #forget(deletion: string): Promise<void> {
    try {
      await this.#pool.query(deletion);
    } catch {
      // The next sweep deletes them.
    }
  }
}

function isWrite(name: QueryName, text: string | undefined): boolean {
  return QUERIES[name].columns === null || /\bRETURNING\b/.test(text ?? '');
}

/** One charge for a bundle. */
function sumOf(bundle: readonly ChargeRow[]): ChargeRow {
  const [first] = bundle;
  if (!first) throw new Error('A bundle has no charge');
  return { ...first, units: bundle.reduce((sum, { units }) => sum + units, 0) };
}

function chargeOf({ account_id, key_id, window, limit, units, charged_at, idempotency }: ChargeRow): object {
  return {
    account_id,
    key_id,
    quota_window: window,
    unit_limit: limit,
    units,
    charged_at: charged_at.toISOString(),
    idempotency_key: idempotency?.idempotency_key ?? null,
    request_sha256: idempotency?.request_sha256 ?? null,
    after: idempotency?.after ?? null,
  };
}

/** Tells the other servers after the commit. @returns the number of the change */
async function noteChange(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ change: number }>(
    'UPDATE ledger_change SET change = change + 1 RETURNING change',
  );
  const change = rows[0]?.change ?? 0;
  await client.query("SELECT pg_notify('alir_ledger', $1)", [String(change)]);
  return change;
}

/** Rolls back after a failure. A connection that cannot is closed. */
async function release(client: pg.PoolClient, failure: unknown): Promise<void> {
  if (failure === undefined) return client.release();
  try {
    await client.query('ROLLBACK');
    client.release();
  } catch (error) {
    client.release(error as Error);
  }
}
