import { LRUCache } from 'lru-cache';
import { BrokerNumbers } from './broker-sums.ts';
import type { MonthFile } from './month-file.ts';
import { ConcurrencyLimit } from './read-limits.ts';
import { TickerMonth } from './ticker-month.ts';

/** The verified blocks of open month files that were read last. Requests that need the same block at the same time share one read. */
export class BlockCache {
  readonly #blocks: LRUCache<string, TickerMonth>;
  readonly #reads = new Map<string, Promise<TickerMonth>>();
  readonly #limit: ConcurrencyLimit;
  /** The numbers of the brokers in all blocks. */
  readonly brokers = new BrokerNumbers();

  /**
   * @param max_bytes the memory of all blocks together
   * @param concurrent_reads the number of reads from the disk at the same time
   */
  constructor(max_bytes: number, concurrent_reads: number) {
    this.#blocks = new LRUCache({ maxSize: max_bytes, sizeCalculation: ({ bytes }) => bytes });
    this.#limit = new ConcurrencyLimit(concurrent_reads);
  }

  /**
   * The rows of a ticker; undefined for a ticker without rows in the file.
   * @param name distinguishes the file from all others
   * @throws Error when the bytes of the block are not those that were written
   */
  async get(name: string, file: MonthFile, ticker: string): Promise<TickerMonth | undefined> {
    if (!file.has(ticker)) return undefined;
    const key = `${name} ${ticker}`;
    return this.#blocks.get(key) ?? this.#reads.get(key) ?? this.#read(key, file, ticker);
  }

  /** Call it when a file is closed. */
  drop(name: string): void {
    for (const key of this.#blocks.keys()) if (key.startsWith(`${name} `)) this.#blocks.delete(key);
  }

  #read(key: string, file: MonthFile, ticker: string): Promise<TickerMonth> {
    const read = this.#limit
      .run(async () => {
        const block = new TickerMonth(await file.block(ticker), file.brokers, this.brokers);
        this.#blocks.set(key, block);
        return block;
      })
      .finally(() => this.#reads.delete(key));
    this.#reads.set(key, read);
    return read;
  }
}
