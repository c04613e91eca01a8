import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { packageFile, sql } from '../../core/package-files.ts';
import { foreignLedger, ledgerError, markedLedger, newerLedger } from '../ledger-error.ts';
import { makePrivateFile } from '../private-folder.ts';
import { damageMark } from './ledger-damage.ts';
import { Database, isBusy, type SqliteDatabase } from './sqlite.ts';

/** Opening, and a write of a command, wait this long for another process. */
export const WAIT_TIMEOUT_MS = 10_000;
export const POLL_INTERVAL_MS = 20;
/** With this many pages in the log, the connection that commits checkpoints it. Only if no call of `checkpointIfDue` did it before. */
const MAX_LOG_PAGES = 12_000;
const MIGRATIONS = packageFile('sql/ledger/migrations/sqlite/');

function retryWhileBusy<Result>(work: () => Result): Result {
  for (let waited_ms = 0; ; waited_ms += POLL_INTERVAL_MS) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waited_ms >= WAIT_TIMEOUT_MS) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_INTERVAL_MS);
  }
}

/**
 * The journal mode of SQLite. `WAL`: readers and a writer do not block each other. `DELETE`: a closed database is always one file; for a
 * file that only one process uses.
 */
export type Journal = 'WAL' | 'DELETE';

/** Opens or creates the ledger and brings its tables up to date. A file that is not a ledger is not changed. */
export function openLedger(path: string, journal: Journal = 'WAL'): SqliteDatabase {
  let db: SqliteDatabase | undefined;
  try {
    refuseMarked(path);
    makePrivateFile(path);
    db = new Database(path, { timeout: WAIT_TIMEOUT_MS });
    refuseOthers(db);
    configure(db, journal);
    migrate(db);
    return db;
  } catch (error) {
    db?.close();
    throw ledgerError(error, path) ?? error;
  }
}

function migrate(db: SqliteDatabase): void {
  const files = readdirSync(MIGRATIONS).sort();
  // Without this, opening would wait for the write lock of a busy server.
  if (db.pragma('user_version', { simple: true }) === files.length) return;
  const applyMissing = db.transaction(() => {
    // Another process may have migrated the file since it was opened.
    refuseOthers(db);
    const done = db.pragma('user_version', { simple: true }) as number;
    for (const file of files.slice(done))
      db.exec(sql(`ledger/migrations/sqlite/${file.replace(/\.sql$/, '')}`));
    db.pragma(`user_version = ${files.length}`);
  });
  retryWhileBusy(() => applyMissing.immediate());
}

function configure(db: SqliteDatabase, journal: Journal): void {
  // Several processes may open a new database at once; SQLite does not wait while another process switches the mode.
  retryWhileBusy(() => db.pragma(`journal_mode = ${journal}`));
  // better-sqlite3 reopens a WAL database at NORMAL, which loses acknowledged commits on a power failure.
  db.pragma('synchronous = FULL');
  db.pragma(`wal_autocheckpoint = ${MAX_LOG_PAGES}`);
  db.pragma('foreign_keys = ON');
}

/** @throws AlirError `ledger_damaged` if a server found the ledger damaged, also if the damage cannot be seen any more */
function refuseMarked(path: string): void {
  const mark = damageMark(path);
  if (existsSync(mark)) throw markedLedger(path, readFileSync(mark, 'utf8').trim(), mark);
}

/** @throws AlirError `ledger_foreign` or `ledger_newer` for a database that is not a ledger of this version or an older one */
function refuseOthers(db: SqliteDatabase): void {
  // In one transaction: another process may create the tables between two reads.
  const read = db.transaction(() => ({
    schema: db.pragma('user_version', { simple: true }) as number,
    tables: db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
  }));
  const { schema, tables } = retryWhileBusy(read);
  if (tables.length > 0 && (schema === 0 || !tables.includes('publication'))) {
    throw foreignLedger(db.name, 'is a SQLite database, but another program created it');
  }
  const known = readdirSync(MIGRATIONS).length;
  if (schema > known) throw newerLedger(db.name, schema, known);
}
