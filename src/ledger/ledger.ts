import { readdirSync } from 'node:fs';
import Database from 'better-sqlite3';
import { sql } from '../sql.ts';

/** SQLite waits this long for another process's write; the event loop waits with it. */
const BUSY_TIMEOUT_MS = 250;
const MIGRATIONS = new URL('../../sql/ledger/migrations/', import.meta.url);

/** Opens or creates a database as Alir uses SQLite. */
export function openDatabase(path: string): Database.Database {
  const db = new Database(path);
  db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  db.pragma('journal_mode = WAL');
  // better-sqlite3 reopens a WAL database at NORMAL, under which a power loss takes acknowledged commits.
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  return db;
}

/** The one SQLite file: accounts, keys and the manifest. Its queries are the files of `sql/ledger/`. */
export class Ledger {
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  /** Opens or creates the file and brings its tables up to date. */
  constructor(path: string) {
    this.#db = openDatabase(path);
    this.#migrate();
  }

  all<Row>(question: string, parameters: object = {}): Row[] {
    return this.#statement(question).all(parameters) as Row[];
  }

  get<Row>(question: string, parameters: object = {}): Row | undefined {
    return this.#statement(question).get(parameters) as Row | undefined;
  }

  /** @returns how many rows were written */
  run(question: string, parameters: object = {}): number {
    return this.#statement(question).run(parameters).changes;
  }

  /** Runs `work` whole or not at all; it takes the write lock at once, so what it reads stays true until it commits. */
  transaction<Result>(work: () => Result): Result {
    return this.#db.transaction(work).immediate();
  }

  close(): void {
    this.#db.close();
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
