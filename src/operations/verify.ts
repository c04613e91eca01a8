import { mkdir, rm } from 'node:fs/promises';
import { type IsoDate, monthOf } from '../core/dates.ts';
import { AlirError } from '../core/errors.ts';
import type { Publication } from '../ledger/manifest.ts';
import { aloneInLake } from '../market/ingest/lake-writer.ts';
import type { IngestServices, WriterServices } from '../market/ingest/services.ts';
import { measureMonthsInForce } from '../market/ingest/serving-files/build-measure-months.ts';
import { marketFilesInForce } from '../market/ingest/serving-files/rebuild-market-files.ts';
import {
  bringServingUpToDate,
  differentServingFiles,
} from '../market/ingest/serving-files/rebuild-serving.ts';
import { wrongTickers } from '../market/lake/day-files.ts';
import { isFile } from '../market/lake/durable.ts';
import { type Lake, listedFiles } from '../market/lake/lake.ts';

export interface Fault {
  readonly file: string;
  readonly trade_date: IsoDate | null;
  readonly problem: string;
  readonly fix: string;
}

export interface Verification {
  readonly days: number;
  readonly lake_files: number;
  readonly serving_files: number;
  /** Months, as `YYYY-MM`, whose serving file was damaged and rebuilt. */
  readonly rebuilt_months: readonly string[];
  readonly faults: readonly Fault[];
}

/**
 * Checks everything that is published: the SHA-256 of every lake file, the balance of every day, and the sums of the serving files against
 * the lake. Damaged serving files are rebuilt, because they are copies; damaged lake files are reported with the way to fix them.
 */
export async function verify(
  services: IngestServices,
  options: {
    onWait: () => void;
    onDay: (done: number, total: number) => void;
    patience_ms: number;
    /** Ends a wait for another writer at once, and the verification after the current day. */
    signal?: AbortSignal;
  },
): Promise<Verification> {
  return aloneInLake(services, options, async (writer) => {
    const { lake, manifest } = writer;
    const days = await manifest.allPublications();
    const faults: Fault[] = [];
    for (const [done, day] of days.entries()) {
      if (options.signal?.aborted) {
        throw new AlirError(
          'interrupted',
          `Interrupted: ${done} of ${days.length} days were verified. Run the command again to verify all of them.`,
        );
      }
      faults.push(...(await lakeFaults(writer, day)));
      options.onDay(done + 1, days.length);
    }
    const damaged_months = new Set(faults.map(({ trade_date }) => monthOf(trade_date ?? '')));
    faults.push(...(await orphans(lake, days)));
    faults.push(...(await deltaFaults(writer, days)));
    const rebuilt_months = damaged_months.size === 0 ? await bringServingUpToDate(writer, 'contents') : [];
    faults.push(...(await servingFaults(writer, damaged_months)));
    await emptyStaging(writer);
    return {
      days: days.length,
      lake_files: days.flatMap(listedFiles).length,
      serving_files:
        (await manifest.servingFiles()).length +
        (await marketFilesInForce(writer)).length +
        (await measureMonthsInForce(manifest)).length,
      rebuilt_months,
      faults,
    };
  });
}

async function emptyStaging({ folders }: IngestServices): Promise<void> {
  await rm(folders.staging, { recursive: true, force: true });
  await mkdir(folders.staging);
}

async function orphans(lake: Lake, days: readonly Publication[]): Promise<Fault[]> {
  const files = await lake.orphans(days.map((day) => day.trade_date));
  return files.map((file) => ({
    file,
    trade_date: null,
    problem: 'was never published, but every query of the lake reads it',
    fix: 'Move the file out of the lake.',
  }));
}

/** What is wrong with the fixed names, the replaced revisions and the logs of the Delta tables. */
async function deltaFaults(
  { lake, manifest, logs, follow_url }: WriterServices,
  days: readonly Publication[],
): Promise<Fault[]> {
  const history = await manifest.lakeHistory();
  const kept = history.publications.filter(({ deleted_at }) => deleted_at === null);
  const measures = history.measure_files.filter(({ deleted_at }) => deleted_at === null);
  const build = 'Repair the names and the logs: alir lake build';
  const vacuum = 'Delete it: alir lake vacuum';
  const faults: Fault[] = [];
  const inForce = [...(await manifest.measureFilesInForce()).values()];
  for (const { name, trade_date } of await lake.misnamed(days, inForce)) {
    const problem = 'is missing or differs from the published file';
    faults.push({ file: name, trade_date, problem, fix: build });
  }
  for (const revision of kept) {
    if (revision.state !== 'replaced') continue;
    const { trade_date } = revision;
    const intact = await lake.intactFiles(revision);
    const problem = `of the replaced revision ${revision.revision} is missing or differs from the published file (SHA-256)`;
    const fix = follow_url !== '' ? COPY_AGAIN : DELETE_REPLACED;
    for (const { table } of listedFiles(revision)) {
      if (!intact[table]) faults.push({ file: lake.file(table, revision), trade_date, problem, fix });
    }
  }
  for (const measure of measures) {
    const file = lake.measureFile(measure);
    if (await isFile(file, measure.sha256)) continue;
    const problem = 'is missing or differs from the file that was computed (SHA-256)';
    const fix = measure.removed_in === null ? 'Compute the measures again: alir lake build' : DELETE_REPLACED;
    faults.push({ file, trade_date: measure.trade_date, problem, fix });
  }
  for (const file of await lake.unlisted(kept, measures)) {
    faults.push({ file, trade_date: null, problem: 'belongs to no revision', fix: vacuum });
  }
  for (const { file, problem } of await logs.problems(history)) {
    faults.push({ file, trade_date: null, problem, fix: build });
  }
  return faults;
}

const DELETE_REPLACED =
  'Copy the file from a backup, or delete all replaced revisions: ALIR_KEEP_REPLACED_DAYS=0 alir lake vacuum';
const COPY_AGAIN = 'Copy the file again: alir sync --repair';

async function lakeFaults({ duck, lake, follow_url }: WriterServices, day: Publication): Promise<Fault[]> {
  const { trade_date, source_name } = day;
  const isCopy = follow_url !== '';
  const fix = isCopy ? COPY_AGAIN : `Publish the file of the day again: alir ingest PATH/TO/${source_name}`;
  const intact = await lake.intactFiles(day);
  const damaged = listedFiles(day).filter(({ table }) => intact[table] === undefined);
  if (damaged.length > 0) {
    const problem = 'is missing or differs from the published file (SHA-256)';
    const isBuilt = damaged.every(({ table }) => table === 'ticker_day');
    const fault = {
      trade_date,
      problem,
      fix: isBuilt && !isCopy ? 'Build the file again: alir lake build' : fix,
    };
    return damaged.map(({ table }) => ({ file: lake.file(table, day), ...fault }));
  }
  const wrong = await duck.run(day.trades_rows, (connection) => wrongTickers(connection, lake.files(day)));
  return (['broker_day', 'ticker_day'] as const).flatMap((table) => {
    if (wrong[table].length === 0) return [];
    const problem = `the sums of buys, sells and trades differ: ${wrong[table].join(', ')}`;
    return [{ file: lake.file(table, day), trade_date, problem, fix }];
  });
}

async function servingFaults(
  services: WriterServices,
  damaged_months: ReadonlySet<string>,
): Promise<Fault[]> {
  const different = await differentServingFiles(services, { skip: damaged_months });
  return different.map(({ month, path }) => ({
    file: path,
    trade_date: null,
    problem: `does not match the days of ${month} in the lake`,
    fix: 'Delete the file, then run "alir verify" again to rebuild it.',
  }));
}
