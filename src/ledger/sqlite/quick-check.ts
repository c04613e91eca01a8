import { Worker } from 'node:worker_threads';
import { workerScript } from '../../core/package-files.ts';

/**
 * Checks the structure of a SQLite database in a worker thread, so that a server continues to respond.
 * @returns the first problem; null if there is none
 * @throws Error if the check did not end in time
 */
export function quickCheck(path: string, timeout_ms: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerScript('quick-check'), { workerData: path });
    const timer = setTimeout(() => {
      reject(new Error(`the check took longer than ${timeout_ms / 1000} seconds`));
      void worker.terminate();
    }, timeout_ms);
    worker.on('message', (result) => resolve(result === 'ok' ? null : String(result)));
    worker.on('error', (error) => resolve(error.message));
    worker.on('exit', () => clearTimeout(timer));
  });
}
