import { join } from 'node:path';
import { whenAllSettled } from '../../../core/all-settled.ts';
import { epochDay } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { sql } from '../../../core/package-files.ts';
import type { DuckConnection } from '../../lake/duckdb.ts';
import { fsync } from '../../lake/durable.ts';
import { differsFromLake } from '../../serving/compare-with-lake.ts';
import { closingTotals, NO_TOTALS } from '../../serving/months/closing-totals.ts';
import { MonthFile } from '../../serving/months/month-file.ts';
import { MonthWriter } from '../../serving/months/month-writer.ts';
import type { WriterServices } from '../services.ts';
import { brokerDayRows, type Month } from './serving-months.ts';

/**
 * Builds a month file at `path`, flushes it to the disk, and compares what was written with the lake.
 * @returns its SHA-256
 * @throws AlirError `lake_damaged` when they differ
 */
export async function buildMonthFile(services: WriterServices, month: Month, path: string): Promise<string> {
  return withMonth(services, month, async (connection, before) => {
    const tickers = await codes(connection, 'serving/tickers');
    const brokers = await codes(connection, 'serving/brokers');
    const numbers = before?.brokers.map((code) => brokers.indexOf(code)) ?? [];
    const writer = await MonthWriter.open(path, {
      tickers,
      brokers,
      opening_day: openingDay(month),
      openingTotals: (ticker) => (before ? closingTotals(before, ticker, numbers) : NO_TOTALS),
    });
    // If these rows end early, the comparison below fails.
    for await (const rows of connection.columns(sql('serving/rows_in_order'))) await writer.write(rows);
    const sha256 = await writer.close();
    const [differs] = await whenAllSettled([
      differsFromLake(path, before, openingDay(month), connection),
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

/** Whether the file of a month adds up to the lake, by ticker, by series and by day; false too where it cannot be read. */
export async function equalsLake(services: WriterServices, month: Month): Promise<boolean> {
  const path = join(services.folders.serving, month.file_name);
  try {
    return await withMonth(
      services,
      month,
      async (connection, before) => !(await differsFromLake(path, before, openingDay(month), connection)),
    );
  } catch {
    return false;
  }
}

/** The last day before the month, in days since 1970-01-01. */
function openingDay({ month }: Month): number {
  return epochDay(`${month}-01`) - 1;
}

/** Runs `work` on a DuckDB that has the month's rows as the table month_row, and on the file of the month before. */
async function withMonth<Result>(
  { folders, lake, duck }: WriterServices,
  month: Month,
  work: (connection: DuckConnection, before: MonthFile | undefined) => Promise<Result>,
): Promise<Result> {
  const files = month.days.map((day) => lake.file('broker_day', day));
  const file = month.before && (await MonthFile.open(join(folders.serving, month.before.file_name)));
  try {
    return await duck.run(brokerDayRows(month.days), async (connection) => {
      await connection.run('SET VARIABLE broker_day_files = $files', { files });
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
