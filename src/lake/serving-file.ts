import { createHash } from 'node:crypto';
import type { IsoDate } from '../core/dates.ts';
import { AlirError } from '../core/errors.ts';
import { sql } from '../sql.ts';
import { Duck } from './duckdb.ts';

/** To be raised when the tables of a serving file change: files of another layout are then rebuilt at start. */
const LAYOUT = 1;
const MEMORY_LIMIT_MB = 1500;
const SPILL_LIMIT_MB = 20_000;

/**
 * The name of the serving file that holds just these broker_day files. A file is right when it has the right name and was not
 * changed since: what it was made from is in the name.
 */
export function servingFileName(
  year: number,
  days: readonly { readonly trade_date: IsoDate; readonly broker_day_sha256: string }[],
): string {
  const lines = days.map((day) => `${day.trade_date} ${day.broker_day_sha256}`);
  const content = createHash('sha256').update([`layout ${LAYOUT}`, ...lines].join('\n'));
  return `${year}-${content.digest('hex').slice(0, 16)}.duckdb`;
}

/**
 * Builds a year's serving file at `path` from broker_day files of the lake, and compares its sums with theirs.
 * @throws AlirError `lake_damaged` when they differ
 */
export async function buildServingFile(
  path: string,
  broker_day_files: readonly string[],
  folders: { readonly lake: string; readonly staging: string },
  threads: number,
): Promise<void> {
  const duck = await Duck.open({
    folders: [folders.lake, folders.staging],
    memory_limit_mb: MEMORY_LIMIT_MB,
    threads,
    spill: { folder: `${folders.staging}/spill`, limit_mb: SPILL_LIMIT_MB },
  });
  try {
    const connection = await duck.connect();
    await connection.run('SET VARIABLE broker_day_files = $files', { files: broker_day_files });
    await connection.attach(path, 'building', 'read_write');
    await connection.run(sql('serving/create_tickers'));
    await connection.run(sql('serving/create_broker_code'));
    await connection.run(sql('serving/create_broker_day'));
    const { differs } = await connection.row(sql('serving/differs_from_lake'));
    await connection.detach('building');
    if (differs) {
      throw new AlirError(
        'lake_damaged',
        `${path} does not add up to the lake it was built from. Check the disk and start again.`,
      );
    }
  } finally {
    duck.close();
  }
}
