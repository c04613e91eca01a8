import type { MonthFile } from './month-file.ts';
import { type Block, SUMS, seriesNumber, seriesStarts } from './month-layout.ts';

/** Totals since January 1st of some series of a ticker. */
export interface SeriesTotals {
  /** Numbers of the series, in ascending order. */
  readonly series: Uint32Array;
  /** For each of SUMS, the totals in the order of `series`. */
  readonly totals: readonly BigInt64Array[];
}

export const NO_TOTALS: SeriesTotals = {
  series: new Uint32Array(),
  totals: SUMS.map(() => new BigInt64Array()),
};

/**
 * The totals of each series of a ticker at the end of a month file.
 * @param brokers the numbers that the brokers of the file have in the series of the result, in ascending order
 */
export function closingTotals(file: MonthFile, ticker: string, brokers: readonly number[]): SeriesTotals {
  if (!file.has(ticker)) return NO_TOTALS;
  const block = file.passingBlockSync(ticker);
  const lastRows = seriesStarts(block)
    .subarray(1)
    .map((next) => next - 1);
  const renumbered = { ...block, brokers: block.brokers.map((number) => brokers[number] as number) };
  return totalsAt(renumbered, lastRows);
}

/** The totals that some rows of a block hold. */
export function totalsAt(block: Block, rows: Uint32Array): SeriesTotals {
  const series = rows.map((row) =>
    seriesNumber(block.brokers[row] as number, block.markets[row] as number, block.investors[row] as number),
  );
  return { series, totals: block.totals.map((column) => valuesAt(column, rows)) };
}

function valuesAt(column: BigInt64Array, rows: Uint32Array): BigInt64Array {
  const values = new BigInt64Array(rows.length);
  // A function called for each value would make a bigint of each.
  for (let place = 0; place < rows.length; place++) values[place] = column[rows[place] as number] as bigint;
  return values;
}
