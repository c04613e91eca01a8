import { rm } from 'node:fs/promises';
import type { IsoDate } from '../../core/dates.ts';
import type { Manifest, Publication } from '../../ledger/manifest.ts';
import type { LockOptions } from '../../ledger/writer-lock.ts';
import { buildTickerDay, rewriteTrades } from '../lake/day-files.ts';
import { isFile, sha256OfFile } from '../lake/durable.ts';
import { daysWithTradeTime, Lake } from '../lake/lake.ts';
import type { IngestServices } from './ingest.ts';
import { aloneInLake } from './lake-writer.ts';
import { bringServingUpToDate } from './serving-files.ts';

/** The result; `alir lake build --json` prints it as one line. */
export interface LakeBuilt {
  /** Days whose `trades` file was rewritten. */
  readonly rewritten: readonly IsoDate[];
  /** Days whose `ticker_day` file was built. */
  readonly built: readonly IsoDate[];
  /** Days whose `trades` or `broker_day` is damaged. */
  readonly damaged_days: readonly IsoDate[];
  /** Days that an interrupted run did not reach. */
  readonly remaining: readonly IsoDate[];
}

/** The published days without a `ticker_day` file, in order. */
export async function daysWithoutTickerDay(manifest: Manifest): Promise<IsoDate[]> {
  return (await manifest.allPublications())
    .filter((day) => day.ticker_day_sha256 === null)
    .map((day) => day.trade_date);
}

/** A day with files that are missing, damaged, or from an older version. */
interface Outdated {
  readonly day: Publication;
  readonly isTradesOlder: boolean;
  readonly isTickerDayMissing: boolean;
}

/**
 * Brings the files of published days to the form of this version: rewrites the `trades` files of older versions, and builds the
 * `ticker_day` files that are missing or damaged, from the other two files of the day. The revision of a day does not change. A run that
 * was killed leaves each file old or new; the next run continues.
 * @param options signal: ends a wait for another writer at once, and the work after the current day
 */
export async function buildLake(
  services: IngestServices,
  options: LockOptions & { readonly onDay?: (done: number, total: number) => void },
): Promise<LakeBuilt> {
  return aloneInLake(services, options, async () => {
    const lake = new Lake(services.folders);
    const outdated = await outdatedDays(lake, services.manifest);
    const rewritten: IsoDate[] = [];
    const built: IsoDate[] = [];
    const damaged_days: IsoDate[] = [];
    let done = 0;
    for (const { day, isTradesOlder, isTickerDayMissing } of outdated) {
      if (options.signal?.aborted) break;
      const { trades, broker_day } = await lake.intactFiles(day);
      if (trades === undefined || broker_day === undefined) damaged_days.push(day.trade_date);
      else {
        if (isTradesOlder) {
          await rewrite(services, lake, day);
          rewritten.push(day.trade_date);
        }
        if (isTickerDayMissing) {
          await build(services, lake, day);
          built.push(day.trade_date);
        }
      }
      done += 1;
      options.onDay?.(done, outdated.length);
    }
    // Without ticker_day, the market files of a month cannot be built.
    await bringServingUpToDate(services, 'names');
    const remaining = outdated.slice(done).map(({ day }) => day.trade_date);
    return { rewritten, built, damaged_days, remaining };
  });
}

async function outdatedDays(lake: Lake, manifest: Manifest): Promise<Outdated[]> {
  const days = await manifest.allPublications();
  const older = new Set(
    await daysWithTradeTime(
      lake.folder,
      days.map((day) => day.trade_date),
    ),
  );
  const outdated: Outdated[] = [];
  for (const day of days) {
    const { trade_date, ticker_day_sha256 } = day;
    const isTradesOlder = older.has(trade_date);
    const isTickerDayMissing =
      ticker_day_sha256 === null || !(await isFile(lake.file('ticker_day', trade_date), ticker_day_sha256));
    if (isTradesOlder || isTickerDayMissing) outdated.push({ day, isTradesOlder, isTickerDayMissing });
  }
  return outdated;
}

/** A kill between the note and the move leaves the old file and a staged one that the manifest lists; the next writer moves it. */
async function rewrite(
  { manifest, threads }: IngestServices,
  lake: Lake,
  { trade_date, revision }: Publication,
): Promise<void> {
  const staging = await lake.stage(trade_date, revision);
  let sha256: string;
  try {
    const staged = await rewriteTrades(lake.file('trades', trade_date), lake.folder, staging, threads);
    sha256 = await sha256OfFile(staged);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
  // If this fails half-way, the staged file stays: Lake.completeRewrites needs it.
  await lake.replaceTrades(trade_date, revision, () =>
    manifest.noteRewrittenTrades({ trade_date, revision }, sha256),
  );
  await rm(staging, { recursive: true, force: true });
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
    await manifest.noteTickerDay({ trade_date, revision }, sha256);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
