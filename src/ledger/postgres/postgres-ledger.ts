import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import type { RateResult, TakeRates } from '../../core/rates.ts';
import type { ChargeResult, ChargeRow } from '../charge.ts';
import { ledgerSql, numbered, type StatementText } from '../dialect.ts';
import type { Ledger } from '../ledger.ts';
import type { Arguments, Parameters, QueryName, QueryWithRows, Row } from '../queries.ts';
import { LeaderElection } from './leader-election.ts';
import { ChangeListener } from './postgres-changes.ts';
import { PostgresCharges } from './postgres-charges.ts';
import { cannotOpen, isUnavailable, postgresPlace, publicError } from './postgres-errors.ts';
import { migrate } from './postgres-schema.ts';
import { inTransaction } from './postgres-transaction.ts';

/** Connections of one server. A PostgreSQL with its default settings accepts 100. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 2000;
/** The database cancels a longer query. */
const STATEMENT_TIMEOUT_MS = 5000;
/** A server stops waiting for the answer to a query after this time, in case the database cannot say that it was cancelled. */
const ANSWER_TIMEOUT_MS = 7000;
const WRITE = /^(?:INSERT|UPDATE|DELETE) /m;
/** PostgreSQL refuses a prepared query of all columns after a newer server has added a column, so it must not be prepared. */
const ALL_COLUMNS = /(?:SELECT |RETURNING |\.)\*/;
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

interface Statement extends StatementText {
  readonly isWrite: boolean;
}

interface Transaction {
  readonly client: pg.PoolClient;
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
  readonly #statements = new Map<QueryName, Statement>();
  readonly #charges: PostgresCharges;
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
    this.#charges = new PostgresCharges(pool);
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
    if (this.#current.getStore()) return await work();
    try {
      const { result, change } = await inTransaction(this.#pool, async (client) => {
        const transaction = { client, hasWritten: false };
        await client.query(`SELECT pg_advisory_xact_lock(${WRITE_LOCK})`);
        const result = await this.#current.run(transaction, work);
        return { result, change: transaction.hasWritten ? await noteChange(client) : undefined };
      });
      if (change !== undefined) this.#changes.note(change);
      return result;
    } catch (error) {
      throw publicError(error);
    }
  }

  charge<Charge extends ChargeRow>(charges: readonly Charge[]): Promise<ReadonlyMap<Charge, ChargeResult>> {
    return this.#charges.charge(charges);
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
      throw publicError(error);
    }
  };

  isLeader(): boolean {
    return this.#election.isLeader();
  }

  joinElection(onElected: () => void): void {
    this.#election.join(onElected);
  }

  async countAll<Name extends QueryName>(name: Name, rows: readonly Parameters<Name>[]): Promise<void> {
    try {
      await inTransaction(this.#pool, async (client) => {
        for (const row of rows) await client.query(this.#bound(name, row));
      });
    } catch (error) {
      throw publicError(error);
    }
  }

  /** A commit of PostgreSQL is durable. */
  async flush(): Promise<void> {}

  onFlushFailure(): void {}

  watch(): void {}

  checkpointIfDue(): undefined {}

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
    await this.#charges.close();
    await this.#election.close();
    await this.#changes.close();
    await this.#pool.end();
  }

  /** Runs a query in the current transaction. A write without one gets its own. A read is tried again after a lost connection. */
  async #query(name: QueryName, parameters: object | undefined): Promise<pg.QueryResult> {
    const { isWrite } = this.#statement(name);
    const query = this.#bound(name, parameters);
    const transaction = this.#current.getStore();
    if (transaction) {
      if (isWrite) transaction.hasWritten = true;
      return transaction.client.query(query);
    }
    if (isWrite) return this.transaction(() => this.#query(name, parameters));
    try {
      return await this.#pool.query(query);
    } catch (error) {
      if (!isUnavailable(error)) throw publicError(error);
    }
    try {
      return await this.#pool.query(query);
    } catch (error) {
      throw publicError(error);
    }
  }

  #bound(name: QueryName, parameters: object | undefined): pg.QueryConfig {
    const { text, names } = this.#statement(name);
    const values = names.map((each) => (parameters as Record<string, unknown>)[each]);
    return ALL_COLUMNS.test(text) ? { text, values } : { name, text, values };
  }

  #statement(name: QueryName): Statement {
    let statement = this.#statements.get(name);
    if (!statement) {
      const text = ledgerSql(name, 'postgres');
      statement = { ...numbered(text), isWrite: WRITE.test(text) };
      this.#statements.set(name, statement);
    }
    return statement;
  }

  async #forget(deletion: string): Promise<void> {
    try {
      await this.#pool.query(deletion);
    } catch {
      // The next sweep deletes them.
    }
  }
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
