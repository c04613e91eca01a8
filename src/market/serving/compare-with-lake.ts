import { whenAllSettled } from '../../core/all-settled.ts';
import { sql } from '../../core/package-files.ts';
import type { DuckConnection, Row } from '../lake/duckdb.ts';
import { ReadBuffer, YearFile } from './year-file.ts';
import { type Block, SUMS } from './year-layout.ts';

const DAYS_OF_A_YEAR = 366;

/**
 * Reads a year file back and adds it up by ticker, by series and by day: true when any of these sums is another one than DuckDB's over
 * the lake.
 * @param connection one that has the view year_row
 */
export async function differsFromLake(path: string, connection: DuckConnection): Promise<boolean> {
  const [sums, rows] = await whenAllSettled([sumsOf(path), connection.rows(sql('serving/year_sums'))]);
  return rows.length !== sums.size || rows.some((row) => !isSame(sums.get(String(row.part)), row));
}

function isSame(sums: BigInt64Array | undefined, row: Row): boolean {
  return sums !== undefined && SUMS.every((name, place) => sums[place] === row[name]);
}

async function sumsOf(path: string): Promise<Map<string, BigInt64Array>> {
  const file = await YearFile.open(path);
  try {
    const parts = new Map<string, BigInt64Array>();
    const ofDays = SUMS.map(() => new BigInt64Array(DAYS_OF_A_YEAR));
    const ofSeries = new Map<number, BigInt64Array>();
    const buffer = new ReadBuffer();
    for (const [number, ticker] of file.tickers.entries()) {
      const block = await file.block(ticker, buffer);
      if (block) parts.set(`ticker ${number}`, addBlock(block, ofSeries, ofDays));
    }
    for (const [number, sums] of ofSeries) parts.set(`series ${number}`, sums);
    for (let day = 0; day < DAYS_OF_A_YEAR; day++) {
      const sums = BigInt64Array.from(ofDays, (column) => column[day] ?? 0n);
      if (sums.some(Boolean)) parts.set(`day ${day}`, sums);
    }
    return parts;
  } finally {
    await file.close();
  }
}

function noSums(): BigInt64Array {
  return new BigInt64Array(SUMS.length);
}

/** @returns what the ticker comes to */
function addBlock(
  { starts, series, days, totals }: Block,
  ofSeries: Map<number, BigInt64Array>,
  ofDays: readonly BigInt64Array[],
): BigInt64Array {
  const ofTicker = noSums();
  for (let place = 0; place < series.length; place++) {
    const start = starts[place] ?? 0;
    const end = starts[place + 1] ?? days.length;
    const number = series[place] ?? 0;
    const sums = ofSeries.get(number) ?? noSums();
    ofSeries.set(number, sums);
    for (const [sum, name] of SUMS.entries()) {
      const column = totals[name];
      // What the series comes to is its last total.
      const whole = column[end - 1] ?? 0n;
      ofTicker[sum] = BigInt.asIntN(64, (ofTicker[sum] ?? 0n) + whole);
      sums[sum] = BigInt.asIntN(64, (sums[sum] ?? 0n) + whole);
      addDays(ofDays[sum] as BigInt64Array, column, days, start, end);
    }
  }
  return ofTicker;
}

/** A day's part of a series is what its total has over the one before. */
function addDays(
  ofDays: BigInt64Array,
  column: BigInt64Array,
  days: Uint16Array,
  start: number,
  end: number,
): void {
  let before = 0n;
  for (let row = start; row < end; row++) {
    const total = column[row] as bigint;
    const day = days[row] as number;
    ofDays[day] = BigInt.asIntN(64, (ofDays[day] as bigint) + BigInt.asIntN(64, total - before));
    before = total;
  }
}
