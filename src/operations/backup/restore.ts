import { constants } from 'node:fs';
import { access, chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { isDiskFull } from '../../core/disk-full.ts';
import { AlirError } from '../../core/errors.ts';
import { BACKUP_CONTENTS, type DataFolders, dataFolders } from '../../core/folders.ts';
import { withWriterLock } from '../../ledger/locks.ts';
import { copyFileDurably, fsync, makeFolder, replaceFile } from '../../market/lake/durable.ts';
import { Lake } from '../../market/lake/lake.ts';
import type { CopyProgress } from './backup.ts';
import { type Contents, readContents } from './backup-contents.ts';
import { namesIn, refuseAround } from './backup-places.ts';
import { type CopiedFile, placeInBackup, settleCopy } from './ledger-in-backup.ts';

/** The result; `alir restore --json` prints it as one line. */
export interface Restored extends Pick<Contents, 'taken_at' | 'days' | 'files' | 'bytes'> {
  readonly folder: string;
  readonly backup: string;
  readonly seconds: number;
}

/**
 * Copies a backup into a data folder without a ledger and a lake, and compares every file with the backup. The ledger is renamed
 * into place last. Until then, no command accepts the folder as a data folder, and the next restore deletes the unfinished one.
 * @throws AlirError `bad_backup`, `unusable_folder`, `writer_busy`, `disk_full`; the data folder is then unchanged
 */
export async function restore(
  folder: string,
  { folders, clock }: { folders: DataFolders; clock: Clock },
  progress: CopyProgress = {},
): Promise<Restored> {
  const started_ms = clock.monotonic_ms();
  const contents = await readContents(folder);
  await refuseAround(folder, folders);
  try {
    await makeWritable(folders.root);
    await withWriterLock(folders.writerLockFile, { patience_ms: 0 }, async () => {
      await claim(folders);
      await copyAll(folder, contents, { folders, clock }, progress);
      await replaceFile(folders.restoringLedger, folders.ledgerFile);
    });
  } catch (error) {
    throw isDiskFull(error) ? diskFull(folders.root, error) : error;
  }
  const { taken_at, days, files, bytes } = contents;
  const seconds = Math.round(clock.monotonic_ms() - started_ms) / 1000;
  return { folder: folders.root, backup: folder, taken_at, days, files, bytes, seconds };
}

async function copyAll(
  folder: string,
  contents: Contents,
  { folders, clock }: { folders: DataFolders; clock: Clock },
  progress: CopyProgress,
): Promise<void> {
  try {
    const files = await copyLedger(folder, contents, folders, clock);
    await copyLake(folder, files, folders, progress);
    await refuseInUse(folders);
  } catch (error) {
    // If this fails too, the unfinished ledger stays, and the next restore deletes the files.
    await removeUnfinished(folders).catch(() => {});
    throw error;
  }
}

async function makeWritable(root: string): Promise<void> {
  try {
    await makeFolder(root, 0o700);
    await access(root, constants.W_OK);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new AlirError(
      'unusable_folder',
      `The data folder ${root} cannot be written (${(error as NodeJS.ErrnoException).code}). Check its owner and its disk, or set ALIR_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** Marks the folder as the target of a restore, with the file of the unfinished ledger. */
async function claim(folders: DataFolders): Promise<void> {
  await refuseInUse(folders);
  const names = await namesIn(folders.root);
  if (names.includes(basename(folders.restoringLedger))) await removeUnfinished(folders);
  for (const folder of [folders.lake, folders.delta]) {
    if ((await namesIn(folder)).length > 0) throw inUse(folder);
  }
  await writeFile(folders.restoringLedger, '', { mode: 0o600 });
  await fsync(folders.root);
}

/** Refuses a folder with any file of another ledger: SQLite would apply its -wal file to the restored ledger. */
async function refuseInUse({ root, ledgerFile, restoringLedger }: DataFolders): Promise<void> {
  const ofLedger = (name: string) =>
    name.startsWith(basename(ledgerFile)) && !name.startsWith(basename(restoringLedger));
  const name = (await namesIn(root)).find(ofLedger);
  if (name !== undefined) throw inUse(join(root, name));
}

function inUse(path: string): AlirError {
  return new AlirError(
    'unusable_folder',
    `${path} already exists, and a restore never replaces files. Move it away, or set ALIR_DATA_DIR to another folder.`,
  );
}

/** Deletes the lake first: while the unfinished ledger exists, the lake is known to be unfinished too. */
async function removeUnfinished({ root, lake, delta, restoringLedger }: DataFolders): Promise<void> {
  for (const folder of [lake, delta]) {
    for (const name of await namesIn(folder)) await rm(join(folder, name), { recursive: true });
  }
  for (const name of await namesIn(root)) {
    if (name.startsWith(basename(restoringLedger))) await rm(join(root, name));
  }
}

/** @returns the lake files that the backup must contain */
async function copyLedger(
  folder: string,
  { ledger_sha256 }: Contents,
  { restoringLedger }: DataFolders,
  clock: Clock,
): Promise<CopiedFile[]> {
  const from = dataFolders(folder).ledgerFile;
  const isFile = await stat(from).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile || !(await copyFileDurably(from, restoringLedger, ledger_sha256))) throw damaged(from);
  await chmod(restoringLedger, 0o600);
  try {
    return await settleCopy(restoringLedger, from, clock);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    const { code, message, cause } = error as AlirError;
    const problem =
      code === 'ledger_newer'
        ? message
        : `${from} cannot be used (${cause instanceof Error ? cause.message : message}). Use another backup.`;
    throw new AlirError('bad_backup', problem, { cause: error });
  }
}

async function copyLake(
  folder: string,
  files: readonly CopiedFile[],
  folders: DataFolders,
  { onRound, onFile }: CopyProgress,
): Promise<void> {
  const source = dataFolders(folder);
  const lake = new Lake(folders);
  const copies = files.map((file) => ({
    ...file,
    from: placeInBackup(new Lake(source), file),
    to: lake.revisionFile(file.table, file.trade_date, file.sha256),
  }));
  await refuseOthers(folder, [
    join(folder, BACKUP_CONTENTS),
    source.ledgerFile,
    ...copies.map(({ from }) => from),
  ]);
  const sizes = await Promise.all(copies.map(async ({ from }) => (await stat(from)).size));
  onRound?.(sizes);
  for (const [place, { from, to, ...file }] of copies.entries()) {
    if (!(await copyFileDurably(from, to, file.sha256))) throw damaged(from);
    if (!file.isReplaced) await lake.nameFile(file.table, file.trade_date, to);
    onFile?.(sizes[place] ?? 0);
  }
}

/** Refuses a backup with extra or missing files: a person must decide about it. */
async function refuseOthers(folder: string, paths: readonly string[]): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Map(entries.map((entry) => [join(entry.parentPath, entry.name), entry]));
  for (const path of paths) {
    if (!found.get(path)?.isFile()) throw damaged(path);
    found.delete(path);
  }
  const other = [...found].find(([, entry]) => !entry.isDirectory());
  if (other) {
    throw new AlirError(
      'bad_backup',
      `${relative(folder, other[0])} in ${folder} is not part of the backup. If you know that it was added later, move it away. Otherwise, use another backup.`,
    );
  }
}

function damaged(path: string): AlirError {
  return new AlirError(
    'bad_backup',
    `${path} is missing or differs from the file that was backed up (SHA-256), so nothing was restored. Use another backup.`,
  );
}

function diskFull(root: string, cause: unknown): AlirError {
  return new AlirError(
    'disk_full',
    `The disk of ${root} is full, so nothing was restored. Free some space and run the command again.`,
    { cause },
  );
}
