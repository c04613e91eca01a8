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
