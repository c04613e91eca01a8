import { closeSync, openSync, writeFileSync } from 'node:fs';
import { WorkerThread } from '../../core/worker-thread.ts';

/** Damage is found within two of these intervals. */
const INTERVAL_MS = 1000;

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
  readonly #thread: WorkerThread<'inspect', string | null>;
  #timer: NodeJS.Timeout | undefined;
  #isInspecting = false;

  /** @param path of a database in WAL mode, after its first write */
  constructor(path: string) {
    this.#files = { path, db_fd: openSync(path, 'r'), log_fd: openSync(`${path}-wal`, 'r') };
    this.#thread = new WorkerThread('ledger-damage', this.#files);
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
    return this.#thread.ask('inspect').finally(() => {
      this.#isInspecting = false;
    });
  }

  /** Ends the worker thread. Call it before the database is closed. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#thread.terminate();
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
}
