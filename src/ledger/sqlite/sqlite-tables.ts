import {
  LEDGER_TABLE_NAMES,
  type LedgerRows,
  type LedgerTables,
  selectAll,
  type TableRow,
} from '../ledger-tables.ts';
import { lockForServer } from '../locks.ts';
import { Database, type SqliteDatabase } from './sqlite.ts';
import { SqliteLedger } from './sqlite-ledger.ts';

/** The tables of a SQLite ledger. No server can use it at the same time. */
export class SqliteTables implements LedgerTables {
  readonly path: string;
  readonly #db: SqliteDatabase;
  readonly #unlock: () => void;

  /** @throws AlirError `server_running`, and the errors of SqliteLedger */
  static async open(path: string, serverLockFile: string): Promise<SqliteTables> {
    const unlock = await lockForServer(serverLockFile, 0);
    try {
      // Brings the tables up to date.
      await new SqliteLedger(path).close();
      return new SqliteTables(path, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  private constructor(path: string, unlock: () => void) {
    this.path = path;
    this.#db = new Database(path);
    this.#db.pragma('synchronous = FULL');
    this.#unlock = unlock;
  }

  async read(): Promise<LedgerRows> {
    return this.#db.transaction(() => this.#rows())();
  }

  async fill(rows: LedgerRows, check: (written: LedgerRows) => void): Promise<void> {
    const fill = this.#db.transaction(() => {
      this.#db.pragma('defer_foreign_keys = ON');
      for (const table of LEDGER_TABLE_NAMES) {
        const [first] = rows[table];
        if (!first) continue;
        const names = Object.keys(first);
        const insert = this.#db.prepare(
          `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `:${name}`).join()})`,
        );
        for (const row of rows[table]) insert.run(row);
      }
      check(this.#rows());
    });
    fill.immediate();
  }

  async close(): Promise<void> {
    this.#db.close();
    this.#unlock();
  }

  #rows(): LedgerRows {
    return Object.fromEntries(
      LEDGER_TABLE_NAMES.map((table) => [table, this.#db.prepare(selectAll(table)).all() as TableRow[]]),
    ) as unknown as LedgerRows;
  }
}
