import { createHash } from 'node:crypto';
import { whenAllSettled } from '../../core/all-settled.ts';
import { epochDay, type IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { sql } from '../../core/package-files.ts';
import type { DuckConnection } from '../lake/duckdb.ts';
import { fsync } from '../lake/durable.ts';
import { withBuildDuck } from './build-duck.ts';
import { closingTotals, NO_TOTALS } from './closing-totals.ts';
import { differsFromLake } from './compare-with-lake.ts';
import { MonthFile } from './month-file.ts';
import { LAYOUT } from './month-layout.ts';
import { MonthWriter } from './month-writer.ts';

/**
 * The name of the month file that is built from these broker_day files after the file of the month before. The name contains a hash of
 * both, so an unchanged file with this name is current.
 * @param month `YYYY-MM`
 * @param before the name of the file of the month before, in the same year; empty if the year has none
 */
export function monthFileName(
  month: string,
  before: string,
  days: readonly { readonly trade_date: IsoDate; readonly broker_day_sha256: string }[],
): string {
  const lines = days.map((day) => `${day.trade_date} ${day.broker_day_sha256}`);
  const content = createHash('sha256').update([`layout ${LAYOUT}`, before, ...lines].join('\n'));
  return `${month}-${content.digest('hex').slice(0, 16)}.arrow`;
}

/** What a month file is built from. */
export interface MonthSource {
  /** `YYYY-MM`. */
  readonly month: string;
  /** The file of the month before, in the same year; undefined if the year has none. */
  readonly before: string | undefined;
  /** The broker_day files of the month, under `lake`. */
  readonly broker_day_files: readonly string[];
  readonly lake: string;
  /** Where DuckDB may spill data that exceeds its memory. */
  readonly staging: string;
  readonly threads: number;
}

/**
 * Builds a month file at `path`, flushes it to the disk, and compares what was written with the lake.
 * @returns its SHA-256
 * @throws AlirError `lake_damaged` when they differ
 */
export async function buildMonthFile(path: string, source: MonthSource): Promise<string> {
  return withMonth(source, async (connection, before) => {
    const tickers = await codes(connection, 'serving/tickers');
    const brokers = await codes(connection, 'serving/brokers');
    const numbers = before?.brokers.map((code) => brokers.indexOf(code)) ?? [];
    const writer = await MonthWriter.open(path, {
      tickers,
      brokers,
      opening_day: openingDay(source),
      openingTotals: (ticker) => (before ? closingTotals(before, ticker, numbers) : NO_TOTALS),
    });
    // If these rows end early, the comparison below fails.
    for await (const rows of connection.columns(sql('serving/rows_in_order'))) await writer.write(rows);
    const sha256 = await writer.close();
    const [differs] = await whenAllSettled([
      differsFromLake(path, before, openingDay(source), connection),
      fsync(path),
    ]);
    if (differs) {
      throw new AlirError(
        'lake_damaged',
        `The sums of ${path} differ from those of the lake. Check the disk and the memory, then run the command again.`,
      );
    }
    return sha256;
  });
}

/** Whether a month file adds up to the lake, by ticker, by series and by day; false too where it cannot be read. */
export async function equalsLake(path: string, source: MonthSource): Promise<boolean> {
  try {
    return await withMonth(
      source,
      async (connection, before) => !(await differsFromLake(path, before, openingDay(source), connection)),
    );
  } catch {
    return false;
  }
}

/** The last day before the month, in days since 1970-01-01. */
function openingDay({ month }: MonthSource): number {
  return epochDay(`${month}-01`) - 1;
}

/** Runs `work` on a DuckDB that has the month's rows as the table month_row, and on the file of the month before. */
async function withMonth<Result>(
  { broker_day_files, before, lake, staging, threads }: MonthSource,
  work: (connection: DuckConnection, before: MonthFile | undefined) => Promise<Result>,
): Promise<Result> {
  const file = before === undefined ? undefined : await MonthFile.open(before);
  try {
    return await withBuildDuck({ folders: [lake], staging, threads }, async (connection) => {
      await connection.run('SET VARIABLE broker_day_files = $files', { files: broker_day_files });
      await connection.run('SET VARIABLE earlier_tickers = $codes', { codes: file?.tickers ?? [] });
      await connection.run('SET VARIABLE earlier_brokers = $codes', { codes: file?.brokers ?? [] });
      await connection.run(sql('serving/number_tickers'));
      await connection.run(sql('serving/number_brokers'));
      await connection.run(sql('serving/month_rows'));
      return work(connection, file);
    });
  } finally {
    await file?.close();
  }
}

async function codes(connection: DuckConnection, question: string): Promise<string[]> {
  return (await connection.rows(sql(question))).map((row) => String(row.code));
}
