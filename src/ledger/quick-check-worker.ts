import { parentPort, workerData } from 'node:worker_threads';
import { Database } from './sqlite.ts';

// Runs in a worker thread of quickCheck, for the database whose path is the data of the worker. A large database takes seconds.
const db = new Database(String(workerData), { readonly: true, fileMustExist: true });
try {
  parentPort?.postMessage(db.pragma('quick_check(1)', { simple: true }));
} finally {
  db.close();
}
