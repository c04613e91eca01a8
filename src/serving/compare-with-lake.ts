import type { DuckConnection, Row } from '../lake/duckdb.ts';
import { sql } from '../sql.ts';
import { ReadBuffer } from './read-buffer.ts';
import { YearFile } from './year-file.ts';
import { type Block, SUMS } from './year-layout.ts';

/**
 * Reads a year file back and adds it up by ticker, by series and by day: true when any of these sums is another one than DuckDB's over
 * the lake.
 * @param connection one that has the view year_row
 */
export async function differsFromLake(path: string, connection: DuckConnection): Promise<boolean> {
  const sums = await sumsOf(path);
  const rows = await connection.rows(sql('serving/year_sums'));
  return rows.length !== sums.size || rows.some((row) => !isSame(sums.get(String(row.part)), row));
}

function isSame(sums: BigInt64Array | undefined, row: Row): boolean {
  return sums !== undefined && SUMS.every((name, place) => sums[place] === row[name]);
}

async function sumsOf(path: string): Promise<Map<string, BigInt64Array>> {
  const file = await YearFile.open(path);
  try {
    const sums = new Sums();
    const buffer = new ReadBuffer();
    let number = 0;
    for (const ticker of file.tickers) {
      const block = await file.block(ticker, buffer);
      if (block) addBlock(sums, `ticker ${number}`, block);
      number += 1;
    }
    return sums.parts;
  } finally {
    await file.close();
  }
}

/** Sums by the name of a part, as year_sums.sql names them. */
class Sums {
  readonly parts = new Map<string, BigInt64Array>();

  of(part: string): BigInt64Array {
    let sums = this.parts.get(part);
    if (!sums) {
      sums = new BigInt64Array(SUMS.length);
      this.parts.set(part, sums);
    }
    return sums;
  }
}

function addBlock(sums: Sums, ticker: string, { starts, series, days, totals }: Block): void {
  const ofTicker = sums.of(ticker);
  const columns = SUMS.map((name) => totals[name]);
  for (let place = 0; place < series.length; place++) {
    const ofSeries = sums.of(`series ${series[place]}`);
    const start = starts[place] ?? 0;
    const end = starts[place + 1] ?? days.length;
    for (let row = start; row < end; row++) {
      const ofDay = sums.of(`day ${days[row]}`);
      for (let sum = 0; sum < SUMS.length; sum++) {
        const column = columns[sum] as BigInt64Array;
        const dealt = (column[row] as bigint) - (row === start ? 0n : (column[row - 1] as bigint));
        for (const part of [ofTicker, ofSeries, ofDay])
          part[sum] = BigInt.asIntN(64, (part[sum] as bigint) + dealt);
      }
    }
  }
}
