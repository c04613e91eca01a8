import { setImmediate } from 'node:timers/promises';
import { whenAllSettled } from '../../core/all-settled.ts';
import { sql } from '../../core/package-files.ts';
import type { DuckConnection, Row } from '../lake/duckdb.ts';
import { closingTotals, NO_TOTALS, type SeriesTotals, totalsAt } from './closing-totals.ts';
import { MonthFile } from './month-file.ts';
import { type Block, SUMS, seriesNumber, seriesStarts } from './month-layout.ts';

/**
 * Reads a month file back. True when it does not begin with the totals at the end of the file before it, or when what was traded in the
 * month, by ticker, by series or by day, differs from the sums of DuckDB over the lake.
 * @param before the file of the month before, in the same year; undefined if the year has none
 * @param opening_day the last day before the month, in days since 1970-01-01
 * @param connection one that has the view month_row
 */
export async function differsFromLake(
  path: string,
  before: MonthFile | undefined,
  opening_day: number,
  connection: DuckConnection,
): Promise<boolean> {
  const [sums, lakeSums] = await whenAllSettled([
    sumsOf(path, before, opening_day),
    connection.rows(sql('serving/month_sums')),
  ]);
  return sums === undefined || !sums.areEqual(lakeSums);
}

/** Undefined if the file does not begin with the totals at the end of the file before it. */
async function sumsOf(
  path: string,
  before: MonthFile | undefined,
  opening_day: number,
): Promise<MonthSums | undefined> {
  const file = await MonthFile.open(path);
  try {
    const brokers = before?.brokers.map((code) => file.brokers.indexOf(code)) ?? [];
    if (brokers.includes(-1) || before?.tickers.some((ticker) => !file.has(ticker))) return undefined;
    const sums = new MonthSums(file, opening_day);
    for (const ticker of file.tickers) {
      const opening = before ? closingTotals(before, ticker, brokers) : NO_TOTALS;
      if (!sums.add(file.blockSync(ticker), opening)) return undefined;
      // A server that rebuilds a file answers requests between two tickers.
      await setImmediate();
    }
    return sums;
  } finally {
    await file.close();
  }
}

const PARTS = ['ticker', 'series', 'day'] as const;
const MEASURES = ['rows', ...SUMS] as const;
const MAX_DAYS = 31;

/** What was traded in the month of a file by ticker, by series and by day, in a column for each of MEASURES. */
class MonthSums {
  readonly #opening_day: number;
  readonly #parts: Readonly<Record<(typeof PARTS)[number], readonly BigInt64Array[]>>;

  constructor({ tickers, brokers }: MonthFile, opening_day: number) {
    this.#opening_day = opening_day;
    const columns = (length: number) => MEASURES.map(() => new BigInt64Array(length));
    this.#parts = {
      ticker: columns(tickers.length),
      series: columns(seriesNumber(brokers.length, 0, 0)),
      // By the number of days since the opening day.
      day: columns(1 + MAX_DAYS),
    };
  }

  /** @returns false if the series of the block do not begin with the opening totals */
  add(block: Block, opening: SeriesTotals): boolean {
    const starts = seriesStarts(block);
    const openingRows = starts.subarray(0, -1).filter((row) => block.days[row] === this.#opening_day);
    if (!areSameTotals(totalsAt(block, openingRows), opening)) return false;
    const rows = new BigInt64Array(block.days.length).fill(1n);
    const traded = [rows, ...block.totals.map((column) => changesOf(column, starts))];
    const numbers = {
      ticker: new Uint32Array(block.tickers),
      series: seriesOfRows(block),
      day: new Uint32Array(block.days).map((day) => day - this.#opening_day),
    };
    for (const [place, values] of traded.entries()) {
      for (const row of openingRows) values[row] = 0n;
      for (const part of PARTS) addTo(this.#parts[part][place] as BigInt64Array, numbers[part], values);
    }
    return true;
  }

  /** @param lakeSums the rows of sql/serving/month_sums.sql */
  areEqual(lakeSums: readonly Row[]): boolean {
    const counts = PARTS.flatMap((part) => Array.from(this.#parts[part][0] as BigInt64Array));
    return (
      lakeSums.length === counts.filter((rows) => rows > 0n).length &&
      lakeSums.every((row) => {
        const part = PARTS.find((each) => row[each] !== null) ?? 'day';
        const number = Number(row[part]) - (part === 'day' ? this.#opening_day : 0);
        return MEASURES.every((name, place) => this.#parts[part][place]?.[number] === row[name]);
      })
    );
  }
}

function areSameTotals(some: SeriesTotals, others: SeriesTotals): boolean {
  return (
    areSame(some.series, others.series) &&
    some.totals.every((column, place) => areSame(column, others.totals[place] as BigInt64Array))
  );
}

function areSame(some: ArrayBufferView, others: ArrayBufferView): boolean {
  return bytesOf(some).equals(bytesOf(others));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** What each row adds to the total of its series. */
function changesOf(column: BigInt64Array, starts: Uint32Array): BigInt64Array {
  const changes = column.slice();
  for (let series = 0; series < starts.length - 1; series++) {
    for (let row = (starts[series] as number) + 1; row < (starts[series + 1] as number); row++) {
      // asIntN says that no sum leaves 64 bits, which lets the engine subtract without making a bigint of each.
      changes[row] = BigInt.asIntN(64, (column[row] as bigint) - (column[row - 1] as bigint));
    }
  }
  return changes;
}

function seriesOfRows({ brokers, markets, investors }: Block): Uint32Array {
  const series = new Uint32Array(brokers.length);
  for (let row = 0; row < series.length; row++) {
    series[row] = seriesNumber(brokers[row] as number, markets[row] as number, investors[row] as number);
  }
  return series;
}

function addTo(sums: BigInt64Array, numbers: Uint32Array, values: BigInt64Array): void {
  for (let row = 0; row < values.length; row++) {
    const number = numbers[row] as number;
    sums[number] = BigInt.asIntN(64, (sums[number] as bigint) + (values[row] as bigint));
  }
}
