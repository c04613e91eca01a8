import { expect, test } from 'vitest';
import { MEASURE_NAMES } from '../../src/core/market/measure-list.ts';
import { nearest } from '../../src/core/nearest.ts';

test.for<[string, string | undefined]>([
  ['closes', 'close'],
  ['Close', 'close'],
  ['change1d', 'change_1d'],
  ['change-5D', 'change_5d'],
  ['change', 'change_1d'],
  ['volume_ratio', 'volume_ratio_20d'],
  ['acumulation_20d', 'accumulation_20d'],
  ['net_foreign_5', 'net_foreign_5d'],
  ['open', undefined],
  ['ticker', undefined],
  ['', undefined],
  [`close${' '.repeat(60)}`, undefined],
])('the measure nearest to %j is %s', ([text, name]) => {
  expect(nearest(text, MEASURE_NAMES)).toBe(name);
});
