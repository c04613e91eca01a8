import { AlirError } from './errors.ts';

/**
 * A sum as a JSON number. Sums are bigints until here, so nothing was rounded before; beyond 2^53 - 1 a JSON
 * number can no longer tell neighbours apart, and a wrong number is worse than none.
 * @throws AlirError `answer_too_large`
 */
export function exactNumber(sum: bigint): number {
  if (sum > BigInt(Number.MAX_SAFE_INTEGER) || sum < BigInt(Number.MIN_SAFE_INTEGER)) {
    throw new AlirError(
      'answer_too_large',
      'A total in this answer is larger than 2^53 - 1 and cannot be written as an exact JSON number. Ask for a shorter date range.',
    );
  }
  return Number(sum);
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** 200 times as many are still exact numbers. */
const MAX_SMALL_VOLUME = MAX_SAFE / 400n;
/** Its hundredths are still an exact number. */
const MAX_SMALL_AVERAGE = Math.floor(Number.MAX_SAFE_INTEGER / 100) - 1;

/**
 * Weighted average price in IDR a share: value / volume, rounded half-up to 2 decimals, computed on integers; 0 when
 * nothing was traded.
 */
export function averagePrice(value_idr: bigint, volume_shares: bigint): number {
  if (volume_shares === 0n) return 0;
  if (value_idr <= MAX_SAFE && volume_shares <= MAX_SMALL_VOLUME) {
    const average = smallAverage(Number(value_idr), Number(volume_shares));
    if (average <= MAX_SMALL_AVERAGE) return average;
  }
  const hundredths = (value_idr * 200n + volume_shares) / (volume_shares * 2n);
  // Read from its decimal text, since hundredths may be beyond 2^53 where the average itself is not.
  exactNumber(hundredths / 100n);
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
