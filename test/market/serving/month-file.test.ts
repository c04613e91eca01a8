import { copyFile, rename } from 'node:fs/promises';
import { expect } from 'vitest';
import { epochDay } from '../../../src/core/dates.ts';
import { NO_TOTALS } from '../../../src/market/serving/months/closing-totals.ts';
import { MonthFile } from '../../../src/market/serving/months/month-file.ts';
import { MonthWriter } from '../../../src/market/serving/months/month-writer.ts';
import { test } from '../../support/fixtures.ts';

test('a month file that was copied, renamed or exchanged is refused', async ({ folder }) => {
  const [december, january] = [`${folder}/2025-12-1.arrow`, `${folder}/2026-01-1.arrow`];
  for (const [path, opening] of [
    [december, '2025-11-30'],
    [january, '2025-12-31'],
  ] as const) {
    const writer = await MonthWriter.open(path, {
      tickers: ['BBCA'],
      brokers: ['AK'],
      opening_day: epochDay(opening),
      openingTotals: () => NO_TOTALS,
    });
    await writer.close();
  }
  const open = async (path: string) => {
    const file = await MonthFile.open(path);
    const { tickers } = file;
    await file.close();
    return tickers;
  };
  const refused = (name: string) => ({
    cause: { message: `It was written as ${name}, and then copied or renamed` },
  });
  expect([await open(december), await open(january)]).toEqual([['BBCA'], ['BBCA']]);
  await copyFile(december, `${folder}/2025-12-2.arrow`);
  await expect(open(`${folder}/2025-12-2.arrow`)).rejects.toMatchObject(refused('2025-12-1.arrow'));
  await copyFile(january, `${folder}/copy.arrow`);
  await rename(december, january);
  await expect(open(january)).rejects.toMatchObject(refused('2025-12-1.arrow'));
  await rename(`${folder}/copy.arrow`, january);
  expect(await open(january)).toEqual(['BBCA']);
});
