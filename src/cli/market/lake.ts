import { realpath } from 'node:fs/promises';
import { dataFolders } from '../../core/folders.ts';
import { counted } from '../../core/words.ts';
import { buildLake, type LakeBuilt } from '../../market/ingest/lake-build.ts';
import { vacuumLake } from '../../market/ingest/vacuum.ts';
import { existingLake } from '../../operations/data-folder.ts';
import { defaultSchema, type Engine, lakeDdl, missingTables } from '../../operations/lake-ddl.ts';
import type { Config } from '../../server/config.ts';
import type { Stores } from '../../server/stores.ts';
import { megabytes } from '../operation/status.ts';
import type { Output, Terminal } from '../output.ts';
import { counter } from '../progress.ts';
import { FINISHING_DAY } from '../signals.ts';
import { waitForWriter } from '../writer-wait.ts';

/** Builds the `ticker_day` files that are missing or damaged. @returns false if a day still lacks its file */
export async function lakeBuildCommand(stores: Stores, output: Terminal): Promise<boolean> {
  const result = await buildLake(stores.ingest, {
    ...waitForWriter(output, FINISHING_DAY),
    onDay: counter(output.io.stderr, 'days'),
  });
  const ok = result.damaged_days.length === 0 && result.remaining.length === 0;
  output.record({ ok, ...result }, builtText(result));
  return ok;
}

/** Deletes old replaced revisions. */
export async function lakeVacuumCommand({ ingest, config }: Stores, output: Terminal): Promise<boolean> {
  const result = await vacuumLake(ingest, config.keep_replaced_days, waitForWriter(output));
  output.record(
    { ok: true, ...result },
    `Deleted ${counted(result.deleted_files, 'file')} (${megabytes(result.deleted_bytes)}).`,
  );
  return true;
}

export interface DdlOptions {
  readonly location?: string;
  readonly schema?: string;
}

/** Prints the SQL that registers the lake in an engine. @throws AlirError `no_data` without a location and a lake, `bad_configuration` */
export async function lakeDdlCommand(
  config: Config,
  output: Output,
  engine: Engine,
  options: DdlOptions,
): Promise<void> {
  const { location = await realpath(tablesFor(engine, config)), schema = defaultSchema(engine) } = options;
  const missing = await missingTables(dataFolders(config.data_dir).lake);
  const statements = lakeDdl(engine, { location, schema, missing });
  const notes = missing.map(
    (table) => `-- ${table} has no days yet. After "alir lake build", print and run this SQL again.`,
  );
  output.record(
    { engine, location, schema, statements, missing },
    [...notes, ...statements.map((statement) => `${statement};`)].join('\n\n'),
  );
}

/** The folder that an engine reads. @throws AlirError `no_data` without a lake */
function tablesFor(engine: Engine, config: Config): string {
  const lake = existingLake(config);
  return engine === 'duckdb' ? lake : dataFolders(config.data_dir).delta;
}

export function builtText({ built, damaged_days, remaining, measured, repaired }: LakeBuilt): string {
  const texts: string[] = [];
  if (built.length > 0) texts.push(`Built the table ticker_day of ${counted(built.length, 'day')}.`);
  if (measured.length > 0) texts.push(`Computed the measures of ${counted(measured.length, 'day')}.`);
  if (repaired.length > 0) texts.push(`Repaired: ${repaired.join(', ')}`);
  if (damaged_days.length > 0) {
    texts.push(
      `Not built, because a file of the day is damaged: ${damaged_days.join(', ')}. To see how to repair it: alir verify`,
    );
  }
  if (remaining.length > 0) {
    texts.push(
      `Interrupted: ${counted(remaining.length, 'day')} not built. Run the command again to continue.`,
    );
  }
  return texts.length > 0 ? texts.join('\n') : 'Every published day has all its tables.';
}
