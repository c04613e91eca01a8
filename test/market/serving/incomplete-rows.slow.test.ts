import { join } from 'node:path';
import { expect } from 'vitest';
import { differsFromLake } from '../../../src/market/serving/compare-with-lake.ts';
import { test } from '../../support/fixtures.ts';
import { IN_ORDER, monthRowsOf, OPENING_DAY, writeMonth } from '../../support/month-rows.ts';

test('a month file of incomplete rows differs from the lake, and is never used', async ({ alir, folder }) => {
  const path = join(folder, 'month');
  const tickers = Array.from({ length: 8000 }, (_, place) => `T${String(place).padStart(4, '0')}`);
  const connection = await monthRowsOf(alir, tickers);
  const whole = await writeMonth(path, tickers, connection, IN_ORDER);
  expect(await differsFromLake(path, undefined, OPENING_DAY, connection)).toBe(false);
  const broken = await writeMonth(
    path,
    tickers,
    connection,
    `SELECT * REPLACE (CASE WHEN ticker_id = 7999 THEN error('boo') ELSE buy_freq END AS buy_freq) FROM (${IN_ORDER})`,
  );
  expect(broken).toBeGreaterThan(0);
  expect(broken).toBeLessThan(whole);
  expect(await differsFromLake(path, undefined, OPENING_DAY, connection)).toBe(true);
});
