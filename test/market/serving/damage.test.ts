import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
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

test('a damaged file that is read in the thread pool gives no answer until it was rebuilt, and the other months are served', async ({
  alir,
}) => {
  await openServing(alir, slowClock());
  await flip(files.january, await blockOffset(files.january));
  await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
  expect(await shares(OLD_DATE, OLD_DATE)).toBe(40);
  expect(damaged).toMatchObject([{ month: '2026-01', problem: 'The block of BRMS is damaged' }]);
  expect(await serving.check()).toMatchObject([
    { month: '2026-01', problem: 'The block of BRMS is damaged' },
  ]);
  await repair(alir.stores.ingest);
  expect(await shares()).toBe(740);
  expect(await serving.check()).toEqual([]);
  await rm(files.january);
  await alir.stores.manifest.switchServingFiles([
    { month: '2026-01', file_name: '2026-01-gone.arrow', sha256: '' },
  ]);
  await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
  expect(damaged.at(-1)).toMatchObject({ month: '2026-01', problem: 'is missing' });
  expect(await shares(OLD_DATE, OLD_DATE)).toBe(40);
});

test('the check of the serving files finds missing, empty and changed files, and accepts a file with a new modification time', async ({
  alir,
}) => {
  await openServing(alir, systemClock);
  const bytes = await readFile(files.january);
  const expected = async (problem: string | null) => {
    const problems = (await serving.check()).map((file) => [file.month, file.problem]);
    expect(problems).toEqual(problem === null ? [] : [['2026-01', problem]]);
    expect(damaged.splice(0).map((file) => file.problem)).toEqual(problem === null ? [] : [problem]);
  };
  await expected(null);
  await rm(files.january);
  await expected('is missing');
  await writeFile(files.january, bytes);
  await expected(null);
  await flip(files.january, await blockOffset(files.january));
  await expected('was changed after it was built');
  await flip(files.january, await blockOffset(files.january));
  await expected(null);
  await expected(null);
  await writeFile(files.january, '');
  await expected('was changed after it was built');
  await rm(files.january);
  await mkdir(files.january);
  await expected('is not a file');
});
