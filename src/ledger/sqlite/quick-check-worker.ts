import { parentPort, workerData } from 'node:worker_threads';
import { Database } from './sqlite.ts';

// Runs in a worker thread of quickCheck, for the database whose path is the data of the worker. A large database takes seconds.
parentPort?.postMessage(check(String(workerData)));

function check(path: string): unknown {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return db.pragma('quick_check(1)', { simple: true });
    } finally {
      db.close();
    }
  } catch (error) {
    // SQLite reports damage to the first pages as an error, which would lose its message on the way to another thread.
    return (error as Error).message;
  }
}
