import { whenAllSettled } from '../../core/all-settled.ts';
import { epochDay, type IsoDate, monthOf, yearOf } from '../../core/dates.ts';
import type { AlirError } from '../../core/errors.ts';
import type { Span } from '../../core/market/market.ts';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import type { BlockCache } from './months/block-cache.ts';
import { BrokerDays } from './months/broker-days.ts';
import { BrokerSums } from './months/broker-sums.ts';
import type { MonthFile } from './months/month-file.ts';
import { kindsOf, type TickerMonth } from './months/ticker-month.ts';

export interface FileInForce {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly file_name: string;
  readonly sha256: string;
  /** Distinguishes a file from one of the same name that replaced it. */
  readonly build: number;
  /** The published days that it contains, in order. */
  readonly days: readonly IsoDate[];
}

/** A file of the serving folder that cannot be read, or is not the file that was built. */
export interface DamagedServingFile extends Pick<FileInForce, 'file_name' | 'build'> {
  /** For the operator. */
  readonly problem: string;
}

export interface TotalsQuery {
  readonly ticker: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly market: Span;
  readonly investor: Span;
}

/** The published data at the start of a read; later publications do not change it. */
export interface Snapshot {
  /** What each broker bought and sold over the whole range; no places for a ticker without trades. */
  brokerTotals(query: TotalsQuery): Promise<BrokerSums>;
  /** Null if nothing is published. */
  newestDay(): IsoDate | null;
  /** Whether one of the tickers has trades on any published day. True if a file that cannot be read may have them. */
  knowsAny(tickers: readonly string[]): MaybePromise<boolean>;

  /** What each broker bought and sold on each published day of the range; no brokers on a day without trades. */
  brokerDays(query: TotalsQuery): Promise<BrokerDays>;
}

/** A month of a snapshot, and its open file or why that could not be opened. */
export interface Month {
  /** `YYYY-MM`. */
  readonly month: string;
  /** The published days that the file contains. */
  readonly days: readonly IsoDate[];
  readonly name: string;
  readonly file?: MonthFile;
  readonly failure?: unknown;
}

interface OpenFiles {
  readonly version: string;
  readonly files: readonly FileInForce[];
  /** In order. */
  readonly months: readonly Month[];
}

/** The open files of a snapshot, and the totals of a range from their blocks. */
export class HeldSnapshot {
  readonly version: string;
  readonly files: readonly FileInForce[];
  readonly months: readonly Month[];
  /** Whether the file of a month could not be opened. */
  readonly hasFailures: boolean;
  /** The reads that use it, and one for being the current one. */
  holders = 1;
  readonly #blocks: BlockCache;
  readonly #onFailure: (month: string, cause: unknown) => Promise<AlirError>;

  /** @param onFailure makes the error for the caller when a month cannot be read */
  constructor(
    { version, files, months }: OpenFiles,
    blocks: BlockCache,
    onFailure: (month: string, cause: unknown) => Promise<AlirError>,
  ) {
    this.version = version;
    this.files = files;
    this.months = months;
    this.hasFailures = months.some(({ file }) => file === undefined);
    this.#blocks = blocks;
    this.#onFailure = onFailure;
  }

  /** @throws whatever kept it from being opened */
  fileOf(month: string): MonthFile {
    const open = this.months.find((each) => each.month === month);
    if (!open?.file) throw open?.failure;
    return open.file;
  }

  newestDay(): IsoDate | null {
    return this.months.at(-1)?.days.at(-1) ?? null;
  }

  knowsAny(tickers: readonly string[]): boolean {
    return tickers.some((ticker) => this.months.some(({ file }) => file === undefined || file.has(ticker)));
  }

  /** @param isLate true once the caller has timed out: nothing is read then */
  async brokerTotals(query: TotalsQuery, isLate: () => boolean): Promise<BrokerSums> {
    const { ticker, from, to, market, investor } = query;
    if (isLate()) return new BrokerSums([]);
    const terms = this.#termsOf(from, to);
    const months = [...new Set(terms.flatMap(({ end, before }) => (before ? [end, before.month] : [end])))];
    const failed = months.find(({ file }) => file === undefined);
    if (failed) throw await this.#onFailure(failed.month, failed.failure);
    const blocks = await this.#blocksOf(months, ticker);
    const blockOf = (month: Month) => blocks[months.indexOf(month)];
    const sums = new BrokerSums(this.#blocks.brokers.codes);
    const kinds = kindsOf(market, investor);
    for (const { end, day, before } of terms) {
      const month = before && blockOf(before.month);
      blockOf(end)?.addUpTo(day, month ? { month, day: before.day } : null, sums, kinds);
    }
    return sums;
  }

  /** @param isLate true once the caller has timed out: nothing is read then */
  async brokerDays(query: TotalsQuery, isLate: () => boolean): Promise<BrokerDays> {
    const { ticker, from, to, market, investor } = query;
    if (isLate()) return new BrokerDays(from, from, []);
    const months = this.months.filter(({ month }) => month >= monthOf(from) && month <= monthOf(to));
    const failed = months.find(({ file }) => file === undefined);
    if (failed) throw await this.#onFailure(failed.month, failed.failure);
    const blocks = await this.#blocksOf(months, ticker);
    const kinds = kindsOf(market, investor);
    const all = new BrokerDays(from, to, this.#blocks.brokers.codes);
    for (const [place, { month, days }] of months.entries()) {
      for (const date of days) if (date >= from && date <= to) all.publish(date);
      // The first row of a series may be of the month before.
      const start = Math.max(epochDay(`${month}-01`), epochDay(from));
      blocks[place]?.addDays(start, epochDay(to), all, kinds);
    }
    return all;
  }

  /** The blocks of a ticker, in the order of the months. Most are in memory: a promise for each would take longer than to find it. */
  #blocksOf(months: readonly Month[], ticker: string): MaybePromise<(TickerMonth | undefined)[]> {
    const blocks = months.map((month) => this.#block(month, ticker));
    return blocks.some((block) => block instanceof Promise)
      ? whenAllSettled(blocks)
      : (blocks as (TickerMonth | undefined)[]);
  }

  /** Does not throw: other blocks may still be read. */
  #block({ name, month, file }: Month, ticker: string): MaybePromise<TickerMonth | undefined> {
    const fail = async (cause: unknown): Promise<never> => {
      throw await this.#onFailure(month, cause);
    };
    try {
      const block = this.#blocks.get(name, file as MonthFile, ticker);
      return block instanceof Promise ? block.catch(fail) : block;
    } catch (cause) {
      return fail(cause);
    }
  }

  /**
   * The running totals of a range. For each year: those at the last day of the range in this year, less those before its first day. Totals
   * start at 0 on January 1st, so a range of 366 days needs at most three months.
   */
  #termsOf(from: IsoDate, to: IsoDate): Term[] {
    const terms: Term[] = [];
    for (let year = yearOf(from); year <= yearOf(to); year++) {
      const first = from > `${year}-01-01` ? from : `${year}-01-01`;
      const last = to < `${year}-12-31` ? to : `${year}-12-31`;
      const end = this.#newestMonth(`${year}-01`, monthOf(last));
      if (!end || end.month < monthOf(first)) continue;
      // A month contains the totals at the end of the month before.
      const month = first.endsWith('-01-01') ? undefined : this.#newestMonth(`${year}-01`, monthOf(first));
      terms.push({ end, day: epochDay(last), before: month ? { month, day: epochDay(first) - 1 } : null });
    }
    return terms;
  }

  #newestMonth(first: string, last: string): Month | undefined {
    return this.months.findLast(({ month }) => month >= first && month <= last);
  }
}

/** The running totals at the end of a day, and those that are subtracted from them. Days are days since 1970-01-01. */
interface Term {
  readonly end: Month;
  readonly day: number;
  readonly before: { readonly month: Month; readonly day: number } | null;
}
