import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AlirError } from '../../../core/errors.ts';
import type { DataFolders, LakeTable } from '../../../core/folders.ts';
import type { ListedPublication } from '../../../core/market/publication-list.ts';
import type { Manifest, Publication } from '../../../ledger/manifest.ts';
import { replaceFile } from '../../lake/durable.ts';
import { Lake, listedFiles } from '../../lake/lake.ts';
import { FileDamaged, VerifiedFiles } from '../../serving/verified-files.ts';
import { LIST_NAME } from './copy-source.ts';

interface Published {
  readonly folders: DataFolders;
  readonly manifest: Manifest;
}

/** The publications from a number on, for copies of the lake: those that answers have, with the times since when. */
export async function listPublications(
  { folders, manifest }: Published,
  from: number,
  limit: number,
): Promise<ListedPublication[]> {
  const lake = new Lake(folders);
  const history = (await manifest.knownHistory()).slice(from - 1, from - 1 + limit);
  const unserved = history.findIndex((each) => each.served_at === null || each.market_served_at === null);
  const served = unserved === -1 ? history : history.slice(0, unserved);
  return Promise.all(served.map((publication) => listed(lake, publication)));
}

async function listed(lake: Lake, publication: Publication): Promise<ListedPublication> {
  const bytes = async (table: LakeTable) =>
    (await stat(lake.file(table, publication)).catch(() => undefined))?.size ?? null;
  const { state, replaced_at, ingested_by, number, ...content } = publication;
  const { published_at, served_at, market_served_at } = publication;
  return {
    ...content,
    number: Number(number),
    published_at: String(published_at),
    served_at: String(served_at),
    market_served_at: String(market_served_at),
    trades_bytes: await bytes('trades'),
    broker_day_bytes: await bytes('broker_day'),
    ticker_day_bytes: await bytes('ticker_day'),
  };
}

/** Writes all publications beside the Delta tables, for copies of the folder. The caller must hold the writer lock. */
export async function writeList(services: Published): Promise<void> {
  const { folders } = services;
  const list = join(folders.delta, LIST_NAME);
  const text = `${JSON.stringify(await listPublications(services, 1, Number.MAX_SAFE_INTEGER))}\n`;
  if (text === (await readFile(list, 'utf8').catch(() => ''))) return;
  const staged = join(folders.staging, LIST_NAME);
  await writeFile(staged, text, { flush: true });
  await replaceFile(staged, list);
}

/** Finds the intact files of publications by their SHA-256, for readers that cannot check them before they use them. */
export function intactFiles({
  folders,
  manifest,
}: Published): (sha256: string) => Promise<{ readonly path: string; readonly bytes: number } | undefined> {
  const lake = new Lake(folders);
  const verified = new VerifiedFiles();
  return async (sha256) => {
    const publication = await manifest.withFile(sha256);
    const file = publication && listedFiles(publication).find((each) => each.sha256 === sha256);
    if (!file) return undefined;
    const path = lake.file(file.table, publication);
    try {
      await verified.check({ path, sha256 });
      return { path, bytes: (await stat(path)).size };
    } catch (error) {
      if (!(error instanceof FileDamaged)) throw error;
      const message = 'The file is damaged. Try again later.';
      throw new AlirError('data_unavailable', message, { retry_after_s: 60, cause: error });
    }
  };
}
