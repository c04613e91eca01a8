import { mkdir } from 'node:fs/promises';
import { isDiskFull } from '../../core/disk-full.ts';
import { AlirError } from '../../core/errors.ts';
import { type LockOptions, withWriterLock } from '../../ledger/locks.ts';
import { DeltaLogs } from '../lake/delta/logs.ts';
import { LakeDuck } from '../lake/lake-duck.ts';
import { writeList } from './copies/publication-list.ts';
import { type IngestResult, ingestFile } from './ingest.ts';
import { repairLake } from './recovery.ts';
import type { IngestServices, WriterServices } from './services.ts';
import { bringServingUpToDate } from './serving-files/rebuild-serving.ts';
import type { Incoming } from './sources/source.ts';

/** Maximum wait for another process: the record day takes 20 s to ingest, a long backfill much longer. */
const WAIT_TIMEOUT_MS = 3_600_000;

export interface IngestOptions {
  readonly onResult?: (result: IngestResult) => void;
  readonly onWait?: () => void;
  /** Ends a wait for another writer at once, and other work after the current file. Days published before that are served. */
  readonly signal?: AbortSignal;
}

/** A copy has only what its source publishes. @throws AlirError `bad_configuration` */
export function refuseInCopy({ follow_url }: IngestServices): void {
  if (follow_url === '') return;
  throw new AlirError(
    'bad_configuration',
    `This data folder is a copy of ${follow_url}, which publishes and compares the days. Run the command there, or unset ALIR_FOLLOW_URL.`,
  );
}

/**
 * Publishes daily files one after the other, then rebuilds the serving files of their months. A rejected file does not stop the others.
 * First completes what an earlier crash interrupted.
 */
export async function ingestFiles(
  services: IngestServices,
  files: readonly Incoming[],
  options: IngestOptions = {},
): Promise<IngestResult[]> {
  refuseInCopy(services);
  const lock = { patience_ms: WAIT_TIMEOUT_MS, onWait: options.onWait, signal: options.signal };
  return asWriter(services, lock, async (writer) => {
    const results: IngestResult[] = [];
    for (const file of files) {
      if (options.signal?.aborted) break;
      const result = await ingestFile(writer, file);
      options.onResult?.(result);
      results.push(result);
    }
    return results;
  });
}

/**
 * Completes what a crash interrupted, and rebuilds serving files that are absent, damaged or stale.
 * @throws AlirError `writer_busy` at once if another process is writing: that process does the same work when it ends
 */
export async function repair(services: IngestServices): Promise<void> {
  await aloneInLake(services, { patience_ms: 0 }, (writer) => bringServingUpToDate(writer, 'contents'));
}

/** Like `repair`, but checks only the names of the serving files, and does nothing while another process is writing. */
export async function repairUnlessBusy(services: IngestServices): Promise<void> {
  await unlessBusy(services, (writer) => bringServingUpToDate(writer, 'names'));
}

/** @returns false if another process is writing; the work is not run then */
export async function unlessBusy(
  services: IngestServices,
  work: (writer: WriterServices) => Promise<unknown>,
): Promise<boolean> {
  try {
    await aloneInLake(services, { patience_ms: 0 }, work);
    return true;
  } catch (error) {
    if (!(error instanceof AlirError && error.code === 'writer_busy')) throw error;
    return false;
  }
}

/** Runs work that writes the lake, then brings the serving files up to date. */
export async function asWriter<Result>(
  services: IngestServices,
  lock: LockOptions,
  work: (writer: WriterServices) => Promise<Result>,
): Promise<Result> {
  return aloneInLake(services, lock, async (writer) => {
    try {
      return await work(writer);
    } finally {
      await bringServingUpToDate(writer, 'names');
    }
  });
}

/** Runs work under the writer lock, after completing what a crash interrupted. */
export async function aloneInLake<Result>(
  services: IngestServices,
  lock: LockOptions,
  work: (writer: WriterServices) => Promise<Result>,
): Promise<Result> {
  const { folders, threads, lake } = services;
  const duck = new LakeDuck(folders, threads);
  for (const folder of [folders.inbox, folders.lake, folders.delta, folders.serving, folders.staging]) {
    await mkdir(folder, { recursive: true });
  }
  return withWriterLock(folders.writerLockFile, lock, async () => {
    try {
      const writer = { ...services, duck, logs: new DeltaLogs(folders, duck) };
      await repairLake(writer);
      const result = await work(writer);
      await writeList(writer);
      if (services.lake_group_read) await lake.shareWithGroup();
      return result;
    } catch (error) {
      throw isDiskFull(error) ? diskFull(folders.root, error) : error;
    } finally {
      duck.close();
    }
  });
}

function diskFull(root: string, cause: unknown): AlirError {
  return new AlirError(
    'disk_full',
    `The disk of ${root} is full. Published days are unchanged. Free some space and run the command again. A day needs twice the size of its unpacked file, plus the size of the largest file in serving/. To correct a published day, Alir also needs space for up to three copies of that day in delta/ and of the later months of that year in serving/.`,
    { cause },
  );
}
