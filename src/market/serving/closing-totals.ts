import type { MonthFile } from './month-file.ts';
import { type Series, SUMS, seriesNumber, seriesOf } from './month-layout.ts';

/** Totals since January 1st at the end of a month, of each series of a ticker. */
export interface ClosingTotals {
  /** Numbers of the series, in ascending order. */
  readonly series: readonly number[];
  /** For each of SUMS, the totals in the order of `series`. */
  readonly totals: readonly BigInt64Array[];
}

/**
 * The totals of a ticker at the end of a month file.
 * @param brokers the brokers whose places in this list number the series; it contains those of the file, in the same order
 */
export async function closingTotals(
  file: MonthFile,
  ticker: string,
  brokers: ReadonlyMap<string, number>,
): Promise<ClosingTotals> {
  if (!file.has(ticker)) return NO_TOTALS;
  const block = await file.block(ticker);
  const numbers = file.brokers.map((code) => brokers.get(code) ?? Number.NaN);
  const all = seriesOf(block);
  const totals = block.totals.map((column) => {
    const last = new BigInt64Array(all.length);
    for (let place = 0; place < all.length; place++)
      last[place] = column[(all[place] as Series).end - 1] as bigint;
    return last;
  });
  const series = all.map(({ broker, market, investor }) =>
    seriesNumber(numbers[broker] as number, market, investor),
  );
  return { series, totals };
}

export const NO_TOTALS: ClosingTotals = { series: [], totals: SUMS.map(() => new BigInt64Array()) };
