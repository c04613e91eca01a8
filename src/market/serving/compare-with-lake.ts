import { setImmediate } from 'node:timers/promises';
import { whenAllSettled } from '../../core/all-settled.ts';
import { sql } from '../../core/package-files.ts';
import type { DuckConnection, Row } from '../lake/duckdb.ts';
import { closingTotals, NO_TOTALS, type SeriesTotals, totalsAt } from './months/closing-totals.ts';
import { MonthFile } from './months/month-file.ts';
import { type Block, SUMS, seriesNumber, seriesStarts } from './months/month-layout.ts';

/**
 * Reads a month file back. True when it does not begin with the totals at the end of the file before it, or when what was traded in the
 * month, by ticker, by series or by day, differs from the sums of DuckDB over the lake.
 * @param before the file of the month before, in the same year; undefined if the year has none
 * @param opening_day the last day before the month, in days since 1970-01-01
 * @param connection one that has the table month_row
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
      if (!sums.add(file.passingBlockSync(ticker), opening)) return undefined;
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

type PartSums = Readonly<Record<(typeof PARTS)[number], BigInt64Array>>;

/** What was traded in the month of a file, by ticker, by series and by day. */
class MonthSums {
  /** For each of MEASURES. Days are counted from the opening day. */
  readonly #sums: readonly PartSums[];
  readonly #opening_day: number;

  constructor({ tickers, brokers }: MonthFile, opening_day: number) {
    this.#opening_day = opening_day;
    this.#sums = MEASURES.map(() => ({
      ticker: new BigInt64Array(tickers.length),
      series: new BigInt64Array(seriesNumber(brokers.length, 0, 0)),
      day: new BigInt64Array(1 + MAX_DAYS),
    }));
  }

  /** @returns false if the series of the block do not begin with the opening totals */
  add(block: Block, opening: SeriesTotals): boolean {
    const starts = seriesStarts(block);
    const opening_day = this.#opening_day;
    const openingRows = starts.subarray(0, -1).filter((row) => block.days[row] === opening_day);
    if (!areSameTotals(totalsAt(block, openingRows), opening)) return false;
    const totals = [rowCounts(block, starts, opening_day), ...block.totals];
    for (const [place, column] of totals.entries()) {
      addChanges(this.#sums[place] as PartSums, column, { block, starts, opening_day });
    }
    return true;
  }

  /** @param lakeSums the rows of sql/serving/month_sums.sql */
  areEqual(lakeSums: readonly Row[]): boolean {
    const parts = PARTS.flatMap((part) => Array.from(this.#sums[0]?.[part] ?? [])).filter(
      (rows) => rows > 0n,
    );
    return parts.length === lakeSums.length && lakeSums.every((row) => this.#hasSums(row));
  }

  #hasSums(row: Row): boolean {
    const part = PARTS.find((each) => row[each] !== null) ?? 'day';
    const number = Number(row[part]) - (part === 'day' ? this.#opening_day : 0);
    return MEASURES.every((name, place) => this.#sums[place]?.[part][number] === row[name]);
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

/** The number of rows of a series up to each row, without the opening row. */
function rowCounts({ days }: Block, starts: Uint32Array, opening_day: number): BigInt64Array {
  const counts = new BigInt64Array(days.length);
  let start = 0;
  for (let row = 0; row < counts.length; row++) {
    const isFirst = row === starts[start];
    if (isFirst) start += 1;
    if (!isFirst) counts[row] = BigInt.asIntN(64, (counts[row - 1] as bigint) + 1n);
    else if (days[row] !== opening_day) counts[row] = 1n;
  }
  return counts;
}

/** Adds what was traded in the month, according to the totals of a column, to the sums of its ticker, series and day. */
function addChanges(
  { ticker, series, day }: PartSums,
  column: BigInt64Array,
  { block, starts, opening_day }: { block: Block; starts: Uint32Array; opening_day: number },
): void {
  const { tickers, brokers, markets, investors, days } = block;
  // asIntN says that no sum leaves 64 bits, which lets the engine add without making a bigint of each.
  for (let next = 1; next < starts.length; next++) {
    const start = starts[next - 1] as number;
    const end = starts[next] as number;
    const of_ticker = tickers[start] as number;
    const of_series = seriesNumber(
      brokers[start] as number,
      markets[start] as number,
      investors[start] as number,
    );
    let traded = column[end - 1] as bigint;
    if (days[start] === opening_day) {
      traded = BigInt.asIntN(64, traded - (column[start] as bigint));
    } else {
      const of_day = (days[start] as number) - opening_day;
      day[of_day] = BigInt.asIntN(64, (day[of_day] as bigint) + (column[start] as bigint));
    }
    ticker[of_ticker] = BigInt.asIntN(64, (ticker[of_ticker] as bigint) + traded);
    series[of_series] = BigInt.asIntN(64, (series[of_series] as bigint) + traded);
    for (let row = start + 1; row < end; row++) {
      const of_day = (days[row] as number) - opening_day;
      const change = BigInt.asIntN(64, (column[row] as bigint) - (column[row - 1] as bigint));
      day[of_day] = BigInt.asIntN(64, (day[of_day] as bigint) + change);
    }
  }
}
