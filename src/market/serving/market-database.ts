import { setTimeout as sleep } from 'node:timers/promises';
import { ConcurrencyLimit } from '../../core/concurrency-limit.ts';
import { dateOfEpochDay, daysInRange, epochDay, type IsoDate, monthOf } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import type { DataFolders } from '../../core/folders.ts';
import { MEASURE_NAMES, MEASURES } from '../../core/market/measure-list.ts';
import { type MaybePromise, whenKnown } from '../../core/maybe-promise.ts';
import { sql } from '../../core/package-files.ts';
import { Duck, type DuckConnection, type Parameters, type Row } from '../lake/duckdb.ts';
import { Lake, type PublishedFiles } from '../lake/lake.ts';
import { versionOf } from './list-version.ts';
import { type MarketFile, type MarketMonth, type MarketTable, marketFilesOf } from './market-files.ts';
import { MeasureMonths, type StockDays } from './months/measure-months.ts';
import { dataUnavailable, RETRY_AFTER_S } from './months/read-limits.ts';
import type { DamagedServingFile } from './snapshot.ts';
import { type BuiltFile, CHANGED_WHILE_READ, FileDamaged, VerifiedFiles } from './verified-files.ts';

/** Queries that run at the same time. Each uses one of the 4 threads of Node's pool, which flushes and other reads need too. */
const MAX_RUNNING = 1;
/** Queries that run or wait. Further ones are refused, because they would wait too long. */
const MAX_QUERIES = 64;
const MEMORY_LIMIT_MB = 400;
/** From the question to the answer, with the wait for other queries. The largest questions take 0.2 s. */
const TIMEOUT_MS = 10_000;
/** How often a question is tried while the files that it reads are replaced or damaged. */
const MAX_ATTEMPTS = 3;
/** The pause before another attempt: a file is being replaced for a few milliseconds, first the file and then the manifest. */
const REPLACEMENT_MS = 50;

export interface MarketDatabaseSettings {
  readonly folders: DataFolders;
  readonly threads: number;
  readonly timeout_ms?: number;
  /** What all questions read; the lake is for questions with `revisions`. */
  readonly reads?: 'market_files' | 'lake_files';
  /** The market files in force by the manifest, in the order of months. */
  readonly monthsInForce: () => MaybePromise<readonly MarketMonth[]>;
  /** The checksum of the `trades` file of a published day; undefined if the day is not published. */
  readonly tradesSha256: (day: IsoDate) => Promise<string | undefined>;
  /** The files of measure_day in force, in the order of days. */
  readonly measureFiles: () => MaybePromise<readonly MeasuredDay[]>;
  /** Months, as `YYYY-MM`, that have published days and no market files: no question about them is answered until they are built. */
  readonly unbuilt_months: readonly string[];
  /** Called whenever a query meets a damaged market file; so for the same file again and again until it is rebuilt. */
  readonly onDamage?: (file: DamagedServingFile) => void;
  /** The same for a damaged `trades` file of the lake. */
  readonly onDamagedTrades?: (path: string) => void;
}

interface DamagedMarketFile extends Pick<MarketFile, 'month' | 'file_name'> {
  readonly problem: string;
}

export interface MeasuredDay {
  readonly trade_date: IsoDate;
  readonly sha256: string;
  /** The broker_day file that the measures are computed from. */
  readonly broker_day_sha256: string;
}

/** A query over the rows of some days. */
export interface MeasureQuery {
  /** It reads the rows from `$files`, those of measure_day with `measure_rows($files, $adjusted)`. */
  readonly text: string;
  readonly parameters?: Parameters;
  readonly days: readonly IsoDate[];
  /** Default: `measure_day`. `broker_day` has the files that the measures are computed from. */
  readonly table?: 'measure_day' | 'broker_day';
  /** Rows in the place of those of measure_day, as JSON. */
  readonly adjusted?: string;
}

interface Selected {
  readonly text: string;
  readonly files: readonly BuiltFile[];
  readonly parameters: Parameters;
}

export interface MarketSource {
  /** The market files of a table, or the lake's files of `trades`, which are larger: only for short ranges. */
  readonly table: MarketTable | 'trades';
  /** Both days included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** The revisions whose files in the lake have the rows, in the order of days; without them, the files in force. */
  readonly revisions?: readonly PublishedFiles[];
}

export type MarketReader = Pick<MarketDatabase, 'rows' | 'days'>;

export type MeasureReader = Pick<MarketDatabase, 'measureRows' | 'measureFiles' | 'stockRows'>;

/** The types of an adjusted row of measure_day. */
const MEASURE_ROW = JSON.stringify({
  trade_date: 'DATE',
  ticker: 'VARCHAR',
  ...Object.fromEntries(
    MEASURES.map(({ name, has_decimals }) => [
      name,
      has_decimals || name === 'close' ? 'DECIMAL(18, 2)' : 'BIGINT',
    ]),
  ),
});

/** The table of the lake that the rows of a market file are built from. */
const LAKE_TABLE = {
  broker_rows: 'broker_day',
  broker_sums: 'broker_day',
  ticker_rows: 'ticker_day',
  trades: 'trades',
} as const;

/** Answers questions about the whole market with DuckDB, from files that are replaced while it runs. */
export class MarketDatabase {
  readonly #settings: MarketDatabaseSettings;
  readonly #lake: Lake;
  readonly #files = new VerifiedFiles();
  readonly #measure_months: MeasureMonths;
  readonly #running = new ConcurrencyLimit(MAX_RUNNING);
  readonly #idle: DuckConnection[] = [];
  #duck: Promise<Duck> | undefined;
  #queries = 0;
  #isClosing = false;

  constructor(settings: MarketDatabaseSettings) {
    this.#settings = settings;
    this.#lake = new Lake(settings.folders);
    this.#measure_months = new MeasureMonths(settings.folders.measure_months);
  }

  /** Names what is published now: answers under the same version are the same. */
  version(): MaybePromise<string> {
    return whenKnown(this.#settings.monthsInForce(), (months) =>
      versionOf(months, ({ name, build }) => `${name} ${build}`),
    );
  }

  /** The published days that answers are made from, in order. */
  async days(): Promise<IsoDate[]> {
    return (await this.#settings.monthsInForce()).flatMap(({ days }) => days);
  }

  /**
   * The rows of a question.
   * @param question a file in `sql/market/`. It reads the files of the source with a macro; `$from` and `$to` are its range
   * @param parametersOf makes its other parameters from the published days of the range, in order
   * @param signal interrupts the query
   * @throws AlirError `data_unavailable` when a file cannot be read, `overloaded` when too many queries wait, `query_timeout` when it takes
   *   too long, and the reason of the signal
   */
  async rows(
    question: string,
    source: MarketSource,
    parametersOf: (days: readonly IsoDate[]) => Parameters,
    signal: AbortSignal,
  ): Promise<Row[]> {
    const { from, to } = source;
    const select = async () => {
      const { files, days } = await this.#selected(source);
      return { text: sql(`market/${question}`), files, parameters: { from, to, ...parametersOf(days) } };
    };
    return this.#inTurn(select, signal);
  }

  /**
   * The rows of a query over measure_day.
   * @param queryOf makes the query from the measured days, in order
   * @param files_at the files at an earlier time; by default, those in force
   * @throws AlirError as `rows` does
   */
  async measureRows(
    queryOf: (days: readonly IsoDate[]) => MeasureQuery,
    signal: AbortSignal,
    files_at?: readonly MeasuredDay[],
  ): Promise<Row[]> {
    const select = async () => {
      const measured = files_at ?? (await this.#settings.measureFiles());
      const query = queryOf(measured.map(({ trade_date }) => trade_date));
      const { text, days, parameters = {}, table = 'measure_day', adjusted = '[]' } = query;
      const read = measured.filter(({ trade_date }) => days.includes(trade_date));
      const files = read.map(({ trade_date, sha256: of_measures, broker_day_sha256 }) => {
        const sha256 = table === 'broker_day' ? broker_day_sha256 : of_measures;
        return { path: this.#lake.revisionFile(table, trade_date, sha256), sha256 };
      });
      // To plan a union with adjusted rows takes several times as long as most questions.
      if (adjusted === '[]') {
        const traded = text.replaceAll('measure_rows($files, $adjusted)', 'traded_measure_rows($files)');
        return { text: traded, files, parameters };
      }
      return { text, files, parameters: { ...parameters, adjusted } };
    };
    return this.#inTurn(select, signal);
  }

  /** The files of measure_day in force, in the order of days. The same array until they change. */
  measureFiles(): MaybePromise<readonly MeasuredDay[]> {
    return this.#settings.measureFiles();
  }

  /**
   * All measures of a stock on the days of a range: rows of a measure month.
   * @param files_at as in `measureRows`
   * @throws AlirError as `rows` does
   */
  async stockRows(
    stock: StockDays,
    signal: AbortSignal,
    files_at?: readonly MeasuredDay[],
  ): Promise<Float64Array[]> {
    const report = (file_name: string, problem: string) =>
      this.#settings.onDamage?.({ file_name, build: 0, problem });
    const inForce = files_at ?? (await this.#settings.measureFiles());
    const found = files_at ? undefined : await this.#measure_months.rows(inForce, stock, report);
    if (found) return found;
    const { ticker, from, to } = stock;
    const rows = await this.measureRows(
      (days) => ({
        text: sql('market/stock_measures'),
        parameters: { names: MEASURE_NAMES, ticker },
        days: days.filter((day) => day >= from && day <= to),
      }),
      signal,
      files_at,
    );
    return rows.map((row) =>
      Float64Array.from(['day', ...MEASURE_NAMES], (name) => Number(row[name] ?? Number.NaN)),
    );
  }

  async #inTurn(select: () => Promise<Selected>, signal: AbortSignal): Promise<Row[]> {
    if (this.#isClosing) throw new AlirError('shutting_down', 'The server is shutting down.');
    if (this.#queries >= MAX_QUERIES) {
      const message = 'Too many questions about the whole market are waiting. Try again shortly.';
      throw new AlirError('overloaded', message, { retry_after_s: 1 });
    }
    this.#queries += 1;
    const timeout = AbortSignal.timeout(this.#settings.timeout_ms ?? TIMEOUT_MS);
    const end = AbortSignal.any([signal, timeout]);
    try {
      return await untilEnd(
        this.#running.run(() => this.#answer(select, end)),
        end,
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (timeout.aborted) {
        const message = 'The question took too long to answer. Ask for fewer days, or try again shortly.';
        throw new AlirError('query_timeout', message, { retry_after_s: RETRY_AFTER_S });
      }
      throw error;
    } finally {
      this.#queries -= 1;
    }
  }

  get queriesInFlight(): number {
    return this.#queries;
  }

  /**
   * Checks every market file in force: whether it is there, and whether it is as it was built if it was used before.
   * @returns the damaged files, with their months
   */
  async check(): Promise<DamagedMarketFile[]> {
    const version = await this.version();
    const files = await this.#marketFiles();
    const damages: FileDamaged[] = [];
    for (const file of files) {
      try {
        await this.#files.checkIfUsed(file);
      } catch (error) {
        if (!(error instanceof FileDamaged)) throw error;
        damages.push(error);
      }
    }
    // A file that was replaced by a publication meanwhile is not damaged.
    if (version !== (await this.version())) return [];
    return (await Promise.all(damages.map((damage) => this.#report(damage)))).flat();
  }

  /** Waits for the running queries and closes DuckDB. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#running.run(async () => (await this.#duck)?.close());
  }

  /** Tries again if the files may have been replaced meanwhile. */
  async #answer(select: () => Promise<Selected>, end: AbortSignal): Promise<Row[]> {
    for (let attempt = 1; ; attempt++) {
      end.throwIfAborted();
      const version = await this.version();
      const { text, files, parameters } = await select();
      if (files.length === 0) return [];
      try {
        const paths = files.map(({ path }) => path);
        return await this.#verifiedRows(files, text, { files: paths, ...parameters }, end);
      } catch (error) {
        if (end.aborted) throw error;
        const isReplaced = version !== (await this.version());
        if (isReplaced) this.#files.keepOnly(await this.#marketFiles());
        const mayBeReplaced = error instanceof FileDamaged;
        if (attempt === MAX_ATTEMPTS || !(isReplaced || mayBeReplaced)) throw await this.#failed(error);
        await sleep(REPLACEMENT_MS);
      }
    }
  }

  /** The rows of a query, if the files were as they were built while it read them. @throws FileDamaged */
  async #verifiedRows(
    files: readonly BuiltFile[],
    text: string,
    parameters: Parameters,
    end: AbortSignal,
  ): Promise<Row[]> {
    const before = await this.#check(files);
    const [result] = await Promise.allSettled([this.#query(text, parameters, end)]);
    // A query that failed may have read a damaged file too.
    const after = await this.#check(files);
    const changed = files.find((_, index) => before[index] !== after[index]);
    if (changed) throw new FileDamaged(changed, CHANGED_WHILE_READ);
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  }

  /** The files that a question reads, and the published days of its range. */
  async #selected(source: MarketSource): Promise<{ files: BuiltFile[]; days: IsoDate[] }> {
    const { table, from, to, revisions } = source;
    if (revisions) {
      const name = LAKE_TABLE[table];
      const asked = revisions.filter(({ trade_date }) => trade_date >= from && trade_date <= to);
      return {
        files: asked.map((day) => ({ path: this.#lake.file(name, day), sha256: day[`${name}_sha256`] })),
        days: asked.map(({ trade_date }) => trade_date),
      };
    }
    const [first, last] = [monthOf(from), monthOf(to)];
    const isAsked = (month: string) => month >= first && month <= last;
    const unbuilt = this.#settings.unbuilt_months.filter(isAsked);
    if (unbuilt.length > 0) {
      throw dataUnavailable(new Error(`The market files of ${unbuilt.join(', ')} were not built`));
    }
    if (table === 'trades') return this.#selectedTrades(from, to);
    const months = (await this.#settings.monthsInForce()).filter(({ month }) => isAsked(month));
    const days = months.flatMap((month) => month.days).filter((day) => day >= from && day <= to);
    return { files: this.#filesOf(months).filter((file) => file.table === table), days };
  }

  /** The lake has a new day or a correction before the market files. */
  async #selectedTrades(from: IsoDate, to: IsoDate): Promise<{ files: BuiltFile[]; days: IsoDate[] }> {
    const range = Array.from({ length: daysInRange(from, to) }, (_, day) =>
      dateOfEpochDay(epochDay(from) + day),
    );
    const hashes = await Promise.all(range.map((day) => this.#settings.tradesSha256(day)));
    const days = range.filter((_, place) => hashes[place] !== undefined);
    const files = range.flatMap((day, place) => {
      const sha256 = hashes[place];
      return sha256 === undefined ? [] : [{ path: this.#lake.revisionFile('trades', day, sha256), sha256 }];
    });
    return { files, days };
  }

  #filesOf(months: readonly MarketMonth[]): MarketFile[] {
    return marketFilesOf(this.#settings.folders.market_files, months);
  }

  async #marketFiles(): Promise<MarketFile[]> {
    return this.#filesOf(await this.#settings.monthsInForce());
  }

  /** @returns the identities of the files */
  #check(files: readonly BuiltFile[]): Promise<string[]> {
    return Promise.all(files.map((file) => this.#files.check(file)));
  }

  async #query(text: string, parameters: Parameters, end: AbortSignal): Promise<Row[]> {
    const duck = await this.#opened();
    const connection = this.#idle.pop() ?? (await duck.connect());
    const interrupt = () => connection.interrupt();
    try {
      // The files were checked and DuckDB was opened meanwhile.
      end.throwIfAborted();
      end.addEventListener('abort', interrupt);
      return await connection.rows(text, parameters);
    } finally {
      end.removeEventListener('abort', interrupt);
      this.#idle.push(connection);
    }
  }

  /** Opened for the first question: the library is large, and many servers never need it. */
  #opened(): Promise<Duck> {
    this.#duck ??= this.#open().catch((error) => {
      this.#duck = undefined;
      throw error;
    });
    return this.#duck;
  }

  async #open(): Promise<Duck> {
    const { folders, threads, reads = 'market_files' } = this.#settings;
    const duck = await Duck.open({
      folders: [folders.market_files, folders.delta],
      memory_limit_mb: MEMORY_LIMIT_MB,
      threads,
    });
    const connection = await duck.connect();
    await connection.run(sql(`market/${reads}`));
    await connection.run('SET VARIABLE measure_row = $measure_row', { measure_row: MEASURE_ROW });
    await connection.run(sql('market/measure_rows'));
    this.#idle.push(connection);
    return duck;
  }

  async #failed(error: unknown): Promise<unknown> {
    if (!(error instanceof FileDamaged)) return error;
    if (error.problem !== CHANGED_WHILE_READ) await this.#report(error);
    return dataUnavailable(error);
  }

  /** Reports a damaged file. @returns the month of a market file; nothing for a file of the lake */
  async #report({ file, problem }: FileDamaged): Promise<DamagedMarketFile[]> {
    const market_file = (await this.#marketFiles()).find(({ path }) => path === file.path);
    if (market_file) {
      const { month, file_name, build } = market_file;
      this.#settings.onDamage?.({ file_name, build, problem });
      return [{ month, file_name, problem }];
    }
    this.#settings.onDamagedTrades?.(file.path);
    return [];
  }
}

/** Waits for work until a signal ends it: work that waits for its turn notices the signal only then. */
async function untilEnd<Result>(work: Promise<Result>, end: AbortSignal): Promise<Result> {
  work.catch(() => {});
  let stop = () => {};
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(end.reason);
    end.addEventListener('abort', stop);
  });
  try {
    end.throwIfAborted();
    return await Promise.race([work, ended]);
  } finally {
    end.removeEventListener('abort', stop);
  }
}
