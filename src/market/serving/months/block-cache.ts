import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/clock.ts';
import { ConcurrencyLimit } from '../../../core/concurrency-limit.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import { BrokerNumbers } from './broker-sums.ts';
import type { MonthFile } from './month-file.ts';
import type { Block } from './month-layout.ts';
import { SyncReads } from './read-limits.ts';
import { TickerMonth } from './ticker-month.ts';

/** The verified blocks of open month files that were read last. Requests that need the same block at the same time share one read. */
export class BlockCache {
  readonly #blocks: LRUCache<string, TickerMonth>;
  readonly #reads = new Map<string, Promise<TickerMonth>>();
  readonly #limit: ConcurrencyLimit;
  readonly #syncReads: SyncReads;
  readonly brokers = new BrokerNumbers();

  /**
   * @param max_bytes the memory of all blocks together
   * @param concurrent_reads the number of reads in the thread pool at the same time
   */
  constructor(max_bytes: number, concurrent_reads: number, clock: Clock) {
    this.#blocks = new LRUCache({ maxSize: max_bytes, sizeCalculation: ({ bytes }) => bytes });
    this.#limit = new ConcurrencyLimit(concurrent_reads);
    this.#syncReads = new SyncReads(clock);
  }

  /**
   * The rows of a ticker, at once if they are in memory; undefined for a ticker without rows in the file.
   * @param name distinguishes the file from all others
   * @throws Error when the bytes of the block are not those that were written
   */
  get(name: string, file: MonthFile, ticker: string): MaybePromise<TickerMonth | undefined> {
    if (!file.has(ticker)) return undefined;
    const key = `${name} ${ticker}`;
    const known = this.#blocks.get(key) ?? this.#reads.get(key);
    if (known) return known;
    if (!this.#syncReads.areAllowed) return this.#read(key, file, ticker);
    return this.#kept(
      key,
      file,
      this.#syncReads.time(() => file.blockSync(ticker)),
    );
  }

  /** Call it when a file is closed. */
  drop(name: string): void {
    for (const key of this.#blocks.keys()) if (key.startsWith(`${name} `)) this.#blocks.delete(key);
  }

  #read(key: string, file: MonthFile, ticker: string): Promise<TickerMonth> {
    const read = this.#limit
      .run(async () => this.#kept(key, file, await this.#syncReads.timeInPool(() => file.block(ticker))))
      .finally(() => this.#reads.delete(key));
    this.#reads.set(key, read);
    return read;
  }

  #kept(key: string, file: MonthFile, block: Block): TickerMonth {
    const month = new TickerMonth(block, file.brokers, this.brokers);
    this.#blocks.set(key, month);
    return month;
  }
}
