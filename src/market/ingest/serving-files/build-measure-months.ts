import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AlirError } from '../../../core/errors.ts';
import { groupedBy } from '../../../core/grouped-by.ts';
import { sql } from '../../../core/package-files.ts';
import type { FixedVector } from '../../../core/vectors.ts';
import type { Manifest, MeasureFile } from '../../../ledger/manifest.ts';
import { fsync } from '../../lake/durable.ts';
import { measureDefinition } from '../../lake/measure-day.ts';
import {
  isMeasureMonth,
  type MeasureMonth,
  measureMonthBytes,
  measureMonthsOf,
} from '../../serving/months/measure-months.ts';
import type { WriterServices } from '../services.ts';
import { deleteOthers, isAsBuilt, replaceServingFile } from './serving-folder.ts';

type Month = MeasureMonth<MeasureFile>;

/** The months of measures; none of another definition, whose columns are others. */
export function measureMonths(files: readonly MeasureFile[]): Month[] {
  const isCurrent = files.every(({ definition }) => definition === measureDefinition());
  return isCurrent ? measureMonthsOf<MeasureFile>(files) : [];
}

export async function measureMonthsInForce(manifest: Manifest): Promise<Month[]> {
  return measureMonths((await manifest.measures()).files);
}

/**
 * Builds the files of months that are missing or damaged. The caller must hold the writer lock. A month whose files in the lake are damaged
 * is not built: its measures are read from the lake, and that damage is reported.
 * @param by whether to check only the names of the files, or every byte
 * @returns the months that were built
 */
export async function buildMeasureMonths(
  services: WriterServices,
  months: readonly Month[],
  by: 'names' | 'contents',
): Promise<string[]> {
  const built: string[] = [];
  for (const month of months) {
    const path = join(services.folders.measure_months, month.file_name);
    const isBuilt = by === 'names' ? await isAsBuilt(path, '', by) : await isMeasureMonth(path);
    if (isBuilt && by === 'contents') await services.manifest.resolveServingDamage(month.file_name);
    if (isBuilt) continue;
    const bytes = await bytesOf(services, month);
    if (!bytes) continue;
    const staged = join(services.folders.staging, month.file_name);
    await mkdir(services.folders.measure_months, { recursive: true });
    await writeFile(staged, bytes);
    await fsync(staged);
    await replaceServingFile(staged, path);
    await services.manifest.resolveServingDamage(month.file_name);
    built.push(month.month);
  }
  return built;
}

/** Deletes the files that are not in force. */
export async function deleteOtherMeasureMonths({ folders, manifest }: WriterServices): Promise<void> {
  const inForce = await measureMonthsInForce(manifest);
  await mkdir(folders.measure_months, { recursive: true });
  await deleteOthers(folders.measure_months, new Set(inForce.map(({ file_name }) => file_name)));
}

/** Rebuilds a damaged file. @returns false if it is not in force. @throws AlirError `lake_damaged` */
export async function replaceDamagedMeasureMonth(
  services: WriterServices,
  { file_name }: { readonly file_name: string },
): Promise<boolean> {
  const months = await measureMonthsInForce(services.manifest);
  const month = months.find((each) => each.file_name === file_name);
  if (!month) return false;
  await buildMeasureMonths(services, [month], 'contents');
  if (await isMeasureMonth(join(services.folders.measure_months, file_name))) return true;
  throw new AlirError(
    'lake_damaged',
    `${file_name} cannot be built, because a file of measure_day of ${month.month} is damaged. To repair it, run "alir lake build".`,
  );
}

export async function differentMeasureMonths(
  services: WriterServices,
): Promise<{ month: string; path: string }[]> {
  const different: { month: string; path: string }[] = [];
  for (const month of await measureMonthsInForce(services.manifest)) {
    const path = join(services.folders.measure_months, month.file_name);
    const expected = await bytesOf(services, month);
    if (expected && !(await readFile(path)).equals(expected)) different.push({ month: month.month, path });
  }
  return different;
}

/** The bytes that the file of a month has; undefined if a file of measure_day is damaged. */
async function bytesOf({ lake, duck }: WriterServices, month: Month): Promise<Buffer | undefined> {
  const files = month.days.map((day) => lake.measureFile(day));
  for (const [place, { sha256 }] of month.days.entries())
    if (!(await isAsBuilt(files[place] as string, sha256, 'contents'))) return undefined;
  return duck.run(1, async (connection) => {
    await connection.run('SET VARIABLE measure_day_files = $files', { files });
    const found: [ticker: string, row: Float64Array][] = [];
    for await (const { rows, columns } of connection.vectors(sql('serving/measure_month'))) {
      const [names, ...values] = columns as [string[], ...FixedVector[]];
      const table = new Float64Array(rows * values.length);
      for (const [column, { bytes }] of values.entries()) {
        const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, rows);
        for (let row = 0; row < rows; row++) table[row * values.length + column] = numbers[row] as number;
      }
      for (const [row, ticker] of names.entries())
        found.push([ticker, table.subarray(row * values.length, (row + 1) * values.length)]);
    }
    // DuckDB would take several times as long to sort rows of so many columns.
    found.sort(([a, [day = 0]], [b, [other = 0]]) => (a < b ? -1 : a > b ? 1 : day - other));
    const tickers = groupedBy(found, ([ticker]) => ticker);
    return measureMonthBytes(month.file_name, tickers);
  });
}
