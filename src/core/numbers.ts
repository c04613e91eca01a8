import { AlirError } from './errors.ts';

/**
 * A sum as a JSON number. Sums are exact up to here, and grow only: one beyond 2^53 - 1, where a JSON number can no longer tell
 * neighbours apart, is refused, since a wrong number is worse than none.
 * @throws AlirError `answer_too_large`
 */
export function exactNumber(sum: number): number {
  if (!Number.isSafeInteger(sum)) {
    throw new AlirError(
      'answer_too_large',
      'A total in this answer exceeds 2^53 - 1, the largest integer that a JSON number carries exactly. Request a shorter date range: the same request always fails.',
    );
  }
  return sum;
}

/** 200 times as many are still an exact number. */
const MAX_SMALL_VOLUME = Math.floor(Number.MAX_SAFE_INTEGER / 400);
/** Its hundredths are still an exact number. */
const MAX_SMALL_AVERAGE = Math.floor(Number.MAX_SAFE_INTEGER / 100) - 1;

/**
 * Weighted average price in IDR a share: value / volume, rounded half-up to 2 decimals, computed on integers; 0 when
 * nothing was traded.
 */
export function averagePrice(value_idr: number, volume_shares: number): number {
  if (volume_shares === 0) return 0;
  if (volume_shares <= MAX_SMALL_VOLUME) {
    const average = smallAverage(value_idr, volume_shares);
    if (average <= MAX_SMALL_AVERAGE) return average;
  }
  const volume = BigInt(volume_shares);
  const hundredths = (BigInt(value_idr) * 200n + volume) / (volume * 2n);
  // Read from its decimal text, since hundredths may be beyond 2^53 where the average itself is not.
  return Number(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`);
}

/** The same in numbers that are all exact, which is several times as fast: a summary has two averages a row. */
function smallAverage(value: number, volume: number): number {
  let whole = Math.floor(value / volume);
  // The division may have been rounded up to a whole number.
  if (whole * volume > value) whole -= 1;
  const rest = value - whole * volume;
  const hundredths = Math.floor((rest * 200 + volume) / (volume * 2));
  return (whole * 100 + hundredths) / 100;
}
