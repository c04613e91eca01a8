import { expect, test } from 'vitest';
import { differencesFromFilter } from '../../../support/random-screens.ts';

test('5,000 random screens select what a filter of the rows selects', async () => {
  expect(await differencesFromFilter(5000)).toEqual([]);
});
