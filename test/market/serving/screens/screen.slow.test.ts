import { expect, test } from 'vitest';
import { differencesFromFilter } from '../../../support/random-screens.ts';
import { sized } from '../../../support/size.ts';

const SCREENS = sized(500, 5000);

test(`${SCREENS} random screens select what a filter of the rows selects`, async () => {
  expect(await differencesFromFilter(SCREENS)).toEqual([]);
});
