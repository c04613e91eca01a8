import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AlirError } from '../../core/errors.ts';
import { type DataFolders, LAKE_TABLES, lakeFile, stagedFile, stagingFolder } from '../../core/folders.ts';
import type { DayContent, Manifest, Publication } from '../../ledger/manifest.ts';
import { fsync, isFile, replaceFile } from '../lake/durable.ts';

interface Lake {
  readonly folders: DataFolders;
  readonly manifest: Manifest;
}

/**
 * Moves a staged day into the lake. The manifest knows of it before the first file moves, so that wherever this ends, repairLake
 * can carry it to its end.
 */
export async function publishStaged(lake: Lake, content: DayContent, revision: number): Promise<void> {
  const staging = stagingFolder(lake.folders, content.trade_date, revision);
  for (const table of LAKE_TABLES) await fsync(stagedFile(staging, table));
  await fsync(staging);
  await fsync(dirname(staging));
  lake.manifest.intend(content, revision);
  for (const table of LAKE_TABLES) {
    await replaceFile(stagedFile(staging, table), lakeFile(lake.folders, table, content.trade_date));
  }
  lake.manifest.publish(content.trade_date, revision);
}

/**
 * Ends what a crash left half-way: a day whose staged files are whole is carried into the lake, one whose are lost before any moved is
 * given up, and staging is emptied. The caller holds the writer lock.
 * @throws AlirError `lake_damaged` when files of the lake itself are lost
 */
export async function repairLake(lake: Lake): Promise<void> {
  for (const intent of lake.manifest.intended()) await settle(lake, intent);
  for (const name of await readdir(lake.folders.staging)) {
    await rm(join(lake.folders.staging, name), { recursive: true, force: true });
  }
}

async function settle({ folders, manifest }: Lake, intent: Publication): Promise<void> {
  const { trade_date, revision } = intent;
  const staging = stagingFolder(folders, trade_date, revision);
  const states = await Promise.all(
    LAKE_TABLES.map(async (table) => {
      const staged = stagedFile(staging, table);
      const place = lakeFile(folders, table, trade_date);
      const sha256 = intent[`${table}_sha256`];
      return { staged, place, isStaged: await isFile(staged, sha256), isMoved: await isFile(place, sha256) };
    }),
  );
  if (states.every(({ isStaged, isMoved }) => isStaged || isMoved)) {
    for (const { staged, place, isMoved } of states) if (!isMoved) await replaceFile(staged, place);
    manifest.publish(trade_date, revision);
  } else if (states.every(({ isMoved }) => !isMoved)) {
    manifest.abandon(trade_date, revision);
  } else {
    throw new AlirError(
      'lake_damaged',
      `The two lake files of ${trade_date} belong to different revisions, and the staged files are lost. Delete the folders trade_date=${trade_date} in ${folders.lake}/trades and ${folders.lake}/broker_day, then ingest the day's file again.`,
    );
  }
}
