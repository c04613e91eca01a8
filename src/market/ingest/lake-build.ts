import { rm } from 'node:fs/promises';
import type { IsoDate } from '../../core/dates.ts';
import type { LockOptions } from '../../ledger/locks.ts';
import type { Publication } from '../../ledger/manifest.ts';
import { buildTickerDay } from '../lake/day-files.ts';
import { isFile, sha256OfFile } from '../lake/durable.ts';
import { writeList } from './copies/publication-list.ts';
import { aloneInLake } from './lake-writer.ts';
import { buildMeasures } from './measures.ts';
import type { IngestServices, WriterServices } from './services.ts';
import { bringServingUpToDate } from './serving-files/rebuild-serving.ts';

/** The result; `alir lake build --json` prints it as one line. */
export interface LakeBuilt {
  /** Days whose `ticker_day` file was built. */
  readonly built: readonly IsoDate[];
  /** Days whose `trades` or `broker_day` is damaged. */
  readonly damaged_days: readonly IsoDate[];
  /** Days that an interrupted run did not reach. */
  readonly remaining: readonly IsoDate[];
  readonly measured: readonly IsoDate[];
  /** Fixed names and log files of the Delta tables that were missing or wrong. */
  readonly repaired: readonly string[];
}

/**
 * Builds the `ticker_day` files of published days that are missing or damaged, from the other two files of the day. The revision of a day
 * does not change. Then repairs the fixed names and the logs of the Delta tables. The next run continues one that was killed.
 * @param options signal: ends a wait for another writer at once, and the work after the current day
 */
export async function buildLake(
  services: IngestServices,
  options: LockOptions & { readonly onDay?: (done: number, total: number) => void },
): Promise<LakeBuilt> {
  return aloneInLake(services, options, async (writer) => {
    const { lake } = services;
    await lake.adoptFiles(await services.manifest.allPublications());
    const unbuilt = await daysToBuild(services);
    const built: IsoDate[] = [];
    const damaged_days: IsoDate[] = [];
    let done = 0;
    for (const day of unbuilt) {
      if (options.signal?.aborted) break;
      const { trades, broker_day } = await lake.intactFiles(day);
      if (trades === undefined || broker_day === undefined) damaged_days.push(day.trade_date);
      else {
        await build(writer, day);
        built.push(day.trade_date);
      }
      done += 1;
      options.onDay?.(done, unbuilt.length);
    }
    // Without ticker_day, the market files of a month cannot be built.
    await bringServingUpToDate(writer, 'names');
    const remaining = unbuilt.slice(done).map((day) => day.trade_date);
    if (options.signal?.aborted) return { built, damaged_days, remaining, measured: [], repaired: [] };
    // Measures need the files of all days.
    const measured = damaged_days.length > 0 ? [] : await buildMeasures(writer, options);
    const repaired = await repairNamesAndLogs(writer);
    await writeList(services, 'all');
    return { built, damaged_days, remaining, measured, repaired };
  });
}

async function repairNamesAndLogs({ lake, manifest, logs }: WriterServices): Promise<string[]> {
  const inForce = [...(await manifest.measureFilesInForce()).values()];
  const names = await lake.repairNames(await manifest.allPublications(), inForce);
  const history = await manifest.lakeHistory();
  const wrong = (await logs.problems(history)).map(({ file }) => file);
  if (wrong.length > 0) await logs.write(history, { wrong: new Set(wrong) });
  return [...names, ...wrong];
}

async function daysToBuild({ lake, manifest }: IngestServices): Promise<Publication[]> {
  const unbuilt: Publication[] = [];
  for (const day of await manifest.allPublications()) {
    const file = lake.file('ticker_day', day);
    if (!(await isFile(file, day.ticker_day_sha256))) unbuilt.push(day);
  }
  return unbuilt;
}

/** A kill between the move and the note leaves a complete file that the manifest does not list; the next run replaces it. */
async function build({ lake, manifest, duck }: WriterServices, day: Publication): Promise<void> {
  const { trade_date, revision, trades_rows } = day;
  const staging = await lake.stage(trade_date, revision);
  try {
    const staged = await duck.run(trades_rows, (connection) =>
      buildTickerDay(connection, lake.files(day), staging),
    );
    const ticker_day_sha256 = await sha256OfFile(staged);
    const rebuilt = { ...day, ticker_day_sha256 };
    await lake.addTickerDay(rebuilt);
    await manifest.noteTickerDay({ trade_date, revision }, ticker_day_sha256);
    await lake.nameFiles(rebuilt, ['ticker_day']);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
