import { Worker } from 'node:worker_threads';
import type { IsoDate } from '../../../core/dates.ts';
import { workerScript } from '../../../core/package-files.ts';
import { CanonicalLines } from './canonical-lines.ts';

/** Parts of about a megabyte. Starting a worker thread takes twice the time of checking so many. */
const PARTS_HERE = 16;
/** Parts that wait for the worker thread. */
const MAX_WAITING = 16;

export interface CanonicalTask {
  readonly header: string;
  readonly trade_date: IsoDate;
}

/**
 * Checks the lines of a daily file like CanonicalLines. After the first parts of a large file, a worker thread checks the rest: unpacking it
 * takes two thirds of the time then.
 */
export class CanonicalCheck {
  readonly #task: CanonicalTask;
  readonly #here: CanonicalLines;
  #parts = 0;
  #worker: Worker | undefined;
  #waiting = 0;
  #areCanonical = true;
  #onChange: () => void = () => {};

  constructor(header: string, trade_date: IsoDate) {
    this.#task = { header, trade_date };
    this.#here = new CanonicalLines(header, trade_date);
  }

  /** Processes complete lines after the header. */
  async next(lines: Uint8Array): Promise<void> {
    if (!this.#areCanonical) return;
    this.#parts += 1;
    if (this.#parts <= PARTS_HERE) {
      this.#here.next(lines);
      this.#areCanonical = this.#here.areCanonical;
    } else {
      this.#worker ??= this.#start();
      if (!this.#worker) return;
      this.#worker.postMessage(lines);
      this.#waiting += 1;
      while (this.#waiting > MAX_WAITING) await this.#change();
    }
  }

  /** Whether all lines follow the rules. Call this after the last lines. */
  async end(): Promise<boolean> {
    while (this.#waiting > 0) await this.#change();
    return this.#areCanonical;
  }

  close(): void {
    void this.#worker?.terminate();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }

  /** A file that could not be checked counts as one with a wrong cell: DuckDB checks every cell of it. */
  #start(): Worker | undefined {
    try {
      const worker = new Worker(workerScript('canonical'), { workerData: this.#task });
      worker.on('message', (areCanonical: boolean) => {
        this.#waiting = Math.max(0, this.#waiting - 1);
        this.#areCanonical &&= areCanonical;
        this.#onChange();
      });
      worker.on('error', () => this.#fail());
      return worker;
    } catch {
      this.#fail();
      return undefined;
    }
  }

  #fail(): void {
    this.#waiting = 0;
    this.#areCanonical = false;
    this.#onChange();
  }
}
