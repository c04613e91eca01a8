import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { MEASURES } from '../../core/market/measure-list.ts';
import { sql } from '../../core/package-files.ts';
import type { MeasureFile, Publication } from '../../ledger/manifest.ts';
import type { DuckConnection } from '../lake/duckdb.ts';
import { fsync, isFile, replaceFile, sha256OfFile } from '../lake/durable.ts';
import { keepPages } from '../lake/kept-pages.ts';
import { dayFile } from '../lake/lake.ts';
import {
  addRows,
  BROKER_DAYS,
  keepRows,
  type MeasureInput,
  measureDefinition,
  PRICE_DAYS,
  readFiles,
  writeMeasureDay,
  writeNoMeasures,
} from '../lake/measure-day.ts';
import { parquetFacts } from '../lake/parquet-facts.ts';
import type { WriterServices } from './services.ts';
import { brokerDayRows } from './serving-files/serving-months.ts';

/** After so many rows in a row that did not change, no later row of a ticker depends on an earlier change: percentiles look back furthest. */
const DEPENDENT_ROWS = Math.max(...MEASURES.map(({ days }) => days));
/** The rows that dependent rows of so many days are computed from are in memory together: those of all tickers take about 500 MB. */
const DAYS_IN_MEMORY = 50;

export interface MeasureOptions {
  /** Default: `DEPENDENT_ROWS`, which a short history does not reach. */
  readonly dependent_rows?: number;
  /** Ends the work after the current day; the next run continues it. */
  readonly signal?: AbortSignal | undefined;
  readonly onDay?: (done: number, total: number) => void;
}

export interface MeasuredDays {
  readonly days: readonly Publication[];
  readonly files: ReadonlyMap<IsoDate, Pick<MeasureFile, 'trade_date' | 'sha256'>>;
}

interface ComparedRow {
  readonly ticker: string;
  readonly is_changed: boolean;
}

/** Writes the files of one version of measure_day: those of changed days, and those of later days with rows that depend on these. */
export class MeasureRun {
  readonly #services: WriterServices;
  readonly #version: number;
  readonly #inputs: MeasureInputs;
  /** Tickers whose later rows may change, and the number of unchanged rows after which they cannot. */
  readonly #affected = new Map<string, number>();
  #dependent_rows = DEPENDENT_ROWS;
  #days: readonly Publication[] = [];
  #inForce: ReadonlyMap<IsoDate, MeasureFile> = new Map();
  /** The files of this version. */
  readonly #written = new Map<IsoDate, MeasureFile>();

  constructor(services: WriterServices, version: number) {
    this.#services = services;
    this.#version = version;
    this.#inputs = new MeasureInputs(services);
  }

  /** @param history all publications. @param measured the number of those that are measured. @returns false if it was stopped */
  async measure(
    history: readonly Publication[],
    measured: number,
    { signal, onDay, dependent_rows = DEPENDENT_ROWS }: MeasureOptions,
  ): Promise<boolean> {
    this.#dependent_rows = dependent_rows;
    const { manifest } = this.#services;
    const changed = new Set(history.slice(measured).map(({ trade_date }) => trade_date));
    const replaced = new Map(history.slice(0, measured).map((day) => [day.trade_date, day]));
    this.#days = await manifest.allPublications();
    this.#inForce = await manifest.measureFilesInForce();
    for (const file of await manifest.measureFiles())
      if (file.added_in === this.#version) this.#written.set(file.trade_date, file);
    const isChanged = (place: number) => changed.has(this.#days[place]?.trade_date ?? '');
    const first = this.#days.findIndex((_, place) => isChanged(place));
    const note = (place: number) => onDay?.(place - first + 1, this.#days.length - first);
    for (let place = first; place < this.#days.length; ) {
      if (signal?.aborted) return false;
      const from = place;
      const last = Math.min(from + DAYS_IN_MEMORY, this.#days.length);
      const next = this.#days.findIndex(
        (_, at) => at > from && at < last && isChanged(at) !== isChanged(from),
      );
      const end = next === -1 ? last : next;
      if (isChanged(from)) {
        const later = this.#days.slice(end).filter(({ trade_date }) => !changed.has(trade_date));
        place = await this.#measureChanged(from, end, later.length > 0, signal, note);
        if (later.length > 0) for (let at = from; at < place; at++) await this.#affect(at, replaced, later);
      } else place = await this.#measureDependent(from, end, signal, note);
    }
    return true;
  }

  /**
   * Computes all rows of changed days, from a place to before an end.
   * @param hasDependents whether unchanged days follow: the tickers whose rows changed are noted for them
   * @returns the place after the last day
   */
  async #measureChanged(
    from: number,
    end: number,
    hasDependents: boolean,
    signal: AbortSignal | undefined,
    note: (place: number) => void,
  ): Promise<number> {
    let place = from;
    const empty = await stage(this.#services, (this.#days[from] as Publication).trade_date);
    const input = await this.#inputs.of(this.#measured(), from, end);
    const rows = brokerDayRows(this.#days.slice(Math.max(0, from - BROKER_DAYS + 1), end));
    await this.#services.duck.run(rows, async (connection) => {
      const files = await withoutNoFile(connection, input, `${empty}.empty`);
      // The files of several days are opened once.
      const tickers = end - from > 1 ? await this.#tickersOf(connection, from, end) : [];
      if (end - from > 1) await keepRows(connection, files, tickers);
      else await readFiles(connection, files);
      for (; place < end && !signal?.aborted; note(place++)) {
        const file = await this.#measureDay(connection, place, hasDependents);
        const { trade_date } = this.#days[place] as Publication;
        if (tickers.length > 0) await addRows(connection, trade_date, file, tickers);
      }
    });
    await unstage(this.#services);
    return place;
  }

  /** @returns the path of the file */
  async #measureDay(connection: DuckConnection, place: number, hasDependents: boolean): Promise<string> {
    const { trade_date } = this.#days[place] as Publication;
    const done = await this.#done(trade_date);
    const staged = await stage(this.#services, trade_date);
    if (done === undefined) await writeMeasureDay(connection, daysBack(this.#days, place), staged);
    const isCompared = hasDependents || this.#inForce.has(trade_date);
    const rows = isCompared ? await this.#compare(connection, trade_date, done ?? staged) : [];
    const changed = rows.filter(({ is_changed }) => is_changed);
    for (const row of changed) this.#note(row);
    // A day without rows of the regular market has a file too: screens count days by their files.
    const isNew = changed.length > 0 || !this.#inForce.has(trade_date);
    if (done !== undefined || !isNew) return done ?? staged;
    return this.#keep(connection, trade_date, staged);
  }

  async #tickersOf(connection: DuckConnection, from: number, end: number): Promise<string[]> {
    const files = this.#days.slice(from, end).map((day) => this.#services.lake.file('ticker_day', day));
    return (await connection.rows(sql('measures/tickers'), { files })).map(({ ticker }) => String(ticker));
  }

  /** Computes the affected rows of unchanged days, from a place to before an end. @returns the place after the last day */
  async #measureDependent(
    from: number,
    end: number,
    signal: AbortSignal | undefined,
    note: (place: number) => void,
  ): Promise<number> {
    let place = from;
    if (this.#affected.size === 0) {
      for (; place < end; place++) note(place);
      return end;
    }
    const tickers = [...this.#affected.keys()];
    const empty = await stage(this.#services, (this.#days[from] as Publication).trade_date);
    const input = await this.#inputs.of(this.#measured(), from, end);
    await this.#services.duck.run(1, async (connection) => {
      await keepRows(connection, await withoutNoFile(connection, input, empty), tickers);
      for (; place < end && !signal?.aborted; note(place++)) {
        const rows = await this.#measureTickers(connection, place, tickers);
        for (const row of rows) this.#note(row);
      }
    });
    await unstage(this.#services);
    return place;
  }

  async #measureTickers(
    connection: DuckConnection,
    place: number,
    tickers: readonly string[],
  ): Promise<ComparedRow[]> {
    const { trade_date } = this.#days[place] as Publication;
    const staged = await stage(this.#services, trade_date);
    const computed = `${staged}.computed`;
    const done = await this.#done(trade_date);
    if (done === undefined) await writeMeasureDay(connection, daysBack(this.#days, place), computed);
    const all = await this.#compare(connection, trade_date, done ?? computed);
    const rows = all.filter(({ ticker }) => tickers.includes(ticker));
    await addRows(connection, trade_date, done ?? computed, tickers);
    if (done === undefined && rows.some(({ is_changed }) => is_changed)) {
      const before = this.#inForce.get(trade_date);
      const files = { computed, earlier: before ? this.#services.lake.measureFile(before) : computed };
      await connection.run(sql('measures/replace_rows'), { ...files, tickers, file: staged });
      await this.#keep(connection, trade_date, staged);
    }
    await unstage(this.#services);
    return rows;
  }

  #measured(): MeasuredDays {
    return { days: this.#days, files: new Map([...this.#inForce, ...this.#written]) };
  }

  /** The path of the file of this version that an interrupted run left; undefined if there is none. */
  async #done(trade_date: IsoDate): Promise<string | undefined> {
    const written = this.#written.get(trade_date);
    if (!written) return undefined;
    const path = this.#services.lake.measureFile(written);
    return (await isFile(path, written.sha256)) ? path : undefined;
  }

  /** Notes the tickers whose rows of later days may differ after the change of a day. */
  async #affect(
    place: number,
    replaced: ReadonlyMap<IsoDate, Publication>,
    later: readonly Publication[],
  ): Promise<void> {
    const day = this.#days[place] as Publication;
    const before = replaced.get(day.trade_date);
    const files = (revision: Publication) => ({
      ticker_day: this.#services.lake.file('ticker_day', revision),
      broker_day: this.#services.lake.file('broker_day', revision),
    });
    const isKept =
      before !== undefined &&
      (await isFile(files(before).ticker_day, before.ticker_day_sha256)) &&
      (await isFile(files(before).broker_day, before.broker_day_sha256));
    const rows = await this.#services.duck.run(1, (connection) => {
      if (isKept) {
        const { ticker_day: replaced_ticker_day, broker_day: replaced_broker_day } = files(before);
        const parameters = { ...files(day), replaced_ticker_day, replaced_broker_day };
        return connection.rows(sql('measures/changed_tickers'), parameters);
      }
      // A day more moves the windows of all tickers. Without the files of the replaced revision, its changes are unknown.
      const all = [day, ...later].map((each) => files(each).ticker_day);
      return connection.rows(sql('measures/tickers'), { files: all });
    });
    for (const { ticker } of rows) this.#affected.set(String(ticker), this.#dependent_rows);
  }

  #note({ ticker, is_changed }: ComparedRow): void {
    const left = is_changed ? this.#dependent_rows : (this.#affected.get(ticker) ?? 0) - 1;
    if (left > 0) this.#affected.set(ticker, left);
    else this.#affected.delete(ticker);
  }

  /** Moves a staged file to its place, as that of this version. @returns the path */
  async #keep(connection: DuckConnection, trade_date: IsoDate, staged: string): Promise<string> {
    const before = this.#inForce.get(trade_date);
    if (before) {
      const replaced = this.#services.lake.measureFile(before);
      const pages = (await parquetFacts(connection, [replaced])).get(replaced)?.pages;
      if (pages) await keepPages(staged, replaced, [pages]);
    }
    const sha256 = await sha256OfFile(staged);
    const file = { trade_date, sha256, definition: measureDefinition(), added_in: this.#version };
    await fsync(staged);
    await replaceFile(staged, this.#services.lake.measureFile(file));
    await this.#services.manifest.noteMeasureFile(file);
    this.#written.set(trade_date, file as MeasureFile);
    return this.#services.lake.measureFile(file);
  }

  /** The tickers of a day, and whether their row in a file differs from that in the file in force. */
  async #compare(connection: DuckConnection, trade_date: IsoDate, later: string): Promise<ComparedRow[]> {
    const before = this.#inForce.get(trade_date);
    const earlier = before ? this.#services.lake.measureFile(before) : later;
    if (before) await requireMeasures(earlier, before.sha256);
    const rows = await connection.rows(sql('measures/changed_rows'), { earlier, later });
    return rows.map(({ ticker, is_changed }) => ({
      ticker: String(ticker),
      is_changed: before === undefined || is_changed === true,
    }));
  }
}

/** The files that measures are computed from. Each is checked once. */
export class MeasureInputs {
  readonly #services: WriterServices;
  readonly #intact = new Set<string>();

  constructor(services: WriterServices) {
    this.#services = services;
  }

  /** Writes the measures of all tickers of the day at a place to a file. @throws AlirError `lake_damaged` */
  async measure(
    connection: DuckConnection,
    measured: MeasuredDays,
    place: number,
    file: string,
  ): Promise<void> {
    const input = await this.of(measured, place, place + 1);
    await readFiles(connection, await withoutNoFile(connection, input, `${file}.empty`));
    await writeMeasureDay(connection, daysBack(measured.days, place), file);
  }

  /**
   * The files for the days from a place to before an end.
   * @throws AlirError `lake_damaged` if one differs from the file in force
   */
  async of({ days, files }: MeasuredDays, from: number, end: number): Promise<MeasureInput> {
    const earlier = days.slice(0, from).flatMap(({ trade_date }) => files.get(trade_date) ?? []);
    for (const file of earlier) {
      const path = this.#services.lake.measureFile(file);
      if (!this.#intact.has(path)) await requireMeasures(path, file.sha256);
      this.#intact.add(path);
    }
    return {
      ticker_day_files: await this.#filesOf(
        'ticker_day',
        days.slice(Math.max(0, from - PRICE_DAYS + 1), end),
      ),
      broker_day_files: await this.#filesOf(
        'broker_day',
        days.slice(Math.max(0, from - BROKER_DAYS + 1), end),
      ),
      measure_day_files: earlier.map((file) => this.#services.lake.measureFile(file)),
    };
  }

  async #filesOf(table: 'ticker_day' | 'broker_day', days: readonly Publication[]): Promise<string[]> {
    const unchecked = days.filter((day) => !this.#intact.has(this.#services.lake.file(table, day)));
    await this.#services.lake.requireIntact(unchecked, [table], this.#services.follow_url);
    for (const day of unchecked) this.#intact.add(this.#services.lake.file(table, day));
    return days.map((day) => this.#services.lake.file(table, day));
  }
}

/** DuckDB reads no empty list of files. @param file a path for one without rows */
async function withoutNoFile(
  connection: DuckConnection,
  input: MeasureInput,
  file: string,
): Promise<MeasureInput> {
  if (input.measure_day_files.length > 0) return input;
  await writeNoMeasures(connection, file);
  return { ...input, measure_day_files: [file] };
}

function daysBack(days: readonly Publication[], place: number): IsoDate[] {
  return days
    .slice(0, place + 1)
    .map(({ trade_date }) => trade_date)
    .toReversed();
}

/** The path of a file that is being written, in a folder of its day. */
export async function stage({ folders }: WriterServices, trade_date: IsoDate): Promise<string> {
  const file = dayFile(folders.staging, 'measure_day', trade_date);
  await mkdir(dirname(file), { recursive: true });
  return file;
}

/** Deletes the files that are being written. */
export function unstage({ folders }: WriterServices): Promise<void> {
  return rm(join(folders.staging, 'measure_day'), { recursive: true, force: true });
}

async function requireMeasures(path: string, sha256: string): Promise<void> {
  if (await isFile(path, sha256)) return;
  throw new AlirError(
    'lake_damaged',
    `${path} is missing or differs from the file that was computed. To repair it, run "alir lake build".`,
  );
}
