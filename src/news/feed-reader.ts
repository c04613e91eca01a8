import { Worker } from 'node:worker_threads';
import { workerScript } from '../core/package-files.ts';
import { FeedError, type FeedErrorReason } from './feed-error.ts';
import type { FeedArticle } from './merge-articles.ts';
import type { FeedDocument } from './read-feed.ts';

export interface ReadingTask {
  readonly feed: FeedDocument;
  readonly time_zone: string;
}

export type ReadingAnswer =
  | { readonly articles: FeedArticle[] }
  | { readonly reason: FeedErrorReason; readonly message: string };

/**
 * Limits of the worker thread. The length limit of a feed keeps its memory far below them, which matters: a thread that exceeds its limit
 * within one large allocation can end the whole process.
 */
const MEMORY_MB = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };
/** A feed of 1 MB takes less than half of this. */
const READING_TIMEOUT_MS = 1000;

interface Job extends ReadingTask {
  resolve(articles: FeedArticle[]): void;
  reject(absent: FeedError): void;
}

/**
 * Parses feeds in a worker thread, one at a time, shortest first. When a feed takes too long, the thread is terminated and replaced, and
 * the other feeds are still parsed.
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

  /** @throws FeedError `not_a_feed`, `empty`, `unreadable`, `late` */
  read(feed: FeedDocument, time_zone: string): Promise<FeedArticle[]> {
    if (this.#isClosed) return Promise.reject(notParsed());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ feed, time_zone, resolve, reject });
      this.#waiting.sort((a, b) => a.feed.bytes.length - b.feed.bytes.length);
      this.#next();
    });
  }

  /** Terminates the thread. Feeds that were not parsed are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const unfinished = [this.#running, ...this.#waiting.splice(0)];
    this.#running = null;
    for (const job of unfinished) job?.reject(notParsed());
    await this.#worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(workerScript('feed'), { resourceLimits: MEMORY_MB });
    worker.on('message', (message: 'ready' | ReadingAnswer) => {
      if (worker !== this.#worker) return;
      if (message === 'ready') this.#isReady = true;
      else this.#finishJob(message);
      this.#next();
    });
    worker.on('error', (error) => {
      if (worker !== this.#worker || this.#isClosed) return;
      // A thread that fails before it is ready would fail again.
      if (!this.#isReady) return void this.close();
      this.#finishJob({ reason: 'unreadable', message: `it cannot be parsed: ${error.message}` });
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
    // A Buffer may share its memory with other Buffers: Node 22 and later refuse to transfer it, Node 20 detaches all of them.
    const bytes = new Uint8Array(feed.bytes);
    const task: ReadingTask = { feed: { ...feed, bytes }, time_zone };
    this.#worker.postMessage(task, [bytes.buffer]);
    this.#timer = setTimeout(() => {
      const message = `parsing took more than ${this.#timeout_ms} ms`;
      this.#finishJob({ reason: 'unreadable', message });
      this.#replace();
    }, this.#timeout_ms);
  }

  #finishJob(answer: ReadingAnswer): void {
    clearTimeout(this.#timer);
    const job = this.#running;
    this.#running = null;
    if ('articles' in answer) job?.resolve(answer.articles);
    else job?.reject(new FeedError(answer.reason, answer.message));
  }

  #replace(): void {
    this.#isReady = false;
    void this.#worker.terminate();
    this.#worker = this.#start();
  }
}

function notParsed(): FeedError {
  return new FeedError('late', 'it was not parsed by the deadline');
}
