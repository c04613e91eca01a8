import { DAY_MS, epochDay, JAKARTA_OFFSET_MS } from '../../core/dates.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { IngestServices } from '../../market/ingest/services.ts';
import { bytesOfReplaced } from '../status.ts';
import { daysUntilFull, growthPerDay } from './disk-growth.ts';
import { daySizes, diskOf } from './doctor-facts.ts';
import { lastBackup, lastUpdate } from './last-runs.ts';

/**
 * The figures of `alir doctor` that change while a server runs. Times are in seconds since 1970, 0 for an event that never happened. A figure
 * that is unknown or does not apply is NaN.
 */
export interface Figures {
  readonly published_days: number;
  /** The start of the newest published day in Jakarta. */
  readonly newest_day_s: number;
  readonly differing_days: number;
  readonly damaged_serving_files: number;
  readonly orders_waiting: number;
  readonly disk_free_bytes: number;
  readonly disk_size_bytes: number;
  readonly disk_until_full_days: number;
  /** Of the revisions that were replaced and are kept. */
  readonly replaced_bytes: number;
  readonly last_backup_s: number;
  /** The end of the last complete update. */
  readonly last_update_s: number;
  /** 1 if the last update that ended was complete, 0 if it failed; NaN before the first one ended. */
  readonly last_update_success: number;
}

interface FigureServices extends Pick<IngestServices, 'folders' | 'manifest'> {
  readonly ledger: Ledger;
}

/** Reads only the ledger, the records and the sizes of some files. It does not throw: a figure that cannot be read does not hide the others. */
export async function figuresOf({ folders, ledger, manifest }: FigureServices): Promise<Figures> {
  const [days, checks, damages, orders, disk, sizes, replaced, backup, update] = await Promise.all([
    knownOr(undefined, manifest.allPublishedDays()),
    knownOr(undefined, manifest.officialChecks()),
    knownOr(undefined, manifest.servingDamages()),
    knownOr(undefined, ledger.all('orders_to_decide')),
    knownOr(undefined, diskOf(folders.root)),
    knownOr([], daySizes(folders, manifest)),
    knownOr(undefined, bytesOfReplaced(folders, manifest)),
    knownOr(undefined, lastBackup(folders)),
    knownOr(undefined, lastUpdate(folders)),
  ]);
  const newest = days?.at(-1);
  const until_full = disk && daysUntilFull(disk.free_bytes, growthPerDay(sizes));
  const newest_ms = newest === undefined ? 0 : epochDay(newest) * DAY_MS - JAKARTA_OFFSET_MS;
  return {
    published_days: days?.length ?? Number.NaN,
    newest_day_s: days ? newest_ms / 1000 : Number.NaN,
    differing_days: checks?.filter(({ differences }) => differences > 0).length ?? Number.NaN,
    damaged_serving_files: damages?.filter(({ rebuilt_at }) => rebuilt_at === null).length ?? Number.NaN,
    orders_waiting: orders?.length ?? Number.NaN,
    disk_free_bytes: disk?.free_bytes ?? Number.NaN,
    disk_size_bytes: disk?.size_bytes ?? Number.NaN,
    disk_until_full_days: until_full ?? Number.NaN,
    replaced_bytes: replaced ?? Number.NaN,
    // Alir does not back up a ledger on a database server.
    last_backup_s: ledger.sharesUsage ? Number.NaN : secondsOf(backup?.ended_at),
    last_update_s: secondsOf(update?.completed_at),
    last_update_success: successOf(update?.was_complete),
  };
}

function knownOr<Value, Other>(other: Other, value: Promise<Value>): Promise<Value | Other> {
  return value.catch(() => other);
}

function secondsOf(time: string | null | undefined): number {
  return time ? Date.parse(time) / 1000 : 0;
}

function successOf(was_complete: boolean | null | undefined): number {
  return was_complete === null || was_complete === undefined ? Number.NaN : Number(was_complete);
}
