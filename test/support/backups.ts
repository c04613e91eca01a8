import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { dataFolders } from '../../src/core/folders.ts';
import { type Backup, backup, type CopyProgress } from '../../src/operations/backup/backup.ts';
import { type Restored, restore } from '../../src/operations/backup/restore.ts';
import { startServer } from '../../src/server/main.ts';
import { openStores, type Stores } from '../../src/server/stores.ts';
import { afterThisTest, configOf, SetClock, type TestAlir, temporaryFolder } from './alir.ts';

/** Backs up the current data of an Alir. */
export const backUpTo = (folder: string, alir: TestAlir, progress?: CopyProgress): Promise<Backup> =>
  backup(alir.stores, folder, '0.0.0-test', progress);

/** Backs up to a new temporary folder. @returns that folder */
export async function backedUp(alir: TestAlir): Promise<string> {
  return (await backUpTo(join(await temporaryFolder(), 'backup'), alir)).folder;
}

export const restoreTo = (data_dir: string, folder: string): Promise<Restored> =>
  restore(folder, { folders: dataFolders(data_dir), clock: new SetClock() });

/** Opens a data folder as it is. It is closed after the test. */
export async function openFolder(data_dir: string): Promise<Stores> {
  const stores = await openStores(configOf(data_dir), new SetClock());
  afterThisTest(async () => stores.ledger.close());
  return stores;
}

/** Serves a data folder until the end of the test. @returns the URL of the server */
export async function serveFolder(data_dir: string): Promise<string> {
  const server = await startServer(await openStores(configOf(data_dir), new SetClock()));
  afterThisTest(() => server.close());
  return server.url;
}

/** The relative paths of all files below a folder, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

export function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
