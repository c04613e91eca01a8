import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { expect, vi } from 'vitest';
import { temporaryFolder } from '../../support/alir.ts';
import { backUpTo, restoreTo } from '../../support/backups.ts';
import { csv, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

/** What this process flushes from here on, by inode: a renamed file keeps its own. */
async function flushes(folder: string): Promise<ReadonlySet<number>> {
  const flushed = new Set<number>();
  const handle = await open(folder);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { sync } = prototype;
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    await sync.call(this);
    flushed.add((await this.stat()).ino);
  });
  return flushed;
}

/** The files below a folder, and the folders that have them, that were not flushed. */
async function unflushed(folder: string, flushed: ReadonlySet<number>): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const places = [...new Set([...files, ...files.map(dirname)])];
  const inodes = await Promise.all(places.map(async (place) => (await stat(place)).ino));
  const lost = places.filter((_, index) => !flushed.has(inodes[index] ?? 0));
  return lost.map((place) => relative(folder, place)).toSorted();
}

// The order of flushes and renames: faults/durability.test.ts.
test('every file of a publication, of its measures, of a backup and of what is restored is flushed', async ({
  alir,
}) => {
  const { root } = alir.stores.folders;
  const flushed = await flushes(root);
  await alir.ingest(FILE_NAME, csv([line()]));
  await alir.measure();
  const folder = join(await temporaryFolder(), 'backup');
  await backUpTo(folder, alir);
  const data_dir = await temporaryFolder();
  await restoreTo(data_dir, folder);
  // SQLite flushes its own files, and a lock has nothing to flush.
  const ofLedger = ['', 'ledger.sqlite', 'ledger.sqlite-shm', 'ledger.sqlite-wal', 'writer.lock'];
  expect(await unflushed(root, flushed)).toEqual(ofLedger);
  expect(await unflushed(folder, flushed)).toEqual([]);
  expect(await unflushed(data_dir, flushed)).toEqual(['writer.lock']);
});
