import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type Driver from 'better-sqlite3';
import { AlirError } from '../../core/errors.ts';
import { packageFile } from '../../core/package-files.ts';

// better-sqlite3 13 crashes Node 20 while it loads; 12 aborts Node 24.20 and later at exit.
const OF_NODE_20 = packageFile('packages/better-sqlite3-node20/install.mjs');
const isNode20 = process.versions.node.startsWith('20.');
const Database = driver();

function driver(): typeof Driver {
  try {
    const found = createRequire(isNode20 ? OF_NODE_20 : import.meta.url)('better-sqlite3') as typeof Driver;
    // It loads its binary for the first database.
    new found(':memory:').close();
    return found;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new AlirError(
      'sqlite_missing',
      `SQLite does not load on Node ${process.versions.node} (${code ?? message}). To install it, run: node "${fileURLToPath(OF_NODE_20)}"`,
      { cause: error },
    );
  }
}

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
