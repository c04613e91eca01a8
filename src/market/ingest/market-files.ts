import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolders } from '../../core/folders.ts';
import type { Manifest, MarketFiles, Publication } from '../../ledger/manifest.ts';
import { sha256OfFile } from '../lake/durable.ts';
import { Lake } from '../lake/lake.ts';
import {
  buildMarketFiles,
  differentMarketFiles,
  type MarketMonthSource,
} from '../serving/build-market-files.ts';
import { MARKET_TABLES, type MarketTable, marketFileName, marketFilesName } from '../serving/market-files.ts';
import { byMonth, deleteOthers, isAsBuilt, replaceServingFile } from './serving-folder.ts';

interface MarketServices {
  readonly folders: DataFolders;
  readonly manifest: Manifest;
  readonly threads: number;
}

/** What the market files of a month are built from. */
interface Month {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly name: string;
  readonly days: readonly Publication[];
}

/**
 * Rebuilds the market files of each month whose files are missing, damaged or older than the lake. The caller must
 * hold the writer lock.
 * @param by whether to check only the names of the files, or every byte
 * @returns the months that were rebuilt
 * @throws AlirError `lake_damaged` if a file of the lake differs from the published one; the other months are rebuilt first
 */
export async function bringMarketFilesUpToDate(
  services: MarketServices,
  by: 'names' | 'contents',
): Promise<string[]> {
  const rebuilt: string[] = [];
  const failures: unknown[] = [];
  await mkdir(services.folders.market_files, { recursive: true });
  for (const month of await monthsOf(services.manifest)) {
    const inForce = (await services.manifest.marketFiles()).find(({ name }) => name === month.name);
    if (inForce && (await areAsBuilt(services, inForce, by))) continue;
    try {
      await rebuild(services, month);
      rebuilt.push(month.month);
    } catch (error) {
      failures.push(error);
    }
  }
  const inForce = (await marketFilesInForce(services.manifest)).map(({ file_name }) => file_name);
  await deleteOthers(services.folders.market_files, new Set(inForce));
  if (failures.length > 0) throw failures[0];
  return rebuilt;
}

/**
 * Rebuilds the market files of a month if this file is one of them. The caller must hold the writer lock.
 * @returns false if the file is not in use
 */
export async function replaceDamagedMarketFile(
  services: MarketServices,
  { file_name, build }: { readonly file_name: string; readonly build: number },
): Promise<boolean> {
  const inForce = (await services.manifest.marketFiles()).find(
    (files) => files.build === build && namesOf(files).includes(file_name),
  );
  const month = (await monthsOf(services.manifest)).find((each) => each.month === inForce?.month);
  if (!month) return false;
  await rebuild(services, month);
  return true;
}

/** Compares the market files of each published month with the lake. @returns the months that differ, and the paths of their files */
export async function findDifferentMarketMonths(
  services: MarketServices,
  options: { readonly skip: ReadonlySet<string> },
): Promise<{ month: string; path: string }[]> {
  const { folders, manifest } = services;
  const different: { month: string; path: string }[] = [];
  for (const month of await monthsOf(manifest)) {
    if (options.skip.has(month.month)) continue;
    const paths = pathsIn(folders.market_files, month.name);
    const staging = join(folders.staging, `verify-market-${month.month}`);
    await mkdir(staging, { recursive: true });
    for (const table of await differentMarketFiles(
      paths,
      sourceOf(services, month, folders.market_files, staging),
    )) {
      different.push({ month: month.month, path: paths[table] });
    }
  }
  return different;
}

/** The files of all months. */
export async function marketFilesInForce(
  manifest: Manifest,
): Promise<{ file_name: string; build: number }[]> {
  return (await manifest.marketFiles()).flatMap((files) =>
    namesOf(files).map((file_name) => ({ file_name, build: files.build })),
  );
}

/** A market file that is in force. */
export interface BuiltMarketFile {
  readonly month: string;
  readonly path: string;
  readonly file_name: string;
  readonly build: number;
  readonly sha256: string;
}

/** The files of months. @param folder of the market files */
export function builtMarketFiles(folder: string, months: readonly MarketFiles[]): BuiltMarketFile[] {
  return months.flatMap((files) =>
    MARKET_TABLES.map((table) => {
      const file_name = marketFileName(files.name, table);
      const { month, build } = files;
      return { month, build, file_name, path: join(folder, file_name), sha256: files[`${table}_sha256`] };
    }),
  );
}

function namesOf({ name }: { readonly name: string }): string[] {
  return MARKET_TABLES.map((table) => marketFileName(name, table));
}

function pathsIn(folder: string, name: string): Readonly<Record<MarketTable, string>> {
  const path = (table: MarketTable) => join(folder, marketFileName(name, table));
  return {
    broker_rows: path('broker_rows'),
    broker_sums: path('broker_sums'),
    ticker_rows: path('ticker_rows'),
  };
}

/** The published months, in order. */
async function monthsOf(manifest: Manifest): Promise<Month[]> {
  const months = byMonth(await manifest.allPublications());
  return [...months].map(([month, days]) => ({ month, days, name: marketFilesName(month, days) }));
}

async function areAsBuilt(
  { folders, manifest }: MarketServices,
  files: MarketFiles,
  by: 'names' | 'contents',
): Promise<boolean> {
  const paths = pathsIn(folders.market_files, files.name);
  for (const table of MARKET_TABLES) {
    if (!(await isAsBuilt(paths[table], files[`${table}_sha256`], by))) return false;
  }
  if (by === 'contents') for (const name of namesOf(files)) await manifest.resolveServingDamage(name);
  return true;
}

async function rebuild(services: MarketServices, month: Month): Promise<void> {
  const { folders, manifest } = services;
  const staging = join(folders.staging, `market-${month.month}`);
  await mkdir(staging, { recursive: true });
  await new Lake(folders).requireIntact(month.days, ['broker_day', 'ticker_day']);
  const staged = pathsIn(staging, month.name);
  await buildMarketFiles(staged, sourceOf(services, month, staging, staging));
  const paths = pathsIn(folders.market_files, month.name);
  const sha256 = {
    broker_rows_sha256: await sha256OfFile(staged.broker_rows),
    broker_sums_sha256: await sha256OfFile(staged.broker_sums),
    ticker_rows_sha256: await sha256OfFile(staged.ticker_rows),
  };
  for (const table of MARKET_TABLES) await replaceServingFile(staged[table], paths[table]);
  await rm(staging, { recursive: true, force: true });
  const days = month.days.map((day) => day.trade_date);
  await manifest.switchMarketFiles({ month: month.month, name: month.name, days, ...sha256 }, namesOf(month));
}

function sourceOf(
  { folders, threads }: MarketServices,
  { days }: Month,
  folder: string,
  staging: string,
): MarketMonthSource {
  const lake = new Lake(folders);
  return {
    broker_day_files: days.map((day) => lake.file('broker_day', day.trade_date)),
    ticker_day_files: days.map((day) => lake.file('ticker_day', day.trade_date)),
    lake: lake.folder,
    folder,
    staging,
    threads,
  };
}
