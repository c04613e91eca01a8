import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AlirError } from '../core/errors.ts';
import { BACKUP_CONTENTS, type DataFolders } from '../core/folders.ts';
import { counted } from '../core/words.ts';
import type { Ledger } from './ledger.ts';
import { permissionStep } from './ledger-error.ts';
import { makeDataFolder } from './private-folder.ts';
import { SqliteLedger } from './sqlite/sqlite-ledger.ts';

/**
 * Opens the ledger of a data folder. Creates both when the folder is new or empty.
 * @param settings.url of a PostgreSQL database; empty for the SQLite file in the folder
 * @throws AlirError `unusable_folder`, `ledger_missing`, and those of SqliteLedger and PostgresLedger
 */
export async function openLedger(
  folders: DataFolders,
  days_in_lake: number,
  { url, lake_group_read }: { readonly url: string; readonly lake_group_read: boolean },
): Promise<Ledger> {
  refuseUnusable(folders);
  if (url === '' && !hasLedger(folders)) refuseLakeWithoutLedger(folders, days_in_lake);
  try {
    makeDataFolder(folders, lake_group_read);
    if (url === '') return new SqliteLedger(folders.ledgerFile);
    // Loaded only here: most installations have no PostgreSQL.
    const { PostgresLedger } = await import('./postgres/postgres-ledger.ts');
    return await PostgresLedger.open(url);
  } catch (error) {
    if (error instanceof AlirError) throw error;
    throw unusable(folders.root, error);
  }
}

/**
 * Checks the data folder for a command that must not create one. Writes nothing.
 * @throws AlirError `no_data` when there is no ledger, `ledger_missing` when there is a lake without one, `unusable_folder`
 */
export function requireLedger(folders: DataFolders, days_in_lake: number): void {
  refuseUnusable(folders);
  if (hasLedger(folders)) return;
  refuseLakeWithoutLedger(folders, days_in_lake);
  throw noData(folders);
}

/** Like requireLedger, for a command that reads only the lake, which can be a copy without a ledger. @throws AlirError `no_data`, `unusable_folder` */
export function requireLake(folders: DataFolders, days_in_lake: number): void {
  refuseUnusable(folders);
  if (!hasLedger(folders) && days_in_lake === 0) throw noData(folders);
}

/** @throws AlirError `unusable_folder` for a path that is not a folder, a backup, or an unfinished restore */
export function refuseUnusable(folders: DataFolders): void {
  const { root, restoringLedger, ledgerFile } = folders;
  if (!isFolder(root)) return;
  // In this order: the last step of a restore renames the first file to the second.
  if (existsSync(restoringLedger) && !existsSync(ledgerFile)) {
    throw new AlirError(
      'unusable_folder',
      `A restore into ${root} is running or was interrupted. If it is running, wait until it ends. If it was interrupted, run it again: alir restore DIR`,
    );
  }
  if (existsSync(join(root, BACKUP_CONTENTS))) {
    throw new AlirError(
      'unusable_folder',
      `${root} is a backup, not a data folder, and this command would change it. Set ALIR_DATA_DIR to another folder, then restore the backup into that folder: alir restore ${root}`,
    );
  }
}

function isFolder(root: string): boolean {
  let found: ReturnType<typeof statSync>;
  try {
    found = statSync(root, { throwIfNoEntry: false });
  } catch (error) {
    throw unusable(root, error);
  }
  if (found === undefined) return false;
  if (!found.isDirectory()) throw unusable(root, Object.assign(new Error(), { code: 'ENOTDIR' }));
  return true;
}

/** SQLite creates a file of 0 bytes before its first write. */
function hasLedger({ root, ledgerFile }: DataFolders): boolean {
  try {
    return (statSync(ledgerFile, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch (error) {
    throw unusable(root, error);
  }
}

/** A new ledger beside the lake would have no accounts and no keys, and every day would be published again. */
function refuseLakeWithoutLedger(folders: DataFolders, days_in_lake: number): void {
  if (days_in_lake === 0) return;
  const { root, lake, ledgerFile } = folders;
  throw new AlirError(
    'ledger_missing',
    `${ledgerFile} is missing or empty, but ${lake} contains ${counted(days_in_lake, 'day')}. Move ${root} away and restore your last backup: alir restore DIR. To start without the accounts and keys, move only ${lake} away and ingest the daily files again; if it is a copy of another lake, run: alir sync`,
  );
}

function noData({ root, ledgerFile }: DataFolders): AlirError {
  return new AlirError(
    'no_data',
    `No Alir data at ${root}: ${existsSync(root) ? `there is no ${ledgerFile}` : 'the folder does not exist'}. Set ALIR_DATA_DIR to your data folder. To create a new one, run "alir serve", "alir ingest" or "alir account create".`,
  );
}

function unusable(path: string, error: unknown): AlirError {
  const { code, message } = error as NodeJS.ErrnoException;
  const step =
    code === 'EACCES' || code === 'EPERM'
      ? permissionStep(path)
      : 'Check its owner, its permissions and its disk, or set ALIR_DATA_DIR to another folder.';
  return new AlirError(
    'unusable_folder',
    `The data folder ${path} cannot be used (${code ?? message}). ${step}`,
    { cause: error },
  );
}
