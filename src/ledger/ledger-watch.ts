import { closeSync, openSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { workerScript } from '../core/package-files.ts';

/** Damage is found within two of these intervals. */
const INTERVAL_MS = 1000;

/** What the worker thread looks at. */
export interface WatchedFiles {
  readonly path: string;
  /** Descriptors of the database and of its -wal. */
  readonly db_fd: number;
  readonly log_fd: number;
}

/** The file that marks a damaged ledger: no process opens the ledger while it is there. */
export function damageMark(path: string): string {
  return `${path}-damaged`;
}

/**
 * Looks for damage to the files of an open ledger, in a worker thread. SQLite does not notice changes by other programs: it serves pages from
 * its memory, copies pages from the -wal without comparing their checksums, and has no checksums for pages of the database.
 *
 * The descriptor of the database stays open until the database is closed: closing it drops the locks of this process on the file.
 */
export class LedgerWatch {
  readonly #files: WatchedFiles;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #end: (problem: string | null) => void = () => {};
  #isInspecting = false;

  /** @param path of a database in WAL mode, after its first write */
  constructor(path: string) {
    this.#files = { path, db_fd: openSync(path, 'r'), log_fd: openSync(`${path}-wal`, 'r') };
  }

  /**
   * Inspects the files at intervals until they are damaged.
   * @param mayInspect false while this process copies the log into the database, and while another file is in its place
   * @param onDamage called once
   */
  start(mayInspect: () => boolean, onDamage: (problem: string) => void): void {
    this.#timer = setInterval(async () => {
      if (this.#isInspecting || !mayInspect()) return;
      const problem = await this.inspect();
      if (problem === null) return;
      clearInterval(this.#timer);
      this.#mark(problem);
      onDamage(problem);
    }, INTERVAL_MS).unref();
  }

  /** Inspects the files once. @returns what is damaged, or null. A change of the database counts as damage from the second inspection on */
  inspect(): Promise<string | null> {
    this.#isInspecting = true;
    return new Promise<string | null>((resolve) => {
      this.#end = resolve;
      try {
        this.#worker ??= this.#startWorker();
        this.#worker.postMessage('inspect');
      } catch {
        // The system has no thread left. The next inspection tries again.
        resolve(null);
      }
    }).finally(() => {
      this.#isInspecting = false;
    });
  }

  /** Ends the worker thread. Call it before the database is closed. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#worker?.terminate();
  }

  /** Call it after the database was closed. */
  close(): void {
    closeSync(this.#files.db_fd);
    closeSync(this.#files.log_fd);
  }

  #mark(problem: string): void {
    try {
      writeFileSync(damageMark(this.#files.path), `${problem}\n`, { mode: 0o600 });
    } catch {
      // The disk is full or read-only. This process refuses requests in any case.
    }
  }

  #startWorker(): Worker {
    const worker = new Worker(workerScript('ledger-watch'), { workerData: this.#files });
    worker.unref();
    worker.on('message', (problem: string | null) => this.#end(problem));
    // A thread that fails exits, and the next inspection starts another one.
    worker.on('error', () => {});
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#end(null);
    });
    return worker;
  }
}
