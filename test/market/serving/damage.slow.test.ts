import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { csv, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { flip } from '../../support/flip.ts';
import { blockOffset, OLD_DATE, TwoMonths, UNAVAILABLE } from '../../support/serving.ts';

let months: TwoMonths;

// damage.test.ts reads one in the thread pool.
describe('a damaged serving file that is read synchronously', () => {
  test.beforeEach(async ({ alir }) => {
    months = await TwoMonths.open(alir, systemClock);
  });

  test('gives no answer when a byte is flipped, and the other months are served', async () => {
    await flip(months.files.january, await blockOffset(months.files.january));
    await expect(months.shares()).rejects.toMatchObject(UNAVAILABLE);
    expect(await months.shares(OLD_DATE, OLD_DATE)).toBe(40);
    expect(months.damaged).toMatchObject([{ month: '2026-01', problem: 'The block of BRMS is damaged' }]);
  });

  test('is opened again after it was rebuilt under the same name', async ({ alir }) => {
    await flip(months.files.january, await blockOffset(months.files.january));
    await expect(months.shares()).rejects.toMatchObject(UNAVAILABLE);
    const before = await alir.stores.manifest.servingFiles();
    await repair(alir.stores.ingest);
    // The clock stands still: only the count of builds differs.
    expect(await alir.stores.manifest.servingFiles()).toEqual([
      before[0],
      { ...before[1], build: (before[1]?.build ?? 0) + 1 },
    ]);
    expect(await months.shares()).toBe(740);
  });

  test('gives no answer when it is a copy of another file, also after it is reopened', async ({ alir }) => {
    await copyFile(months.files.december, months.files.january);
    await expect(months.shares()).rejects.toMatchObject(UNAVAILABLE);
    const [, file] = await alir.stores.manifest.servingFiles();
    expect(file?.build).toBe(1);
    if (file) await alir.stores.manifest.switchServingFiles([file]);
    await expect(months.shares()).rejects.toMatchObject(UNAVAILABLE);
    expect(months.damaged.at(-1)?.problem).toMatch(/^It was written as 2025-12-/);
    expect(await months.shares(OLD_DATE, OLD_DATE)).toBe(40);
  });

  test('that cannot be opened does not affect other months', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line({ STK_VOLM: 9 })]));
    const [, path = ''] = (await readdir(alir.stores.folders.serving)).sort();
    await rm(join(alir.stores.folders.serving, path));
    await expect(months.shares()).rejects.toMatchObject(UNAVAILABLE);
    expect(await months.shares(OLD_DATE, OLD_DATE)).toBe(40);
    expect(months.damaged).toMatchObject([{ month: '2026-01', problem: 'is missing' }]);
  });
});
