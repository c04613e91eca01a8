import { bodyBytes, bodyColumns } from '../../../formats/arrow-file.ts';
import type { ArrowColumn } from '../../../formats/arrow-layout.ts';

/**
 * The layout of a serving file: an Arrow IPC file of one calendar month, with a record batch for each ticker.
 *
 * A batch holds the ticker's series. A series is the trades of one broker in one market for one kind of investor. It has a row for each
 * day of the month on which it traded, and the row holds the totals of the series since January 1st. A series that traded earlier in the
 * year begins with its totals at the end of the month before. So a range of days, short or long, is the difference of two rows.
 * Rows are in the order of broker, market, investor and date.
 *
 * The metadata of the schema in the footer has one entry, `alir.index`: a MonthIndex as JSON.
 */
export const LAYOUT = 5;

export const SUMS = [
  'buy_freq',
  'sell_freq',
  'buy_volume',
  'sell_volume',
  'buy_value',
  'sell_value',
] as const;

export const MARKET_CODES = ['RG', 'NG'] as const;
export const INVESTOR_CODES = ['d', 'f'] as const;

/** The columns of the file, for these tickers and brokers. Codes of markets and investors have the numbers of core/market.ts. */
export function columnsOf(tickers: readonly string[], brokers: readonly string[]): ArrowColumn[] {
  return [
    { name: 'ticker', type: 'code', codes: tickers },
    { name: 'broker', type: 'code', codes: brokers },
    { name: 'market', type: 'code', codes: MARKET_CODES },
    { name: 'investor', type: 'code', codes: INVESTOR_CODES },
    { name: 'trade_date', type: 'date' },
    ...SUMS.map((name) => ({ name, type: 'int64' as const })),
  ];
}

const TYPES = columnsOf([], []).map(({ type }) => type);

/** The rows of one ticker. */
export interface Block {
  readonly tickers: Uint16Array;
  readonly brokers: Uint16Array;
  readonly markets: Uint16Array;
  readonly investors: Uint16Array;
  /** Days since 1970-01-01. */
  readonly days: Int32Array;
  /** A column for each of SUMS: transactions, shares and IDR since January 1st. All fit in 64 bits: see sql/lake/too_valuable_trades.sql. */
  readonly totals: readonly BigInt64Array[];
}

export function blockBytes(rows: number): number {
  return bodyBytes(TYPES, rows);
}

export function blockColumns(memory: ArrayBuffer, rows: number): Block {
  const [tickers, brokers, markets, investors, days, ...totals] = bodyColumns(TYPES, memory, rows);
  return { tickers, brokers, markets, investors, days, totals } as unknown as Block;
}

/** Where a ticker's block is, how many rows it has, and the CRC-32 of its bytes. */
export interface BlockEntry {
  readonly ticker: string;
  readonly offset: number;
  readonly rows: number;
  readonly crc32: number;
}

export interface MonthIndex {
  /** The name that the file was written under, to detect a copy under the name of another month or of other days. */
  readonly file_name: string;
  readonly brokers: readonly string[];
  /** In the order of their codes. */
  readonly blocks: readonly BlockEntry[];
}

export const INDEX = 'alir.index';

/** The number of a series within a file. Numbers sort like the rows of the file. */
export function seriesNumber(broker: number, market: number, investor: number): number {
  return broker * 4 + market * 2 + investor;
}

/** The first row of each series of a block, and at the end the number of rows. */
export function seriesStarts({ brokers, markets, investors }: Block): Uint32Array {
  // Only the used part is kept: most blocks have several rows in each series.
  const starts = new Uint32Array(brokers.length + 1);
  let series = 0;
  for (let row = 0; row < brokers.length; series++) {
    starts[series] = row;
    const broker = brokers[row];
    const market = markets[row];
    const investor = investors[row];
    do row++;
    while (brokers[row] === broker && markets[row] === market && investors[row] === investor);
  }
  starts[series] = brokers.length;
  return starts.slice(0, series + 1);
}
