import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { isDiskFull } from '../core/disk-full.ts';
import { AlirError } from '../core/errors.ts';
import { BACKUP_CONTENTS, type DataFolders, dataFolders, LAKE_TABLES } from '../core/folders.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Manifest } from '../ledger/manifest.ts';
import { copyFileDurably, fsync, makeFolder, sha256OfFile } from '../market/lake/durable.ts';
import { Lake } from '../market/lake/lake.ts';
import { type Contents, writeContents } from './contents.ts';
import { type CopiedFile, settleCopy } from './ledger-copy.ts';
import { namesIn, refuseOverlap } from './places.ts';

/** A day that is being replaced is done within one or two; more say that it never will be. */
const MOST_ROUNDS = 30;
const PAUSE_MS = 300;

interface BackupServices {
  readonly folders: DataFolders;
  readonly ledger: Ledger;
  readonly manifest: Manifest;
  readonly clock: Clock;
}

export interface CopyProgress {
  /** Called with the sizes of the files that are to be copied, before each round. */
  readonly onRound?: (sizes: readonly number[]) => void;
  readonly onFile?: (bytes: number) => void;
}

/** The line that `alir backup --json` prints. */
export interface Backup extends Pick<Contents, 'taken_at' | 'days' | 'files' | 'bytes'> {
  readonly folder: string;
  /** How often the ledger was copied until the lake held just what it said. */
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * Copies the ledger and every published day into a folder that is new or empty, laid out like a data folder, while others serve and
 * ingest. The files of the lake are those that the copied ledger says are published, by their SHA-256. `serving/` is not copied, since it
 * is built from the lake, nor is `inbox/`, which is the operator's. A folder is a backup once it has its `backup.json`.
 * @throws AlirError `unusable_folder`, `lake_damaged`, `ledger_damaged`, `writer_busy`, `disk_full`; nothing is then left in the folder
 */
export async function backup(
  services: BackupServices,
  folder: string,
  alir_version: string,
  progress: CopyProgress = {},
): Promise<Backup> {
  const { folders, clock } = services;
  const started_ms = clock.monotonic_ms();
  const target = dataFolders(folder);
  await refuseOverlap(folder, folders);
  await claim(target);
  try {
    const { taken_at, files, bytes_of_lake, rounds } = await copyConsistently(services, target, progress);
    await fsync(target.ledgerFile);
    await fsync(folder);
    const copied = {
      taken_at: taken_at.toISOString(),
      days: files.length / LAKE_TABLES.length,
      files: files.length + 1,
      bytes: bytes_of_lake + (await stat(target.ledgerFile)).size,
    };
    await writeContents(folder, {
      ...copied,
      alir_version,
      ledger_sha256: await sha256OfFile(target.ledgerFile),
      newest_day: files.at(-1)?.trade_date ?? null,
    });
    return { folder, ...copied, rounds, seconds: Math.round(clock.monotonic_ms() - started_ms) / 1000 };
  } catch (error) {
    // Where not even that can be done, what is left has no backup.json.
    await removeUnfinished(target).catch(() => {});
    throw isDiskFull(error) ? diskFull(folder, error) : error;
  }
}

/** Makes sure that the folder is ours, and nobody else's backup. */
async function claim({ root, lake }: DataFolders): Promise<void> {
  try {
    await makeFolder(root, 0o700);
    if ((await namesIn(root)).length === 0) {
      // Of two that found it empty, one ends here.
      await mkdir(lake);
      return;
    }
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(root, error);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new AlirError(
      'unusable_folder',
      `${root} cannot be written (${code ?? message}). Use another folder, or check its owner and permissions.`,
      { cause: error },
    );
  }
  throw new AlirError(
    'unusable_folder',
    `${root} is not empty. Use a new folder. A folder without backup.json is an interrupted backup and can be deleted.`,
  );
}

/** By name, since others may have put something beside it meanwhile. */
async function removeUnfinished({ root, lake, ledgerFile }: DataFolders): Promise<void> {
  const isOurs = (name: string) =>
    name === basename(lake) || name.startsWith(basename(ledgerFile)) || name.startsWith(BACKUP_CONTENTS);
  for (const name of await namesIn(root)) {
    if (isOurs(name)) await rm(join(root, name), { recursive: true });
  }
}

interface Copied {
  readonly taken_at: Date;
  readonly files: readonly CopiedFile[];
  readonly bytes_of_lake: number;
  readonly rounds: number;
}

/**
 * Copies the ledger, then the lake files that it names; where a day was replaced meanwhile, once more the ledger and what is new in it. A
 * day that was published once always is, so that no file has to be taken away again.
 */
async function copyConsistently(
  services: BackupServices,
  target: DataFolders,
  { onRound, onFile }: CopyProgress,
): Promise<Copied> {
  const { folders, manifest } = services;
  const lake = new Lake(folders);
  const copy = new Lake(target);
  const held = new Map<string, { sha256: string; bytes: number }>();
  let late = '';
  for (let rounds = 1; rounds <= MOST_ROUNDS; rounds++) {
    if (rounds > 1) await sleep(PAUSE_MS);
    const { taken_at, files } = await copyLedger(services, target);
    const wanted = files
      .map((file) => ({ ...file, to: copy.file(file.table, file.trade_date) }))
      .filter(({ to, sha256 }) => held.get(to)?.sha256 !== sha256);
    const sizes = await Promise.all(wanted.map((file) => sizeOf(lake.file(file.table, file.trade_date))));
    onRound?.(sizes);
    late = '';
    for (const file of wanted) {
      const from = lake.file(file.table, file.trade_date);
      if (await copyFileDurably(from, file.to, file.sha256)) {
        const bytes = (await stat(file.to)).size;
        held.set(file.to, { sha256: file.sha256, bytes });
        onFile?.(bytes);
      } else {
        refuseDamaged(manifest, file, from);
        held.delete(file.to);
        late = file.trade_date;
      }
    }
    if (late === '') {
      const bytes_of_lake = [...held.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      return { taken_at, files, bytes_of_lake, rounds };
    }
  }
  throw new AlirError(
    'writer_busy',
    `The lake changed during all ${MOST_ROUNDS} attempts to copy it, most recently on ${late}. Back up while no ingest runs. If none runs, "alir verify" completes what an interrupted one left.`,
  );
}

/** Replaces the copy of the ledger by one of this moment. */
async function copyLedger(
  { folders, ledger, clock }: BackupServices,
  { ledgerFile }: DataFolders,
): Promise<{ taken_at: Date; files: CopiedFile[] }> {
  await rm(ledgerFile, { force: true });
  // SQLite would make the file readable for all.
  await writeFile(ledgerFile, '', { mode: 0o600, flag: 'wx' });
  const taken_at = clock.now();
  ledger.copyTo(ledgerFile);
  return { taken_at, files: settleCopy(ledgerFile, folders.ledgerFile, clock) };
}

/**
 * A file that is not the published one may belong to a revision that is on its way: the manifest knows of it before its first file is moved,
 * and until it is published. In any other case nothing will make it right.
 */
function refuseDamaged(manifest: Manifest, { trade_date, revision }: CopiedFile, path: string): void {
  // In this order: what is not intended any more is published by then.
  const isOnItsWay = manifest.intended().some((intent) => intent.trade_date === trade_date);
  if (isOnItsWay || manifest.published(trade_date)?.revision !== revision) return;
  throw new AlirError(
    'lake_damaged',
    `${path} is missing or differs from the published file, so nothing was backed up. Run "alir verify", which says how to repair it, and back up again.`,
  );
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

function diskFull(folder: string, cause: unknown): AlirError {
  return new AlirError(
    'disk_full',
    `The disk of ${folder} is full, so nothing was backed up. Free some space, or use a folder on another disk.`,
    { cause },
  );
}
