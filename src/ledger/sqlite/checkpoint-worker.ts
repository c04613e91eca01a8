import { parentPort } from 'node:worker_threads';
import { Database } from './sqlite.ts';

/** Other processes hold the write lock for milliseconds. */
const WAIT_TIMEOUT_MS = 1000;

// Runs in a worker thread of SqliteLedger. Each message is the path of a database.
parentPort?.on('message', (path: string) => {
  try {
    checkpoint(path);
  } catch {
    // The next checkpoint tries again. Until one succeeds, the log grows, and the connections of the ledger bound it.
  }
  parentPort?.postMessage('done');
});

function checkpoint(path: string): void {
  const db = new Database(path, { fileMustExist: true, timeout: WAIT_TIMEOUT_MS });
  try {
    // NORMAL flushes the log before it is copied, and the database before the log is used again.
    db.pragma('synchronous = NORMAL');
    db.pragma('wal_checkpoint(PASSIVE)');
    const restartLog = db.transaction(() => {
      db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`);
    });
    // The first write after a complete checkpoint starts the log again and flushes its header. It is made here, with no other effect, so that
    // no charge has to.
    restartLog.immediate();
  } finally {
    db.close();
  }
}
