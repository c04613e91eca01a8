import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { IsoDate } from '../core/dates.ts';
import { AlirError, type ErrorCode } from '../core/errors.ts';
import type { LockOptions } from '../ledger/writer-lock.ts';
import type { IngestServices } from '../market/ingest/ingest.ts';
import { aloneInLake } from '../market/ingest/lake-writer.ts';
import { fingerprint } from '../market/ingest/source.ts';
import { DayReader } from '../market/lake/day-facts.ts';
import { isFile } from '../market/lake/durable.ts';
import { Lake } from '../market/lake/lake.ts';
import { compareWithSummary, type SummaryComparison } from './compare-summary.ts';
import { printable, readStockSummary, type StockSummary } from './stock-summary.ts';

/** The comparison of one published day with one file of the exchange. */
export interface OfficialResult extends SummaryComparison {
  readonly file: string;
  readonly trade_date: IsoDate;
  readonly revision: number;
  /** Of the file. */
  readonly sha256: string;
  /** Whether the day matches: there are no differences. */
  readonly verified: boolean;
}

/** A file that could not be compared. */
interface OfficialProblem {
  readonly file: string;
  readonly code: ErrorCode;
  readonly problem: string;
}

/** A file that was read. */
interface OfficialFileContent {
  readonly file: string;
  /** Identifies the content without reading it. */
  readonly stamp: string;
  readonly sha256: string;
  readonly summary: StockSummary;
}

export interface OfficialVerification {
  readonly results: readonly OfficialResult[];
  readonly problems: readonly OfficialProblem[];
  /** Names in the folder that are not JSON or CSV files. */
  readonly ignored: readonly string[];
}

/** A Stock Summary has about 1 MB. */
const MAX_BYTES = 16_000_000;
const MAX_REASON_CHARACTERS = 200;
const EXTENSIONS: ReadonlySet<string> = new Set(['.json', '.csv']);

/**
 * Compares published days with a Stock Summary of the exchange, or with all such files in a folder, and records the results.
 * @param path a file, or a folder
 * @throws AlirError `bad_official_file`, `no_days`, `lake_damaged` for a file; in a folder, these are problems in the result
 */
export async function verifyOfficial(
  services: IngestServices,
  path: string,
  options: LockOptions & { readonly onFile?: (done: number, total: number) => void },
): Promise<OfficialVerification> {
  const { files, ignored, is_folder } = await filesAt(path);
  const results: OfficialResult[] = [];
  const problems: OfficialProblem[] = [];
  await aloneInLake(services, options, () =>
    withReader(services, async (reader) => {
      for (const [done, file] of files.entries()) {
        if (options.signal?.aborted) {
          throw new AlirError(
            'interrupted',
            `Interrupted: ${done} of ${files.length} files were compared. Run the command again to compare all of them.`,
          );
        }
        try {
          results.push(await compareFile(services, reader, await readSummary(file)));
        } catch (error) {
          if (!is_folder) throw error;
          problems.push(problemOf(file, error));
        }
        options.onFile?.(done + 1, files.length);
      }
    }),
  );
  return { results, problems, ignored };
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
  const results: OfficialResult[] = [];
  const problems: OfficialProblem[] = [];
  const pending = await pendingOf(services, files);
  if (pending.length === 0) return { results, problems, ignored };
  try {
    await aloneInLake(services, { patience_ms: 0 }, () =>
      withReader(services, async (reader) => {
        for (const file of pending) {
          if (signal?.aborted) break;
          try {
            const content = await readSummary(file);
            if (!(await isCopy(services, content)))
              results.push(await compareFile(services, reader, content));
          } catch (error) {
            problems.push(problemOf(file, error));
          }
        }
      }),
    );
  } catch (error) {
    if (!(error instanceof AlirError && error.code === 'writer_busy')) throw error;
  }
  return { results, problems, ignored };
}

/**
 * The files whose content was not compared with the published revision. Those that were compared with an earlier revision are in the order
 * of these comparisons, so that a correction stays the newest one; other files follow in the order of their names.
 */
async function pendingOf({ manifest }: IngestServices, files: readonly string[]): Promise<string[]> {
  const pending: { file: string; check_id: number }[] = [];
  for (const file of files) {
    const compared = await manifest.officialFile(file);
    const isCurrent =
      compared?.stamp === (await fingerprint(file)) &&
      (await manifest.published(compared.trade_date))?.revision === compared.revision;
    if (!isCurrent) pending.push({ file, check_id: compared?.check_id ?? Number.MAX_SAFE_INTEGER });
  }
  return pending.toSorted((a, b) => a.check_id - b.check_id).map(({ file }) => file);
}

/**
 * Whether another file with the same content was compared with the published revision. Records this file as compared.
 * A file that had other content for this revision is not a copy: an operator may restore an earlier content.
 */
async function isCopy(
  { manifest }: IngestServices,
  { file, stamp, sha256, summary }: OfficialFileContent,
): Promise<boolean> {
  const { trade_date } = summary;
  const revision = (await manifest.published(trade_date))?.revision;
  if (revision === undefined) return false;
  const content = { trade_date, revision, official_sha256: sha256 };
  const before = await manifest.officialFile(file);
  const isReplaced =
    before?.trade_date === trade_date && before.revision === revision && before.official_sha256 !== sha256;
  if (isReplaced || !(await manifest.isCompared(content))) return false;
  await manifest.noteOfficialFile({ source: file, stamp, ...content });
  return true;
}

/** An unexpected error concerns this file only: the other files of a folder are still compared. */
function problemOf(file: string, error: unknown): OfficialProblem {
  if (error instanceof AlirError) return { file, code: error.code, problem: error.message };
  const reason = printable(String(error), MAX_REASON_CHARACTERS);
  return { file, code: 'internal_error', problem: `${printable(file)} could not be compared: ${reason}` };
}

async function withReader(
  { folders, threads }: IngestServices,
  work: (reader: DayReader) => Promise<void>,
): Promise<void> {
  const reader = await DayReader.open([folders.lake], threads);
  try {
    await work(reader);
  } finally {
    reader.close();
  }
}

async function compareFile(
  services: IngestServices,
  reader: DayReader,
  { file, stamp, sha256, summary }: OfficialFileContent,
): Promise<OfficialResult> {
  const { manifest } = services;
  const { trade_date } = summary;
  const published = await manifest.published(trade_date);
  if (!published) {
    throw new AlirError(
      'no_days',
      `${printable(file)} is of ${trade_date}, and this day is not published. Ingest its daily file first.`,
    );
  }
  const { revision, ticker_day_sha256 } = published;
  const path = new Lake(services.folders).file('ticker_day', trade_date);
  if (ticker_day_sha256 === null) {
    throw new AlirError(
      'no_days',
      `${trade_date} has no table ticker_day, because an older version of Alir published it. To build it, run: alir lake build`,
    );
  }
  if (!(await isFile(path, ticker_day_sha256))) {
    throw new AlirError(
      'lake_damaged',
      `${path} is missing or differs from the published file. To build it again, run: alir lake build`,
    );
  }
  const comparison = compareWithSummary(summary, await reader.tickerFigures(path));
  const { tickers, differing_tickers, differences, patterns, compared } = comparison;
  await manifest.noteOfficialCheck(
    {
      trade_date,
      revision,
      official_sha256: sha256,
      source: file,
      tickers,
      differing_tickers,
      differences: differences.length,
      patterns: patterns.map(({ pattern }) => pattern).join(),
      compared: compared.join(),
    },
    stamp,
  );
  return { file, trade_date, revision, sha256, verified: differences.length === 0, ...comparison };
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
  const isWanted = (name: string) => EXTENSIONS.has(extname(name).toLowerCase()) && !name.startsWith('.');
  return {
    files: names.filter(isWanted).map((name) => join(place, name)),
    ignored: names.filter((name) => !isWanted(name)),
    is_folder: true,
  };
}

/** Reads a regular file, or the regular file that a link points to. */
async function readSummary(file: string): Promise<OfficialFileContent> {
  const stamp = await fingerprint(file);
  const bytes = await bytesOf(file).catch((error) => {
    throw error instanceof AlirError ? error : unreadable(file, error);
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  try {
    return { file, stamp, sha256, summary: readStockSummary(textOf(bytes)) };
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    throw new AlirError(error.code, `${printable(file)} ${error.message}`);
  }
}

/** A pipe would block the read, so the kind of the file is checked first. */
async function bytesOf(file: string): Promise<Buffer> {
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
      `${printable(file)} has ${megabytes(entry.size)}, more than the limit of ${megabytes(MAX_BYTES)}. A Stock Summary of one day has about 1 MB. Save one file for each day.`,
    );
  }
  return readFile(file);
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AlirError(
      'bad_official_file',
      'is not UTF-8 text. If it is compressed, unpack it. Otherwise, save it as UTF-8 text.',
    );
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
