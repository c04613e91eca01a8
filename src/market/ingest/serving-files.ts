import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { whenAllSettled } from '../../core/all-settled.ts';
import { AlirError } from '../../core/errors.ts';
import type { DataFolders } from '../../core/folders.ts';
import type { Manifest, Publication, ServingFile } from '../../ledger/manifest.ts';
import { isFile, replaceFile } from '../lake/durable.ts';
import { Lake } from '../lake/lake.ts';
import { buildYearFile, yearFileName } from '../serving/build-year-file.ts';

interface ServingServices {
  readonly folders: DataFolders;
  readonly manifest: Manifest;
  readonly threads: number;
}

/**
 * Rebuilds the serving file of each year whose file is missing, damaged or older than the lake, and deletes files that are no longer
 * in use. A server that has an old file open can read it to the end. The caller must hold the writer lock.
 * @param by whether to check only the names of the files, or every byte
 * @returns the years that were rebuilt
 * @throws AlirError `lake_damaged` if a file of the lake differs from the published one
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
    const isThere = inForce?.file_name === file_name && (await isRegularFile(path));
    if (isThere && (by === 'names' || (await isSound(path, inForce.sha256)))) {
      if (by === 'contents') manifest.resolveServingDamage(file_name);
      continue;
    }
    try {
      await rebuild(services, year, file_name, days);
      rebuilt.push(year);
    } catch (error) {
      // The year keeps its old file; the other years are still rebuilt.
      failures.push(error);
    }
  }
  await deleteFilesOutOfForce(services);
  if (failures.length > 0) throw failures[0];
  return rebuilt;
}

/**
 * Rebuilds a serving file that was found damaged. If the file was restored on the disk, this only announces it as a new build, and
 * servers open it again. The caller must hold the writer lock.
 * @returns false if the file is no longer in use; nothing is done then
 * @throws AlirError `lake_damaged` if a file of the lake differs from the published one
 */
export async function replaceDamagedFile(
  services: ServingServices,
  { file_name, build }: Pick<ServingFile, 'file_name' | 'build'>,
): Promise<boolean> {
  const { folders, manifest } = services;
  const inForce = manifest
    .servingFiles()
    .find((file) => file.file_name === file_name && file.build === build);
  if (!inForce) {
    manifest.resolveServingDamage(file_name);
    return false;
  }
  const { year, sha256 } = inForce;
  const days = manifest.publishedDays(year);
  if (days.length === 0) {
    throw new AlirError('lake_damaged', `No day of ${year} is published, so ${file_name} cannot be rebuilt.`);
  }
  const isCurrent = file_name === yearFileName(year, days);
  const path = join(folders.serving, file_name);
  if (isCurrent && (await isRegularFile(path)) && (await isSound(path, sha256))) {
    manifest.switchServingFile({ year, file_name, sha256 });
    return true;
  }
  await rebuild(services, year, yearFileName(year, days), days);
  return true;
}

async function isRegularFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

/** Whether a file is undamaged. An unreadable file counts as damaged. */
async function isSound(path: string, sha256: string): Promise<boolean> {
  return isFile(path, sha256).catch(() => false);
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
  const lake = new Lake(folders);
  const broker_day_files = days.map((day) => lake.file('broker_day', day.trade_date));
  // If both fail, the first error is reported: it names the damaged file, and the error of DuckDB says less.
  const [, sha256] = await whenAllSettled([
    checkUndamaged(lake, days),
    buildYearFile(staged, { broker_day_files, lake: lake.folder, staging, threads }),
  ]);
  const path = join(folders.serving, file_name);
  // A file cannot be moved over a folder.
  if (!(await isRegularFile(path))) await rm(path, { recursive: true, force: true });
  await replaceFile(staged, path);
  manifest.switchServingFile({ year, file_name, sha256 });
  await rm(staging, { recursive: true, force: true });
}

/** Checks the files of the lake. Parquet pages have no checksums: a flipped bit would be served as a wrong number. */
async function checkUndamaged(lake: Lake, days: readonly Publication[]): Promise<void> {
  for (const day of days) {
    const file = lake.file('broker_day', day.trade_date);
    if (!(await isFile(file, day.broker_day_sha256))) {
      throw new AlirError(
        'lake_damaged',
        `${file} is missing or differs from the file that was published. To repair it, ingest ${day.source_name} again.`,
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
