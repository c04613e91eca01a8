import { truncate } from 'node:fs/promises';
import { expect } from 'vitest';
import { epochDay } from '../../../src/core/dates.ts';
import { BlockCache } from '../../../src/market/serving/months/block-cache.ts';
import { MonthFile } from '../../../src/market/serving/months/month-file.ts';
import { SUMS } from '../../../src/market/serving/months/month-layout.ts';
import { MonthWriter } from '../../../src/market/serving/months/month-writer.ts';
import { test } from '../../support/fixtures.ts';

test('a block whose read failed is read again by the next request', async ({ folder }) => {
  const write = async (name: string) => {
    const path = `${folder}/${name}`;
    const writer = await MonthWriter.open(path, {
      tickers: ['BBCA'],
      brokers: ['AK'],
      opening_day: epochDay('2025-12-31'),
      openingTotals: () => ({ series: Uint32Array.of(0), totals: SUMS.map(() => BigInt64Array.of(1n)) }),
    });
    await writer.close();
    return path;
  };
  const file = await MonthFile.open(await write('2026-01-1.arrow'));
  const path = await write('2026-01-2.arrow');
  const damaged = await MonthFile.open(path);
  await truncate(path);
  let now_ms = 0;
  const slowClock = { now: () => new Date(0), monotonic_ms: () => (now_ms += 10) };
  const cache = new BlockCache(1e6, 1, slowClock);
  // After two slow reads, the others go to the thread pool.
  for (const name of ['a', 'b']) await cache.get(name, file, 'BBCA');
  await expect(cache.get('c', damaged, 'BBCA')).rejects.toThrow();
  const [one, other] = await Promise.all([cache.get('c', file, 'BBCA'), cache.get('c', file, 'BBCA')]);
  expect(one).toBeDefined();
  expect(one).toBe(other);
  expect(cache.get('c', file, 'BBCA')).toBe(one);
  await Promise.all([file.close(), damaged.close()]);
});
