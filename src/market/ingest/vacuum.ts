import { rm, stat } from 'node:fs/promises';
import { DAY_MS } from '../../core/dates.ts';
import type { LockOptions } from '../../ledger/locks.ts';
import { aloneInLake } from './lake-writer.ts';
import type { IngestServices } from './services.ts';

/** The result; `alir lake vacuum --json` prints it as one line. */
export interface Vacuumed {
  readonly deleted_files: number;
  readonly deleted_bytes: number;
}

/**
 * Deletes the files of revisions that were replaced more than `keep_days` ago, and files that belong to no revision. The logs then begin
 * with the first version whose files are all kept. The next run completes one that was killed.
 */
export async function vacuumLake(
  services: IngestServices,
  keep_days: number,
  lock: LockOptions,
): Promise<Vacuumed> {
  return aloneInLake(services, lock, async ({ lake, manifest, clock, logs }) => {
    await manifest.noteDeleted(new Date(clock.now().getTime() - keep_days * DAY_MS));
    const history = await manifest.lakeHistory();
    await logs.write(history);
    const isKept = ({ deleted_at }: { deleted_at: string | null }) => deleted_at === null;
    const kept = [history.publications.filter(isKept), history.measure_files.filter(isKept)] as const;
    let [deleted_files, deleted_bytes] = [0, 0];
    for (const file of await lake.unlisted(...kept)) {
      deleted_bytes += (await stat(file)).size;
      await rm(file);
      deleted_files += 1;
    }
    return { deleted_files, deleted_bytes };
  });
}
