import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { INVESTORS, MARKETS } from '../../../src/core/market.ts';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { type DamagedFile, Serving } from '../../../src/market/serving/serving.ts';
import { afterThisTest, type TestAlir } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { flip } from '../../support/flip.ts';

const OLD_DATE = '2025-12-30';

let serving: Serving;
let files: { december: string; january: string };
let damaged: DamagedFile[];

/** Publishes a day in each of two months, and opens a reader of their serving files, which answers once. */
async function openServing(alir: TestAlir, clock: Clock): Promise<void> {
  const { folders, manifest, ingest } = alir.stores;
  for (const [name, date, volume] of [
    ['DT251230.csv', OLD_DATE, 40],
    [FILE_NAME, DATE, 700],
  ] as const) {
    await alir.ingest(name, csv([line({ TRX_DATE: date, STK_VOLM: volume })]));
  }
  damaged = [];
  serving = new Serving({
    folder: folders.serving,
    concurrent_reads: 2,
    clock,
    // Too small for a block: every answer is read from the disk.
    cache_bytes: 1,
    filesInForce: () => manifest.servingFiles(),
    onDamage: (file) => damaged.push(file),
  });
  afterThisTest(() => serving.close());
  const [december = '', january = ''] = (await readdir(ingest.folders.serving)).sort();
  files = { december: join(folders.serving, december), january: join(folders.serving, january) };
  expect(await shares()).toBe(740);
}

async function shares(from = OLD_DATE, to = DATE): Promise<number> {
  const question = { ticker: 'BRMS', from, to, market: MARKETS.ALL, investor: INVESTORS.all };
  const totals = await serving.read((snapshot) => snapshot.brokerTotals(question));
  return totals.columns(totals.places()).buy_volume.reduce((sum, volume) => sum + volume, 0);
}

/** Where the block of BRMS begins in a file. */
async function blockOffset(path: string): Promise<number> {
  const [, offset] = /"ticker":"BRMS","offset":(\d+)/.exec(await readFile(path, 'latin1')) ?? [];
  return Number(offset);
}

const UNAVAILABLE = { code: 'data_unavailable', retry_after_s: 5 };

/** Each reading of this clock is a millisecond later, so every synchronous read seems slow. */
function slowClock(): Clock {
  let now_ms = 0;
  return { now: () => new Date(0), monotonic_ms: () => now_ms++ };
}

describe.each([
  ['synchronously', systemClock],
  ['in the thread pool', slowClock()],
])('a damaged serving file that is read %s', (_, clock) => {
  test.beforeEach(({ alir }) => openServing(alir, clock));

  test('gives no answer when a byte is flipped, and the other months are served', async () => {
    await flip(files.january, await blockOffset(files.january));
    await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
    expect(await shares(OLD_DATE, OLD_DATE)).toBe(40);
    expect(damaged).toMatchObject([{ month: '2026-01', problem: 'The block of BRMS is damaged' }]);
  });

  test('is opened again after it was rebuilt under the same name', async ({ alir }) => {
    await flip(files.january, await blockOffset(files.january));
    await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
    const before = await alir.stores.manifest.servingFiles();
    await repair(alir.stores.ingest);
    // The clock stands still: only the count of builds differs.
    expect(await alir.stores.manifest.servingFiles()).toEqual([
      before[0],
      { ...before[1], build: (before[1]?.build ?? 0) + 1 },
    ]);
    expect(await shares()).toBe(740);
  });

  test('gives no answer when it is a copy of another file, also after it is reopened', async ({ alir }) => {
    await copyFile(files.december, files.january);
    await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
    const [, file] = await alir.stores.manifest.servingFiles();
    expect(file?.build).toBe(1);
    if (file) await alir.stores.manifest.switchServingFiles([file]);
    await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
    expect(damaged.at(-1)?.problem).toMatch(/^It was written as 2025-12-/);
    expect(await shares(OLD_DATE, OLD_DATE)).toBe(40);
  });

  test('that cannot be opened does not affect other months', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line({ STK_VOLM: 9 })]));
    const [, path = ''] = (await readdir(alir.stores.folders.serving)).sort();
    await rm(join(alir.stores.folders.serving, path));
    await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
    expect(await shares(OLD_DATE, OLD_DATE)).toBe(40);
    expect(damaged).toMatchObject([{ month: '2026-01', problem: 'is missing' }]);
  });
});
