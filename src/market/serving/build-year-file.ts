import { createHash } from 'node:crypto';
import { whenAllSettled } from '../../core/all-settled.ts';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { sql } from '../../core/package-files.ts';
import { Duck, type DuckConnection } from '../lake/duckdb.ts';
import { fsync } from '../lake/durable.ts';
import { differsFromLake } from './compare-with-lake.ts';
import { LAYOUT } from './year-layout.ts';
import { YearWriter } from './year-writer.ts';

const MEMORY_LIMIT_MB = 1200;
const SPILL_LIMIT_MB = 20_000;

/**
 * The name of the year file that is built from these broker_day files. The name contains a hash of them, so an unchanged file with this
 * name is current.
 */
export function yearFileName(
  year: number,
  days: readonly { readonly trade_date: IsoDate; readonly broker_day_sha256: string }[],
): string {
  const lines = days.map((day) => `${day.trade_date} ${day.broker_day_sha256}`);
  const content = createHash('sha256').update([`layout ${LAYOUT}`, ...lines].join('\n'));
  return `${year}-${content.digest('hex').slice(0, 16)}.totals`;
}

interface Source {
  /** The broker_day files of one calendar year, under `lake`. */
  readonly broker_day_files: readonly string[];
  readonly lake: string;
  /** Where DuckDB may spill data that exceeds its memory. */
  readonly staging: string;
  readonly threads: number;
}

/**
 * Builds a year file at `path`, flushes it to the disk, and compares what was written with the lake.
 * @returns its SHA-256
 * @throws AlirError `lake_damaged` when they differ
 */
export async function buildYearFile(path: string, source: Source): Promise<string> {
  return withYear(source, async (connection) => {
    const tickers = await codes(connection, 'serving/tickers');
    const brokers = await codes(connection, 'serving/brokers');
    const writer = await YearWriter.open(path, tickers, brokers);
    // If these rows end early, the comparison below fails.
    for await (const rows of connection.columns(sql('serving/rows_in_order'))) await writer.write(rows);
    const sha256 = await writer.close();
    const [differs] = await whenAllSettled([differsFromLake(path, connection), fsync(path)]);
    if (differs) {
      throw new AlirError(
        'lake_damaged',
        `The sums of ${path} differ from those of the lake. Check the disk and the memory, then run the command again.`,
      );
    }
    return sha256;
  });
}

/** Whether a year file adds up to the lake, by ticker, by series and by day; false too where it cannot be read. */
export async function equalsLake(path: string, source: Source): Promise<boolean> {
  try {
    return await withYear(source, async (connection) => !(await differsFromLake(path, connection)));
  } catch {
    return false;
  }
}

/** Runs `work` on a DuckDB that has the year's rows as the view year_row. */
async function withYear<Result>(
  { broker_day_files, lake, staging, threads }: Source,
  work: (connection: DuckConnection) => Promise<Result>,
): Promise<Result> {
  const duck = await Duck.open({
    folders: [lake],
    memory_limit_mb: MEMORY_LIMIT_MB,
    threads,
    spill: { folder: `${staging}/spill`, limit_mb: SPILL_LIMIT_MB },
  });
  try {
    const connection = await duck.connect();
    await connection.run('SET VARIABLE broker_day_files = $files', { files: broker_day_files });
    await connection.run(sql('serving/number_tickers'));
    await connection.run(sql('serving/number_brokers'));
    await connection.run(sql('serving/year_rows'));
    return await work(connection);
  } finally {
    duck.close();
  }
}

async function codes(connection: DuckConnection, question: string): Promise<string[]> {
  return (await connection.rows(sql(question))).map((row) => String(row.code));
}
