import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import type { PublishedFiles } from '../lake/lake.ts';
import type { BuiltFile } from './verified-files.ts';

/**
 * The market files of a month, for questions about all tickers or about one broker. `broker_rows`: the rows of broker_day, by broker.
 * `broker_sums`: their sums over all tickers, by day. `ticker_rows`: the rows of ticker_day, by ticker. Only RG and NG.
 */
export const MARKET_TABLES = ['broker_rows', 'broker_sums', 'ticker_rows'] as const;
export type MarketTable = (typeof MARKET_TABLES)[number];

/** Number of the layout: another layout gives the files other names. */
const LAYOUT = 1;

/** The market files of a month that are in force. */
export interface MarketMonth extends Readonly<Record<`${MarketTable}_sha256`, string>> {
  /** `YYYY-MM`. */
  readonly month: string;
  /** What the names of the files begin with. */
  readonly name: string;
  /** Distinguishes files from those of the same name that they replaced. */
  readonly build: number;
  /** The published days that the files contain, in order. */
  readonly days: readonly IsoDate[];
}

export interface MarketFile extends BuiltFile {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly table: MarketTable;
  readonly file_name: string;
  readonly build: number;
}

export function marketFilesOf(folder: string, months: readonly MarketMonth[]): MarketFile[] {
  return months.flatMap(({ month, build, name, ...sha256s }) =>
    MARKET_TABLES.map((table) => {
      const file_name = marketFileName(name, table);
      return {
        month,
        build,
        table,
        file_name,
        path: join(folder, file_name),
        sha256: sha256s[`${table}_sha256`],
      };
    }),
  );
}

export function marketFileName(name: string, table: MarketTable): string {
  return `${name}.${table}.parquet`;
}

export function marketPaths(folder: string, name: string): Readonly<Record<MarketTable, string>> {
  const path = (table: MarketTable) => join(folder, marketFileName(name, table));
  return {
    broker_rows: path('broker_rows'),
    broker_sums: path('broker_sums'),
    ticker_rows: path('ticker_rows'),
  };
}

/**
 * What the names of the market files of a month begin with. It contains a hash of the lake files that they are built from, so unchanged
 * files with this name are current.
 */
export function marketFilesName(
  month: string,
  days: readonly Pick<PublishedFiles, 'trade_date' | 'broker_day_sha256' | 'ticker_day_sha256'>[],
): string {
  const lines = days.map((day) => `${day.trade_date} ${day.broker_day_sha256} ${day.ticker_day_sha256}`);
  const content = createHash('sha256').update([`market layout ${LAYOUT}`, ...lines].join('\n'));
  return `${month}-${content.digest('hex').slice(0, 16)}`;
}
