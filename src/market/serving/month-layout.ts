import { type ArrowColumn, bodyBytes, bodyColumns } from '../../formats/arrow-file.ts';

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

/** The columns of a block that lies in `memory`. */
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

/** One series of a block: rows `start` up to, and without, `end`. */
export interface Series {
  /** The number of the broker in its file. */
  readonly broker: number;
  readonly market: number;
  readonly investor: number;
  readonly start: number;
  readonly end: number;
}

export function seriesOf({ brokers, markets, investors }: Block): Series[] {
  const all: Series[] = [];
  for (let start = 0; start < brokers.length; ) {
    const broker = brokers[start] as number;
    const market = markets[start] as number;
    const investor = investors[start] as number;
    let end = start + 1;
    while (brokers[end] === broker && markets[end] === market && investors[end] === investor) end++;
    all.push({ broker, market, investor, start, end });
    start = end;
  }
  return all;
}
