import { describe, expect, test } from 'vitest';
import { averagePrice } from '../../src/core/numbers.ts';
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
      amount(2n ** 45n),
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
