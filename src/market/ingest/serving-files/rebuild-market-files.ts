import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MarketFiles } from '../../../ledger/manifest.ts';
import { sha256OfFile } from '../../lake/durable.ts';
import { MARKET_TABLES, type MarketFile, marketFilesOf, marketPaths } from '../../serving/market-files.ts';
import type { WriterServices } from '../services.ts';
import { buildMarketFiles } from './build-market-files.ts';
import { deleteOthers, isAsBuilt, replaceServingFile } from './serving-folder.ts';
import type { Month } from './serving-months.ts';

/**
 * Rebuilds the market files of each month whose files are missing, damaged or older than the lake. The caller must
 * hold the writer lock.
 * @param by whether to check only the names of the files, or every byte
 * @returns the months that were rebuilt
 * @throws AlirError `lake_damaged` if a file of the lake differs from the published one; the other months are rebuilt first
 */
export async function bringMarketFilesUpToDate(
  services: WriterServices,
  months: readonly Month[],
  by: 'names' | 'contents',
): Promise<string[]> {
  const rebuilt: string[] = [];
  const failures: unknown[] = [];
  await mkdir(services.folders.market_files, { recursive: true });
  for (const month of months) {
    const inForce = (await services.manifest.marketFiles()).find(({ name }) => name === month.market_name);
    if (inForce && (await areAsBuilt(services, inForce, by))) continue;
    try {
      await rebuild(services, month);
      rebuilt.push(month.month);
    } catch (error) {
      failures.push(error);
    }
  }
  const inForce = (await marketFilesInForce(services)).map(({ file_name }) => file_name);
  await deleteOthers(services.folders.market_files, new Set(inForce));
  if (failures.length > 0) throw failures[0];
  return rebuilt;
}

/**
 * Rebuilds the market files of a month if this file is one of them. The caller must hold the writer lock.
 * @returns false if the file is not in use
 */
export async function replaceDamagedMarketFile(
  services: WriterServices,
  months: readonly Month[],
  damaged: { readonly file_name: string; readonly build: number },
): Promise<boolean> {
  const inForce = (await marketFilesInForce(services)).find(
    ({ file_name, build }) => file_name === damaged.file_name && build === damaged.build,
  );
  const month = months.find((each) => each.month === inForce?.month);
  if (!month) return false;
  await rebuild(services, month);
  return true;
}

export async function marketFilesInForce({
  folders,
  manifest,
}: Pick<WriterServices, 'folders' | 'manifest'>): Promise<MarketFile[]> {
  return marketFilesOf(folders.market_files, await manifest.marketFiles());
}

async function areAsBuilt(
  { folders, manifest }: WriterServices,
  files: MarketFiles,
  by: 'names' | 'contents',
): Promise<boolean> {
  const each = marketFilesOf(folders.market_files, [files]);
  for (const { path, sha256 } of each) if (!(await isAsBuilt(path, sha256, by))) return false;
  if (by === 'contents') for (const { file_name } of each) await manifest.resolveServingDamage(file_name);
  return true;
}

async function rebuild(services: WriterServices, month: Month): Promise<void> {
  const { folders, manifest } = services;
  const name = month.market_name;
  const staging = join(folders.staging, `market-${month.month}`);
  await mkdir(staging, { recursive: true });
  await services.lake.requireIntact(month.days, ['broker_day', 'ticker_day'], services.follow_url);
  const staged = marketPaths(staging, name);
  await buildMarketFiles(services, month, staged);
  const sha256 = {
    broker_rows_sha256: await sha256OfFile(staged.broker_rows),
    broker_sums_sha256: await sha256OfFile(staged.broker_sums),
    ticker_rows_sha256: await sha256OfFile(staged.ticker_rows),
  };
  const paths = marketPaths(folders.market_files, name);
  for (const table of MARKET_TABLES) await replaceServingFile(staged[table], paths[table]);
  await rm(staging, { recursive: true, force: true });
  const days = month.days.map((day) => day.trade_date);
  await manifest.switchMarketFiles(
    { month: month.month, name, days, ...sha256 },
    Object.values(paths).map((path) => basename(path)),
  );
}
