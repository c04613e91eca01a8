/** More than the error of the sums below, and less than the distance of two prices. */
const ROUNDING = 1e-6;

const LIMITS = [0.35, 0.25, 0.2] as const;

/**
 * The prices that the exchange accepts in the regular market (auto rejection, IDX rule II-A): 35% around a reference price of up to 200
 * IDR, 25% up to 5,000, 20% above. At times the lower limit was 7% or 15%; this function uses the wider limit for both sides.
 * @param reference the previous close, IDR
 * @param days trading days since that close; the limits compound per day
 */
export function autoRejectionLimits(reference: number, days = 1): { low: number; high: number } {
  const part = reference <= 200 ? LIMITS[0] : reference <= 5000 ? LIMITS[1] : LIMITS[2];
  const high = reference * (1 + part) ** days;
  const low = reference * (1 - part) ** days;
  return { low: Math.min(low, reference - 1), high: Math.max(high, reference + 1) };
}

/** Whether there is a reference price whose limits include both the lowest and the highest price of a stock on a day. */
export function fitsAutoRejection(low: number, high: number, days = 1): boolean {
  // The lowest price that allows the highest one, by each limit: prices are whole rupiah.
  const references = LIMITS.map((part) => Math.ceil(high / (1 + part) ** days - ROUNDING));
  return [...references, high - 1].some((reference) => {
    const limits = autoRejectionLimits(reference, days);
    return low >= limits.low - ROUNDING && high <= limits.high + ROUNDING;
  });
}
