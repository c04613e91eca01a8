import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DataFolders } from '../core/folders.ts';

const PRIVATE_FOLDER = 0o700;
/** The group can pass through to the lake and list nothing else. */
const SHARED_FOLDER = 0o710;
const PRIVATE_FILE = 0o600;

/**
 * Creates the data folder for its owner only. A folder that has nothing but the folders of Alir in it, and no ledger yet, gets the same
 * permissions; one that is in use keeps its own, since others may depend on them: see openFolderNotice.
 */
export function makeDataFolder(folders: DataFolders, lake_group_read: boolean): void {
  const mode = lake_group_read ? SHARED_FOLDER : PRIVATE_FOLDER;
  mkdirSync(dirname(folders.root), { recursive: true });
  if (!exists(folders.root)) mkdirSync(folders.root, { recursive: true, mode });
  if (lake_group_read || isNew(folders)) setMode(folders.root, mode);
}

/** A notice for the operator if other users can enter the data folder; otherwise null. */
export function openFolderNotice({ root }: DataFolders, lake_group_read: boolean): string | null {
  const mode = statSync(root).mode & 0o777;
  const allowed = lake_group_read ? SHARED_FOLDER : PRIVATE_FOLDER;
  if ((mode & ~allowed) === 0) return null;
  const now = mode.toString(8).padStart(4, '0');
  return `Other users of this machine can open the data folder ${root} (mode ${now}). ${lake_group_read ? '' : 'To let only the group of the folder read the lake, set ALIR_LAKE_GROUP_READ=yes. '}To make the folder private, run: chmod ${allowed.toString(8)} ${root}`;
}

/** Creates the file of a database, or keeps the one that is there, for its owner only. SQLite gives the files beside it the same permissions. */
export function makePrivateFile(path: string): void {
  // Only if there is no file: opening and closing a database file drops the locks that this process has on it.
  if (!exists(path)) createFile(path);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (exists(file)) setMode(file, PRIVATE_FILE);
}

function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'a', PRIVATE_FILE));
  } catch {
    // SQLite fails with the same problem when it opens the file, and reports it.
  }
}

function isNew({
  root,
  inbox,
  rejected,
  lake,
  serving,
  staging,
  downloads,
  ledgerFile,
  writerLockFile,
}: DataFolders): boolean {
  const own = [inbox, rejected, lake, serving, staging, downloads, writerLockFile].map((path) =>
    basename(path),
  );
  return !exists(ledgerFile) && readdirSync(root).every((name) => own.includes(name));
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function setMode(path: string, mode: number): void {
  if ((statSync(path).mode & 0o777) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    // Only the owner can change permissions, and nobody can on a read-only disk. They stay as they are.
    if (!['EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
