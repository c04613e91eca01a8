import { sql } from '../../core/package-files.ts';
import type { DuckConnection } from './duckdb.ts';

/** Reads the trades of a day from its file into the table day_groups. */
export async function readDayGroups(connection: DuckConnection, trades: string): Promise<void> {
  await connection.run(sql('lake/price_step'));
  await connection.run(sql('lake/day_groups'), { trades });
}
