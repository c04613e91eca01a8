import { rm } from 'node:fs/promises';
import type { IsoDate } from '../../core/dates.ts';
import type { Manifest, Publication } from '../../ledger/manifest.ts';
import { fsync, isFile, replaceFile, sha256OfFile } from '../lake/durable.ts';
import { measureDefinition } from '../lake/measure-day.ts';
import { unlessBusy } from './lake-writer.ts';
import { MeasureInputs, type MeasureOptions, MeasureRun, stage, unstage } from './measure-run.ts';
import type { IngestServices, WriterServices } from './services.ts';
import {
  buildMeasureMonths,
  deleteOtherMeasureMonths,
  measureMonths,
  measureMonthsInForce,
} from './serving-files/build-measure-months.ts';

/**
 * Computes the measures of all publications that have none, and of the rows of other days that depend on them. Files whose rows do not
 * change stay. All new files are put in force at once. The caller must hold the writer lock.
 * @returns the days with a new file
 */
export async function bringMeasuresUpToDate(
  services: WriterServices,
  options: MeasureOptions = {},
): Promise<IsoDate[]> {
  const { manifest, lake, logs } = services;
  await discardEarlierDefinition(services);
  const history = await manifest.history();
  const [measured, version] = [await manifest.measuredPublications(), history.length];
  if (measured === version) return [];
  await manifest.forgetUnfinishedMeasures(measured, version);
  const isComplete = await new MeasureRun(services, version).measure(history, measured, options);
  if (!isComplete) return [];
  const files = await manifest.measureFiles();
  const newest = new Map(
    files.flatMap((file) => (file.removed_in === null ? [[file.trade_date, file]] : [])),
  );
  await buildMeasureMonths(services, measureMonths([...newest.values()]), 'names');
  await manifest.noteMeasured(version);
  await deleteOtherMeasureMonths(services);
  await lake.repairNames([], [...(await manifest.measureFilesInForce()).values()]);
  await logs.write(await manifest.lakeHistory(), { tables: ['measure_day'] });
  return files.flatMap(({ trade_date, added_in }) => (added_in === version ? [trade_date] : []));
}

/**
 * Deletes the table if its files were computed by another definition. Names in the lake keep their files until others are in force. The
 * first version of the log describes the columns, so it is written again.
 */
async function discardEarlierDefinition({ manifest, lake, logs }: WriterServices): Promise<void> {
  if (await hasCurrentDefinition(manifest)) return;
  await rm(lake.tableFolder('measure_day'), { recursive: true, force: true });
  await manifest.forgetMeasures();
  await logs.write(await manifest.lakeHistory(), { tables: ['measure_day'] });
}

/** Whether the measures were computed by the columns and the SQL of this version of Alir. */
export async function hasCurrentDefinition(manifest: Manifest): Promise<boolean> {
  return [undefined, measureDefinition()].includes(await manifest.measureDefinition());
}

/** Whether the measures of all publications are in force, and computed by the definition of this version of Alir. */
export async function areMeasuresCurrent(manifest: Manifest): Promise<boolean> {
  const isComplete = (await manifest.measuredPublications()) === (await manifest.publications());
  return isComplete && (await hasCurrentDefinition(manifest));
}

/**
 * The same for a process that writes nothing else. Does nothing while another process is writing.
 * @returns false if another process is writing
 */
export async function measureUnlessBusy(services: IngestServices, options: MeasureOptions): Promise<boolean> {
  if (await areMeasuresCurrent(services.manifest)) return true;
  return unlessBusy(services, (writer) => bringMeasuresUpToDate(writer, options));
}

/** Writes damaged files in force again, then computes what is missing. @returns the days with a new file, each once */
export async function buildMeasures(services: WriterServices, options: MeasureOptions): Promise<IsoDate[]> {
  const { lake, manifest, duck } = services;
  await discardEarlierDefinition(services);
  const days = await measuredDays(manifest);
  const inForce = await manifest.measureFilesInForce();
  const built = new Set<IsoDate>();
  const inputs = new MeasureInputs(services);
  for (const [place, { trade_date }] of days.entries()) {
    const file = inForce.get(trade_date);
    if (!file || (await isFile(lake.measureFile(file), file.sha256))) continue;
    const staged = await stage(services, trade_date);
    await duck.run(1, (connection) => inputs.measure(connection, { days, files: inForce }, place, staged));
    const written = { ...file, sha256: await sha256OfFile(staged) };
    await fsync(staged);
    await replaceFile(staged, lake.measureFile(written));
    await manifest.replaceMeasureFile(file, written.sha256);
    if (written.sha256 !== file.sha256) await rm(lake.measureFile(file), { force: true });
    inForce.set(trade_date, written);
    built.add(trade_date);
    await unstage(services);
  }
  await buildMeasureMonths(services, await measureMonthsInForce(manifest), 'names');
  for (const trade_date of await bringMeasuresUpToDate(services, options)) built.add(trade_date);
  return [...built];
}

/** The revisions that the files in force were computed from, in the order of their days. One whose files were deleted is that in force. */
async function measuredDays(manifest: Manifest): Promise<Publication[]> {
  const days = new Map<IsoDate, Publication>();
  for (const day of (await manifest.history()).slice(0, await manifest.measuredPublications()))
    days.set(day.trade_date, day);
  const published = await manifest.allPublications();
  return published.flatMap((day) => {
    const measured = days.get(day.trade_date);
    return measured ? [measured.deleted_at === null ? measured : day] : [];
  });
}
