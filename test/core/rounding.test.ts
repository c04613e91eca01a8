import { describe, expect, test } from 'vitest';
import { averagePrice, exactNumber, percentOf, roundedQuotient } from '../../src/core/rounding.ts';
import fc from '../support/properties.ts';

/** By long division in text, as one does on paper. */
function onPaper(value: bigint, volume: bigint): string {
  const twice = 2n * volume;
  const hundredths = (value * 200n + volume - ((value * 200n + volume) % twice)) / twice;
  const digits = hundredths.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

describe('an average price', () => {
  const amount = (max: bigint) =>
    fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, 10n ** 9n), fc.bigInt(1n, max), fc.bigInt(max - 1000n, max));

  test('is the quotient rounded half-up to 2 decimals, for any size', () => {
    const rule = fc.property(amount(2n ** 53n - 1n), amount(2n ** 53n - 1n), (value, volume) => {
      expect(averagePrice(Number(value), Number(volume))).toBe(Number(onPaper(value, volume)));
    });
    fc.assert(rule, { numRuns: 20_000 });
  });

  test('is right just below and at a half, and just below a whole number', () => {
    const rule = fc.property(
      amount(2n ** 49n),
      fc.bigInt(0n, 2000n),
      fc.bigInt(-2n, 2n),
      (volume, halves, off) => {
        const value = (volume * halves) / 200n + off;
        if (value >= 0n)
          expect(averagePrice(Number(value), Number(volume))).toBe(Number(onPaper(value, volume)));
      },
    );
    fc.assert(rule, { numRuns: 20_000 });
  });
});

test('a quotient and a percentage are rounded with a half away from 0', () => {
  const quotients = [5n, 4n, 15n, 14n, -5n, -4n, -15n, 0n].map((dividend) => roundedQuotient(dividend, 10n));
  expect(quotients).toEqual([1n, 0n, 2n, 1n, -1n, 0n, -2n, 0n]);
  expect([percentOf(1n, 3n), percentOf(-2n, 3n), percentOf(1n, 800n), percentOf(5n, 0n)]).toEqual([
    33.33, -66.67, 0.13, 0,
  ]);
});

test('a sum is exact up to 2^53 - 1, and refused above', () => {
  expect(exactNumber(9_007_199_254_740_991)).toBe(9_007_199_254_740_991);
  expect(() => exactNumber(9_007_199_254_740_992)).toThrow(
    expect.objectContaining({
      code: 'answer_too_large',
      message:
        'A total in the response is too large: it exceeds 2^53 - 1, the largest exact integer in JSON. Request a shorter date range; the same request would fail again.',
    }),
  );
});
