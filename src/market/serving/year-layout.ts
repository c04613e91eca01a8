import type { Span } from '../../core/market.ts';

/**
 * The layout of a year file. For each ticker a block; then an index, as JSON; then a trailer that says where the index is.
 *
 * A block holds the ticker's series, each the trades of one broker in one market for one kind of investor. A series has a row for each
 * day on which it traded, in the order of days, and a row holds the totals of the series since the year began: a range of days, long
 * or short, is the difference of two rows. A block is columns of numbers, little-endian, one behind the other:
 *
 *     Int64   x rows    for each of SUMS: its total since the year began
 *     Uint32  x series  the first row of the series
 *     Uint32  x series  the number of the series
 *     Uint16  x rows    the day of the year, from 0
 *
 * and is filled up to a multiple of 8 bytes.
 */
export const LAYOUT = 3;

export const SUMS = [
  'buy_freq',
  'sell_freq',
  'buy_volume',
  'sell_volume',
  'buy_value',
  'sell_value',
] as const;

export interface Block {
  /** Transactions, shares and IDR since the year began. All of them fit in 64 bits: see sql/lake/too_valuable_trades.sql. */
  readonly totals: Readonly<Record<(typeof SUMS)[number], BigInt64Array>>;
  readonly starts: Uint32Array;
  readonly series: Uint32Array;
  readonly days: Uint16Array;
}

/** Where a ticker's block is, how large, and the CRC-32 of its bytes. */
export interface BlockEntry {
  readonly ticker: string;
  readonly offset: number;
  readonly rows: number;
  readonly series: number;
  readonly crc32: number;
}

export interface YearIndex {
  /** The name that the file was written under, to detect a copy under the name of another year or other days. */
  readonly file_name: string;
  /** Broker codes; a series names its broker by the place in this list. */
  readonly brokers: readonly string[];
  /** In the order of their codes. */
  readonly blocks: readonly BlockEntry[];
}

const ALIGNMENT = 8;

export function blockBytes(rows: number, series: number): number {
  const bytes = SUMS.length * rows * 8 + series * 4 * 2 + rows * 2;
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** The columns of a block that lies at the beginning of `memory`. */
export function blockColumns(memory: ArrayBufferLike, rows: number, series: number): Block {
  const sums = SUMS.map((name, place) => [name, new BigInt64Array(memory, place * rows * 8, rows)]);
  const starts = SUMS.length * rows * 8;
  return {
    totals: Object.fromEntries(sums),
    starts: new Uint32Array(memory, starts, series),
    series: new Uint32Array(memory, starts + series * 4, series),
    days: new Uint16Array(memory, starts + series * 8, rows),
  };
}

/** The number of a series is broker * 4 + market * 2 + investor, with the numbers of market.ts. */
export function brokerOf(series: number): number {
  return series >> 2;
}

export function marketOf(series: number): 'RG' | 'NG' {
  return ((series >> 1) & 1) === 0 ? 'RG' : 'NG';
}

export function investorOf(series: number): 'd' | 'f' {
  return (series & 1) === 0 ? 'd' : 'f';
}

export function isOf(series: number, market: Span, investor: Span): boolean {
  const market_id = (series >> 1) & 1;
  const investor_id = series & 1;
  return (
    market_id >= market.first &&
    market_id <= market.last &&
    investor_id >= investor.first &&
    investor_id <= investor.last
  );
}

/** The last bytes of the file: where the index begins, how long it is, its CRC-32, and a mark that says what the file is. */
export const TRAILER_BYTES = 24;
const MARK = 0x4149_4c52;

export interface Trailer {
  readonly offset: number;
  readonly bytes: number;
  readonly crc32: number;
}

export function trailerBytes({ offset, bytes, crc32 }: Trailer): Buffer {
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeBigUInt64LE(BigInt(offset), 0);
  trailer.writeUInt32LE(bytes, 8);
  trailer.writeUInt32LE(crc32, 12);
  trailer.writeUInt32LE(LAYOUT, 16);
  trailer.writeUInt32LE(MARK, 20);
  return trailer;
}

/** Undefined for bytes that are no trailer of this layout. */
export function readTrailer(trailer: Buffer): Trailer | undefined {
  if (trailer.length !== TRAILER_BYTES) return undefined;
  if (trailer.readUInt32LE(16) !== LAYOUT || trailer.readUInt32LE(20) !== MARK) return undefined;
  return {
    offset: Number(trailer.readBigUInt64LE(0)),
    bytes: trailer.readUInt32LE(8),
    crc32: trailer.readUInt32LE(12),
  };
}
