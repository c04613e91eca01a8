import { isAbsolute, join, relative, sep } from 'node:path';

/** Where everything lies under the data folder. `staging` is beside the lake, so that no glob over the lake sees a half-written file. */
export interface DataFolders {
  readonly root: string;
  readonly inbox: string;
  readonly rejected: string;
  /** Files from a URL that the gate holds. */
  readonly held: string;
  readonly lake: string;
  readonly serving: string;
  readonly staging: string;
  /** Files that are being fetched from a source. */
  readonly downloads: string;
  readonly ledgerFile: string;
  /** The ledger of a restore that is not at its end; where it is, the lake may be half of one. */
  readonly restoringLedger: string;
  readonly writerLockFile: string;
}

export function dataFolders(root: string): DataFolders {
  return {
    root,
    inbox: join(root, 'inbox'),
    rejected: join(root, 'inbox', 'rejected'),
    held: join(root, 'inbox', 'held'),
    lake: join(root, 'lake'),
    serving: join(root, 'serving'),
    staging: join(root, 'staging'),
    downloads: join(root, 'downloads'),
    ledgerFile: join(root, 'ledger.sqlite'),
    restoringLedger: join(root, 'ledger.sqlite.restoring'),
    writerLockFile: join(root, 'writer.lock'),
  };
}

/** The file that makes a folder a backup. */
export const BACKUP_CONTENTS = 'backup.json';

/** Whether a real path is a folder, or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The two tables of the lake; each holds one file a trading day, under a fixed name. */
export const LAKE_TABLES = ['trades', 'broker_day'] as const;
export type LakeTable = (typeof LAKE_TABLES)[number];
