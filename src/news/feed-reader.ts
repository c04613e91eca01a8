import { Worker } from 'node:worker_threads';
import type { FeedArticle } from './article.ts';
import { type AbsenceReason, FeedAbsent } from './feed-absent.ts';
import type { FeedDocument } from './read-feed.ts';

export interface ReadingTask {
  readonly feed: FeedDocument;
  readonly time_zone: string;
}

export type ReadingAnswer =
  | { readonly articles: FeedArticle[] }
  | { readonly reason: AbsenceReason; readonly message: string };

/**
 * Of the thread. What a feed may take is bounded by its length, and stays far below: a thread that reaches its limit within one big step
 * can end the whole process.
 */
const MEMORY_MB = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };
/** A feed of a megabyte takes less than half of it. */
const READING_TIMEOUT_MS = 1000;

// The thread needs compiled code: a test runner that runs TypeScript does not reach into it.
const SCRIPT = import.meta.url.endsWith('.ts') ? '../../dist/news/feed-worker.js' : './feed-worker.js';

interface Job extends ReadingTask {
  resolve(articles: FeedArticle[]): void;
  reject(absent: FeedAbsent): void;
}

/**
 * Reads feeds in a thread of its own, one at a time, the shortest first. One that takes too long is given up, and the thread is killed and
 * replaced, so that the others are read all the same.
 */
export class FeedReader {
  readonly #timeout_ms: number;
  readonly #waiting: Job[] = [];
  #running: Job | null = null;
  #worker: Worker;
  #isReady = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeout_ms = READING_TIMEOUT_MS) {
    this.#timeout_ms = timeout_ms;
    this.#worker = this.#start();
  }

  /** @throws FeedAbsent `not_a_feed`, `empty`, `unreadable`, `late` */
  read(feed: FeedDocument, time_zone: string): Promise<FeedArticle[]> {
    if (this.#isClosed) return Promise.reject(tooLate());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ feed, time_zone, resolve, reject });
      this.#waiting.sort((a, b) => a.feed.bytes.length - b.feed.bytes.length);
      this.#next();
    });
  }

  /** Ends the thread; what it has not read is absent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const unread = [this.#running, ...this.#waiting.splice(0)];
    this.#running = null;
    for (const job of unread) job?.reject(tooLate());
    await this.#worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL(SCRIPT, import.meta.url), { resourceLimits: MEMORY_MB });
    worker.on('message', (message: 'ready' | ReadingAnswer) => {
      if (worker !== this.#worker) return;
      if (message === 'ready') this.#isReady = true;
      else this.#settle(message);
      this.#next();
    });
    worker.on('error', (error) => {
      if (worker !== this.#worker || this.#isClosed) return;
      // A thread that cannot even start would not read the next one either.
      if (!this.#isReady) return void this.close();
      this.#settle({ reason: 'unreadable', message: `it cannot be read: ${error.message}` });
      this.#replace();
    });
    return worker;
  }

  #next(): void {
    if (this.#running || !this.#isReady || this.#isClosed) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running = job;
    const { feed, time_zone } = job;
    // A Buffer may share its memory with others: Node 22 and later refuse to transfer it, Node 20 detaches them all.
    const bytes = new Uint8Array(feed.bytes);
    const task: ReadingTask = { feed: { ...feed, bytes }, time_zone };
    this.#worker.postMessage(task, [bytes.buffer]);
    this.#timer = setTimeout(() => {
      const message = `it took more than ${this.#timeout_ms} ms to read`;
      this.#settle({ reason: 'unreadable', message });
      this.#replace();
    }, this.#timeout_ms);
  }

  #settle(answer: ReadingAnswer): void {
    clearTimeout(this.#timer);
    const job = this.#running;
    this.#running = null;
    if ('articles' in answer) job?.resolve(answer.articles);
    else job?.reject(new FeedAbsent(answer.reason, answer.message));
  }

  #replace(): void {
    this.#isReady = false;
    void this.#worker.terminate();
    this.#worker = this.#start();
  }
}

function tooLate(): FeedAbsent {
  return new FeedAbsent('late', 'it was not read by the deadline');
}
