import { AlirError } from './errors.ts';

/**
 * Checks that a sum is exact. Sums only grow, so a sum of at most 2^53 - 1 is exact. Beyond that, a JSON number cannot represent every
 * integer, and an error is better than a wrong number.
 * @throws AlirError `answer_too_large` for a larger sum
 */
export function exactNumber(sum: number): number {
  if (!Number.isSafeInteger(sum)) {
    throw new AlirError(
      'answer_too_large',
      'A total in the response is too large: it exceeds 2^53 - 1, the largest exact integer in JSON. Request a shorter date range; the same request would fail again.',
    );
  }
  return sum;
}

/** 200 times this volume is still an exact number. */
const MAX_SMALL_VOLUME = Math.floor(Number.MAX_SAFE_INTEGER / 400);
/** 100 times this average is still an exact number. */
const MAX_SMALL_AVERAGE = Math.floor(Number.MAX_SAFE_INTEGER / 100) - 1;

/**
 * Weighted average price in IDR per share: value / volume, rounded half-up to 2 decimals, computed on integers.
 * 0 if the volume is 0.
 */
export function averagePrice(value_idr: number, volume_shares: number): number {
  if (volume_shares === 0) return 0;
  if (volume_shares <= MAX_SMALL_VOLUME) {
    const average = smallAverage(value_idr, volume_shares);
    if (average <= MAX_SMALL_AVERAGE) return average;
  }
  return hundredths(BigInt(value_idr), BigInt(volume_shares));
}

/** A quotient of positive integers, rounded half-up to 2 decimals. */
export function hundredths(dividend: bigint, divisor: bigint): number {
  const rounded = roundedQuotient(dividend * 100n, divisor);
  // Parsed from decimal text: the hundredths may exceed 2^53 even if the quotient does not.
  return Number(`${rounded / 100n}.${String(rounded % 100n).padStart(2, '0')}`);
}

/** The same computation on exact numbers. It is several times as fast, and a summary has two averages per row. */
function smallAverage(value: number, volume: number): number {
  // Below 2^53, a quotient is too far below a whole number to be rounded up to it.
  const whole = Math.floor(value / volume);
  const rest = value - whole * volume;
  const hundredths = Math.floor((rest * 200 + volume) / (volume * 2));
  return (whole * 100 + hundredths) / 100;
}

/** A quotient, rounded to an integer; a half is rounded away from 0. The divisor is positive. */
export function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const magnitude = ((dividend < 0n ? -dividend : dividend) * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -magnitude : magnitude;
}

/** A part in percent of a whole, rounded to 2 decimals; a half is rounded away from 0. 0 if the whole is 0. */
export function percentOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number(roundedQuotient(part * 10_000n, whole)) / 100;
}
