import { Worker } from 'node:worker_threads';
import { workerScript } from '../core/package-files.ts';

/** Copies the log of a database into the database file, and starts the log again, in a worker thread: each takes several flushes of the disk. */
export class Checkpoints {
  readonly #path: string;
  #worker: Worker | undefined;
  #end: () => void = () => {};

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when the checkpoint has ended, also if it failed. Call it again only after that. */
  run(): Promise<void> {
    return new Promise((resolve) => {
      this.#end = resolve;
      try {
        this.#worker ??= this.#start();
        this.#worker.postMessage(this.#path);
      } catch {
        // The system has no thread left. The log grows until the next checkpoint.
        resolve();
      }
    });
  }

  close(): void {
    void this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(workerScript('checkpoint'));
    worker.unref();
    worker.on('message', () => this.#end());
    // A thread that fails exits, and the next checkpoint starts another one.
    worker.on('error', () => {});
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#end();
    });
    return worker;
  }
}
