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

/** What the measures of a day are computed from. Files are in the folder of their day. */
export interface MeasureInput {
  /** The published days, from the one that is measured back. */
  readonly days: readonly IsoDate[];
  /** Of the last `PRICE_DAYS` days. */
  readonly ticker_day_files: readonly string[];
  /** Of the last `BROKER_DAYS` days. */
  readonly broker_day_files: readonly string[];
  /** Of all days before. */
  readonly measure_day_files: readonly string[];
}

/**
 * Writes the measures of a day to a file.
 * @param connection one to an empty database
 */
export async function writeMeasureDay(
  connection: DuckConnection,
  input: MeasureInput,
  file: string,
): Promise<void> {
  for (const [name, list] of Object.entries(input)) {
    await connection.run(`SET VARIABLE ${name} = $list`, { list });
  }
  await connection.run(sql('measures/rules'));
  await connection.run(sql('measures/measure_day'), { file });
}

/** Writes a file without rows, for the first day: DuckDB reads no empty list of files. */
export async function writeNoMeasures(connection: DuckConnection, file: string): Promise<void> {
  await connection.run(sql('measures/no_measures'), { file });
}
