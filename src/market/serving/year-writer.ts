import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Columns } from '../lake/duckdb.ts';
import {
  type BlockEntry,
  blockBytes,
  blockColumns,
  SUMS,
  trailerBytes,
  type YearIndex,
} from './year-layout.ts';

const INITIAL_ROWS = 65_536;

/** Writes a year file from rows that come in the order of ticker, series and day. */
export class YearWriter {
  readonly #handle: FileHandle;
  readonly #file_name: string;
  readonly #hash = createHash('sha256');
  readonly #tickers: readonly string[];
  readonly #brokers: readonly string[];
  readonly #blocks: BlockEntry[] = [];
  #offset = 0;
  /** The number of the ticker whose rows are being gathered; -1 before the first. */
  #ticker = -1;
  readonly #gathered = new GatheredRows();

  private constructor(
    handle: FileHandle,
    file_name: string,
    tickers: readonly string[],
    brokers: readonly string[],
  ) {
    this.#handle = handle;
    this.#file_name = file_name;
    this.#tickers = tickers;
    this.#brokers = brokers;
  }

  static async open(
    path: string,
    tickers: readonly string[],
    brokers: readonly string[],
  ): Promise<YearWriter> {
    return new YearWriter(await open(path, 'w'), basename(path), tickers, brokers);
  }

  async write(rows: Columns): Promise<void> {
    const tickers = rows.uint32('ticker_id');
    const series = rows.uint32('series');
    const days = rows.uint32('day');
    const sums = SUMS.map((name) => rows.int64(name));
    for (let start = 0; start < rows.count; ) {
      const ticker = tickers[start] ?? 0;
      if (ticker !== this.#ticker) await this.#startTicker(ticker);
      let end = start;
      while (end < rows.count && tickers[end] === ticker) end++;
      this.#gathered.add(series, days, sums, start, end);
      start = end;
    }
  }

  /** @returns the SHA-256 of the file */
  async close(): Promise<string> {
    await this.#startTicker(-1);
    const offset = this.#offset;
    const written: YearIndex = {
      file_name: this.#file_name,
      brokers: this.#brokers,
      blocks: this.#blocks,
    };
    const index = Buffer.from(JSON.stringify(written));
    await this.#append(index);
    await this.#append(trailerBytes({ offset, bytes: index.length, crc32: crc32(index) }));
    await this.#handle.close();
    return this.#hash.digest('hex');
  }

  async #startTicker(next: number): Promise<void> {
    if (this.#ticker >= 0) {
      const ticker = this.#tickers[this.#ticker];
      if (ticker === undefined) throw new RangeError(`There is no ticker with the number ${this.#ticker}`);
      const { rows, series } = this.#gathered;
      const bytes = this.#gathered.takeBlock();
      this.#blocks.push({ ticker, offset: this.#offset, rows, series, crc32: crc32(bytes) });
      await this.#append(bytes);
    }
    this.#ticker = next;
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    for (let done = 0; done < bytes.length; ) {
      done += (await this.#handle.write(bytes, done)).bytesWritten;
    }
    this.#offset += bytes.length;
  }
}

/** The rows of one ticker as they come, with the running totals of each series. */
class GatheredRows {
  #days = new Uint16Array(INITIAL_ROWS);
  #totals = SUMS.map(() => new BigInt64Array(INITIAL_ROWS));
  readonly #starts: number[] = [];
  readonly #series: number[] = [];
  /** The running totals of the series that is being gathered. */
  readonly #running = new BigInt64Array(SUMS.length);
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  get series(): number {
    return this.#series.length;
  }

  add(
    series: Uint32Array,
    days: Uint32Array,
    sums: readonly BigInt64Array[],
    start: number,
    end: number,
  ): void {
    this.#makeRoom(end - start);
    for (let first = start; first < end; ) {
      const number = series[first] ?? 0;
      let next = first + 1;
      while (next < end && series[next] === number) next++;
      if (number !== this.#series.at(-1)) this.#startSeries(number);
      for (const [place, sum] of sums.entries()) this.#addUp(place, sum, first, next);
      for (let row = first; row < next; row++) this.#days[this.#rows++] = days[row] ?? 0;
      first = next;
    }
  }

  takeBlock(): Buffer {
    const bytes = Buffer.from(new ArrayBuffer(blockBytes(this.rows, this.series)));
    const block = blockColumns(bytes.buffer, this.rows, this.series);
    for (const [place, name] of SUMS.entries()) {
      const column = this.#totals[place];
      if (column) block.totals[name].set(column.subarray(0, this.rows));
    }
    block.starts.set(this.#starts);
    block.series.set(this.#series);
    block.days.set(this.#days.subarray(0, this.rows));
    this.#starts.length = 0;
    this.#series.length = 0;
    this.#rows = 0;
    return bytes;
  }

  #startSeries(number: number): void {
    this.#series.push(number);
    this.#starts.push(this.#rows);
    this.#running.fill(0n);
  }

  #addUp(place: number, dealt: BigInt64Array, first: number, next: number): void {
    const column = this.#totals[place];
    if (!column) return;
    let total = this.#running[place] ?? 0n;
    let to = this.#rows;
    for (let row = first; row < next; row++) {
      // asIntN says that no sum leaves 64 bits, which lets the engine add without making a bigint of each.
      total = BigInt.asIntN(64, total + (dealt[row] ?? 0n));
      column[to++] = total;
    }
    this.#running[place] = total;
  }

  #makeRoom(more: number): void {
    if (this.#rows + more <= this.#days.length) return;
    const capacity = Math.max(this.#rows + more, 2 * this.#days.length);
    const days = new Uint16Array(capacity);
    days.set(this.#days);
    this.#days = days;
    this.#totals = this.#totals.map((column) => {
      const larger = new BigInt64Array(capacity);
      larger.set(column);
      return larger;
    });
  }
}
