import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TradingCalendar } from '../core/calendar.ts';
import { dateOfEpochDay, epochDay, type IsoDate, jakartaDate } from '../core/dates.ts';
import type { DataFolders } from '../core/folders.ts';
import type { Manifest, Revision } from '../ledger/manifest.ts';
import type { Sources } from '../ledger/sources.ts';
import type { IngestServices } from './ingest.ts';

/** A trading day's data comes at 12:00 GMT; it is missed from here on, in hours GMT. */
const MISSED_FROM_HOUR = 14;

/** What is published, and what is not as it should be. */
export interface Status {
  readonly days: number;
  readonly first_day: IsoDate | null;
  readonly newest_day: IsoDate | null;
  /** Trading days between the first published one and now that are not published. */
  readonly gaps: readonly IsoDate[];
  readonly last_update: { trade_date: IsoDate; revision: number; published_at: string | null } | null;
  /** Every revision of each day that has more than one: who replaced what, and when. */
  readonly corrections: readonly Revision[];
  /** Files whose day no other file has brought since, with their first reason. */
  readonly rejected: ReturnType<Sources['rejected']>;
  /** Publications that a crash left half-way; the next start or ingest ends them. */
  readonly unfinished: readonly IsoDate[];
  readonly bytes: { lake: number; serving: number; ledger: number };
}

export async function statusOf({
  manifest,
  sources,
  calendar,
  clock,
  folders,
}: IngestServices): Promise<Status> {
  const days = manifest.allPublishedDays();
  return {
    days: days.length,
    first_day: days[0] ?? null,
    newest_day: days.at(-1) ?? null,
    gaps: gapsOf(days, calendar, clock.now()),
    last_update: manifest.lastPublication() ?? null,
    corrections: manifest.correctedDays(),
    rejected: sources.rejected(),
    unfinished: manifest.intended().map((intent) => intent.trade_date),
    bytes: await sizesOf(folders),
  };
}

/** The same for a server that is asked often: no file is looked at. */
export function freshness(
  manifest: Manifest,
  sources: Sources,
  calendar: TradingCalendar,
  now: Date,
): { newest_day: IsoDate | null; newest_day_age_days: number | null; gaps: number; rejected_files: number } {
  const days = manifest.allPublishedDays();
  const newest_day = days.at(-1) ?? null;
  return {
    newest_day,
    newest_day_age_days: newest_day === null ? null : epochDay(jakartaDate(now)) - epochDay(newest_day),
    gaps: gapsOf(days, calendar, now).length,
    rejected_files: sources.rejected().length,
  };
}

function gapsOf(days: readonly IsoDate[], calendar: TradingCalendar, now: Date): IsoDate[] {
  const [first] = days;
  if (first === undefined) return [];
  const published = new Set(days);
  return calendar.tradingDays(first, lastDayThatIsDue(now)).filter((day) => !published.has(day));
}

function lastDayThatIsDue(now: Date): IsoDate {
  const today = epochDay(jakartaDate(now));
  const isDue = now.getUTCHours() >= MISSED_FROM_HOUR && jakartaDate(now) === now.toISOString().slice(0, 10);
  return dateOfEpochDay(isDue ? today : today - 1);
}

async function sizesOf(folders: DataFolders): Promise<Status['bytes']> {
  return {
    lake: await bytesIn(folders.lake),
    serving: await bytesIn(folders.serving),
    ledger: await bytesOf(folders.ledgerFile),
  };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map((file) => bytesOf(join(file.parentPath, file.name))));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** A file that is replaced meanwhile counts as none. */
async function bytesOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
