import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { whenAllSettled } from '../../../core/all-settled.ts';
import { yearOf } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import type { Manifest, ServingFile } from '../../../ledger/manifest.ts';
import type { WriterServices } from '../services.ts';
import { differentMarketFiles } from './build-market-files.ts';
import {
  buildMeasureMonths,
  deleteOtherMeasureMonths,
  differentMeasureMonths,
  measureMonthsInForce,
  replaceDamagedMeasureMonth,
} from './build-measure-months.ts';
import { buildMonthFile, equalsLake } from './build-month-file.ts';
import { bringMarketFilesUpToDate, replaceDamagedMarketFile } from './rebuild-market-files.ts';
import { deleteOthers, isAsBuilt, replaceServingFile } from './serving-folder.ts';
import { type Month, publishedMonths } from './serving-months.ts';

type BuiltFile = Pick<ServingFile, 'month' | 'file_name' | 'sha256'>;

/**
 * Rebuilds the serving file of each month whose file is missing, damaged or older than the lake, and deletes files that are no longer
 * in use. A server that has an old file open can read it to the end. The caller must hold the writer lock.
 * @param by whether to check only the names of the files, or every byte
 * @returns the months that were rebuilt
 * @throws AlirError `lake_damaged` if a file of the lake differs from the published one
 */
export async function bringServingUpToDate(
  services: WriterServices,
  by: 'names' | 'contents',
): Promise<string[]> {
  const rebuilt: string[] = [];
  const failures: unknown[] = [];
  const { manifest } = services;
  const months = await publishedMonths(manifest);
  for (const year of new Set(months.map(({ month }) => yearOf(month)))) {
    try {
      rebuilt.push(...(await bringYearUpToDate(services, ofYear(months, year), by)));
    } catch (error) {
      // The other years are still rebuilt.
      failures.push(error);
    }
  }
  try {
    rebuilt.push(...(await bringMarketFilesUpToDate(services, months, by)));
    rebuilt.push(...(await buildMeasureMonths(services, await measureMonthsInForce(manifest), by)));
    await deleteOtherMeasureMonths(services);
  } catch (error) {
    failures.push(error);
  }
  const inForce = (await manifest.servingFiles()).map((file) => file.file_name);
  const { serving, market_files, measure_months } = services.folders;
  await deleteOthers(
    serving,
    new Set([...inForce, ...[market_files, measure_months].map((each) => basename(each))]),
  );
  if (failures.length > 0) throw failures[0];
  return [...new Set(rebuilt)].toSorted();
}

async function bringYearUpToDate(
  services: WriterServices,
  months: readonly Month[],
  by: 'names' | 'contents',
): Promise<string[]> {
  const { folders, manifest } = services;
  const built = new Map<string, BuiltFile>();
  const failures: unknown[] = [];
  for (const month of months) {
    const inForce = await fileInForce(manifest, month);
    const path = join(folders.serving, month.file_name);
    if (inForce && (await isAsBuilt(path, inForce.sha256, by))) {
      if (by === 'contents') await manifest.resolveServingDamage(month.file_name);
    } else {
      try {
        await rebuild(services, month, built);
      } catch (error) {
        // Old and new totals of a year do not go together: if a new file is missing, the year keeps its old files. The other months can
        // do without a damaged file that is in force already.
        if (!inForce) throw error;
        failures.push(error);
      }
    }
  }
  if (built.size > 0) await manifest.switchServingFiles([...built.values()]);
  if (failures.length > 0) throw failures[0];
  return [...built.values()].map(({ month }) => month);
}

/**
 * Rebuilds a serving file that was found damaged. If the file was restored on the disk, this only announces it as a new build, and
 * servers open it again. The caller must hold the writer lock.
 * @returns false if the file is no longer in use; nothing is done then
 * @throws AlirError `lake_damaged` if a file of the lake differs from the published one
 */
export async function replaceDamagedFile(
  services: WriterServices,
  { file_name, build }: Pick<ServingFile, 'file_name' | 'build'>,
): Promise<boolean> {
  const { folders, manifest } = services;
  const inForce = (await manifest.servingFiles()).find(
    (file) => file.file_name === file_name && file.build === build,
  );
  const months = await publishedMonths(manifest);
  if (!inForce) {
    if (await replaceDamagedMarketFile(services, months, { file_name, build })) return true;
    if (await replaceDamagedMeasureMonth(services, { file_name })) return true;
    await manifest.resolveServingDamage(file_name);
    return false;
  }
  const month = months.find((each) => each.month === inForce.month);
  if (!month) {
    throw new AlirError(
      'lake_damaged',
      `No day of ${inForce.month} is published, so ${file_name} cannot be rebuilt.`,
    );
  }
  if (month.file_name !== file_name) {
    // Days were published since: the file is out of date, and so are those of the later months.
    await bringYearUpToDate(services, ofYear(months, yearOf(month.month)), 'names');
    return true;
  }
  const path = join(folders.serving, file_name);
  const { sha256 } = inForce;
  if (await isAsBuilt(path, sha256, 'contents')) {
    await manifest.switchServingFiles([{ month: month.month, file_name, sha256 }]);
    return true;
  }
  const built = new Map<string, BuiltFile>();
  await rebuild(services, month, built);
  await manifest.switchServingFiles([...built.values()]);
  return true;
}

/** Compares the serving files of each published month with the lake. @returns the files that differ, with their months */
export async function differentServingFiles(
  services: WriterServices,
  { skip }: { readonly skip: ReadonlySet<string> },
): Promise<{ month: string; path: string }[]> {
  const different: { month: string; path: string }[] = [];
  for (const month of await publishedMonths(services.manifest)) {
    if (skip.has(month.month)) continue;
    const month_file = join(services.folders.serving, month.file_name);
    const paths = (await equalsLake(services, month)) ? [] : [month_file];
    paths.push(...(await differentMarketFiles(services, month)));
    different.push(...paths.map((path) => ({ month: month.month, path })));
  }
  different.push(...(await differentMeasureMonths(services)));
  return different;
}

function ofYear(months: readonly Month[], year: number): Month[] {
  return months.filter(({ month }) => yearOf(month) === year);
}

async function fileInForce(manifest: Manifest, { file_name }: Month): Promise<ServingFile | undefined> {
  return (await manifest.servingFiles()).find((file) => file.file_name === file_name);
}

async function isIntactInForce({ folders, manifest }: WriterServices, month: Month): Promise<boolean> {
  const inForce = await fileInForce(manifest, month);
  if (inForce === undefined) return false;
  return isAsBuilt(join(folders.serving, month.file_name), inForce.sha256, 'contents');
}

/** @param built receives the file, and that of the month before if that had to be rebuilt too */
async function rebuild(services: WriterServices, month: Month, built: Map<string, BuiltFile>): Promise<void> {
  const { folders } = services;
  const { before, days, file_name } = month;
  const staging = join(folders.staging, `serving-${month.month}`);
  await mkdir(staging, { recursive: true });
  const staged = join(staging, file_name);
  // If both fail, the first error is reported: it names the damaged file, and the error of DuckDB says less.
  const build = () =>
    whenAllSettled([
      services.lake.requireIntact(days, ['broker_day'], services.follow_url),
      buildMonthFile(services, month, staged),
    ]);
  let building = build();
  building.catch(() => {});
  // The file before is rarely damaged, so it is hashed while DuckDB sorts.
  if (before && !built.has(before.month) && !(await isIntactInForce(services, before))) {
    await building.catch(() => {});
    await rebuild(services, before, built);
    building = build();
  }
  const [, sha256] = await building;
  await replaceServingFile(staged, join(folders.serving, file_name));
  await rm(staging, { recursive: true, force: true });
  built.set(month.month, { month: month.month, file_name, sha256 });
}
