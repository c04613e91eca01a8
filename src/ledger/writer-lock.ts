import { setTimeout as sleep } from 'node:timers/promises';
import { AlirError } from '../core/errors.ts';
import { makePrivateFile } from './private-folder.ts';
import { Database, type SqliteDatabase, tryToLock } from './sqlite/sqlite.ts';

const RETRY_MS = 100;

export interface LockOptions {
  /** How long to wait for another writer, in milliseconds. */
  readonly patience_ms: number;
  /** Called once, when the wait begins. */
  readonly onWait?: (() => void) | undefined;
  /** Ends the wait. Work that holds the lock is not affected. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lets one process at a time write the lake.
 * @param path an empty database beside the ledger
 * @throws AlirError `writer_busy` if the other writer takes longer, `interrupted` if the signal is aborted first
 */
export async function withWriterLock<Result>(
  path: string,
  options: LockOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  makePrivateFile(path);
  const lock = new Database(path, { timeout: 0 });
  try {
    await acquire(lock, options);
    return await work();
  } finally {
    lock.close();
  }
}

async function acquire(lock: SqliteDatabase, { patience_ms, onWait, signal }: LockOptions): Promise<void> {
  for (let waited_ms = 0; ; waited_ms += RETRY_MS) {
    if (signal?.aborted) {
      throw new AlirError(
        'interrupted',
        'Interrupted while waiting for another Alir process that is writing to this data folder. Run the command again to continue.',
      );
    }
    if (tryToLock(lock)) return;
    if (waited_ms >= patience_ms) {
      throw new AlirError(
        'writer_busy',
        'Another Alir process is writing to this data folder. Wait until it ends, or stop it.',
      );
    }
    if (waited_ms === 0) onWait?.();
    await sleep(RETRY_MS);
  }
}
