import { closeSync, fdatasync, openSync } from 'node:fs';
import { AlirError } from '../../core/errors.ts';

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: AlirError) => void;
}

/**
 * Flushes the -wal file of an open database to the disk, in the thread pool. A flush that is running may have started before the last commit,
 * so a caller waits for the next one, together with all that call meanwhile. After a flush fails, no later one succeeds:
 * docs/adr/0009-flush-off-the-event-loop.md.
 *
 * The descriptor stays open as long as the database: the kernel reports a failed write once to each descriptor that was open at that time.
 * A second descriptor is harmless here, because SQLite locks only the database and its -shm.
 */
export class LogFlush {
  readonly #fd: number;
  #waiting: Waiting[] = [];
  #isRunning = false;
  #isClosed = false;
  #failure: AlirError | undefined;
  #onFailure: (failure: AlirError) => void = () => {};

  /** @param path the -wal file */
  constructor(path: string) {
    this.#fd = openSync(path, 'r+');
  }

  /** Resolves when everything that was written before the call is on the disk. @throws AlirError `not_ready` */
  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.check();
      this.#waiting.push({ resolve, reject });
      if (!this.#isRunning) this.#start();
    });
  }

  /** @throws AlirError `not_ready` after a flush has failed */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  listen(onFailure: (failure: AlirError) => void): void {
    this.#onFailure = onFailure;
  }

  /** Closes the file after the last flush. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.#isRunning) closeSync(this.#fd);
  }

  #start(): void {
    const group = this.#waiting;
    this.#waiting = [];
    this.#isRunning = true;
    fdatasync(this.#fd, (error) => {
      this.#isRunning = false;
      if (error) this.#fail(error, group);
      else for (const { resolve } of group) resolve();
      if (this.#waiting.length > 0) this.#start();
      else if (this.#isClosed) closeSync(this.#fd);
    });
  }

  #fail(cause: NodeJS.ErrnoException, group: readonly Waiting[]): void {
    const failure = new AlirError(
      'not_ready',
      `The ledger cannot be flushed to the disk (${cause.code}), so nothing more is written to it. Check the disk and the system log, then start Alir again.`,
      { cause },
    );
    this.#failure = failure;
    for (const { reject } of [...group, ...this.#waiting.splice(0)]) reject(failure);
    this.#onFailure(failure);
  }
}
