import { setTimeout as sleep } from 'node:timers/promises';
import { AlirError } from '../core/errors.ts';
import { makePrivateFile } from './private-folder.ts';
import { Database, isBusy } from './sqlite/sqlite.ts';

const RETRY_MS = 100;
/** A server that is stopping first answers its running requests. */
const SERVER_PATIENCE_MS = 5000;

export interface LockOptions {
  /** How long to wait for another process, in milliseconds. */
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
  const message = 'Another Alir process is writing to this data folder. Wait until it ends, or stop it.';
  const release = await acquired(path, options, () => new AlirError('writer_busy', message));
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Lets one server at a time use a ledger in a SQLite file, until its process ends or it releases the lock.
 * @param path an empty database beside the ledger
 * @returns a function that releases the lock
 * @throws AlirError `server_running` if the other server does not stop
 */
export function lockForServer(path: string, patience_ms = SERVER_PATIENCE_MS): Promise<() => void> {
  const message = `Another server is using this data folder (${path} is locked). A SQLite ledger serves one server, because the rate limits are counted in its memory. Stop the other server, or let several servers share a PostgreSQL database: set ALIR_LEDGER_URL.`;
  return acquired(path, { patience_ms }, () => new AlirError('server_running', message));
}

/**
 * Takes SQLite's own lock on an empty database that stands for something else. The operating system releases it when the process ends, even
 * after a kill.
 */
async function acquired(
  path: string,
  { patience_ms, onWait, signal }: LockOptions,
  busy: () => AlirError,
): Promise<() => void> {
  makePrivateFile(path);
  const lock = new Database(path, { timeout: 0 });
  try {
    for (let waited_ms = 0; ; waited_ms += RETRY_MS) {
      if (signal?.aborted) {
        throw new AlirError(
          'interrupted',
          'Interrupted while waiting for another Alir process that is writing to this data folder. Run the command again to continue.',
        );
      }
      try {
        lock.exec('BEGIN EXCLUSIVE');
        return () => lock.close();
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      if (waited_ms >= patience_ms) throw busy();
      if (waited_ms === 0) onWait?.();
      await sleep(RETRY_MS);
    }
  } catch (error) {
    lock.close();
    throw error;
  }
}
