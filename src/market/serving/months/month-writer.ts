import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import type { ArrowFileWriter } from '../../../formats/arrow-file-writer.ts';
import type { Columns } from '../../lake/duckdb.ts';
import type { SeriesTotals } from './closing-totals.ts';
import {
  type BlockEntry,
  blockBytes,
  blockColumns,
  columnsOf,
  INDEX,
  type MonthIndex,
  SUMS,
} from './month-layout.ts';

/** Memory grows with the rows: a large one for each small month would start the garbage collector. */
const INITIAL_ROWS = 1024;

export interface MonthContents {
  /** In the order of their numbers. */
  readonly tickers: readonly string[];
  readonly brokers: readonly string[];
  /** The last day before the month, in days since 1970-01-01. */
  readonly opening_day: number;
  /** The totals of a ticker at the end of that day. */
  readonly openingTotals: (ticker: string) => SeriesTotals;
}

/** Writes a month file from the rows of the lake, in the order of ticker, series and day. */
export class MonthWriter {
  readonly #file: ArrowFileWriter;
  readonly #file_name: string;
  readonly #contents: MonthContents;
  readonly #blocks: BlockEntry[] = [];
  readonly #gathered = new GatheredRows();
  /** The number of the ticker whose rows are being gathered. */
  #ticker = 0;

  private constructor(file: ArrowFileWriter, file_name: string, contents: MonthContents) {
    this.#file = file;
    this.#file_name = file_name;
    this.#contents = contents;
  }

  static async open(path: string, contents: MonthContents): Promise<MonthWriter> {
    // Loaded here, because a server starts faster without it.
    const { ArrowFileWriter } = await import('../../../formats/arrow-file-writer.ts');
    const columns = columnsOf(contents.tickers, contents.brokers);
    return new MonthWriter(await ArrowFileWriter.open(path, columns), basename(path), contents);
  }

  async write(rows: Columns): Promise<void> {
    const tickers = rows.uint32('ticker_id');
    const series = rows.uint32('series');
    const days = rows.uint32('day');
    const sums = SUMS.map((name) => rows.int64(name));
    for (let start = 0; start < rows.count; ) {
      const ticker = tickers[start] as number;
      await this.#writeBlocksBefore(ticker);
      let end = start;
      while (end < rows.count && tickers[end] === ticker) end++;
      this.#gathered.add(series, days, sums, start, end);
      start = end;
    }
  }

  /** @returns the SHA-256 of the file */
  async close(): Promise<string> {
    await this.#writeBlocksBefore(this.#contents.tickers.length);
    const { brokers } = this.#contents;
    const index = JSON.stringify({
      file_name: this.#file_name,
      brokers,
      blocks: this.#blocks,
    } satisfies MonthIndex);
    return this.#file.close({ [INDEX]: index });
  }

  /** Writes the block of the gathered rows, and those of tickers that did not trade this month. */
  async #writeBlocksBefore(next: number): Promise<void> {
    for (; this.#ticker < next; this.#ticker++) {
      const ticker = this.#contents.tickers[this.#ticker];
      if (ticker === undefined) throw new RangeError(`There is no ticker with the number ${this.#ticker}`);
      const opening = this.#contents.openingTotals(ticker);
      const { bytes, rows } = this.#gathered.takeBlock(this.#ticker, this.#contents.opening_day, opening);
      const offset = await this.#file.write(bytes, rows);
      this.#blocks.push({ ticker, offset, rows, crc32: crc32(bytes) });
    }
  }
}

/** What was traded on each day, in the rows of one ticker as they come. */
class GatheredRows {
  #series = new Uint32Array(INITIAL_ROWS);
  #days = new Uint32Array(INITIAL_ROWS);
  #sums = SUMS.map(() => new BigInt64Array(INITIAL_ROWS));
  #rows = 0;
  #block = new ArrayBuffer(blockBytes(INITIAL_ROWS));

  add(
    series: Uint32Array,
    days: Uint32Array,
    sums: readonly BigInt64Array[],
    start: number,
    end: number,
  ): void {
    this.#makeRoom(end - start);
    this.#series.set(series.subarray(start, end), this.#rows);
    this.#days.set(days.subarray(start, end), this.#rows);
    for (const [place, sum] of sums.entries()) this.#sums[place]?.set(sum.subarray(start, end), this.#rows);
    this.#rows += end - start;
  }

  /**
   * The block with the opening totals and the running totals of the gathered rows, which are then forgotten. Its bytes are valid until the
   * next call.
   */
  takeBlock(ticker: number, opening_day: number, opening: SeriesTotals): { bytes: Uint8Array; rows: number } {
    const rows = opening.series.length + this.#rows;
    const length = blockBytes(rows);
    if (length > this.#block.byteLength) this.#block = new ArrayBuffer(2 * length);
    // The columns have zeros between them.
    const bytes = new Uint8Array(this.#block, 0, length).fill(0);
    const block = blockColumns(this.#block, rows);
    block.tickers.fill(ticker);
    // The rows of the block that take the opening totals, and those that take the gathered rows.
    const openingRows = new Uint32Array(opening.series.length);
    const gatheredRows = new Uint32Array(this.#rows);
    const continuesSeries = new Uint8Array(rows);
    let opened = 0;
    let gathered = 0;
    let previous = -1;
    for (let row = 0; row < rows; row++) {
      const next_opened = opening.series[opened] ?? Number.POSITIVE_INFINITY;
      const next_gathered =
        gathered < this.#rows ? (this.#series[gathered] as number) : Number.POSITIVE_INFINITY;
      const series = Math.min(next_opened, next_gathered);
      if (next_opened === series) {
        block.days[row] = opening_day;
        openingRows[opened++] = row;
      } else {
        block.days[row] = this.#days[gathered] as number;
        gatheredRows[gathered++] = row;
      }
      block.brokers[row] = series >> 2;
      block.markets[row] = (series >> 1) & 1;
      block.investors[row] = series & 1;
      if (series === previous) continuesSeries[row] = 1;
      previous = series;
    }
    for (const [place, column] of block.totals.entries()) {
      scatter(opening.totals[place] as BigInt64Array, openingRows, column);
      scatter(this.#sums[place] as BigInt64Array, gatheredRows, column);
      accumulate(column, continuesSeries);
    }
    this.#rows = 0;
    return { bytes, rows };
  }

  #makeRoom(more: number): void {
    if (this.#rows + more <= this.#days.length) return;
    const capacity = Math.max(this.#rows + more, 2 * this.#days.length);
    const larger = <Values extends Uint32Array | BigInt64Array>(values: Values, copy: Values): Values => {
      (copy as { set(values: Values): void }).set(values);
      return copy;
    };
    this.#series = larger(this.#series, new Uint32Array(capacity));
    this.#days = larger(this.#days, new Uint32Array(capacity));
    this.#sums = this.#sums.map((column) => larger(column, new BigInt64Array(capacity)));
  }
}

/** Copies the first values to these rows of a column. */
function scatter(values: BigInt64Array, rows: Uint32Array, column: BigInt64Array): void {
  for (let place = 0; place < rows.length; place++) column[rows[place] as number] = values[place] as bigint;
}

/** Turns the values of each series into running totals. */
function accumulate(column: BigInt64Array, continuesSeries: Uint8Array): void {
  for (let row = 1; row < column.length; row++) {
    // asIntN says that no sum leaves 64 bits, which lets the engine add without making a bigint of each.
    if (continuesSeries[row])
      column[row] = BigInt.asIntN(64, (column[row - 1] as bigint) + (column[row] as bigint));
  }
}
