import { copyFile, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { INVESTORS, MARKETS } from '../../../src/core/market.ts';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { type DamagedFile, Serving } from '../../../src/market/serving/serving.ts';
import { afterThisTest } from '../../support/alir.ts';
import { csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';

const OLD_DATE = '2025-12-30';

let serving: Serving;
let files: { 2025: string; 2026: string };
let damaged: DamagedFile[];

/** A published day in each of two years, and a reader of their serving files that has answered once. */
test.beforeEach(async ({ alir }) => {
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
    lanes: 2,
    filesInForce: () => manifest.servingFiles(),
    onDamage: (file) => damaged.push(file),
  });
  afterThisTest(() => serving.close());
  const [of2025 = '', of2026 = ''] = (await readdir(ingest.folders.serving)).sort();
  files = { 2025: join(folders.serving, of2025), 2026: join(folders.serving, of2026) };
  expect(await shares()).toBe(740);
});

async function shares(from = OLD_DATE, to = DATE): Promise<number> {
  const question = { ticker: 'BRMS', from, to, market: MARKETS.ALL, investor: INVESTORS.all };
  const totals = await serving.read((snapshot) => snapshot.brokerTotals(question));
  return [...totals.values()].reduce((sum, { buy_volume }) => sum + buy_volume, 0);
}

/** Inverts one byte of a file in place. */
async function flip(path: string, offset: number): Promise<void> {
  const file = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await file.read(byte, 0, 1, offset);
  await file.write(Buffer.from([~(byte[0] ?? 0)]), 0, 1, offset);
  await file.close();
}

const UNAVAILABLE = { code: 'data_unavailable', retry_after_s: 5 };

describe('a damaged serving file', () => {
  test('gives no answer when a byte is flipped, and the other years are served', async () => {
    await flip(files[2026], 0);
    await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
    expect(await shares(OLD_DATE, OLD_DATE)).toBe(40);
    expect(damaged).toMatchObject([{ year: 2026, problem: 'The block of BRMS is damaged' }]);
  });

  test('is opened again after it was rebuilt under the same name', async ({ alir }) => {
    await flip(files[2026], 0);
    await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
    const before = alir.stores.manifest.servingFiles();
    await repair(alir.stores.ingest);
    // The clock stands still: only the count of builds differs.
    expect(alir.stores.manifest.servingFiles()).toEqual([
      before[0],
      { ...before[1], build: (before[1]?.build ?? 0) + 1 },
    ]);
    expect(await shares()).toBe(740);
  });

  test('gives no answer when it is a copy of another file, also after it is reopened', async ({ alir }) => {
    await copyFile(files[2025], files[2026]);
    await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
    const { sha256, build, year, file_name } = alir.stores.manifest.servingFiles()[1] ?? {};
    expect(build).toBe(1);
    alir.stores.manifest.switchServingFile({
      year: year ?? 0,
      file_name: file_name ?? '',
      sha256: sha256 ?? '',
    });
    await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
    expect(damaged.at(-1)?.problem).toMatch(/^It is a copy of 2025-/);
    expect(await shares(OLD_DATE, OLD_DATE)).toBe(40);
  });

  test('that cannot be opened does not affect other years', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line({ STK_VOLM: 9 })]));
    const [, path = ''] = (await readdir(alir.stores.folders.serving)).sort();
    await rm(join(alir.stores.folders.serving, path));
    await expect(shares()).rejects.toMatchObject(UNAVAILABLE);
    expect(await shares(OLD_DATE, OLD_DATE)).toBe(40);
    expect(damaged).toMatchObject([{ year: 2026, problem: 'is missing' }]);
  });
});

test('the check of the serving files finds missing, empty and changed files, and accepts a file with a new modification time', async () => {
  const bytes = await readFile(files[2026]);
  const expected = async (problem: string | null) => {
    const problems = (await serving.check()).map((file) => [file.year, file.problem]);
    expect(problems).toEqual(problem === null ? [] : [[2026, problem]]);
    expect(damaged.splice(0).map((file) => file.problem)).toEqual(problem === null ? [] : [problem]);
  };
  await expected(null);
  await rm(files[2026]);
  await expected('is missing');
  await writeFile(files[2026], bytes);
  await expected(null);
  await flip(files[2026], 3);
  await expected('is not the file that was built');
  await flip(files[2026], 3);
  await expected(null);
  await expected(null);
  await writeFile(files[2026], '');
  await expected('is not the file that was built');
  await rm(files[2026]);
  await mkdir(files[2026]);
  await expected('is not a file');
});
