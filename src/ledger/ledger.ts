import { readdirSync } from 'node:fs';
import Database from 'better-sqlite3';
import { AlirError } from '../core/errors.ts';
import { sql } from '../sql.ts';

/** A write waits this long for another process's; the event loop waits with it. */
const PATIENCE_MS = 250;
/** Opening may wait for another process that opens, and migrates, the same file. */
const OPENING_TIMEOUT_MS = 10_000;
const LOOK_AGAIN_MS = 20;
const MIGRATIONS = new URL('../../sql/ledger/migrations/', import.meta.url);

/** Tries again while another process keeps the work from being done. */
function patiently<Result>(patience_ms: number, work: () => Result): Result {
  for (let waited_ms = 0; ; waited_ms += LOOK_AGAIN_MS) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waited_ms >= patience_ms) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
}

/**
 * How SQLite keeps what is not in the file yet. `WAL`: readers and a writer do not wait for each other. `DELETE`: when it is closed, all is in
 * the one file, whatever happens; for a file that one process has to itself.
 */
type Journal = 'WAL' | 'DELETE';

/** Opens or creates a database as Alir uses SQLite. */
export function openDatabase(path: string, journal: Journal = 'WAL'): Database.Database {
  const db = new Database(path, { timeout: OPENING_TIMEOUT_MS });
  // Several processes may open a new database at once; SQLite itself does not wait for the switch that another one makes.
  patiently(OPENING_TIMEOUT_MS, () => db.pragma(`journal_mode = ${journal}`));
  // better-sqlite3 reopens a WAL database at NORMAL, under which a power loss takes acknowledged commits.
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  return db;
}

/** True for the error of a write that another process's write kept out. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function damaged(problem: string): AlirError {
  return new AlirError(
    'ledger_damaged',
    `The ledger is damaged (${problem}). Check the disk, and restore the newest sound backup into another folder.`,
  );
}

/** The one SQLite file: accounts, keys and the manifest. Its queries are the files of `sql/ledger/`. */
export class Ledger {
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #dataVersion: Database.Statement;
  readonly #begin: Database.Statement;
  readonly #commit: Database.Statement;
  readonly #rollback: Database.Statement;
  #version = 0;
  #seenDataVersion = 0;
  #isLookedAt = false;

  /** Opens or creates the file and brings its tables up to date. */
  constructor(path: string, journal?: Journal) {
    this.#db = openDatabase(path, journal);
    this.#dataVersion = this.#db.prepare('PRAGMA data_version').pluck();
    this.#begin = this.#db.prepare('BEGIN IMMEDIATE');
    this.#commit = this.#db.prepare('COMMIT');
    this.#rollback = this.#db.prepare('ROLLBACK');
    this.#migrate();
    // Charges wait without stopping the event loop; for the others see #patiently.
    this.#db.pragma('busy_timeout = 0');
  }

  /**
   * Changes whenever something other than units may have: what was read before is still true as long as this says the same. What another
   * process wrote shows in the next turn of the event loop.
   */
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

  all<Row>(question: string, parameters: object = {}): Row[] {
    return this.#statement(question).all(parameters) as Row[];
  }

  /** The first row; also of a write that returns what it wrote. */
  get<Row>(question: string, parameters: object = {}): Row | undefined {
    const statement = this.#statement(question);
    if (statement.readonly) return statement.get(parameters) as Row | undefined;
    this.#version += 1;
    return this.#patiently(() => statement.get(parameters)) as Row | undefined;
  }

  /** @returns how many rows were written */
  run(question: string, parameters: object = {}): number {
    this.#version += 1;
    return this.#patiently(() => this.#statement(question).run(parameters)).changes;
  }

  /** Writes units, of which version() does not tell, and returns the row that comes back. */
  count<Row>(question: string, parameters: object): Row | undefined {
    const statement = this.#statement(question);
    if (statement.reader) return statement.get(parameters) as Row | undefined;
    statement.run(parameters);
    return undefined;
  }

  /** Runs `work` whole or not at all; it takes the write lock at once, so what it reads stays true until it commits. */
  transaction<Result>(work: () => Result): Result {
    return this.#patiently(() => this.transactionUnlessBusy(work));
  }

  /** The same, but throws at once when another process is writing; see isBusy. */
  transactionUnlessBusy<Result>(work: () => Result): Result {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      // A full disk makes SQLite roll back by itself.
      if (this.#db.inTransaction) this.#rollback.run();
      throw error;
    }
  }

  /**
   * Writes the ledger, as it is at this moment, to a file that is empty. Nobody waits for it, and it waits for nobody.
   * @throws AlirError `ledger_damaged`
   */
  copyTo(path: string): void {
    try {
      this.run('copy_ledger', { path });
    } catch (error) {
      if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CORRUPT'))) throw error;
      throw damaged(error.message);
    }
  }

  /** Reads all of it. @throws AlirError `ledger_damaged` */
  check(): void {
    const found = this.#db.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') throw damaged(String(found));
  }

  close(): void {
    this.#db.close();
  }

  /** Within a transaction nobody else can be writing. */
  #patiently<Result>(work: () => Result): Result {
    if (this.#db.inTransaction) return work();
    try {
      return patiently(PATIENCE_MS, work);
    } catch (error) {
      if (!isBusy(error)) throw error;
      const message = 'The ledger is being written by another process. Try again in a second.';
      throw new AlirError('overloaded', message, { retry_after_s: 1, cause: error });
    }
  }

  #statement(question: string): Database.Statement {
    let statement = this.#statements.get(question);
    if (!statement) {
      statement = this.#db.prepare(sql(`ledger/${question}`));
      this.#statements.set(question, statement);
    }
    return statement;
  }

  #migrate(): void {
    const files = readdirSync(MIGRATIONS).sort();
    this.transaction(() => {
      const done = this.#db.pragma('user_version', { simple: true }) as number;
      if (done > files.length) {
        throw new Error(
          `${this.#db.name} was written by a newer Alir (schema ${done}, this one knows ${files.length}); run that one.`,
        );
      }
      for (const file of files.slice(done))
        this.#db.exec(sql(`ledger/migrations/${file.replace(/\.sql$/, '')}`));
      this.#db.pragma(`user_version = ${files.length}`);
    });
  }
}
