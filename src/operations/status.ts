import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { epochDay, type IsoDate, jakartaDate } from '../core/dates.ts';
import type { DataFolders } from '../core/folders.ts';
import { lastExpectedDay, type TradingCalendar } from '../core/market/calendar.ts';
import { verifiedMarkets } from '../core/market/official-figures.ts';
import type { BrokerCheck, Manifest, OfficialCheck, Revision, ServingDamage } from '../ledger/manifest.ts';
import type { HeldFile, Sources } from '../ledger/source-files.ts';
import { confirmCommand } from '../market/ingest/gate/held.ts';
import { hasCurrentDefinition } from '../market/ingest/measures.ts';
import { listRejected, type RejectedEntry } from '../market/ingest/rejected.ts';
import type { IngestServices } from '../market/ingest/services.ts';
import { Lake } from '../market/lake/lake.ts';

/** The published data, and the problems that need attention. */
export interface Status {
  readonly days: number;
  readonly first_day: IsoDate | null;
  readonly newest_day: IsoDate | null;
  /** Trading days between the first published one and now that are not published. */
  readonly gaps: readonly IsoDate[];
  /** The same as ranges of trading days: no trading day between `from` and `to` is published. */
  readonly gap_ranges: readonly GapRange[];
  readonly last_update: { trade_date: IsoDate; revision: number; published_at: string | null } | null;
  /** Every revision of each day with more than one: who replaced it, and when. */
  readonly corrections: readonly Revision[];
  /** Rejected files that were not dismissed and whose day has not been published since, with their first reason and path. */
  readonly rejected: readonly RejectedEntry[];
  /** Files that the gate holds, each with all reasons and the command that publishes it. */
  readonly held: readonly (Omit<HeldFile, 'kept_at' | 'totals'> & { readonly command: string })[];
  /** Publications that a crash interrupted; the next start or ingest completes them. */
  readonly unfinished: readonly IsoDate[];
  /** Published days whose measures do not have the newest publications yet, with the time of the last one, in order. */
  readonly unmeasured: readonly Unmeasured[];
  /** Whether the measures were computed by the definitions of another version of Alir. */
  readonly has_earlier_measures: boolean;
  /** Serving files that a server found damaged, newest first; one without `rebuilt_at` is not served. */
  readonly damaged: readonly ServingDamage[];
  /** Published days that match the exchange's Stock Summary in all markets. */
  readonly verified_days: number;
  /** Published days of which only the regular market was compared, and matches. */
  readonly regular_verified_days: number;
  /** Comparisons with tables by broker, by what they say of buyer and seller; the first that decides it. */
  readonly broker_tables: BrokerTables;
  readonly differing_days: readonly DifferingDay[];
  /** `lake`: of the published days. `replaced`: of the revisions that were replaced and are kept. */
  readonly bytes: { lake: number; replaced: number; serving: number; ledger: number };
}

interface Unmeasured {
  readonly trade_date: IsoDate;
  readonly published_at: string | null;
}

interface BrokerTables extends Readonly<Record<BrokerCheck['sides'], number>> {
  readonly first: Pick<BrokerCheck, 'trade_date' | 'ticker' | 'sides' | 'source'> | null;
}

interface DifferingDay
  extends Pick<
    OfficialCheck,
    'trade_date' | 'revision' | 'source' | 'checked_at' | 'tickers' | 'differing_tickers' | 'differences'
  > {
  readonly patterns: readonly string[];
}

export interface GapRange {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly trading_days: number;
}

export async function statusOf({
  manifest,
  sources,
  calendar,
  clock,
  folders,
}: IngestServices): Promise<Status> {
  const days = await manifest.allPublishedDays();
  const gaps = gapsOf(days, calendar, clock.now());
  const checks = await manifest.officialChecks();
  const differing_days = checks.filter(({ differences }) => differences > 0);
  const matching = checks
    .filter(({ differences }) => differences === 0)
    .map(({ compared }) => verifiedMarkets({ verified: 1, compared }).length);
  return {
    days: days.length,
    first_day: days[0] ?? null,
    newest_day: days.at(-1) ?? null,
    gaps,
    gap_ranges: gapRanges(gaps, calendar),
    last_update: (await manifest.read.get('last_publication')) ?? null,
    corrections: await manifest.read.all('corrected_days'),
    rejected: await listRejected({ folders, sources }),
    held: (await sources.held()).map(({ kept_at, totals, ...file }) => ({
      ...file,
      command: confirmCommand(kept_at ?? file.source, file.trade_date),
    })),
    unfinished: (await manifest.intended()).map((intent) => intent.trade_date),
    unmeasured: await unmeasuredDays(manifest),
    has_earlier_measures: !(await hasCurrentDefinition(manifest)),
    damaged: await manifest.servingDamages(),
    verified_days: matching.filter((markets) => markets === 2).length,
    regular_verified_days: matching.filter((markets) => markets === 1).length,
    broker_tables: brokerTables(await manifest.read.all('broker_checks')),
    differing_days: differing_days.map(({ check_id, official_sha256, patterns, compared, ...day }) => ({
      ...day,
      patterns: patterns.split(',').filter(Boolean),
    })),
    bytes: await sizesOf(folders, manifest),
  };
}

async function unmeasuredDays(manifest: Manifest): Promise<Unmeasured[]> {
  const measured = await manifest.measuredPublications();
  if (measured === (await manifest.publications())) return [];
  const unmeasured = (await manifest.history()).slice(measured);
  return [...new Map(unmeasured.map(({ trade_date, published_at }) => [trade_date, published_at]))]
    .map(([trade_date, published_at]) => ({ trade_date, published_at }))
    .toSorted(byDay);
}

function byDay(a: Unmeasured, b: Unmeasured): number {
  return a.trade_date < b.trade_date ? -1 : 1;
}

function brokerTables(checks: readonly BrokerCheck[]): BrokerTables {
  const count = (name: BrokerCheck['sides']) => checks.filter(({ sides }) => sides === name).length;
  const first = checks.find(({ sides }) => sides === 'equal' || sides === 'exchanged');
  return {
    equal: count('equal'),
    exchanged: count('exchanged'),
    different: count('different'),
    undecided: count('undecided'),
    first: first
      ? { trade_date: first.trade_date, ticker: first.ticker, sides: first.sides, source: first.source }
      : null,
  };
}

export interface Freshness {
  readonly newest_day: IsoDate | null;
  readonly newest_day_age_days: number | null;
  /** True when a trading day after the newest published one is due. False while nothing is published. */
  readonly stale: boolean;
  readonly gaps: number;
  readonly rejected_files: number;
}

/** Status for frequent requests: reads only the ledger, no files. */
export async function freshness(
  manifest: Manifest,
  sources: Sources,
  calendar: TradingCalendar,
  now: Date,
): Promise<Freshness> {
  const days = await manifest.allPublishedDays();
  const newest_day = days.at(-1) ?? null;
  return {
    newest_day,
    newest_day_age_days: newest_day === null ? null : epochDay(jakartaDate(now)) - epochDay(newest_day),
    stale: isStale(newest_day, calendar, now),
    gaps: gapsOf(days, calendar, now).length,
    rejected_files: (await sources.rejected()).length,
  };
}

function gapsOf(days: readonly IsoDate[], calendar: TradingCalendar, now: Date): IsoDate[] {
  const [first] = days;
  if (first === undefined) return [];
  const published = new Set(days);
  return calendar.tradingDays(first, lastExpectedDay(now)).filter((day) => !published.has(day));
}

/** Joins missing days into ranges, if no other trading day is between them. */
export function gapRanges(gaps: readonly IsoDate[], calendar: TradingCalendar): GapRange[] {
  const ranges: GapRange[] = [];
  for (const day of gaps) {
    const last = ranges.at(-1);
    if (last && calendar.tradingDays(last.to, day).length === 2) {
      ranges[ranges.length - 1] = { from: last.from, to: day, trading_days: last.trading_days + 1 };
    } else ranges.push({ from: day, to: day, trading_days: 1 });
  }
  return ranges;
}

/** Whether the calendar expects a newer day than the newest published one. */
export function isStale(newest_day: IsoDate | null, calendar: TradingCalendar, now: Date): boolean {
  if (newest_day === null) return false;
  return calendar.tradingDays(newest_day, lastExpectedDay(now)).some((day) => day > newest_day);
}

async function sizesOf(folders: DataFolders, manifest: Manifest): Promise<Status['bytes']> {
  return {
    lake: await bytesIn(folders.lake),
    replaced: await bytesOfReplaced(folders, manifest),
    serving: await bytesIn(folders.serving),
    ledger: await bytesOf(folders.ledgerFile),
  };
}

export async function bytesOfReplaced(folders: DataFolders, manifest: Manifest): Promise<number> {
  const published = await manifest.allPublications();
  const measures = [...(await manifest.measureFilesInForce()).values()];
  return bytesOfAll(await new Lake(folders).unlisted(published, measures));
}

/** The size of all files in a folder; 0 if it does not exist. */
export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return bytesOfAll(files.map((file) => join(file.parentPath, file.name)));
}

export async function bytesOfAll(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(bytesOf));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** The size of a file; 0 if it does not exist, such as while it is replaced. */
export async function bytesOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
