import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDiskFull } from '../../core/disk-full.ts';
import { AlirError } from '../../core/errors.ts';
import { BACKUP_CONTENTS, type DataFolders, dataFolders } from '../../core/folders.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Manifest } from '../../ledger/manifest.ts';
import type { IngestServices } from '../../market/ingest/services.ts';
import { copyFileDurably, fsync, isFile, makeFolder, sha256OfFile } from '../../market/lake/durable.ts';
import { Lake } from '../../market/lake/lake.ts';
import { bytesOf } from '../status.ts';
import { type Contents, writeContents } from './backup-contents.ts';
import { namesIn, refuseAround, refuseInside } from './backup-places.ts';
import { type CopiedFile, placeInBackup, settleCopy } from './ledger-in-backup.ts';

/** One or two rounds are enough while a day is being replaced. More rounds mean that the lake keeps changing. */
const MAX_ROUNDS = 30;
const PAUSE_MS = 300;

interface BackupServices extends Pick<IngestServices, 'folders' | 'manifest' | 'clock'> {
  readonly ledger: Ledger;
}

export interface CopyProgress {
  /** Called before each round with the sizes of the files to copy. */
  readonly onRound?: (sizes: readonly number[]) => void;
  readonly onFile?: (bytes: number) => void;
}

/** The result; `alir backup --json` prints it as one line. */
export interface Backup extends Pick<Contents, 'taken_at' | 'days' | 'files' | 'bytes'> {
  readonly folder: string;
  /** How many times the ledger was copied until the lake matched it. */
  readonly rounds: number;
  readonly seconds: number;
}

/**
 * Copies the ledger and every published day into a new or empty folder, with the layout of a data folder. Serving and ingest may run
 * at the same time. Copies the lake files that the copied ledger lists, and checks their SHA-256. `serving/` is not copied, because it
 * is built from the lake; `inbox/` belongs to the operator. A folder is a backup once it has its `backup.json`.
 * @throws AlirError `unusable_folder`, `lake_damaged`, `ledger_damaged`, `writer_busy`, `disk_full`; the folder is then empty
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
  await refuseInside(folder, folders);
  await refuseAround(folder, folders);
  await claim(target);
  try {
    const { taken_at, files, bytes_of_lake, rounds } = await copyConsistently(services, target, progress);
    await fsync(target.ledgerFile);
    await fsync(folder);
    const copied = {
      taken_at: taken_at.toISOString(),
      days: new Set(files.map((file) => file.trade_date)).size,
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
    // If this fails too, the folder has no backup.json and is not a backup.
    await removeUnfinished(target).catch(() => {});
    throw isDiskFull(error) ? diskFull(folder, error) : error;
  }
}

/** Reserves the folder for this backup. */
async function claim({ root, lake }: DataFolders): Promise<void> {
  try {
    await makeFolder(root, 0o700);
    if ((await namesIn(root)).length === 0) {
      // If two backups find the folder empty, one of them fails here.
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

/** Deletes by name, because other programs may have put files into the folder. */
async function removeUnfinished({ root, lake, delta, ledgerFile }: DataFolders): Promise<void> {
  const isOfBackup = (name: string) =>
    [lake, delta].map((folder) => basename(folder)).includes(name) ||
    name.startsWith(basename(ledgerFile)) ||
    name.startsWith(BACKUP_CONTENTS);
  for (const name of await namesIn(root)) {
    if (isOfBackup(name)) await rm(join(root, name), { recursive: true });
  }
}

interface Copied {
  readonly taken_at: Date;
  readonly files: readonly CopiedFile[];
  readonly bytes_of_lake: number;
  readonly rounds: number;
}

/**
 * Copies the ledger, then the lake files that it lists. If a day was replaced during the copy, copies the ledger again, with the files
 * that are new in it. A published day stays published: no copied file has to be deleted.
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
  for (let rounds = 1; rounds <= MAX_ROUNDS; rounds++) {
    if (rounds > 1) await sleep(PAUSE_MS);
    const { taken_at, files } = await copyLedger(services, target);
    const wanted = files
      .map((file) => ({ ...file, to: placeInBackup(copy, file) }))
      .filter(({ to, sha256 }) => held.get(to)?.sha256 !== sha256);
    const sizes = await Promise.all(wanted.map((file) => bytesOf(pathOf(lake, file))));
    onRound?.(sizes);
    late = '';
    for (const file of wanted) {
      if (await copyFileDurably(pathOf(lake, file), file.to, file.sha256)) {
        const bytes = (await stat(file.to)).size;
        held.set(file.to, { sha256: file.sha256, bytes });
        onFile?.(bytes);
      } else {
        await refuseDamaged(manifest, lake, file);
        held.delete(file.to);
        late = file.trade_date;
      }
    }
    if (late === '') {
      const places = new Set(files.map((file) => placeInBackup(copy, file)));
      for (const place of held.keys()) {
        if (places.has(place)) continue;
        await rm(place);
        held.delete(place);
      }
      const bytes_of_lake = [...held.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      return { taken_at, files, bytes_of_lake, rounds };
    }
  }
  throw new AlirError(
    'writer_busy',
    `The lake changed during each of ${MAX_ROUNDS} attempts to copy it; the last change was to ${late}. Run the backup again when no ingest is running. If no ingest is running, an earlier ingest was interrupted: run "alir verify" to complete it, then run the backup again.`,
  );
}

/** Replaces the copy of the ledger with a current one. */
async function copyLedger(
  { folders, ledger, clock }: BackupServices,
  { ledgerFile }: DataFolders,
): Promise<{ taken_at: Date; files: CopiedFile[] }> {
  await rm(ledgerFile, { force: true });
  // SQLite would create the file with read access for everyone.
  await writeFile(ledgerFile, '', { mode: 0o600, flag: 'wx' });
  const taken_at = clock.now();
  await ledger.copyTo(ledgerFile);
  return { taken_at, files: await settleCopy(ledgerFile, folders.ledgerFile, clock) };
}

/** Throws if a file is damaged: it differs, and the manifest still lists it. A rebuilt `ticker_day` is another file. */
async function refuseDamaged(manifest: Manifest, lake: Lake, file: CopiedFile): Promise<void> {
  const { table, sha256 } = file;
  const path = pathOf(lake, file);
  const { publications, measure_files } = await manifest.lakeHistory();
  const isListed =
    table === 'measure_day'
      ? measure_files.some((each) => each.sha256 === sha256 && each.deleted_at === null)
      : publications.some((each) => each[`${table}_sha256`] === sha256 && each.deleted_at === null);
  if (!isListed) return;
  // It may have been repaired after the copy began.
  if (await isFile(path, sha256)) return;
  throw new AlirError(
    'lake_damaged',
    `${path} is missing or differs from the published file, so nothing was backed up. Run "alir verify" to see how to repair the file, then run the backup again.`,
  );
}

function pathOf(lake: Lake, { table, trade_date, sha256 }: CopiedFile): string {
  return lake.revisionFile(table, trade_date, sha256);
}

function diskFull(folder: string, cause: unknown): AlirError {
  return new AlirError(
    'disk_full',
    `The disk of ${folder} is full, so nothing was backed up. Free some space, or use a folder on another disk.`,
    { cause },
  );
}
