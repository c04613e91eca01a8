import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/core/market/measure-list.ts';
import { folderOfThisFile } from '../../support/alir.ts';
import { measuredMarket } from '../../support/measure-market.ts';
import { sized } from '../../support/size.ts';

/** The windows of 60 days; at night also those of 250 days and 250 rows. `measures.test.ts` measures the last of 252 days. */
const DAYS = sized(66, 256);

test(`measures over ${DAYS} days equal those of an oracle`, async () => {
  const from_files = [...Array(DAYS).keys()].filter((place) => place % 32 === 31 || place >= DAYS - 8);
  const { measured, expected } = await measuredMarket(await folderOfThisFile(), DAYS, from_files);
  for (const [day, rows] of measured) expect(rows, day).toEqual(expected.get(day));
  // The market has a value other than null and 0 for each measure that has enough days.
  const known = MEASURES.filter(({ name }) => DAYS > 250 || !name.includes('250'));
  const rows = [...expected.values()].flatMap((day) => [...day.values()]);
  expect(known.filter(({ name }) => rows.every((row) => !row[name]))).toEqual([]);
}, 1_200_000);
