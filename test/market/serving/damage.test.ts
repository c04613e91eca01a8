import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { INVESTORS, MARKETS } from '../../../src/core/market/market.ts';
import { repair } from '../../../src/market/ingest/lake-writer.ts';
import { DATE } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { flip } from '../../support/flip.ts';
import { blockOffset, OLD_DATE, slowClock, TwoMonths, UNAVAILABLE } from '../../support/serving.ts';

test('a damaged file that is read in the thread pool gives no answer until it was rebuilt, and the other months are served', async ({
  alir,
}) => {
  const months = await TwoMonths.open(alir, slowClock());
  await flip(months.files.january, await blockOffset(months.files.january));
  await expect(months.shares()).rejects.toMatchObject(UNAVAILABLE);
  expect(await months.shares(OLD_DATE, OLD_DATE)).toBe(40);
  expect(months.damaged).toMatchObject([{ month: '2026-01', problem: 'The block of BRMS is damaged' }]);
  expect(await months.serving.check()).toMatchObject([
    { month: '2026-01', problem: 'The block of BRMS is damaged' },
  ]);
  const question = { ticker: 'BRMS', from: OLD_DATE, to: DATE, market: MARKETS.ALL, investor: INVESTORS.all };
  const reports = months.damaged.length;
  const reading = months.serving.read(async (snapshot) => {
    await repair(alir.stores.ingest);
    return snapshot.brokerTotals(question);
  });
  await expect(reading).rejects.toMatchObject(UNAVAILABLE);
  // The file that it read is no longer in force.
  expect(months.damaged).toHaveLength(reports);
  expect(await months.shares()).toBe(740);
  expect(await months.serving.check()).toEqual([]);
  await rm(months.files.january);
  await alir.stores.manifest.switchServingFiles([
    { month: '2026-01', file_name: '2026-01-gone.arrow', sha256: '' },
  ]);
  await expect(months.shares()).rejects.toMatchObject(UNAVAILABLE);
  expect(months.damaged.at(-1)).toMatchObject({ month: '2026-01', problem: 'is missing' });
  expect(await months.shares(OLD_DATE, OLD_DATE)).toBe(40);
});

test('the check of the serving files finds missing, empty and changed files, and accepts a file with a new modification time', async ({
  alir,
}) => {
  const months = await TwoMonths.open(alir, systemClock);
  const bytes = await readFile(months.files.january);
  const expected = async (problem: string | null) => {
    const problems = (await months.serving.check()).map((file) => [file.month, file.problem]);
    expect(problems).toEqual(problem === null ? [] : [['2026-01', problem]]);
    expect(months.damaged.splice(0).map((file) => file.problem)).toEqual(problem === null ? [] : [problem]);
  };
  await expected(null);
  await rm(months.files.january);
  await expected('is missing');
  await writeFile(months.files.january, bytes);
  await expected(null);
  await flip(months.files.january, await blockOffset(months.files.january));
  await expected('was changed after it was built');
  await flip(months.files.january, await blockOffset(months.files.january));
  await expected(null);
  await expected(null);
  await writeFile(months.files.january, '');
  await expected('was changed after it was built');
  await rm(months.files.january);
  await mkdir(months.files.january);
  await expected('is not a file');
});
