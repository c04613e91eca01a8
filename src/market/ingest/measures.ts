import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { sql } from '../../core/package-files.ts';
import type { Manifest, MeasureFile, Publication } from '../../ledger/manifest.ts';
import { DeltaLogs } from '../lake/delta/logs.ts';
import { fsync, isFile, replaceFile, sha256OfFile } from '../lake/durable.ts';
import { keepPages } from '../lake/kept-pages.ts';
import { dayFile, Lake } from '../lake/lake.ts';
import {
  BROKER_DAYS,
  measureDefinition,
  PRICE_DAYS,
  writeMeasureDay,
  writeNoMeasures,
} from '../lake/measure-day.ts';
import { parquetFacts } from '../lake/parquet-facts.ts';
import type { IngestServices, WriterServices } from './ingest.ts';
import { aloneInLake } from './lake-writer.ts';

/** After so many rows in a row that did not change, no later row of a ticker depends on an earlier change: percentiles look back furthest. */
const DEPENDENT_ROWS = 250;

export interface MeasureOptions {
  /** Ends the work after the current day; the next run continues it. */
  readonly signal?: AbortSignal | undefined;
  readonly onDay?: (done: number, total: number) => void;
}

/**
 * Computes the measures of all publications that have none, and of the rows of other days that depend on them. Files whose rows do not
 * change stay. All new files are put in force at once. The caller must hold the writer lock.
 * @returns the days with a new file
 */
export async function bringMeasuresUpToDate(
  services: WriterServices,
  options: MeasureOptions = {},
): Promise<IsoDate[]> {
  const { manifest, folders, duck } = services;
  await discardEarlierDefinition(services);
  const history = await manifest.history();
  const [measured, version] = [await manifest.measuredPublications(), history.length];
  if (measured === version) return [];
  await manifest.forgetUnfinishedMeasures(measured, version);
  const isComplete = await new MeasureRun(services, version).measure(history.slice(measured), options);
  if (!isComplete) return [];
  await manifest.noteMeasured(version);
  await new Lake(folders).repairNames([], [...(await manifest.measureFilesInForce()).values()]);
  await new DeltaLogs(folders, duck).write(await manifest.lakeHistory(), { tables: ['measure_day'] });
  const files = await manifest.measureFiles();
  return files.flatMap(({ trade_date, added_in }) => (added_in === version ? [trade_date] : []));
}

/**
 * Deletes the table if its files were computed by another definition. Names in the lake keep their files until others are in force. The
 * first version of the log describes the columns, so it is written again.
 */
async function discardEarlierDefinition({ manifest, folders, duck }: WriterServices): Promise<void> {
  if (await hasCurrentDefinition(manifest)) return;
  await rm(new Lake(folders).tableFolder('measure_day'), { recursive: true, force: true });
  await manifest.forgetMeasures();
  await new DeltaLogs(folders, duck).write(await manifest.lakeHistory(), { tables: ['measure_day'] });
}

/** Whether the measures were computed by the columns and the SQL of this version of Alir. */
export async function hasCurrentDefinition(manifest: Manifest): Promise<boolean> {
  return [undefined, measureDefinition()].includes(await manifest.measureDefinition());
}

/** Whether the measures of all publications are in force, and computed by the definition of this version of Alir. */
export async function areMeasuresCurrent(manifest: Manifest): Promise<boolean> {
  const isComplete = (await manifest.measuredPublications()) === (await manifest.publications());
  return isComplete && (await hasCurrentDefinition(manifest));
}

/** The same for a process that writes nothing else. Does nothing while another process is writing. */
export async function measureUnlessBusy(services: IngestServices, options: MeasureOptions): Promise<void> {
  if (await areMeasuresCurrent(services.manifest)) return;
  try {
    await aloneInLake(services, { patience_ms: 0 }, (writer) => bringMeasuresUpToDate(writer, options));
  } catch (error) {
    if (!(error instanceof AlirError && error.code === 'writer_busy')) throw error;
  }
}

/** Writes damaged files in force again, then computes what is missing. @returns the days with a new file, each once */
export async function buildMeasures(services: WriterServices, options: MeasureOptions): Promise<IsoDate[]> {
  const { folders, manifest } = services;
  const lake = new Lake(folders);
  await discardEarlierDefinition(services);
  const days = await measuredDays(manifest);
  const inForce = await manifest.measureFilesInForce();
  const built = new Set<IsoDate>();
  const intact = new Set<string>();
  for (const [place, { trade_date }] of days.entries()) {
    const file = inForce.get(trade_date);
    if (!file || (await isFile(lake.measureFile(file), file.sha256))) continue;
    const staged = await stage(services, trade_date);
    await writeMeasures(services, days.slice(0, place + 1), inForce, staged, intact);
    const written = { ...file, sha256: await sha256OfFile(staged) };
    await fsync(staged);
    await replaceFile(staged, lake.measureFile(written));
    await manifest.replaceMeasureFile(file, written.sha256);
    if (written.sha256 !== file.sha256) await rm(lake.measureFile(file), { force: true });
    inForce.set(trade_date, written);
    built.add(trade_date);
  }
  for (const trade_date of await bringMeasuresUpToDate(services, options)) built.add(trade_date);
  return [...built];
}

/** The revisions that the files in force were computed from, in the order of their days. One whose files were deleted is that in force. */
async function measuredDays(manifest: Manifest): Promise<Publication[]> {
  const days = new Map<IsoDate, Publication>();
  for (const day of (await manifest.history()).slice(0, await manifest.measuredPublications()))
    days.set(day.trade_date, day);
  const published = await manifest.allPublications();
  return published.flatMap((day) => {
    const measured = days.get(day.trade_date);
    return measured ? [measured.deleted_at === null ? measured : day] : [];
  });
}

class MeasureRun {
  readonly #services: WriterServices;
  readonly #lake: Lake;
  readonly #version: number;
  /** Tickers whose later rows may change, and the number of unchanged rows after which they cannot. */
  readonly #affected = new Map<string, number>();
  /** The files that this run has checked. */
  readonly #intact = new Set<string>();

  constructor(services: WriterServices, version: number) {
    this.#services = services;
    this.#lake = new Lake(services.folders);
    this.#version = version;
  }

  /** @returns false if it was stopped */
  async measure(unmeasured: readonly Publication[], { signal, onDay }: MeasureOptions): Promise<boolean> {
    const { manifest } = this.#services;
    const changed = new Set(unmeasured.map(({ trade_date }) => trade_date));
    const days = await manifest.allPublications();
    const inForce = await manifest.measureFilesInForce();
    const files = (await manifest.measureFiles()).filter(({ added_in }) => added_in === this.#version);
    const written = new Map(files.map((file) => [file.trade_date, file]));
    const current = new Map([...inForce, ...written]);
    const first = days.findIndex(({ trade_date }) => changed.has(trade_date));
    for (const [place, { trade_date }] of days.entries()) {
      const isChanged = changed.has(trade_date);
      if (place < first || (!isChanged && this.#affected.size === 0)) continue;
      if (signal?.aborted) return false;
      const before = inForce.get(trade_date);
      const done = written.get(trade_date);
      const isDone = done && (await isFile(this.#lake.measureFile(done), done.sha256));
      const rows = isDone
        ? await this.#compare(before, this.#lake.measureFile(done))
        : await this.#write(days.slice(0, place + 1), before, current);
      if (isChanged) {
        for (const { ticker } of rows) this.#affected.set(ticker, DEPENDENT_ROWS);
        // A day more or less moves the windows of all tickers.
        const isInserted = before === undefined && place < days.length - 1;
        if (isInserted) await this.#affectAll(days.slice(place + 1));
      } else for (const row of rows) this.#note(row);
      onDay?.(place - first + 1, days.length - first);
    }
    return true;
  }

  #note({ ticker, is_changed }: ComparedRow): void {
    const left = is_changed ? DEPENDENT_ROWS : (this.#affected.get(ticker) ?? 0) - 1;
    if (left > 0) this.#affected.set(ticker, left);
    else this.#affected.delete(ticker);
  }

  async #affectAll(days: readonly Publication[]): Promise<void> {
    const files = days.map((day) => this.#lake.file('ticker_day', day));
    const rows = await this.#services.duck.run(files.length, (connection) =>
      connection.rows(sql('measures/tickers'), { files }),
    );
    for (const { ticker } of rows) this.#affected.set(String(ticker), DEPENDENT_ROWS);
  }

  /** Writes the file of the last of these days, unless its rows are those of the file in force. */
  async #write(
    days: readonly Publication[],
    before: MeasureFile | undefined,
    current: Map<IsoDate, MeasureFile>,
  ): Promise<ComparedRow[]> {
    const { manifest, duck } = this.#services;
    const day = days.at(-1) as Publication;
    const { trade_date } = day;
    const staged = await stage(this.#services, trade_date);
    await writeMeasures(this.#services, days, current, staged, this.#intact);
    const rows = await this.#compare(before, staged);
    if (rows.some(({ is_changed }) => is_changed)) {
      if (before) {
        const replaced = this.#lake.measureFile(before);
        const facts = await duck.run(1, (connection) => parquetFacts(connection, [replaced]));
        const pages = facts.get(replaced)?.pages;
        if (pages) await keepPages(staged, replaced, [pages]);
      }
      const sha256 = await sha256OfFile(staged);
      const file = { trade_date, sha256, definition: measureDefinition(), added_in: this.#version };
      await fsync(staged);
      await replaceFile(staged, this.#lake.measureFile(file));
      await manifest.noteMeasureFile(file);
      current.set(trade_date, file as MeasureFile);
    }
    await rm(dirname(staged), { recursive: true, force: true });
    return rows;
  }

  /** The tickers of a day, and whether their row in a file differs from that in the file in force. */
  async #compare(before: MeasureFile | undefined, later: string): Promise<ComparedRow[]> {
    const earlier = before ? this.#lake.measureFile(before) : later;
    if (before) await requireMeasures(earlier, before.sha256);
    const rows = await this.#services.duck.run(1, (connection) =>
      connection.rows(sql('measures/changed_rows'), { earlier, later }),
    );
    return rows.map(({ ticker, is_changed }) => ({
      ticker: String(ticker),
      is_changed: before === undefined || is_changed === true,
    }));
  }
}

/** The path of a file that is being written, in a folder of its day. */
async function stage({ folders }: WriterServices, trade_date: IsoDate): Promise<string> {
  const file = dayFile(folders.staging, 'measure_day', trade_date);
  await mkdir(dirname(file), { recursive: true });
  return file;
}

interface ComparedRow {
  readonly ticker: string;
  readonly is_changed: boolean;
}

/**
 * Writes the measures of the last of these days to a file.
 * @param current the files of the days before
 * @param intact the files that were checked before in this run; others are added
 * @throws AlirError `lake_damaged` if a file that the measures are computed from differs from the one in force
 */
async function writeMeasures(
  { folders, duck, follow_url }: WriterServices,
  days: readonly Publication[],
  current: ReadonlyMap<IsoDate, Pick<MeasureFile, 'trade_date' | 'sha256'>>,
  file: string,
  intact: Set<string>,
): Promise<void> {
  const lake = new Lake(folders);
  const back = days.toReversed();
  const filesOf = async (table: 'ticker_day' | 'broker_day', count: number) => {
    const last = back.slice(0, count);
    const unchecked = last.filter((day) => !intact.has(lake.file(table, day)));
    await lake.requireIntact(unchecked, [table], follow_url);
    for (const day of unchecked) intact.add(lake.file(table, day));
    return last.map((day) => lake.file(table, day));
  };
  const input = {
    days: back.map(({ trade_date }) => trade_date),
    ticker_day_files: await filesOf('ticker_day', PRICE_DAYS),
    broker_day_files: await filesOf('broker_day', BROKER_DAYS),
    measure_day_files: [] as string[],
  };
  for (const { trade_date } of back.slice(1)) {
    const earlier = current.get(trade_date);
    if (!earlier) continue;
    const path = lake.measureFile(earlier);
    if (!intact.has(path)) await requireMeasures(path, earlier.sha256);
    intact.add(path);
    input.measure_day_files.push(path);
  }
  await duck.run(1, async (connection) => {
    if (input.measure_day_files.length === 0) {
      await writeNoMeasures(connection, file);
      input.measure_day_files.push(file);
    }
    await writeMeasureDay(connection, input, `${file}.written`);
  });
  await rename(`${file}.written`, file);
}

async function requireMeasures(path: string, sha256: string): Promise<void> {
  if (await isFile(path, sha256)) return;
  throw new AlirError(
    'lake_damaged',
    `${path} is missing or differs from the file that was computed. To repair it, run "alir lake build".`,
  );
}
