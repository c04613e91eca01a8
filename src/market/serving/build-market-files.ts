import { AlirError } from '../../core/errors.ts';
import { sql } from '../../core/package-files.ts';
import type { DuckConnection } from '../lake/duckdb.ts';
import { fsync } from '../lake/durable.ts';
import { withBuildDuck } from './build-duck.ts';
import { MARKET_TABLES, type MarketTable } from './market-files.ts';

/** What the market files of a month are built from. */
export interface MarketMonthSource {
  /** Under `lake`. */
  readonly broker_day_files: readonly string[];
  /** Under `lake`. */
  readonly ticker_day_files: readonly string[];
  readonly lake: string;
  /** The folder of the market files. DuckDB may spill data that exceeds its memory to a folder in `staging`. */
  readonly folder: string;
  readonly staging: string;
  readonly threads: number;
}

type MarketPaths = Readonly<Record<MarketTable, string>>;

/**
 * Builds the market files of a month, flushes them to the disk, and compares what was written with the lake.
 * @throws AlirError `lake_damaged` when they differ
 */
export async function buildMarketFiles(paths: MarketPaths, source: MarketMonthSource): Promise<void> {
  const different = await withMonth(source, async (connection) => {
    for (const table of MARKET_TABLES) {
      await connection.run(sql(`serving/write_${table}`), { path: paths[table] });
    }
    await Promise.all(MARKET_TABLES.map((table) => fsync(paths[table])));
    return differentTables(connection, paths);
  });
  if (different.length === 0) return;
  throw new AlirError(
    'lake_damaged',
    `The rows of ${different.map((table) => paths[table]).join(', ')} differ from those of the lake. Check the disk and the memory, then run the command again.`,
  );
}

/** The market files of a month that differ from the lake; all if one of them cannot be read. */
export async function differentMarketFiles(
  paths: MarketPaths,
  source: MarketMonthSource,
): Promise<readonly MarketTable[]> {
  try {
    return await withMonth(source, (connection) => differentTables(connection, paths));
  } catch {
    return MARKET_TABLES;
  }
}

async function differentTables(connection: DuckConnection, paths: MarketPaths): Promise<MarketTable[]> {
  const rows = await connection.rows(sql('serving/different_market_files'), paths);
  const different = new Set(rows.map(({ table_name }) => table_name));
  return MARKET_TABLES.filter((table) => different.has(table));
}

/** Runs `work` on a DuckDB that has the month's rows of the lake as views. */
async function withMonth<Result>(
  { broker_day_files, ticker_day_files, lake, folder, staging, threads }: MarketMonthSource,
  work: (connection: DuckConnection) => Promise<Result>,
): Promise<Result> {
  return withBuildDuck({ folders: [lake, folder], staging, threads }, async (connection) => {
    await connection.run('SET VARIABLE broker_day_files = $files', { files: broker_day_files });
    await connection.run('SET VARIABLE ticker_day_files = $files', { files: ticker_day_files });
    await connection.run(sql('serving/market_month'));
    return work(connection);
  });
}
