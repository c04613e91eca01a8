import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/core/market/measure-list.ts';
import { folderOfThisFile } from '../../support/alir.ts';
import { measuredMarket } from '../../support/measure-market.ts';

test('measures over 250 days and 250 rows equal those of an oracle', async () => {
  const from_files = [...Array(256).keys()].filter((place) => place % 32 === 31 || place >= 248);
  const { measured, expected } = await measuredMarket(await folderOfThisFile(), 256, from_files);
  for (const [day, rows] of measured) expect(rows, day).toEqual(expected.get(day));
  // The market has a value other than null and 0 for each measure.
  const rows = [...expected.values()].flatMap((day) => [...day.values()]);
  expect(MEASURES.filter(({ name }) => rows.every((row) => !row[name]))).toEqual([]);
}, 1_200_000);
