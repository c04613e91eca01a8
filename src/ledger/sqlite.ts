import { createRequire } from 'node:module';
import type Driver from 'better-sqlite3';

const require = createRequire(import.meta.url);
const [node_major = 0] = process.versions.node.split('.').map(Number);

// better-sqlite3 13 crashes Node 20 while it loads; 12 aborts Node 24.20 and later at exit. npm installs the one that fits.
const Database = (
  node_major < 22 ? require('better-sqlite3-node20') : require('better-sqlite3')
) as typeof Driver;

export type SqliteDatabase = Driver.Database;
export type SqliteStatement<Parameters extends unknown[] = unknown[], Row = unknown> = Driver.Statement<
  Parameters,
  Row
>;
export const { SqliteError } = Database;
export { Database };

/** True for the error of a write that failed because another process was writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/**
 * Takes SQLite's own lock on an empty database that stands for something else. The operating system releases it when the process ends, even
 * after a kill.
 * @returns false while another process holds it
 */
export function tryToLock(lock: SqliteDatabase): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}
