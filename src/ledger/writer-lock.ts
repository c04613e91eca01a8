import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { AlirError } from '../core/errors.ts';

const RETRY_MS = 100;

/**
 * Lets one process at a time write the lake. The lock is SQLite's own lock on an empty database beside the ledger, so the operating
 * system drops it with the process that held it: a kill leaves nothing to clean up.
 * @param patience_ms how long to wait for another writer
 * @throws AlirError `writer_busy` when the other writer took longer
 */
export async function withWriterLock<Result>(
  path: string,
  patience_ms: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = new Database(path, { timeout: 0 });
  try {
    await acquire(lock, patience_ms);
    return await work();
  } finally {
    lock.close();
  }
}

async function acquire(lock: Database.Database, patience_ms: number): Promise<void> {
  for (let waited_ms = 0; ; waited_ms += RETRY_MS) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return;
    } catch (error) {
      if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error;
      if (waited_ms >= patience_ms) {
        throw new AlirError(
          'writer_busy',
          'Another Alir process is writing this data folder. Wait for it to end, or stop it.',
        );
      }
    }
    await sleep(RETRY_MS);
  }
}
