import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import type { IngestResult } from '../../market/ingest/ingest.ts';
import { ingestFiles } from '../../market/ingest/lake-writer.ts';
import type { IngestServices } from '../../market/ingest/services.ts';
import type { Incoming } from '../../market/ingest/sources/source.ts';
import type { Market } from './market.ts';
import { DELIVERIES } from './stories.ts';
import { shortenDailyFile, writeDailyFile } from './write-daily-file.ts';

/**
 * Publishes the days of the made-up market that are not published yet, and delivers the files that have a problem.
 * @param days the trading days of the market, in order
 * @param onStart called with the number of days, if there are any
 * @returns the result of each file
 */
export async function publishDemoDays(
  services: IngestServices,
  { market, days }: { readonly market: Market; readonly days: readonly IsoDate[] },
  onStart: (days: number) => void = () => {},
): Promise<IngestResult[]> {
  const { folders, manifest } = services;
  const published = new Set(await manifest.allPublishedDays());
  // A rejected file is dismissed or published by the operator, not by the next start.
  const isDelivered = (day: IsoDate) => published.has(day) || (published.size > 0 && day === MISSING);
  const missing = days.filter((day) => !isDelivered(day));
  if (missing.length === 0) return [];
  onStart(missing.length);
  await mkdir(folders.inbox, { recursive: true });
  const files: Incoming[] = [];
  for (const day of missing) {
    const deliveries = await deliveriesOf(market, day, folders.inbox);
    const arrived_at = new Date(`${day}T19:00:00+07:00`);
    for (const { path } of deliveries) await utimes(path, arrived_at, arrived_at);
    files.push(...deliveries);
  }
  return await ingestFiles(services, files);
}

const MISSING: IsoDate = DELIVERIES.missing.day;

/** The files of a day, in the order in which they are delivered. */
async function deliveriesOf(market: Market, day: IsoDate, inbox: string): Promise<Incoming[]> {
  const { missing, corrected, held } = DELIVERIES;
  const path = await writeDailyFile(market, day, inbox);
  const whole: Incoming = { path, command: 'demo', confirmed: true };
  if (day === missing.day) await shortenDailyFile(path, missing.part, 'torn');
  if (day === corrected.day) {
    const first = await shortened(market, day, join(inbox, 'first'), corrected.part);
    return [{ path: first, command: 'demo', confirmed: true }, whole];
  }
  if (day === held.day) {
    const later = await shortened(market, day, join(inbox, 'later'), held.part);
    return [whole, { path: later, command: 'update' }];
  }
  return [whole];
}

async function shortened(market: Market, day: IsoDate, folder: string, part: number): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = await writeDailyFile(market, day, folder);
  await shortenDailyFile(path, part, 'whole');
  return path;
}
