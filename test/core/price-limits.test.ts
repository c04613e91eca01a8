import { expect, test } from 'vitest';
import { autoRejectionLimits, fitsAutoRejection } from '../../src/core/market/price-limits.ts';
import { priceStep } from '../../src/core/market/price-step.ts';

test.each([
  [200, 130, 270],
  [201, 150.75, 251.25],
  [5000, 3750, 6250],
  [5001, 4000.8, 6001.2],
])('the limits around a previous close of %d are %d and %d', (reference, low, high) => {
  const limits = autoRejectionLimits(reference);
  expect(limits.low).toBeCloseTo(low);
  expect(limits.high).toBeCloseTo(high);
});

test.each([
  // Both limits around 5,000, and around 200.
  [3750, 6250, true],
  [130, 270, true],
  [3745, 6240, true],
  [130, 268, true],
  [3740, 6240, false],
  [129, 268, false],
  // A step of one rupiah is always allowed.
  [1, 3, true],
  [1, 4, false],
  [3740, 6250, false],
  [129, 270, false],
])('lowest price %d and highest price %d on one day: %s', (low, high, fits) => {
  expect(fitsAutoRejection(low, high)).toBe(fits);
});

test('the price step changes at 200, 500, 2,000 and 5,000', () => {
  const prices = [199, 200, 499, 500, 1999, 2000, 4999, 5000];
  expect(prices.map(priceStep)).toEqual([1, 2, 2, 5, 5, 10, 10, 25]);
});
