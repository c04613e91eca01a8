import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { epochDay, type IsoDate, monthOf } from '../../../core/dates.ts';
import { groupedBy } from '../../../core/grouped-by.ts';
import { MEASURE_NAMES } from '../../../core/market/measure-list.ts';
import { readAt } from '../../../formats/arrow-file.ts';

/**
 * A measure month: the rows of measure_day of a month by ticker, so that those of one ticker are one read. Integers are little-endian.
 *
 * | bytes           | content                                                                                                      |
 * |-----------------|--------------------------------------------------------------------------------------------------------------|
 * | 4               | number of tickers                                                                                            |
 * | 4               | CRC-32 of the file name and the index                                                                        |
 * | 32 for each     | index: ticker, filled with zeros to 16 bytes; first row; number of rows; CRC-32 of the rows; 0 (4 bytes each) |
 * | `ROW_BYTES` each | rows, by ticker and day: days since 1970-01-01, then MEASURE_NAMES, as doubles; NaN for null                 |
 */
const LAYOUT = 1;
const ROW_VALUES = 1 + MEASURE_NAMES.length;
const VALUE_BYTES = Float64Array.BYTES_PER_ELEMENT;
const ROW_BYTES = ROW_VALUES * VALUE_BYTES;
const HEAD_BYTES = 8;
const TICKER_BYTES = 16;
const ENTRY_BYTES = 32;
const MAX_TICKERS = 100_000;
/** The rows of 180 tickers and years. */
const CACHE_BYTES = 32 * 1024 * 1024;

interface MeasuredDay {
  readonly trade_date: IsoDate;
  readonly sha256: string;
}

/** The place of a measure in a row, whose first value is the day. */
export function placeInRow(name: string): number {
  return 1 + MEASURE_NAMES.indexOf(name);
}

/** A stock and the days of a range, both included. */
export interface StockDays {
  readonly ticker: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** A month whose measures are in force. */
export interface MeasureMonth<Day extends MeasuredDay = MeasuredDay> {
  /** `YYYY-MM`. */
  readonly month: string;
  /** It contains a hash of the files of measure_day, so an intact file with this name is current. */
  readonly file_name: string;
  readonly days: readonly Day[];
}

/** @param days the files of measure_day in force */
export function measureMonthsOf<Day extends MeasuredDay>(days: readonly Day[]): MeasureMonth<Day>[] {
  return [...groupedBy(days, ({ trade_date }) => monthOf(trade_date))].map(([month, of_month]) => {
    const lines = of_month.map(({ trade_date, sha256 }) => `${trade_date} ${sha256}`);
    const content = createHash('sha256').update(
      [`measures ${LAYOUT}`, ...MEASURE_NAMES, ...lines].join('\n'),
    );
    return { month, file_name: `${month}-${content.digest('hex').slice(0, 16)}.measures`, days: of_month };
  });
}

/** The bytes of a measure month. @param tickers with their rows, in the order of the alphabet */
export function measureMonthBytes(
  file_name: string,
  tickers: ReadonlyMap<string, readonly (readonly [ticker: string, row: Float64Array])[]>,
): Buffer {
  const index = Buffer.alloc(tickers.size * ENTRY_BYTES);
  const blocks: Buffer[] = [];
  let [entry, row] = [0, 0];
  for (const [ticker, rows] of tickers) {
    const bytes = rows.map(([, row]) => new Uint8Array(row.buffer, row.byteOffset, row.byteLength));
    const block = Buffer.concat(bytes);
    index.write(ticker, entry, 'latin1');
    for (const [place, value] of [row, rows.length, crc32(block)].entries())
      index.writeUInt32LE(value, entry + TICKER_BYTES + 4 * place);
    blocks.push(block);
    row += rows.length;
    entry += ENTRY_BYTES;
  }
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(tickers.size, 0);
  head.writeUInt32LE(crc32(index, crc32(file_name)), 4);
  return Buffer.concat([head, index, ...blocks]);
}

/** Whether a file has the bytes that were written under its name. */
export async function isMeasureMonth(path: string): Promise<boolean> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  if (bytes.length < HEAD_BYTES) return false;
  const blocks = HEAD_BYTES + bytes.readUInt32LE(0) * ENTRY_BYTES;
  const index = bytes.subarray(HEAD_BYTES, blocks);
  if (crc32(index, crc32(basename(path))) !== bytes.readUInt32LE(4)) return false;
  let end = blocks;
  for (let entry = 0; entry < index.length; entry += ENTRY_BYTES) {
    const { rows, crc } = entryAt(index, entry);
    const start = end;
    end += rows * ROW_BYTES;
    if (crc32(bytes.subarray(start, end)) !== crc) return false;
  }
  return end === bytes.length;
}

/** The rows of tickers, from files that are replaced while it runs. */
export class MeasureMonths {
  readonly #folder: string;
  /** The rows that were read last, by file and ticker. */
  readonly #rows = new LRUCache<string, Float64Array>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength + ROW_BYTES,
  });
  #known: { readonly days: readonly MeasuredDay[]; readonly months: readonly MeasureMonth[] } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The rows of a ticker in a range, by day.
   * @param days the files of measure_day in force
   * @param onDamage called for each file that cannot be read
   * @returns undefined if a file cannot be read
   */
  async rows(
    days: readonly MeasuredDay[],
    { ticker, from, to }: StockDays,
    onDamage: (file_name: string, problem: string) => void,
  ): Promise<Float64Array[] | undefined> {
    if (this.#known?.days !== days) this.#known = { days, months: measureMonthsOf(days) };
    const asked = this.#known.months.filter(({ month }) => month >= monthOf(from) && month <= monthOf(to));
    const blocks = await Promise.all(
      asked.map(async ({ file_name }) => {
        try {
          return this.#rows.get(`${file_name} ${ticker}`) ?? (await this.#read(file_name, ticker));
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException;
          onDamage(file_name, code === 'ENOENT' ? 'is missing' : message);
          return undefined;
        }
      }),
    );
    if (blocks.includes(undefined)) return undefined;
    const [first, last] = [epochDay(from), epochDay(to)];
    return (blocks as Float64Array[]).flatMap(rowsOf).filter(([day = 0]) => day >= first && day <= last);
  }

  /** @throws Error when the bytes are not those that were written */
  async #read(file_name: string, ticker: string): Promise<Float64Array> {
    const handle = await open(join(this.#folder, file_name));
    try {
      const head = await readAt(handle, HEAD_BYTES, 0);
      const tickers = head.readUInt32LE(0);
      if (tickers > MAX_TICKERS) throw new Error('Its index is damaged');
      const index = await readAt(handle, tickers * ENTRY_BYTES, HEAD_BYTES);
      if (crc32(index, crc32(file_name)) !== head.readUInt32LE(4)) throw new Error('Its index is damaged');
      const entry = entryOf(index, ticker);
      const bytes =
        entry &&
        (await readAt(handle, entry.rows * ROW_BYTES, HEAD_BYTES + index.length + entry.row * ROW_BYTES));
      if (entry && bytes && crc32(bytes) !== entry.crc) throw new Error(`The rows of ${ticker} are damaged`);
      const rows = new Float64Array(bytes?.buffer ?? []);
      this.#rows.set(`${file_name} ${ticker}`, rows);
      return rows;
    } finally {
      await handle.close();
    }
  }
}

function rowsOf(block: Float64Array): Float64Array[] {
  return Array.from({ length: block.length / ROW_VALUES }, (_, row) =>
    block.subarray(row * ROW_VALUES, (row + 1) * ROW_VALUES),
  );
}

function entryOf(index: Buffer, ticker: string): ReturnType<typeof entryAt> | undefined {
  const key = Buffer.alloc(TICKER_BYTES);
  key.write(ticker, 'latin1');
  let at = index.indexOf(key);
  while (at !== -1 && at % ENTRY_BYTES !== 0) at = index.indexOf(key, at + 1);
  return at === -1 ? undefined : entryAt(index, at);
}

function entryAt(index: Buffer, at: number) {
  const [row, rows, crc] = [0, 4, 8].map((place) => index.readUInt32LE(at + TICKER_BYTES + place));
  return { row, rows, crc } as { row: number; rows: number; crc: number };
}
