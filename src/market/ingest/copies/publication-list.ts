import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AlirError } from '../../../core/errors.ts';
import { LAKE_TABLES } from '../../../core/folders.ts';
import type { ListedCheck, ListedPublication } from '../../../core/market/publication-list.ts';
import type { Publication } from '../../../ledger/manifest.ts';
import { replaceFile } from '../../lake/durable.ts';
import { type Lake, listedFiles } from '../../lake/lake.ts';
import { FileDamaged, VerifiedFiles } from '../../serving/verified-files.ts';
import type { IngestServices } from '../services.ts';
import { FolderCopy, LIST_NAME, type ListStart, type Lists, listsIn, withDigest } from './copy-source.ts';

type Published = Pick<IngestServices, 'folders' | 'lake' | 'manifest'>;

/**
 * Writes the publications that answers have, with the times since when, and the comparisons beside the Delta tables, for copies. The caller
 * must hold the writer lock.
 * @param which `changed`: only if the ledger has changed since the list was written
 */
export async function writeList(
  { folders, lake, manifest }: Published,
  which: 'changed' | 'all' = 'changed',
): Promise<void> {
  const path = join(folders.delta, LIST_NAME);
  const state = JSON.stringify(await manifest.read.get('list_state'));
  const start = `{"state":${state},`;
  if (which === 'changed' && (await startOf(path, start.length)) === start) return;
  const sizes = which === 'changed' ? await sizesIn(path) : new Map<string, number>();
  const history = await manifest.history();
  const unserved = history.findIndex((each) => each.served_at === null || each.market_served_at === null);
  const served = unserved === -1 ? history : history.slice(0, unserved);
  const checks = (await manifest.read.all('official_checks_from', { check_id: 1 })).map(
    (check): ListedCheck => {
      return { ...check, source: basename(check.source) };
    },
  );
  const lists = {
    publications: await Promise.all(served.map((publication) => listed(lake, publication, sizes))),
    checks,
  };
  const staged = join(folders.staging, LIST_NAME);
  await writeFile(staged, `${start}${JSON.stringify(withDigest(lists)).slice(1)}\n`, { flush: true });
  await replaceFile(staged, path);
}

async function startOf(path: string, length: number): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The sizes of the files in a list, by their SHA-256: a file never changes. */
async function sizesIn(path: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const lists = await readFile(path, 'utf8')
    .then(listsIn)
    .catch(() => undefined);
  for (const publication of (lists?.publications ?? []) as ListedPublication[]) {
    for (const table of LAKE_TABLES) {
      const bytes = publication[`${table}_bytes`];
      if (bytes) sizes.set(publication[`${table}_sha256`], bytes);
    }
  }
  return sizes;
}

async function listed(
  lake: Lake,
  publication: Publication,
  sizes: ReadonlyMap<string, number>,
): Promise<ListedPublication> {
  const bytes = listedFiles(publication).map(async ({ table, sha256 }) => {
    const size =
      sizes.get(sha256) ?? (await stat(lake.file(table, publication)).catch(() => undefined))?.size;
    return [`${table}_bytes`, (publication.deleted_at === null && size) || null];
  });
  const { state, replaced_at, ingested_by, measured_at, ...content } = publication;
  return { ...content, ...Object.fromEntries(await Promise.all(bytes)) };
}

/** The lists from these numbers on, a page of each. */
export function listOf({ folders }: Published): (from: ListStart, limit: number) => Promise<Lists> {
  const copy = new FolderCopy(folders.root);
  return async ({ publication, check }, limit) => {
    const { publications, checks } = await copy.list().catch((error) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return { publications: [], checks: [] };
    });
    return {
      publications: publications.slice(publication - 1, publication - 1 + limit),
      checks: checks.slice(check - 1, check - 1 + limit),
    };
  };
}

/** Finds the intact files of publications by their SHA-256, for readers that cannot check them before they use them. */
export function intactFiles({
  lake,
  manifest,
}: Published): (sha256: string) => Promise<{ readonly path: string; readonly bytes: number } | undefined> {
  const verified = new VerifiedFiles();
  return async (sha256) => {
    const publication = await manifest.read.get('publication_with_file', { sha256 });
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
