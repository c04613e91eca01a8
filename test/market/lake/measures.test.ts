import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/core/market/measure-list.ts';
import { folderOfThisFile } from '../../support/alir.ts';
import { measuredMarket } from '../../support/measure-market.ts';

test('measures equal those of an oracle, and have the columns of the list in its order', async () => {
  const { measured, expected, columns } = await measuredMarket(await folderOfThisFile(), 24);
  expect(measured).toHaveLength(2 * expected.size);
  for (const [day, rows] of measured) expect(rows, day).toEqual(expected.get(day));
  expect(columns).toEqual([
    'ticker VARCHAR',
    ...MEASURES.map(({ name, has_decimals }) => `${name} ${has_decimals ? 'DECIMAL(18,2)' : 'BIGINT'}`),
  ]);
});
