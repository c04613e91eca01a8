import { rm } from 'node:fs/promises';
import type { IsoDate } from '../../core/dates.ts';
import type { Manifest, Publication } from '../../ledger/manifest.ts';
import type { LockOptions } from '../../ledger/writer-lock.ts';
import { buildTickerDay } from '../lake/day-files.ts';
import { isFile, sha256OfFile } from '../lake/durable.ts';
import { Lake } from '../lake/lake.ts';
import type { IngestServices } from './ingest.ts';
import { aloneInLake } from './lake-writer.ts';
import { bringServingUpToDate } from './serving-files.ts';

/** The result; `alir lake build --json` prints it as one line. */
export interface TickerDaysBuilt {
  readonly built: readonly IsoDate[];
  /** Days whose `trades` or `broker_day` is damaged. */
  readonly damaged_days: readonly IsoDate[];
  /** Days that an interrupted run did not reach. */
  readonly remaining: readonly IsoDate[];
}

/** The published days without a `ticker_day` file, in order. */
export function daysWithoutTickerDay(manifest: Manifest): IsoDate[] {
  return manifest
    .allPublications()
    .filter((day) => day.ticker_day_sha256 === null)
    .map((day) => day.trade_date);
}

/**
 * Builds the `ticker_day` files of published days that have none or a damaged one, from the other two files of each day. The revision of a
 * day and its other files do not change. A run that was killed leaves each day with its file or without it; the next run continues.
 * @param options signal: ends a wait for another writer at once, and the work after the current day
 */
export async function buildTickerDays(
  services: IngestServices,
  options: LockOptions & { readonly onDay?: (done: number, total: number) => void },
): Promise<TickerDaysBuilt> {
  return aloneInLake(services, options, async () => {
    const lake = new Lake(services.folders);
    const wanted = await daysToBuild(lake, services.manifest);
    const built: IsoDate[] = [];
    const damaged_days: IsoDate[] = [];
    for (const day of wanted) {
      if (options.signal?.aborted) break;
      const { trades, broker_day } = await lake.intactFiles(day);
      if (trades === undefined || broker_day === undefined) damaged_days.push(day.trade_date);
      else {
        await build(services, lake, day);
        built.push(day.trade_date);
      }
      options.onDay?.(built.length + damaged_days.length, wanted.length);
    }
    // Without ticker_day, the market files of a month cannot be built.
    await bringServingUpToDate(services, 'names');
    const remaining = wanted.slice(built.length + damaged_days.length).map((day) => day.trade_date);
    return { built, damaged_days, remaining };
  });
}

async function daysToBuild(lake: Lake, manifest: Manifest): Promise<Publication[]> {
  const days: Publication[] = [];
  for (const day of manifest.allPublications()) {
    const { trade_date, ticker_day_sha256 } = day;
    const isBuilt =
      ticker_day_sha256 !== null && (await isFile(lake.file('ticker_day', trade_date), ticker_day_sha256));
    if (!isBuilt) days.push(day);
  }
  return days;
}

/** A kill between the move and the note leaves a complete file that the manifest does not list; the next run replaces it. */
async function build(
  { manifest, threads }: IngestServices,
  lake: Lake,
  { trade_date, revision }: Publication,
): Promise<void> {
  const staging = await lake.stage(trade_date, revision);
  try {
    const staged = await buildTickerDay(lake.files(trade_date), lake.folder, staging, threads);
    const sha256 = await sha256OfFile(staged);
    await lake.addTickerDay(trade_date, revision);
    manifest.noteTickerDay({ trade_date, revision }, sha256);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
