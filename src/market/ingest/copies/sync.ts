import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { whenAllSettled } from '../../../core/all-settled.ts';
import { AlirError } from '../../../core/errors.ts';
import { LAKE_TABLES } from '../../../core/folders.ts';
import type { ListedCheck, ListedPublication } from '../../../core/market/publication-list.ts';
import type { LockOptions } from '../../../ledger/locks.ts';
import type { OfficialCheck, Publication } from '../../../ledger/manifest.ts';
import { isFile, replaceFile } from '../../lake/durable.ts';
import { asWriter } from '../lake-writer.ts';
import { writeNamesAndLogs } from '../recovery.ts';
import type { IngestServices, WriterServices } from '../services.ts';
import type { CopiedFile, CopySource } from './copy-source.ts';
import { download, type Pause, textOf } from './download.ts';

/** The result; `alir sync --json` prints it as one line. */
export interface Synced {
  /** Publications, and comparisons with the exchange, that were copied. */
  readonly publications: number;
  readonly checks: number;
  /** Files that were moved, and their size. */
  readonly files: number;
  readonly bytes: number;
}

export interface SyncOptions extends LockOptions {
  /** Reads every file that was copied before, and replaces damaged ones. */
  readonly repair?: boolean;
  /** Called before the first file is moved. @param sizes of the files, in bytes */
  readonly onStart?: (sizes: readonly number[]) => void;
  readonly onFile?: (bytes: number) => void;
  readonly pause?: Pause;
}

/**
 * Copies the publications that another lake has and this one lacks: their files, each checked by its SHA-256, then all publications at once,
 * then the fixed names and the logs. Files that an interrupted run moved are not moved again.
 * @throws AlirError `copy_failed`; nothing was published then
 */
export async function sync(
  services: IngestServices,
  source: CopySource,
  options: SyncOptions,
): Promise<Synced> {
  return asWriter(services, options, async (writer) => {
    const own = await ownOf(writer);
    const listed = await listsOf(source, own, options, writer.clock.now());
    const missing = await missingFiles(
      writer,
      own.publications,
      listed.publications,
      options.repair === true,
    );
    const files = missing.flat();
    options.onStart?.(files.map(({ bytes }) => bytes));
    await mkdir(partsFolder(writer), { recursive: true });
    for (const ofDay of missing)
      await whenAllSettled(ofDay.map((file) => move(writer, source, file, options)));
    const added = listed.publications.filter(({ number }) => number > own.publications.length);
    const checks = listed.checks.filter(({ check_id }) => check_id > own.checks.length);
    const ingested_by = `alir sync by ${services.user}`;
    await writer.manifest.copy(
      added.map((publication) => ({ ...publication, ingested_by })),
      checks,
    );
    await writeNamesAndLogs(writer);
    for (const day of new Set(files.map(({ trade_date }) => trade_date))) {
      await writer.manifest.noteRepaired(day);
    }
    await rm(partsFolder(writer), { recursive: true, force: true });
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { publications: added.length, checks: checks.length, files: files.length, bytes };
  });
}

function partsFolder({ folders }: IngestServices): string {
  return join(folders.downloads, 'sync');
}

interface Listed {
  readonly publications: readonly ListedPublication[];
  readonly checks: readonly ListedCheck[];
}

interface Own {
  readonly publications: readonly Publication[];
  readonly checks: readonly OfficialCheck[];
}

async function ownOf({ manifest }: IngestServices): Promise<Own> {
  return {
    publications: await manifest.history(),
    checks: await manifest.read.all('official_checks_from', { check_id: 1 }),
  };
}

/** @throws AlirError `copy_failed` for lists that are not a continuation of the own ones */
async function listsOf(
  source: CopySource,
  own: Own,
  { repair = false, signal }: SyncOptions,
  now: Date,
): Promise<Listed> {
  // Each list begins with the newest own element, to compare it with that of the source.
  const publication = repair ? 1 : Math.max(own.publications.length, 1);
  const check = Math.max(own.checks.length, 1);
  let listed: Listed;
  try {
    const { readLists } = await import('../../../core/market/publication-list.ts');
    const { publications, checks } = readLists(await source.list({ publication, check }, signal));
    listed = {
      publications: publications.filter(({ number }) => number >= publication),
      checks: checks.filter(({ check_id }) => check_id >= check),
    };
  } catch (error) {
    if (signal?.aborted) throw interrupted();
    throw new AlirError(
      'copy_failed',
      `The publications of ${source.name} cannot be read: ${textOf(error)}. Nothing was changed.`,
      { cause: error },
    );
  }
  const problem =
    continuationProblem('publication', own.publications, listed.publications, publication) ??
    continuationProblem('comparison', own.checks, listed.checks, check) ??
    orderProblem(own.publications, listed.publications) ??
    futureProblem(listed, now);
  if (problem !== undefined) {
    throw new AlirError('copy_failed', `${source.name} cannot be copied: ${problem}. Nothing was changed.`);
  }
  return listed;
}

const SAME = {
  publication: ['trade_date', 'revision', 'trades_sha256', 'broker_day_sha256'],
  comparison: ['trade_date', 'revision', 'official_sha256', 'checked_at'],
} as const;

/** @param from the number of the first element of the list */
function continuationProblem(
  what: keyof typeof SAME,
  own: readonly object[],
  listed: readonly object[],
  from: number,
): string | undefined {
  if (from + listed.length - 1 < own.length) {
    return `it has fewer ${what}s than this data folder. If it was restored from an older backup, sync into a new data folder`;
  }
  for (const [place, each] of listed.entries()) {
    const number = from + place;
    if (('number' in each ? each.number : (each as ListedCheck).check_id) !== number)
      return `its list has no ${what} ${number}`;
    const known = own[number - 1];
    const isSame = (name: string) => Reflect.get(known ?? each, name) === Reflect.get(each, name);
    if (!SAME[what].every(isSame)) {
      return `${what} ${number} is another one in this data folder. Sync into a data folder that ingests and compares no files of its own`;
    }
  }
  return undefined;
}

function orderProblem(own: readonly Publication[], listed: readonly ListedPublication[]): string | undefined {
  const added = listed.filter(({ number }) => number > own.length);
  const newest = new Map(own.map(({ trade_date, revision }) => [trade_date, revision]));
  const replaced = new Set<string>();
  for (const { trade_date, revision } of added) {
    const before = newest.get(trade_date);
    if (before !== undefined && before >= revision) return `its revisions of ${trade_date} are not in order`;
    if (before !== undefined) replaced.add(`${trade_date} ${before}`);
    newest.set(trade_date, revision);
  }
  const lost = added.find(
    ({ deleted_at, trade_date, revision }) =>
      deleted_at !== null && !replaced.has(`${trade_date} ${revision}`),
  );
  return lost && `the files of the published day ${lost.trade_date} were deleted`;
}

/** The clocks of two servers may differ a little. Answers would not have what was published later than their own time. */
const MAX_AHEAD_MS = 300_000;

function futureProblem({ publications, checks }: Listed, now: Date): string | undefined {
  const latest = new Date(now.getTime() + MAX_AHEAD_MS).toISOString();
  const times = publications.flatMap((each) => [
    ...[each.intended_at, each.published_at, each.served_at, each.market_served_at],
  ]);
  const future = [...times, ...checks.map(({ checked_at }) => checked_at)].find((time) => time > latest);
  return (
    future &&
    `it lists the time ${future}, and the time here is ${now.toISOString()}. Set the clock of the machine that is wrong`
  );
}

/** The files to move, by publication. A file that is there is read, because an interrupted run may have left it. */
async function missingFiles(
  { lake }: WriterServices,
  own: readonly Publication[],
  listed: readonly ListedPublication[],
  repair: boolean,
): Promise<CopiedFile[][]> {
  const missing: CopiedFile[][] = [];
  const found = new Set<string>();
  for (const publication of listed) {
    const { number, trade_date, deleted_at } = publication;
    const known = own[number - 1];
    if (deleted_at !== null || known?.deleted_at || (known && !repair)) continue;
    const files: CopiedFile[] = [];
    for (const table of LAKE_TABLES) {
      const [sha256, bytes] = [publication[`${table}_sha256`], publication[`${table}_bytes`]];
      const path = lake.revisionFile(table, trade_date, sha256);
      if (found.has(path) || (known && known[`${table}_sha256`] !== sha256)) continue;
      found.add(path);
      if (existsSync(path) && (await isFile(path, sha256))) continue;
      if (bytes === null)
        throw new AlirError('copy_failed', `The source lost a file of ${trade_date}. Nothing was changed.`);
      files.push({ table, trade_date, sha256, bytes });
    }
    missing.push(files);
  }
  return missing;
}

/** Moves a file to its place. Nothing reads it there before its publication is in the ledger. */
async function move(
  services: WriterServices,
  source: CopySource,
  file: CopiedFile,
  { signal, pause, onFile }: SyncOptions,
): Promise<void> {
  if (signal?.aborted) throw interrupted();
  const part = await download(source, file, partsFolder(services), { signal, ...(pause && { pause }) }).catch(
    (error: unknown) => {
      throw signal?.aborted ? interrupted() : error;
    },
  );
  await replaceFile(part, services.lake.revisionFile(file.table, file.trade_date, file.sha256));
  onFile?.(file.bytes);
}

function interrupted(): AlirError {
  return new AlirError(
    'interrupted',
    'Interrupted. Nothing was published. Run the command again to continue.',
  );
}
