import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { metadataOf, readAt, readAtSync } from '../../../formats/arrow-file.ts';
import { identityOf } from '../../lake/durable.ts';
import {
  type Block,
  type BlockEntry,
  blockBytes,
  blockColumns,
  INDEX,
  type MonthIndex,
} from './month-layout.ts';

/** An open month file. Every number is taken from bytes with the right checksum: a damaged file gives no number rather than a wrong one. */
export class MonthFile {
  readonly #handle: FileHandle;
  readonly #blocks: ReadonlyMap<string, BlockEntry>;
  readonly brokers: readonly string[];
  /** The tickers, in the order of their codes. */
  readonly tickers: readonly string[];
  /** The state of the file when it was opened; see identityOf. */
  readonly identity: string | undefined;
  #memory: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(0);

  private constructor(handle: FileHandle, identity: string | undefined, { brokers, blocks }: MonthIndex) {
    this.#handle = handle;
    this.identity = identity;
    this.brokers = brokers;
    this.#blocks = new Map(blocks.map((block) => [block.ticker, block]));
    this.tickers = [...this.#blocks.keys()];
  }

  /** @throws Error for a file that is missing, has another layout or a damaged index, or was written under another name */
  static async open(path: string): Promise<MonthFile> {
    const handle = await open(path);
    try {
      const identity = identityOf(await handle.stat({ bigint: true }));
      const index = await readIndex(handle);
      if (index.file_name !== basename(path))
        throw new Error(`It was written as ${index.file_name}, and then copied or renamed`);
      return new MonthFile(handle, identity, index);
    } catch (cause) {
      await handle.close();
      throw new Error(`${path} is not a valid serving file`, { cause });
    }
  }

  /** False for a ticker that had not traded in the year by the end of the month. */
  has(ticker: string): boolean {
    return this.#blocks.has(ticker);
  }

  /**
   * The rows of a ticker that the file has.
   * @throws Error when the bytes are not those that were written
   */
  async block(ticker: string): Promise<Block> {
    const entry = this.#entry(ticker);
    return verified(await readAt(this.#handle, blockBytes(entry.rows), entry.offset), entry);
  }

  /** Like `block`, without the thread pool: the event loop waits for the disk. */
  blockSync(ticker: string): Block {
    const entry = this.#entry(ticker);
    const bytes = Buffer.allocUnsafeSlow(blockBytes(entry.rows));
    readAtSync(this.#handle, bytes, entry.offset);
    return verified(bytes, entry);
  }

  /** Like `blockSync`, but valid only until the next call: with new memory for each of them, reading all tickers takes longer. */
  passingBlockSync(ticker: string): Block {
    const entry = this.#entry(ticker);
    const length = blockBytes(entry.rows);
    if (length > this.#memory.length) this.#memory = Buffer.allocUnsafeSlow(2 * length);
    const bytes = this.#memory.subarray(0, length);
    readAtSync(this.#handle, bytes, entry.offset);
    return verified(bytes, entry);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  #entry(ticker: string): BlockEntry {
    const entry = this.#blocks.get(ticker);
    if (!entry) throw new RangeError(`The file has no ticker ${ticker}`);
    return entry;
  }
}

function verified(bytes: Buffer<ArrayBuffer>, entry: BlockEntry): Block {
  if (crc32(bytes) !== entry.crc32) throw new Error(`The block of ${entry.ticker} is damaged`);
  return blockColumns(bytes.buffer, entry.rows);
}

async function readIndex(handle: FileHandle): Promise<MonthIndex> {
  const index = (await metadataOf(handle)).get(INDEX);
  if (index === undefined) throw new Error('It has no index');
  return JSON.parse(index);
}
