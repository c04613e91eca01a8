import { isAbsolute, join, relative, sep } from 'node:path';

/** The paths in the data folder. `staging` is outside the lake, so no glob over the lake matches a half-written file. */
export interface DataFolders {
  readonly root: string;
  readonly inbox: string;
  readonly rejected: string;
  /** Files from a URL that the gate holds. */
  readonly held: string;
  /** Stock Summaries of the exchange, with which an update compares published days. */
  readonly official: string;
  readonly lake: string;
  /** A Delta table for each table of the lake. Its files are never changed, and outside the lake: globs read every file in the lake. */
  readonly delta: string;
  readonly serving: string;
  /** In `serving`. */
  readonly market_files: string;
  /** In `serving`. */
  readonly measure_months: string;
  readonly staging: string;
  /** Files that are being downloaded from a source. */
  readonly downloads: string;
  readonly ledgerFile: string;
  /** The ledger of an unfinished restore. While it exists, the lake may be incomplete. */
  readonly restoringLedger: string;
  /** When and where the last backup ended, and how the last update ended. Files, so that they can be read without the ledger. */
  readonly lastBackupFile: string;
  readonly lastUpdateFile: string;
  /** The failed requests of the last days. */
  readonly failuresFile: string;
  readonly writerLockFile: string;
  readonly serverLockFile: string;
}

export function dataFolders(root: string): DataFolders {
  return {
    root,
    inbox: join(root, 'inbox'),
    rejected: join(root, 'inbox', 'rejected'),
    held: join(root, 'inbox', 'held'),
    official: join(root, 'official'),
    lake: join(root, 'lake'),
    delta: join(root, 'delta'),
    serving: join(root, 'serving'),
    market_files: join(root, 'serving', 'market'),
    measure_months: join(root, 'serving', 'measures'),
    staging: join(root, 'staging'),
    downloads: join(root, 'downloads'),
    ledgerFile: join(root, 'ledger.sqlite'),
    restoringLedger: join(root, 'ledger.sqlite.restoring'),
    lastBackupFile: join(root, 'last-backup.json'),
    lastUpdateFile: join(root, 'last-update.json'),
    failuresFile: join(root, 'failures.json'),
    writerLockFile: join(root, 'writer.lock'),
    serverLockFile: join(root, 'server.lock'),
  };
}

/** A folder with this file is a backup. */
export const BACKUP_CONTENTS = 'backup.json';

/** Whether a real path is the folder or is inside it. */
export function isWithin(path: string, folder: string): boolean {
  const relativePath = relative(folder, path);
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath);
}

/** The tables of the lake. Each has one file per trading day, with a fixed name. */
export const LAKE_TABLES = ['trades', 'broker_day', 'ticker_day'] as const;
export type LakeTable = (typeof LAKE_TABLES)[number];

/** The tables with a Delta log. The measures are computed after the publication, and have their own files in the manifest. */
export const DELTA_TABLES = [...LAKE_TABLES, 'measure_day'] as const;
export type DeltaTable = (typeof DELTA_TABLES)[number];
/** Tables that a lake or its copy may lack. */
export const LATER_TABLES = ['ticker_day', 'measure_day'] as const;
