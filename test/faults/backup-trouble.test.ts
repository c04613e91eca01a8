import { readdirSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { Lake } from '../../src/market/lake/lake.ts';
import { TestAlir, temporaryFolder } from '../support/alir.ts';
import { backedUp, backUpTo, filesBelow, restoreTo } from '../support/backups.ts';
import { runProcess } from '../support/cli.ts';
import { csv, DATE, FILE_NAME, line } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { someOf } from '../support/size.ts';
import { fillDisk, mountSmallDisk } from '../support/small-disk.ts';

const KIB = 1024;
/** From none at all to what is nearly enough: the lack shows at another stage each time. */
const LEFT_KIB = someOf([0, 4, 8, 24, 60, 96, 104, 108, 112, 116, 120], 4);

test.beforeEach(async ({ alir }) => {
  await alir.ingest(FILE_NAME, csv([line()]));
});

describe('a disk that is full at each stage', () => {
  test('a backup fails with the reason and leaves no files; with space it succeeds', async ({
    alir,
    folder: disk,
    skip,
  }) => {
    if (!mountSmallDisk(disk, 8)) skip('a file system can only be mounted by root');
    const folder = join(disk, 'b');
    let failures = 0;
    for (const kib of LEFT_KIB) {
      const makeRoom = await fillDisk(disk, kib * KIB);
      const { code, stderr } = await runProcess(['backup', folder], { data_dir: alir.stores.folders.root });
      await makeRoom();
      if (code === 0) expect(await restoreTo(await temporaryFolder(), folder)).toMatchObject({ days: 1 });
      else {
        failures += 1;
        expect(stderr).toBe(
          `alir: The disk of ${folder} is full, so nothing was backed up. Free some space, or use a folder on another disk.\n`,
        );
        expect(readdirSync(disk).flatMap((name) => readdirSync(join(disk, name)))).toEqual([]);
      }
      rmSync(folder, { recursive: true, force: true });
    }
    console.log(`${LEFT_KIB.length} full disks: ${failures} failed backups`);
    expect(failures).toBeGreaterThan(LEFT_KIB.length / 2);
    expect(await backUpTo(folder, alir)).toMatchObject({ days: 1 });
  });

  test('a restore fails with the reason and leaves no files; with space it succeeds', async ({
    alir,
    folder: disk,
    skip,
  }) => {
    if (!mountSmallDisk(disk, 8)) skip('a file system can only be mounted by root');
    const folder = await backedUp(alir);
    const data_dir = join(disk, 'data');
    let failures = 0;
    for (const kib of LEFT_KIB) {
      const makeRoom = await fillDisk(disk, kib * KIB);
      const { code, stderr } = await runProcess(['restore', folder], { data_dir });
      await makeRoom();
      if (code === 0) expect(filesBelow(data_dir)).toContain('ledger.sqlite');
      else {
        failures += 1;
        expect(stderr).toBe(
          `alir: The disk of ${data_dir} is full, so nothing was restored. Free some space and run the command again.\n`,
        );
        expect(filesBelow(disk).filter((name) => name !== 'data/writer.lock')).toEqual([]);
      }
      rmSync(data_dir, { recursive: true, force: true });
    }
    console.log(`${LEFT_KIB.length} full disks: ${failures} failed restores`);
    expect(failures).toBeGreaterThan(LEFT_KIB.length / 2);
    expect(await restoreTo(data_dir, folder)).toMatchObject({ days: 1 });
  });
});

test('after a killed ingest left half a day, a backup has the day that is published', async ({
  alir,
  folder: disk,
}) => {
  const { folders, manifest } = alir.stores;
  const other = await TestAlir.open();
  await other.ingest(FILE_NAME, csv([line(), line(), line()]));
  const published = await other.stores.manifest.published(DATE);
  if (!published) throw new Error('no day');
  const { revision: _, ...content } = published;
  await manifest.intend(content, 2);
  await copyFile(
    new Lake(other.stores.folders).file('trades', published),
    new Lake(folders).file('trades', published),
  );
  const folder = join(disk, 'b');
  expect(await backUpTo(folder, alir)).toMatchObject({ days: 1, files: 4, rounds: 1 });
});
