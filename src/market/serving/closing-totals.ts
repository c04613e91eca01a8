import type { MonthFile } from './month-file.ts';
import { SUMS, seriesNumber, seriesStarts } from './month-layout.ts';

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
  const lastRows = Array.from(seriesStarts(block).subarray(1), (next) => next - 1);
  const totals = block.totals.map((column) => BigInt64Array.from(lastRows, (row) => column[row] as bigint));
  const series = lastRows.map((row) => {
    const broker = numbers[block.brokers[row] as number] as number;
    return seriesNumber(broker, block.markets[row] as number, block.investors[row] as number);
  });
  return { series, totals };
}

export const NO_TOTALS: ClosingTotals = { series: [], totals: SUMS.map(() => new BigInt64Array()) };
