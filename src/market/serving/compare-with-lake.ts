import { whenAllSettled } from '../../core/all-settled.ts';
import { sql } from '../../core/package-files.ts';
import type { DuckConnection, Row } from '../lake/duckdb.ts';
import { type ClosingTotals, closingTotals, NO_TOTALS } from './closing-totals.ts';
import { MonthFile } from './month-file.ts';
import { type Block, SUMS, seriesNumber, seriesStarts } from './month-layout.ts';

/**
 * Reads a month file back. True when it does not begin with the totals at the end of the file before it, or when the sums of what was
 * traded in the month, by ticker, by series or by day, differ from those of DuckDB over the lake.
 * @param before the file of the month before, in the same year; undefined if the year has none
 * @param connection one that has the view month_row
 */
export async function differsFromLake(
  path: string,
  before: MonthFile | undefined,
  connection: DuckConnection,
): Promise<boolean> {
  const [sums, rows] = await whenAllSettled([
    sumsOf(path, before),
    connection.rows(sql('serving/month_sums')),
  ]);
  if (sums === undefined) return true;
  return rows.length !== sums.size || rows.some((row) => !isSame(sums.get(String(row.part)), row));
}

function isSame(sums: BigInt64Array | undefined, row: Row): boolean {
  return sums !== undefined && SUMS.every((name, place) => sums[place] === row[name]);
}

/** Sums by part, named as in sql/serving/month_sums.sql; undefined if the opening totals differ from the closing totals of `before`. */
async function sumsOf(
  path: string,
  before: MonthFile | undefined,
): Promise<ReadonlyMap<string, BigInt64Array> | undefined> {
  const file = await MonthFile.open(path);
  try {
    if (before?.tickers.some((ticker) => !file.has(ticker))) return undefined;
    const brokers = new Map(file.brokers.map((code, number) => [code, number]));
    const sums = new PartSums();
    for (const [number, ticker] of file.tickers.entries()) {
      const block = await file.block(ticker);
      const opening = before ? await closingTotals(before, ticker, brokers) : NO_TOTALS;
      if (!addBlock(block, number, opening, sums)) return undefined;
    }
    return sums.named();
  } finally {
    await file.close();
  }
}

/** @returns false if the series of the block do not begin with the opening totals */
function addBlock(block: Block, ticker: number, opening: ClosingTotals, sums: PartSums): boolean {
  let opened = 0;
  const starts = seriesStarts(block);
  for (let series = 0; series < starts.length - 1; series++) {
    const start = starts[series] as number;
    const end = starts[series + 1] as number;
    const number = seriesNumber(
      block.brokers[start] as number,
      block.markets[start] as number,
      block.investors[start] as number,
    );
    const isOpened = opening.series[opened] === number;
    if (isOpened) {
      const isSameTotal = (column: BigInt64Array, sum: number) =>
        column[start] === opening.totals[sum]?.[opened];
      if (!block.totals.every(isSameTotal)) return false;
      opened += 1;
    }
    const first = isOpened ? start + 1 : start;
    if (first === end) continue;
    const groupSums = [sums.of(sums.tickers, ticker), sums.of(sums.series, number)];
    addSeries(block, { start: first, end }, isOpened, groupSums, sums);
  }
  return opened === opening.series.length;
}

/** @param groupSums the sums to which all rows of the series belong */
function addSeries(
  block: Block,
  { start, end }: { readonly start: number; readonly end: number },
  isOpened: boolean,
  groupSums: readonly BigInt64Array[],
  sums: PartSums,
): void {
  const days = Array.from({ length: end - start }, (_, row) =>
    sums.of(sums.days, block.days[start + row] as number),
  );
  for (const [sum, column] of block.totals.entries()) {
    let before = isOpened ? (column[start - 1] as bigint) : 0n;
    const whole = (column[end - 1] as bigint) - before;
    for (const each of groupSums) addTo(each, sum, whole);
    for (let row = start; row < end; row++) {
      const total = column[row] as bigint;
      addTo(days[row - start] as BigInt64Array, sum, total - before);
      before = total;
    }
  }
}

/** The sums of each ticker, series and day of a month. */
class PartSums {
  readonly tickers = new Map<number, BigInt64Array>();
  readonly series = new Map<number, BigInt64Array>();
  readonly days = new Map<number, BigInt64Array>();

  of(parts: Map<number, BigInt64Array>, number: number): BigInt64Array {
    let sums = parts.get(number);
    if (!sums) {
      sums = new BigInt64Array(SUMS.length);
      parts.set(number, sums);
    }
    return sums;
  }

  /** By the names that sql/serving/month_sums.sql gives the parts. */
  named(): Map<string, BigInt64Array> {
    const named = new Map<string, BigInt64Array>();
    for (const [number, sums] of this.tickers) named.set(`ticker ${number}`, sums);
    for (const [number, sums] of this.series) named.set(`series ${number}`, sums);
    for (const [number, sums] of this.days) named.set(`day ${number}`, sums);
    return named;
  }
}

function addTo(sums: BigInt64Array, sum: number, value: bigint): void {
  sums[sum] = BigInt.asIntN(64, (sums[sum] as bigint) + BigInt.asIntN(64, value));
}
