import { copyFile, rename } from 'node:fs/promises';
import { expect } from 'vitest';
import { epochDay } from '../../../src/core/dates.ts';
import { sha256OfFile } from '../../../src/market/lake/durable.ts';
import { NO_TOTALS } from '../../../src/market/serving/months/closing-totals.ts';
import { MonthFile } from '../../../src/market/serving/months/month-file.ts';
import { SUMS } from '../../../src/market/serving/months/month-layout.ts';
import { MonthWriter } from '../../../src/market/serving/months/month-writer.ts';
import { test } from '../../support/fixtures.ts';

test('a ticker with more rows than any has keeps each of them', async ({ folder }) => {
  const [series_count, days, batch] = [3500, 20, 40_000];
  const rows = Array.from({ length: series_count * days }, (_, row) => [
    Math.floor(row / days),
    1 + (row % days),
  ]);
  const path = `${folder}/2026-01-1.arrow`;
  const writer = await MonthWriter.open(path, {
    tickers: ['AAAA', 'BBCA'],
    brokers: Array.from({ length: series_count / 4 }, (_, number) => String(number)),
    opening_day: 0,
    openingTotals: () => NO_TOTALS,
  });
  for (let start = 0; start < rows.length; start += batch) {
    const some = rows.slice(start, start + batch);
    const columns: Record<string, Uint32Array> = {
      ticker_id: new Uint32Array(some.length).fill(1),
      series: Uint32Array.from(some, ([series = 0]) => series),
      day: Uint32Array.from(some, ([, day = 0]) => day),
    };
    await writer.write({
      count: some.length,
      uint32: (name: string) => columns[name] ?? new Uint32Array(),
      int64: (name: string) =>
        BigInt64Array.from(some, ([series = 0]) => BigInt(series + SUMS.indexOf(name as never))),
    } as never);
  }
  const sha256 = await writer.close();
  expect(await sha256OfFile(path)).toBe(sha256);
  const file = await MonthFile.open(path);
  const { days: written, brokers, totals } = await file.block('BBCA');
  const at = (row: number) => [brokers[row], written[row], ...totals.map((column) => Number(column[row]))];
  for (const row of [0, 39_999, 40_000, 65_536, rows.length - 1]) {
    const [series = 0, day = 0] = rows[row] ?? [];
    expect(at(row)).toEqual([series >> 2, day, ...SUMS.map((_, place) => day * (series + place))]);
  }
  expect((await file.block('AAAA')).days).toHaveLength(0);
  await file.close();
});

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
