import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { whenAllSettled } from '../core/all-settled.ts';
import { AlirError } from '../core/errors.ts';
import { type DataFolders, lakeFile } from '../core/folders.ts';
import { isFile, replaceFile } from '../lake/durable.ts';
import type { Manifest, Publication } from '../ledger/manifest.ts';
import { buildYearFile, yearFileName } from '../serving/build-year-file.ts';

interface ServingServices {
  readonly folders: DataFolders;
  readonly manifest: Manifest;
  readonly threads: number;
}

/**
 * Rebuilds the serving file of each year whose file is absent, damaged or older than the lake, and deletes those out of force. A
 * server that still reads an old file reads it to the end. The caller holds the writer lock.
 * @param by whether a file is right if its name is, or only after a look at every byte of it
 * @returns the years that were rebuilt
 * @throws AlirError `lake_damaged` when a file of the lake is not the one that was published
 */
export async function bringServingUpToDate(
  services: ServingServices,
  by: 'names' | 'contents',
): Promise<number[]> {
  const { folders, manifest } = services;
  const rebuilt: number[] = [];
  const failures: unknown[] = [];
  for (const year of manifest.publishedYears()) {
    const days = manifest.publishedDays(year);
    const file_name = yearFileName(year, days);
    const inForce = manifest.servingFiles().find((file) => file.year === year);
    const path = join(folders.serving, file_name);
    const isThere = inForce?.file_name === file_name && existsSync(path);
    if (isThere && (by === 'names' || (await isFile(path, inForce.sha256)))) continue;
    try {
      await rebuild(services, year, file_name, days);
      rebuilt.push(year);
    } catch (error) {
      // The year keeps the file it has; the others need not wait for its repair.
      failures.push(error);
    }
  }
  await deleteFilesOutOfForce(services);
  if (failures.length > 0) throw failures[0];
  return rebuilt;
}

async function rebuild(
  { folders, manifest, threads }: ServingServices,
  year: number,
  file_name: string,
  days: readonly Publication[],
): Promise<void> {
  const staging = join(folders.staging, `serving-${year}`);
  await mkdir(staging, { recursive: true });
  const staged = join(staging, file_name);
  const broker_day_files = days.map((day) => lakeFile(folders, 'broker_day', day.trade_date));
  // Of two failures the first one is told: that a file is damaged says more than what DuckDB made of it.
  const [, sha256] = await whenAllSettled([
    checkUndamaged(folders, days),
    buildYearFile(staged, { broker_day_files, lake: folders.lake, staging, threads }),
  ]);
  await replaceFile(staged, join(folders.serving, file_name));
  manifest.switchServingFile({ year, file_name, sha256 });
  await rm(staging, { recursive: true, force: true });
}

/** Parquet pages carry no checksums: a flipped bit would be served as a wrong number. */
async function checkUndamaged(folders: DataFolders, days: readonly Publication[]): Promise<void> {
  for (const day of days) {
    const file = lakeFile(folders, 'broker_day', day.trade_date);
    if (!(await isFile(file, day.broker_day_sha256))) {
      throw new AlirError(
        'lake_damaged',
        `${file} is missing or is not the file that was published. Ingest ${day.source_name} again to restore it.`,
      );
    }
  }
}

async function deleteFilesOutOfForce({ folders, manifest }: ServingServices): Promise<void> {
  const inForce = new Set(manifest.servingFiles().map((file) => file.file_name));
  for (const name of await readdir(folders.serving)) {
    if (!inForce.has(name)) await rm(join(folders.serving, name), { recursive: true, force: true });
  }
}
