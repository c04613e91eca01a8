import { resolve } from 'node:path';
import { type Clock, systemClock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import { dataFolders } from '../../core/folders.ts';
import { counted } from '../../core/words.ts';
import { repairUnlessBusy } from '../../market/ingest/lake-writer.ts';
import { type Backup, backup, type CopyProgress } from '../../operations/backup/backup.ts';
import { type Restored, restore } from '../../operations/backup/restore.ts';
import { noteBackup } from '../../operations/doctor/last-runs.ts';
import type { Config } from '../../server/config.ts';
import { withStores } from '../../server/stores.ts';
import type { Terminal } from '../output.ts';
import { Progress } from '../progress.ts';

/** Copies the lake and the ledger to a new folder. Server and ingest may run meanwhile. */
export async function backupCommand(
  config: Config,
  output: Terminal,
  folder: string,
  alir_version: string,
): Promise<void> {
  await withStores(config, { creates: false }, async (stores) => {
    const result = await withProgress(stores.clock, output, (progress) =>
      backup(stores, resolve(folder), alir_version, progress),
    );
    await noteBackup(stores.folders, result, stores.clock).catch((error: Error) =>
      output.notice(
        `warning: the backup is complete, but its time could not be recorded for "alir doctor": ${error.message}.`,
      ),
    );
    output.record(result, `Backed up ${text(result)} to ${result.folder} (${result.seconds} s).`);
  });
}

/** Restores a backup into the data folder and builds the serving files. */
export async function restoreCommand(config: Config, output: Terminal, folder: string): Promise<void> {
  const folders = dataFolders(config.data_dir);
  const result = await withProgress(systemClock, output, (progress) =>
    restore(resolve(folder), { folders, clock: systemClock }, progress),
  );
  try {
    await buildServing(config);
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    output.notice(
      `warning: the backup is restored, but building serving/ failed: ${error.message} The next "alir serve" tries again.`,
    );
  }
  output.record(result, `Restored ${text(result)} to ${result.folder} (${result.seconds} s).`);
}

/** A server would build missing serving files at its start; doing it now lets the first server start at once. */
async function buildServing(config: Config): Promise<void> {
  await withStores(config, { creates: false }, (stores) => repairUnlessBusy(stores.ingest));
}

function text({ days, bytes, taken_at }: Backup | Restored): string {
  return `${counted(days, 'day')} and the ledger as of ${taken_at}, ${(bytes / 1e6).toFixed(1)} MB,`;
}

async function withProgress<Result>(
  clock: Clock,
  output: Terminal,
  work: (progress: CopyProgress) => Promise<Result>,
): Promise<Result> {
  let progress: Progress | undefined;
  try {
    return await work({
      onRound: (sizes) => {
        progress?.clear();
        progress = new Progress(sizes, output.io.stderr, () => clock.monotonic_ms());
      },
      onFile: (bytes) => progress?.advance(bytes),
    });
  } finally {
    progress?.clear();
  }
}
