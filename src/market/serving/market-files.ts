import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import { isFile } from '../lake/durable.ts';
import { identityOf } from './month-file.ts';

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

export function marketFileName(name: string, table: MarketTable): string {
  return `${name}.${table}.parquet`;
}

/**
 * What the names of the market files of a month begin with. It contains a hash of the lake files that they are built from, so unchanged
 * files with this name are current.
 */
export function marketFilesName(
  month: string,
  days: readonly {
    readonly trade_date: IsoDate;
    readonly broker_day_sha256: string;
    readonly ticker_day_sha256: string | null;
  }[],
): string {
  const lines = days.map((day) => `${day.trade_date} ${day.broker_day_sha256} ${day.ticker_day_sha256}`);
  const content = createHash('sha256').update([`market layout ${LAYOUT}`, ...lines].join('\n'));
  return `${month}-${content.digest('hex').slice(0, 16)}`;
}

/** A market file that cannot be read, or is not the file that was built. */
export class MarketFileDamaged extends Error {
  readonly file_name: string;
  readonly problem: string;
  readonly month: MarketMonth;

  constructor(month: MarketMonth, file_name: string, problem: string) {
    super(`${file_name} ${problem}`);
    this.month = month;
    this.file_name = file_name;
    this.problem = problem;
  }
}

/**
 * Knows which market files are as they were built. Parquet pages have no checksums, so a file is read as a whole before the first use, and
 * again when its identity has changed.
 */
export class VerifiedFiles {
  readonly #folder: string;
  /** The identities of files that were read and are as they were built, by file name and build. */
  readonly #identities = new Map<string, string>();
  readonly #checks = new Map<string, Promise<string>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf(month: MarketMonth, table: MarketTable): string {
    return join(this.#folder, marketFileName(month.name, table));
  }

  /**
   * Checks a file, before or after it is used.
   * @throws MarketFileDamaged
   */
  async check(month: MarketMonth, table: MarketTable): Promise<void> {
    const path = this.pathOf(month, table);
    const file_name = marketFileName(month.name, table);
    const name = `${file_name} ${month.build}`;
    const identity = await this.#identityOf(month, file_name, path);
    if (identity === this.#identities.get(name)) return;
    const key = `${name} ${identity}`;
    let check = this.#checks.get(key);
    if (!check) {
      check = this.#verify(month, file_name, path, identity, month[`${table}_sha256`]).finally(() =>
        this.#checks.delete(key),
      );
      this.#checks.set(key, check);
    }
    this.#identities.set(name, await check);
  }

  /** Checks a file that was used before; of another file, only whether it is there. @throws MarketFileDamaged */
  async checkIfUsed(month: MarketMonth, table: MarketTable): Promise<void> {
    const file_name = marketFileName(month.name, table);
    if (this.#identities.has(`${file_name} ${month.build}`)) return this.check(month, table);
    await this.#identityOf(month, file_name, this.pathOf(month, table));
  }

  /** Forgets the files that are not in force any more. */
  keepOnly(months: readonly MarketMonth[]): void {
    const inForce = new Set(
      months.flatMap(({ name, build }) =>
        MARKET_TABLES.map((table) => `${marketFileName(name, table)} ${build}`),
      ),
    );
    for (const name of this.#identities.keys()) if (!inForce.has(name)) this.#identities.delete(name);
  }

  async #verify(
    month: MarketMonth,
    file_name: string,
    path: string,
    identity: string,
    sha256: string,
  ): Promise<string> {
    if (!(await isFile(path, sha256))) {
      throw new MarketFileDamaged(month, file_name, 'was changed after it was built');
    }
    // A file that was changed while it was read has another identity, and the next check reads it again.
    return identity;
  }

  async #identityOf(month: MarketMonth, file_name: string, path: string): Promise<string> {
    const stats = await stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      const problem = error.code === 'ENOENT' ? 'is missing' : error.message;
      throw new MarketFileDamaged(month, file_name, problem);
    });
    const identity = identityOf(stats);
    if (identity === undefined) throw new MarketFileDamaged(month, file_name, 'is not a file');
    return identity;
  }
}
