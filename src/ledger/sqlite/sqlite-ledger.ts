import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import { WorkerThread } from '../../core/worker-thread.ts';
import type { ChargeResult, ChargeRow } from '../charge.ts';
import { ledgerSql, positional } from '../dialect.ts';
import type { Ledger } from '../ledger.ts';
import { damagedLedger, ledgerBusy } from '../ledger-error.ts';
import type { Arguments, Parameters, QueryName, QueryWithRows, Row } from '../queries.ts';
import { checkLedger } from './check-ledger.ts';
import { LedgerWatch } from './ledger-damage.ts';
import { LogFlush } from './log-flush.ts';
import { OpenFiles } from './open-files.ts';
import { isBusy, type SqliteDatabase, SqliteError, type SqliteStatement } from './sqlite.ts';
import { applyCharges, type UsageSeries } from './sqlite-charges.ts';
import { type Journal, openLedger, POLL_INTERVAL_MS, WAIT_TIMEOUT_MS } from './sqlite-schema.ts';

/** Deleted or replaced files are detected within this time. */
const FILE_CHECK_INTERVAL_MS = 100;
/** A checkpoint is due after this many rows were counted. Each writes at most about one page of 4 KiB to the log; see MAX_LOG_PAGES. */
const ROWS_PER_CHECKPOINT = 9000;

/** On a regular stop SQLite writes the contents of a lost -wal to the database file. */
function replaced(path: string, lost: string): AlirError {
  const fix = path.endsWith(lost)
    ? 'Move the file back to its place, or stop Alir and restore the newest backup into another folder: alir restore DIR.'
    : 'Stop Alir with SIGTERM, which saves all acknowledged changes, then start it again.';
  return new AlirError(
    'ledger_replaced',
    `The file ${lost} of the ledger ${path} was deleted or replaced while the ledger was open, so Alir stopped writing to it. ${fix}`,
  );
}

/** A transaction of `Ledger.transaction`, from BEGIN to COMMIT. */
interface Transaction {
  /** Resolves after its commit or rollback. */
  readonly ended: Promise<void>;
}

/** A statement with the names of its parameters, in the order of their values. */
interface CountingStatement<Name extends QueryName = QueryName> {
  readonly statement: SqliteStatement<unknown[], Row<Name>>;
  readonly names: readonly string[];
  /** Filled for each run. */
  readonly values: unknown[];
}

/** A ledger in a SQLite file, which several processes on one machine can use. */
export class SqliteLedger implements Ledger {
  /** A write of another process to the file changes version(). */
  readonly sharesUsage = false;
  readonly #db: SqliteDatabase;
  readonly #statements = new Map<QueryName, SqliteStatement>();
  readonly #countingStatements = new Map<QueryName, CountingStatement>();
  readonly #dataVersion: SqliteStatement;
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #rollback: SqliteStatement;
  /** The open transaction. Queries from outside of it wait for its end, because they would see its changes. */
  #transaction: Transaction | undefined;
  /** The transaction that the running function belongs to. */
  readonly #current = new AsyncLocalStorage<Transaction>();
  readonly #usageSeries: UsageSeries = new Map();
  #version = 0;
  #seenDataVersion = 0;
  #isLookedAt = false;
  #files: OpenFiles | undefined;
  #filesCheckedAt_ms = Number.NEGATIVE_INFINITY;
  #schema: readonly string[] = [];
  /** Undefined for a database without a -wal file. */
  #log: LogFlush | undefined;
  /** Each checkpoint takes several flushes of the disk. */
  #checkpoints: WorkerThread<string, 'done'> | undefined;
  #checkpoint: Promise<void> | undefined;
  #watch: LedgerWatch | undefined;
  #damage: AlirError | undefined;
  #rowsSinceCheckpoint = 0;
  #flushesEachCommit = true;

  /**
   * Opens or creates the file and brings its tables up to date.
   * @throws AlirError `ledger_damaged`, `ledger_foreign`, `ledger_newer`, `ledger_read_only`, `disk_full`, `unusable_folder`
   */
  constructor(path: string, journal?: Journal) {
    this.#db = openLedger(path, journal);
    this.#dataVersion = this.#db.prepare('PRAGMA data_version').pluck();
    this.#begin = this.#db.prepare('BEGIN IMMEDIATE');
    this.#commit = this.#db.prepare('COMMIT');
    this.#rollback = this.#db.prepare('ROLLBACK');
    // Charges wait without stopping the event loop; for the others see #retryWhileBusy.
    this.#db.pragma('busy_timeout = 0');
    if (journal !== 'DELETE') {
      this.#files = new OpenFiles(path);
      this.#log = new LogFlush(`${path}-wal`);
      this.#checkpoints = new WorkerThread('checkpoint');
    }
    this.#schema = this.#schemaObjects();
  }

  /** Writes of another process change it in the next turn of the event loop. */
  version(): number {
    if (!this.#isLookedAt) {
      this.#isLookedAt = true;
      setImmediate(() => {
        this.#isLookedAt = false;
      }).unref();
      const seen = this.#dataVersion.get() as number;
      if (seen !== this.#seenDataVersion) this.#version += 1;
      this.#seenDataVersion = seen;
    }
    return this.#version;
  }

  async all<Name extends QueryWithRows>(name: Name, ...parameters: Arguments<Name>): Promise<Row<Name>[]> {
    while (this.#mustWait()) await this.#transaction?.ended;
    this.#refuseDamaged();
    return this.#statement<Name>(name).all(...parameters);
  }

  async get<Name extends QueryWithRows>(
    name: Name,
    ...parameters: Arguments<Name>
  ): Promise<Row<Name> | undefined> {
    const statement = this.#statement<Name>(name);
    if (!statement.readonly) return this.#write(() => statement.get(...parameters));
    while (this.#mustWait()) await this.#transaction?.ended;
    this.#refuseDamaged();
    return statement.get(...parameters);
  }

  async run<Name extends Exclude<QueryName, QueryWithRows>>(
    name: Name,
    ...parameters: Arguments<Name>
  ): Promise<number> {
    return this.#write(() => this.#statement(name).run(...parameters).changes);
  }

  charge<Charge extends ChargeRow>(charges: readonly Charge[]): Map<Charge, ChargeResult> {
    try {
      return this.#transactionUnlessBusy(() =>
        applyCharges((name, parameters) => this.#count(name, parameters), charges, this.#usageSeries),
      );
    } catch (error) {
      this.#usageSeries.clear();
      throw error;
    }
  }

  /** Processes that share a file do not elect a leader. */
  isLeader(): boolean {
    return true;
  }

  joinElection(): void {}

  countAll<Name extends QueryName>(name: Name, rows: readonly Parameters<Name>[]): void {
    this.#transactionUnlessBusy(() => {
      for (const row of rows) this.#count(name, row);
    });
  }

  /** Takes the write lock first, so that the reads of `work` stay valid until it commits. All other queries wait for its end. */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isInTransaction()) return await work();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const transaction = { ended };
    await this.#retryWhileBusy(() => {
      this.#beforeWrite({ flushes: true });
      this.#begin.run();
      // At once, so that no other query comes between BEGIN and this.
      this.#transaction = transaction;
    });
    try {
      const result = await this.#current.run(transaction, work);
      this.#commit.run();
      return result;
    } catch (error) {
      this.#undo();
      throw error;
    } finally {
      this.#transaction = undefined;
      // While it is enabled, Node 20 tracks every promise of the process. The next transaction enables it again.
      this.#current.disable();
      end();
    }
  }

  async flush(): Promise<void> {
    await this.#log?.flush();
  }

  onFlushFailure(listener: (failure: AlirError) => void): void {
    this.#log?.listen(listener);
  }

  /**
   * Checkpoints the log in a worker thread if `count` has written many rows since the last checkpoint. A transaction that commits meanwhile
   * may have to flush the disk itself.
   */
  checkpointIfDue(): Promise<void> | undefined {
    if (this.#rowsSinceCheckpoint < ROWS_PER_CHECKPOINT) return undefined;
    this.#rowsSinceCheckpoint = 0;
    // It would copy damaged pages.
    if (this.#damage) return undefined;
    this.#checkpoint = this.#checkpoints?.ask(this.path).then(() => {
      this.#checkpoint = undefined;
    });
    return this.#checkpoint;
  }

  /**
   * Looks for damage to the files at intervals, for a process that uses the ledger for long. A damaged ledger is not read or written any
   * more, and no process opens it again until an operator has replaced it.
   */
  watch(onDamage: (damage: AlirError) => void): void {
    const files = this.#files;
    if (!files) return;
    this.#watch = new LedgerWatch(this.#db.name);
    this.#watch.start(
      () => this.#checkpoint === undefined && files.lost() === undefined,
      (problem) => {
        this.#damage = damagedLedger(this.#db.name, problem);
        onDamage(this.#damage);
      },
    );
  }

  /** Blocks no other process and waits for none. */
  async copyTo(path: string): Promise<void> {
    try {
      await this.run('copy_ledger', { path });
    } catch (error) {
      if (!(error instanceof SqliteError && error.code.startsWith('SQLITE_CORRUPT'))) throw error;
      throw damagedLedger(this.#db.name, error.message, error);
    }
  }

  get path(): string {
    return this.#db.name;
  }

  checkPlace(): void {
    const lost = this.#files?.lost();
    if (lost === undefined) return;
    this.#filesCheckedAt_ms = Number.NEGATIVE_INFINITY;
    throw replaced(this.#db.name, lost);
  }

  /**
   * Commits a small write like a charge, without a new version(). Checks that the tables found at opening still exist.
   * @throws AlirError `ledger_replaced`, `ledger_damaged`, or the error of SQLite; see isBusy
   */
  probe(now: Date): void {
    this.checkPlace();
    this.countAll('note_health_check', [{ checked_at: now.toISOString() }]);
    const present = new Set(this.#schemaObjects());
    const missing = this.#schema.find((name) => !present.has(name));
    if (missing !== undefined) throw damagedLedger(this.#db.name, `the ${missing} is missing`);
  }

  confirm(clock: Clock): Promise<void> {
    return checkLedger(this, clock);
  }

  /** Checks the whole file. @throws AlirError `ledger_damaged` */
  check(): void {
    const found = this.#db.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') throw damagedLedger(this.#db.name, String(found));
  }

  async close(): Promise<void> {
    void this.#checkpoints?.terminate();
    await this.#watch?.stop();
    this.#db.close();
    this.#log?.close();
    this.#watch?.close();
    this.#watch = undefined;
  }

  /**
   * Runs `work` in one transaction, but waits for neither another process nor the disk: it throws immediately when another process is writing (see
   * isBusy), and the transaction can be lost in a power failure until `flush` resolves.
   */
  #transactionUnlessBusy<Result>(work: () => Result): Result {
    if (this.#transaction) throw new SqliteError('A transaction of this process is open', 'SQLITE_BUSY');
    this.#beforeWrite({ flushes: false });
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  /** Runs a query that does not change version(). @returns its first row */
  #count<Name extends QueryName>(name: Name, parameters: Parameters<Name>): Row<Name> | undefined {
    this.#rowsSinceCheckpoint += 1;
    const { statement, names, values } = this.#countingStatement<Name>(name);
    for (let place = 0; place < names.length; place++) {
      values[place] = (parameters as Record<string, unknown>)[names[place] ?? ''];
    }
    if (statement.reader) return statement.get(...values);
    statement.run(...values);
    return undefined;
  }

  /** Rolls back. On a full disk SQLite does this automatically. */
  #undo(): void {
    if (this.#db.inTransaction) this.#rollback.run();
  }

  /** A write outside of a transaction is one of its own. */
  async #write<Result>(work: () => Result): Promise<Result> {
    const write = () => {
      this.#beforeWrite({ flushes: true });
      this.#version += 1;
      return work();
    };
    return this.#isInTransaction() ? write() : this.#retryWhileBusy(write);
  }

  #isInTransaction(): boolean {
    return this.#transaction !== undefined && this.#current.getStore() === this.#transaction;
  }

  #mustWait(): boolean {
    return this.#transaction !== undefined && !this.#isInTransaction();
  }

  /**
   * Refuses a write that could be lost. A write within a transaction is flushed with it.
   * @throws AlirError `ledger_replaced`, `ledger_damaged`, `not_ready`
   */
  #beforeWrite({ flushes }: { flushes: boolean }): void {
    this.#log?.check();
    this.#checkFiles();
    this.#refuseDamaged();
    if (!this.#log || this.#flushesEachCommit === flushes || this.#db.inTransaction) return;
    this.#db.exec(`PRAGMA synchronous = ${flushes ? 'FULL' : 'NORMAL'}`);
    this.#flushesEachCommit = flushes;
  }

  /** Checks at intervals, because every charge calls it. @throws AlirError `ledger_replaced` */
  #checkFiles(): void {
    if (performance.now() - this.#filesCheckedAt_ms < FILE_CHECK_INTERVAL_MS) return;
    this.checkPlace();
    this.#filesCheckedAt_ms = performance.now();
  }

  #refuseDamaged(): void {
    if (this.#damage) throw this.#damage;
  }

  #schemaObjects(): string[] {
    return this.#statement<'schema_objects'>('schema_objects')
      .all()
      .map(({ name }) => name);
  }

  /** Waits for the open transaction of this process, and retries while another process writes. */
  async #retryWhileBusy<Result>(work: () => Result): Promise<Result> {
    const start_ms = performance.now();
    for (;;) {
      while (this.#transaction) await this.#transaction.ended;
      try {
        return work();
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() - start_ms >= WAIT_TIMEOUT_MS) throw ledgerBusy(error);
      }
      await sleep(POLL_INTERVAL_MS);
    }
  }

  /** A statement for #count, which runs it often. */
  #countingStatement<Name extends QueryName>(name: Name): CountingStatement<Name> {
    let counting = this.#countingStatements.get(name);
    if (!counting) {
      const { text, names } = positional(ledgerSql(name, 'sqlite'));
      counting = { statement: this.#db.prepare<unknown[], Row<QueryName>>(text), names, values: [] };
      this.#countingStatements.set(name, counting);
    }
    return counting as CountingStatement<Name>;
  }

  #statement<Name extends QueryName>(name: Name): SqliteStatement<unknown[], Row<Name>> {
    let statement = this.#statements.get(name);
    if (!statement) {
      statement = this.#db.prepare(ledgerSql(name, 'sqlite'));
      this.#statements.set(name, statement);
    }
    return statement as SqliteStatement<unknown[], Row<Name>>;
  }
}
