import { sql } from '../../core/package-files.ts';
import type { DuckConnection } from './duckdb.ts';

/**
 * Reads the trades of a day from its file into the table day_groups. Defines the macro stored_trades, which reads the files of older
 * versions too; queries of single trades use it.
 */
export async function readDayGroups(connection: DuckConnection, trades: string): Promise<void> {
  await connection.run(sql('lake/stored_trades'));
  await connection.run(sql('lake/price_step'));
  await connection.run(sql('lake/day_groups'), { trades });
}
