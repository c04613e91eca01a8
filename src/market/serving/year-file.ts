import type { BigIntStats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { TickerYear } from './ticker-year.ts';
import {
  type Block,
  type BlockEntry,
  blockBytes,
  blockColumns,
  readTrailer,
  TRAILER_BYTES,
  type YearIndex,
} from './year-layout.ts';

/**
 * Identifies the state of a file without reading it: writing to the file, replacing it or changing its attributes changes its identity.
 * Undefined for anything but a regular file.
 */
export function identityOf(stats: BigIntStats): string | undefined {
  if (!stats.isFile()) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** Memory for one read at a time: it grows to the largest read, and keeps the bytes of a read until the next one. */
export class ReadBuffer {
  #memory = Buffer.allocUnsafeSlow(0);

  atLeast(bytes: number): Buffer {
    if (this.#memory.length < bytes) this.#memory = Buffer.allocUnsafeSlow(bytes);
    return this.#memory.subarray(0, bytes);
  }
}

/** An open year file. Every byte that it reads is checked against a checksum: a damaged file gives no number rather than a wrong one. */
export class YearFile {
  readonly #handle: FileHandle;
  readonly #blocks: ReadonlyMap<string, BlockEntry>;
  readonly brokers: readonly string[];
  /** The tickers, in the order of their codes. */
  readonly tickers: readonly string[];
  /** The state of the file when it was opened; see identityOf. */
  readonly identity: string | undefined;

  private constructor(handle: FileHandle, identity: string | undefined, { brokers, blocks }: YearIndex) {
    this.#handle = handle;
    this.identity = identity;
    this.brokers = brokers;
    this.#blocks = new Map(blocks.map((block) => [block.ticker, block]));
    this.tickers = [...this.#blocks.keys()];
  }

  /** @throws Error for a file that is missing, has another layout or a damaged index, or was written under another name */
  static async open(path: string): Promise<YearFile> {
    const handle = await open(path);
    try {
      const identity = identityOf(await handle.stat({ bigint: true }));
      const index = await readIndex(handle);
      if (index.file_name !== basename(path)) throw new Error(`It is a copy of ${index.file_name}`);
      return new YearFile(handle, identity, index);
    } catch (cause) {
      await handle.close();
      throw new Error(`${path} is not a valid serving file`, { cause });
    }
  }

  /**
   * The year of a ticker, which stays in `buffer` and is good until that is used again; undefined for a ticker without trades.
   * @throws Error when the bytes are not those that were written
   */
  async ticker(ticker: string, buffer: ReadBuffer): Promise<TickerYear | undefined> {
    const block = await this.block(ticker, buffer);
    return block && new TickerYear(block, this.brokers);
  }

  /** The same, as it is stored. */
  async block(ticker: string, buffer: ReadBuffer): Promise<Block | undefined> {
    const entry = this.#blocks.get(ticker);
    if (!entry) return undefined;
    const bytes = buffer.atLeast(blockBytes(entry.rows, entry.series));
    await readAt(this.#handle, bytes, entry.offset);
    if (crc32(bytes) !== entry.crc32) throw new Error(`The block of ${ticker} is damaged`);
    return blockColumns(bytes.buffer, entry.rows, entry.series);
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

async function readIndex(handle: FileHandle): Promise<YearIndex> {
  const { size } = await handle.stat();
  const last = Buffer.alloc(Math.min(size, TRAILER_BYTES));
  await readAt(handle, last, size - last.length);
  const trailer = readTrailer(last);
  if (!trailer || trailer.offset + trailer.bytes + TRAILER_BYTES !== size) {
    throw new Error('It does not end with a trailer of this layout');
  }
  const index = Buffer.alloc(trailer.bytes);
  await readAt(handle, index, trailer.offset);
  if (crc32(index) !== trailer.crc32) throw new Error('Its index is damaged');
  return JSON.parse(index.toString('utf8'));
}

async function readAt(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, done, bytes.length - done, offset + done);
    if (bytesRead === 0) throw new Error('It is shorter than its index says');
    done += bytesRead;
  }
}
