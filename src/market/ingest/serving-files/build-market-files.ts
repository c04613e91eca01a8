import { AlirError } from '../../../core/errors.ts';
import { sql } from '../../../core/package-files.ts';
import type { DuckConnection } from '../../lake/duckdb.ts';
import { fsync } from '../../lake/durable.ts';
import { MARKET_TABLES, type MarketTable, marketPaths } from '../../serving/market-files.ts';
import type { WriterServices } from '../services.ts';
import { brokerDayRows, type Month } from './serving-months.ts';

type MarketPaths = Readonly<Record<MarketTable, string>>;

/**
 * Builds the market files of a month, flushes them to the disk, and compares what was written with the lake.
 * @throws AlirError `lake_damaged` when they differ
 */
export async function buildMarketFiles(
  services: WriterServices,
  month: Month,
  paths: MarketPaths,
): Promise<void> {
  const different = await withMonth(services, month, async (connection) => {
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

/** The paths of the market files of a month that differ from the lake; all if one of them cannot be read. */
export async function differentMarketFiles(services: WriterServices, month: Month): Promise<string[]> {
  const paths = marketPaths(services.folders.market_files, month.market_name);
  try {
    const different = await withMonth(services, month, (connection) => differentTables(connection, paths));
    return different.map((table) => paths[table]);
  } catch {
    return Object.values(paths);
  }
}

async function differentTables(connection: DuckConnection, paths: MarketPaths): Promise<MarketTable[]> {
  const rows = await connection.rows(sql('serving/different_market_files'), paths);
  const different = new Set(rows.map(({ table_name }) => table_name));
  return MARKET_TABLES.filter((table) => different.has(table));
}

/** Runs `work` on a DuckDB that has the month's rows of the lake as views. */
async function withMonth<Result>(
  { lake, duck }: WriterServices,
  month: Month,
  work: (connection: DuckConnection) => Promise<Result>,
): Promise<Result> {
  return duck.run(brokerDayRows(month.days), async (connection) => {
    for (const table of ['broker_day', 'ticker_day'] as const) {
      const files = month.days.map((day) => lake.file(table, day));
      await connection.run(`SET VARIABLE ${table}_files = $files`, { files });
    }
    await connection.run(sql('market/lake_files'));
    await connection.run(sql('serving/market_month'));
    return work(connection);
  });
}
