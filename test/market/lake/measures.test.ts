import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/core/market/measure-list.ts';
import { folderOfThisFile } from '../../support/alir.ts';
import { measuredLastDay, measuredMarket } from '../../support/measure-market.ts';

test('measures equal those of an oracle, and have the columns of the list in its order', async () => {
  const from_files = [0, 1, 5, 12, 20, 23];
  const { measured, expected, columns } = await measuredMarket(await folderOfThisFile(), 24, from_files);
  expect(measured).toHaveLength(expected.size + from_files.length);
  for (const [day, rows] of measured) expect(rows, day).toEqual(expected.get(day));
  expect(columns).toEqual([
    'ticker VARCHAR',
    ...MEASURES.map(({ name, has_decimals }) => `${name} ${has_decimals ? 'DECIMAL(18,2)' : 'BIGINT'}`),
  ]);
});

test('measures over 250 days and 250 rows equal those of an oracle, and each has a value', async () => {
  const { measured, expected } = await measuredLastDay(await folderOfThisFile(), 252);
  expect(measured).toEqual(expected);
  const rows = [...measured.values()];
  expect(MEASURES.filter(({ name }) => rows.every((row) => row[name] === null))).toEqual([]);
});
