import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import { AlirError } from '../../core/errors.ts';
import { groupedBy } from '../../core/grouped-by.ts';
import type { LockOptions } from '../../ledger/locks.ts';
import { aloneInLake, refuseInCopy, unlessBusy } from '../../market/ingest/lake-writer.ts';
import type { IngestServices, WriterServices } from '../../market/ingest/services.ts';
import { fingerprint } from '../../market/ingest/sources/source.ts';
import { tickerFigures } from '../../market/lake/day-facts.ts';
import { isFile } from '../../market/lake/durable.ts';
import { compareWithSummary, type SummaryComparison } from './compare-summary.ts';
import { readStockSummary, type StockSummary, type SummaryFile, stockInName } from './stock-summary.ts';
import { printable } from './table-values.ts';

/** The comparison of one published day with one file of the exchange. */
export interface OfficialResult extends SummaryComparison {
  /** The folder, for files of one stock each that are compared together. */
  readonly file: string;
  readonly trade_date: IsoDate;
  readonly revision: number;
  /** Of the file; of the rows of the day, if the file has several days. */
  readonly sha256: string;
  /** Whether the day matches: there are no differences, and it was compared as a whole. */
  readonly verified: boolean;
}

interface OfficialProblem {
  readonly file: string;
  readonly code: ErrorCode;
  readonly problem: string;
}

/** A file that was read. */
interface OfficialFileContent extends SummaryFile {
  readonly file: string;
  /** Identifies the content without reading it. */
  readonly stamp: string;
  readonly sha256: string;
}

/** What is compared with published days: a file, or all files of one stock in a folder. */
interface Comparand extends Pick<OfficialFileContent, 'file' | 'days'> {
  /** Of a file of one day. */
  readonly sha256?: string;
  readonly of_single_stocks: boolean;
}

export interface OfficialVerification {
  readonly results: readonly OfficialResult[];
  readonly problems: readonly OfficialProblem[];
  /** Names in the folder that are not JSON, CSV or Excel files. */
  readonly ignored: readonly string[];
  /** Days of files with several days that are not published. */
  readonly not_published: readonly IsoDate[];
}

/** A Stock Summary has about 1 MB. */
const MAX_BYTES = 16_000_000;
/** Of all files of one stock together: about 1,000 stocks in 4 years. */
const MAX_GROUPED_ROWS = 1_000_000;
const MAX_REASON_CHARACTERS = 200;
const EXTENSIONS: ReadonlySet<string> = new Set(['.json', '.csv', '.txt', '.xlsx']);

/**
 * Compares published days with a Stock Summary of the exchange, or with all such files in a folder, and records the results. Files of one
 * stock each, which are named by its ticker, are compared together.
 * @param path a file, or a folder
 * @throws AlirError `bad_official_file`, `no_days`, `lake_damaged` for a file; in a folder, these are problems in the result
 */
export async function verifyOfficial(
  services: IngestServices,
  path: string,
  options: LockOptions & { readonly onFile?: (done: number, total: number) => void },
): Promise<OfficialVerification> {
  refuseInCopy(services);
  const { files, ignored, is_folder } = await filesAt(path);
  const outcome = new Outcome();
  await aloneInLake(services, options, async (writer) => {
    const stocks = new StockFiles();
    for (const [done, file] of files.entries()) {
      if (options.signal?.aborted) {
        throw new AlirError(
          'interrupted',
          `Interrupted: ${done} of ${files.length} files were compared. Run the command again to compare all of them.`,
        );
      }
      await outcome.attempt(file, is_folder, async () => {
        const content = await readSummary(file);
        if (is_folder && isStockFile(content)) stocks.add(content);
        else await outcome.compare(writer, comparandOf(content));
        if (content.stock === null && content.days.length === 1) await noteFile(services, content);
      });
      options.onFile?.(done + 1, files.length);
    }
    await outcome.attempt(path, true, async () => {
      if (stocks.rows > 0) await outcome.compare(writer, stocks.comparand(resolve(path)));
    });
  });
  return { ...outcome.lists(), ignored };
}

/**
 * Compares the files in the folder `official` that changed, or whose day was published or corrected, since they were compared last.
 * Does nothing while another process writes: the next update compares them.
 * @param signal ends the work after the current file
 */
export async function compareOfficialFolder(
  services: IngestServices,
  signal?: AbortSignal,
): Promise<OfficialVerification> {
  const { official } = services.folders;
  await mkdir(official, { recursive: true });
  const { files, ignored } = await filesAt(official);
  const outcome = new Outcome();
  const pending = await pendingOf(services, files);
  if (pending.length === 0) return { ...outcome.lists(), ignored };
  await unlessBusy(services, async (writer) => {
    const stocks = new StockFiles();
    for (const file of pending) {
      if (signal?.aborted) return;
      await outcome.attempt(file, true, async () => {
        const content = await readSummary(file);
        if (isStockFile(content)) stocks.add(content);
        else if (content.stock !== null || content.days.length > 1) {
          await outcome.compare(writer, comparandOf(content), 'changed');
          await noteArchives(services, [content]);
        } else if (!(await isCopy(services, content))) {
          await outcome.compare(writer, comparandOf(content));
          await noteFile(services, content);
        }
      });
    }
    if (stocks.rows === 0) return;
    // The other files of one stock did not change, and belong to the same days.
    for (const file of files) {
      if (signal?.aborted) return;
      if (stockInName(basename(file)) === undefined || pending.includes(file)) continue;
      await outcome.attempt(file, true, async () => {
        const content = await readSummary(file);
        if (isStockFile(content)) stocks.add(content);
      });
    }
    await outcome.attempt(official, true, async () => {
      await outcome.compare(writer, stocks.comparand(official), 'changed');
      await noteArchives(services, stocks.files);
    });
  });
  return { ...outcome.lists(), ignored };
}

/** Collects what the comparisons of several files found. */
class Outcome {
  readonly #results: OfficialResult[] = [];
  readonly #problems: OfficialProblem[] = [];
  readonly #not_published = new Set<IsoDate>();

  lists(): Omit<OfficialVerification, 'ignored'> {
    return {
      results: this.#results,
      problems: this.#problems,
      not_published: [...this.#not_published].toSorted(),
    };
  }

  /** @param continues whether an error is a problem of this file only */
  async attempt(file: string, continues: boolean, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!continues) throw error;
      this.#problems.push(problemOf(file, error));
    }
  }

  /** @param which `changed`: only days whose content was not compared with the published revision before */
  async compare(
    services: WriterServices,
    comparand: Comparand,
    which: 'all' | 'changed' = 'all',
  ): Promise<void> {
    const { file, days, sha256, of_single_stocks } = comparand;
    const [only] = days;
    const published = new Set(await services.manifest.allPublishedDays());
    const compared = days.filter(({ trade_date }) => published.has(trade_date));
    if (only !== undefined && compared.length === 0) {
      const others =
        days.length > 1
          ? ` to ${days.at(-1)?.trade_date}, and none of these days is`
          : ', and this day is not';
      throw new AlirError(
        'no_days',
        `${printable(file)} is of ${only.trade_date}${others} published. Ingest its daily file first.`,
      );
    }
    for (const { trade_date } of days) if (!published.has(trade_date)) this.#not_published.add(trade_date);
    for (const summary of compared) {
      await this.attempt(file, days.length > 1, async () => {
        const content = { file, sha256: sha256 ?? sha256Of(JSON.stringify(summary.rows)), summary };
        if (which === 'changed' && (await isComparedFrom(services, content))) return;
        const result = await compareDay(services, content, of_single_stocks);
        const says_nothing = result.partial && result.differences.length === 0;
        if (which === 'all' || !says_nothing) this.#results.push(result);
      });
    }
  }
}

/** The files of one stock in a folder, which are compared together. */
class StockFiles {
  readonly files: OfficialFileContent[] = [];
  rows = 0;

  add(content: OfficialFileContent): void {
    this.rows += content.days.length;
    if (this.rows > MAX_GROUPED_ROWS) {
      throw new AlirError(
        'bad_official_file',
        `${printable(content.file)} is one of too many files of one stock. Keep at most 4 years in a folder.`,
      );
    }
    this.files.push(content);
  }

  /** @throws AlirError if two files have the same stock: it is not known which is right */
  comparand(folder: string): Comparand {
    const stocks = new Map<string | null, string>();
    for (const { stock, file } of this.files) {
      const other = stocks.get(stock);
      if (other !== undefined) {
        throw new AlirError(
          'bad_official_file',
          `${printable(file)} and ${printable(other)} are both of ${stock}. Remove one of them.`,
        );
      }
      stocks.set(stock, file);
    }
    const byDay = groupedBy(
      this.files.flatMap((file) => file.days),
      ({ trade_date }) => trade_date,
    );
    const days = [...byDay.keys()].toSorted().map((trade_date) => ({
      trade_date,
      rows: (byDay.get(trade_date) ?? [])
        .flatMap(({ rows }) => rows)
        .toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1)),
    }));
    return { file: folder, days, of_single_stocks: true };
  }
}

/** Whether a file belongs to the files of one stock that are compared together. */
function isStockFile({ file, stock }: OfficialFileContent): boolean {
  return stock !== null && stockInName(basename(file)) !== undefined;
}

function comparandOf({ file, days, stock, sha256 }: OfficialFileContent): Comparand {
  return { file, days, of_single_stocks: stock !== null, ...(days.length === 1 ? { sha256 } : {}) };
}

/**
 * The files whose content was not compared with the published revision. Those that were compared with an earlier revision are in the order
 * of these comparisons, so that a correction stays the newest one; other files follow, the one that was changed last at the end.
 */
async function pendingOf({ manifest }: IngestServices, files: readonly string[]): Promise<string[]> {
  const publications = await manifest.publications();
  const pending: { file: string; check_id: number; changed_ms: number }[] = [];
  for (const file of files) {
    const stamp = await fingerprint(file);
    const archive = await manifest.read.get('official_archive', { source: file });
    if (archive?.stamp === stamp && archive.publications === publications) continue;
    const compared = await manifest.read.get('official_file', { source: file });
    const isCurrent =
      compared?.stamp === stamp &&
      (await manifest.published(compared.trade_date))?.revision === compared.revision;
    if (isCurrent) continue;
    const changed_ms = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
    pending.push({ file, check_id: compared?.check_id ?? Number.MAX_SAFE_INTEGER, changed_ms });
  }
  return pending
    .toSorted((a, b) => a.check_id - b.check_id || a.changed_ms - b.changed_ms)
    .map(({ file }) => file);
}

/** The content of a file and the published revision of its only day, as the ledger records it; undefined if the day is not published. */
async function recordOf({ manifest }: IngestServices, { file, stamp, sha256, days }: OfficialFileContent) {
  const trade_date = days[0]?.trade_date ?? '';
  const revision = (await manifest.published(trade_date))?.revision;
  return revision === undefined
    ? undefined
    : { source: file, stamp, trade_date, revision, official_sha256: sha256 };
}

/**
 * Whether the comparison of this content with the published revision is still the newest one, or this file had the content then: touching a
 * file does not bring its content back. Records this file as compared.
 */
async function isCopy(services: IngestServices, content: OfficialFileContent): Promise<boolean> {
  const record = await recordOf(services, content);
  if (record === undefined) return false;
  const { source, trade_date, revision, official_sha256 } = record;
  const before = await services.manifest.read.get('official_file', { source });
  const isUnchanged =
    before?.trade_date === trade_date &&
    before.revision === revision &&
    before.official_sha256 === official_sha256;
  const [newest] = await services.manifest.officialChecksOf(trade_date, revision);
  if (!isUnchanged && newest?.official_sha256 !== official_sha256) return false;
  await services.manifest.noteOfficialFile(record);
  return true;
}

async function noteFile(services: IngestServices, content: OfficialFileContent): Promise<void> {
  const record = await recordOf(services, content);
  if (record) await services.manifest.noteOfficialFile(record);
}

/** Files of several days, or of one stock, are read again after they changed, and after a publication. */
async function noteArchives(
  { manifest }: IngestServices,
  contents: readonly OfficialFileContent[],
): Promise<void> {
  const publications = await manifest.publications();
  await manifest.noteOfficialArchives(
    contents.map(({ file, stamp }) => ({ source: file, stamp, publications })),
  );
}

interface DayContent {
  readonly file: string;
  readonly sha256: string;
  readonly summary: StockSummary;
}

/** Whether the newest comparison of the published revision with this file had the same content. */
async function isComparedFrom(
  { manifest }: IngestServices,
  { file, sha256, summary: { trade_date } }: DayContent,
): Promise<boolean> {
  const revision = (await manifest.published(trade_date))?.revision ?? 0;
  const checks = await manifest.officialChecksOf(trade_date, revision);
  return checks.find(({ source }) => source === file)?.official_sha256 === sha256;
}

/** An unexpected error concerns this file only: the other files of a folder are still compared. */
function problemOf(file: string, error: unknown): OfficialProblem {
  if (error instanceof AlirError) return { file, code: error.code, problem: error.message };
  const reason = printable(String(error), MAX_REASON_CHARACTERS);
  return { file, code: 'internal_error', problem: `${printable(file)} could not be compared: ${reason}` };
}

async function compareDay(
  services: WriterServices,
  { file, sha256, summary }: DayContent,
  of_single_stocks: boolean,
): Promise<OfficialResult> {
  const { manifest } = services;
  const { trade_date } = summary;
  const published = await manifest.published(trade_date);
  if (!published) throw new Error(`${trade_date} is not published`);
  const { revision, ticker_day_sha256 } = published;
  const path = services.lake.file('ticker_day', published);
  if (!(await isFile(path, ticker_day_sha256))) {
    throw new AlirError(
      'lake_damaged',
      `${path} is missing or differs from the published file. To build it again, run: alir lake build`,
    );
  }
  const figures = await services.duck.run(published.broker_day_rows, (connection) =>
    tickerFigures(connection, path),
  );
  const comparison = compareWithSummary(summary, figures, of_single_stocks);
  const { tickers, differing_tickers, differences, patterns, compared, partial } = comparison;
  const [newest] = await manifest.officialChecksOf(trade_date, revision);
  // That some stocks match is no result of the day, except that it replaces an earlier difference of the same files.
  if (!partial || differences.length > 0 || newest?.source === file) {
    await manifest.noteOfficialCheck({
      trade_date,
      revision,
      official_sha256: sha256,
      source: file,
      tickers,
      differing_tickers,
      differences: differences.length,
      patterns: patterns.map(({ pattern }) => pattern).join(),
      compared: partial ? '' : compared.join(),
    });
  }
  const verified = differences.length === 0 && !partial;
  return { file, trade_date, revision, sha256, verified, ...comparison };
}

/** The files to compare at a path, in order of their names. */
async function filesAt(
  path: string,
): Promise<Pick<OfficialVerification, 'ignored'> & { files: readonly string[]; is_folder: boolean }> {
  const place = resolve(path);
  const entry = await stat(place).catch((error) => {
    throw unreadable(place, error);
  });
  if (!entry.isDirectory()) return { files: [place], ignored: [], is_folder: false };
  const names = (await readdir(place)).toSorted();
  const isWanted = (name: string) => EXTENSIONS.has(extname(name).toLowerCase()) && !/^(\.|~\$)/.test(name);
  return {
    files: names.filter(isWanted).map((name) => join(place, name)),
    ignored: names.filter((name) => !isWanted(name)),
    is_folder: true,
  };
}

/** Reads a regular file, or the regular file that a link points to. */
async function readSummary(file: string): Promise<OfficialFileContent> {
  const stamp = await fingerprint(file);
  const bytes = await bytesOf(file);
  try {
    const content = await readStockSummary(bytes, basename(file));
    return { file, stamp, sha256: sha256Of(bytes), ...content };
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    throw new AlirError(error.code, `${printable(file)} ${error.message}`);
  }
}

function sha256Of(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * The content of a file of the exchange. A pipe would block the read, so the kind of the file is checked first.
 * @throws AlirError `bad_official_file`
 */
export async function bytesOf(file: string): Promise<Buffer> {
  try {
    const entry = await stat(file);
    if (!entry.isFile()) {
      throw new AlirError(
        'bad_official_file',
        `${printable(file)} is not a regular file. Replace it with the file of the exchange.`,
      );
    }
    if (entry.size > MAX_BYTES) {
      throw new AlirError(
        'bad_official_file',
        `${printable(file)} has ${megabytes(entry.size)}, more than the limit of ${megabytes(MAX_BYTES)}. A Stock Summary of one day has about 1 MB. Split it by day or by month.`,
      );
    }
    return await readFile(file);
  } catch (error) {
    throw error instanceof AlirError ? error : unreadable(file, error);
  }
}

function unreadable(path: string, error: unknown): AlirError {
  const { code } = error as NodeJS.ErrnoException;
  const reason =
    code === 'ENOENT'
      ? 'does not exist. Check the path.'
      : `cannot be read (${code}). Check its permissions.`;
  return new AlirError('bad_official_file', `${printable(path)} ${reason}`, { cause: error });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
