import { setTimeout as sleep } from 'node:timers/promises';
import { AlirError } from '../core/errors.ts';
import { makePrivateFile } from './private-folder.ts';
import { Database, tryToLock } from './sqlite/sqlite.ts';

/** A server that is stopping first answers its running requests. */
const PATIENCE_MS = 5000;
const RETRY_MS = 100;

/**
 * Lets one server at a time use a ledger in a SQLite file, until its process ends or it releases the lock.
 * @param path an empty database beside the ledger
 * @returns a function that releases the lock
 * @throws AlirError `server_running` if the other server does not stop
 */
export async function lockForServer(path: string, patience_ms = PATIENCE_MS): Promise<() => void> {
  makePrivateFile(path);
  const lock = new Database(path, { timeout: 0 });
  try {
    for (let waited_ms = 0; !tryToLock(lock); waited_ms += RETRY_MS) {
      if (waited_ms >= patience_ms) throw running(path);
      await sleep(RETRY_MS);
    }
    return () => lock.close();
  } catch (error) {
    lock.close();
    throw error;
  }
}

function running(path: string): AlirError {
  return new AlirError(
    'server_running',
    `Another server is using this data folder (${path} is locked). A SQLite ledger serves one server, because the rate limits are counted in its memory. Stop the other server, or let several servers share a PostgreSQL database: set ALIR_LEDGER_URL.`,
  );
}
