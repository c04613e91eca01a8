import { createHash } from 'node:crypto';
import type { IsoDate } from '../../core/dates.ts';
import { MEASURES } from '../../core/market/measure-list.ts';
import { once } from '../../core/once.ts';
import { sql } from '../../core/package-files.ts';
import type { DuckConnection } from './duckdb.ts';

/** The number of days that measures of prices cover, with the measured one. */
export const PRICE_DAYS = 250;
/** The number of days that measures of brokers cover. */
export const BROKER_DAYS = 60;

/** Identifies the columns and the SQL of the measures. Files of another definition are computed again. */
export const measureDefinition = once(() => {
  const columns = MEASURES.map(({ name, has_decimals }) => [name, has_decimals]);
  const queries = [sql('measures/rules'), sql('measures/measure_day')];
  const statements = queries.map((text) => text.replaceAll(/^\s*--.*$/gm, ''));
  return createHash('sha256')
    .update(JSON.stringify([columns, PRICE_DAYS, BROKER_DAYS, statements]))
    .digest('hex');
});

/** What measures are computed from. Files are in the folder of their day. */
export interface MeasureInput {
  /** Of the measured days and the `PRICE_DAYS` - 1 days before. */
  readonly ticker_day_files: readonly string[];
  /** Of the measured days and the `BROKER_DAYS` - 1 days before. */
  readonly broker_day_files: readonly string[];
  /** Of all days before. */
  readonly measure_day_files: readonly string[];
}

/** Prepares an empty database for `writeMeasureDay` of one day, which reads the files. */
export async function readFiles(connection: DuckConnection, input: MeasureInput): Promise<void> {
  await setLists(connection, { ...input });
  await connection.run(sql('measures/rules'));
  await connection.run(sql('measures/views_of_files'));
}

/** The same for several days and some tickers, whose rows are kept in memory. Call `addRows` after each day. */
export async function keepRows(
  connection: DuckConnection,
  input: MeasureInput,
  tickers: readonly string[],
): Promise<void> {
  await setLists(connection, { ...input, tickers });
  await connection.run(sql('measures/rules'));
  await connection.run(sql('measures/tables_of_tickers'));
}

export async function addRows(
  connection: DuckConnection,
  trade_date: IsoDate,
  file: string,
  tickers: readonly string[],
): Promise<void> {
  await connection.run(sql('measures/add_rows'), { trade_date, file, tickers });
}

/** Writes the measures of a day to a file. @param days the published days, from this one back */
export async function writeMeasureDay(
  connection: DuckConnection,
  days: readonly IsoDate[],
  file: string,
): Promise<void> {
  await setLists(connection, { days });
  await connection.run(sql('measures/measure_day'), { file });
}

/** Writes a file without rows, for the first day: DuckDB reads no empty list of files. */
export async function writeNoMeasures(connection: DuckConnection, file: string): Promise<void> {
  await connection.run(sql('measures/no_measures'), { file });
}

async function setLists(
  connection: DuckConnection,
  lists: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [name, list] of Object.entries(lists)) {
    await connection.run(`SET VARIABLE ${name} = $list`, { list });
  }
}
