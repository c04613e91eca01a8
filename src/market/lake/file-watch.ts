import { setTimeout as sleep } from 'node:timers/promises';
import { WorkerThread } from '../../core/worker-thread.ts';

const INTERVAL_MS = 700;
/** A writer records a file just before or just after it moves it: a difference counts if it is there this much later. */
const CONFIRM_MS = 300;

export interface WatchedFile {
  readonly path: string;
  /** Null if it only has to be there: its content is that of another watched file. */
  readonly sha256: string | null;
}

/** A message to the worker thread. */
export interface Inspection {
  /** Null for those of the inspection before. */
  readonly files: readonly WatchedFile[] | null;
  /** Files to read now, whether they were changed or not. */
  readonly doubted: readonly string[];
}

/** The answer of the worker thread. */
export interface Inspected {
  /** The problem of each damaged file, by its path. */
  readonly problems: ReadonlyMap<string, string>;
  /** Files that were read in this inspection and are intact. */
  readonly intact: readonly string[];
}

export interface FileWatchEvents {
  /** The files that must be there. The same array as before if they are the same. */
  readonly files: () => Promise<readonly WatchedFile[]>;
  /** Called after each inspection. @param problems of all damaged files, by path. @param intact files that were read and are intact */
  readonly onInspected: (inspected: Inspected) => Promise<void>;
}

/**
 * Watches files that never change once they are published, in a worker thread: a file that was deleted or written to is found within
 * 2 seconds. A file that was damaged before the watch started is found when all files were read once, at a tenth of the time.
 */
export class FileWatch {
  readonly #events: FileWatchEvents;
  readonly #doubted = new Set<string>();
  readonly #thread = new WorkerThread<Inspection, Inspected>('file-watch');
  /** What the worker thread knows. */
  #sent: readonly WatchedFile[] | null = null;
  #timer: NodeJS.Timeout | undefined;
  #inspection: Promise<void> | undefined;
  #isClosed = false;

  constructor(events: FileWatchEvents) {
    this.#events = events;
  }

  start(): void {
    this.#timer = setInterval(() => void this.inspect().catch(() => {}), INTERVAL_MS).unref();
  }

  /** Lets the next inspection read a file, because a reader found it damaged or it was damaged before. */
  doubt(path: string): void {
    this.#doubted.add(path);
  }

  /** Inspects all files; one inspection at a time. @throws Error if the list of files cannot be read */
  inspect(): Promise<void> {
    this.#inspection ??= this.#inspect().finally(() => {
      this.#inspection = undefined;
    });
    return this.#inspection;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#thread.terminate();
    await this.#inspection?.catch(() => {});
  }

  async #inspect(): Promise<void> {
    const found = await this.#ask();
    if (!found) return;
    const confirmed = found.problems.size === 0 ? found : await this.#confirmed(found);
    if (confirmed && !this.#isClosed) await this.#events.onInspected(confirmed);
  }

  async #confirmed(found: Inspected): Promise<Inspected | null> {
    await sleep(CONFIRM_MS, undefined, { ref: false });
    const again = await this.#ask();
    if (!again) return null;
    const problems = new Map([...again.problems].filter(([path]) => found.problems.has(path)));
    return { problems, intact: [...found.intact, ...again.intact] };
  }

  /** @returns null if the worker thread ended */
  async #ask(): Promise<Inspected | null> {
    const files = await this.#events.files();
    // An empty lake needs no thread.
    if (this.#isClosed || (files.length === 0 && !this.#thread.isRunning)) return null;
    const doubted = [...this.#doubted];
    this.#doubted.clear();
    const isKnown = this.#thread.isRunning && files === this.#sent;
    this.#sent = files;
    return this.#thread.ask({ files: isKnown ? null : files, doubted });
  }
}
