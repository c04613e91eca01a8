import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { IsoDate } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import { type DataFolders, isWithin } from '../../../core/folders.ts';
import { dateOfFileName } from '../../../core/market/daily-file.ts';
import type { HeldFile, Sources } from '../../../ledger/source-files.ts';

/** The command that publishes a file that the gate holds. */
export function confirmCommand(path: string, trade_date: IsoDate | null): string {
  const needsDate = trade_date !== null && dateOfFileName(basename(path)) !== trade_date;
  return `alir ingest --confirm ${quotedForShell(path)}${needsDate ? ` --date ${trade_date}` : ''}`;
}

/** Moves a held download to the folder where it stays until it is published or replaced. @returns the new path */
export async function keepDownload(folders: DataFolders, path: string): Promise<string> {
  await mkdir(folders.held, { recursive: true });
  const kept_at = join(folders.held, basename(path));
  await rename(path, kept_at).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(path, kept_at);
  });
  return kept_at;
}

/** Deletes the copies of held downloads among these published files. */
export async function removeKept(
  folders: DataFolders,
  paths: readonly (string | null | undefined)[],
): Promise<void> {
  for (const path of paths) {
    if (path && isWithin(resolve(path), resolve(folders.held))) await rm(path, { force: true });
  }
}

export function quotedForShell(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Stops reporting held files, without publishing them. Deletes nothing. A file with other content is checked and reported again.
 * @param names each a path or URL as `alir held list` shows it, the name of a file, or a trade date
 * @throws AlirError `unknown_file` for a name that matches none; nothing is dismissed then
 */
export async function dismissHeld(sources: Sources, names: readonly string[]): Promise<HeldFile[]> {
  return dismissListed('held', sources, await sources.held(), names, ({ source, kept_at, trade_date }) => [
    source,
    kept_at,
    basename(kept_at ?? source),
    trade_date,
  ]);
}

/** @param namesOf what a file may be called @throws AlirError `unknown_file` */
export async function dismissListed<File extends { readonly source: string }>(
  kind: 'held' | 'rejected',
  sources: Sources,
  files: readonly File[],
  names: readonly string[],
  namesOf: (file: File) => readonly (string | null)[],
): Promise<File[]> {
  const chosen = new Set<File>();
  for (const name of names) {
    const found = files.filter((file) => [name, resolve(name)].some((each) => namesOf(file).includes(each)));
    if (found.length === 0) {
      throw new AlirError(
        'unknown_file',
        `Nothing was dismissed: there is no ${kind} file with the name ${name}. To see the names, run: alir ${kind} list`,
      );
    }
    for (const file of found) chosen.add(file);
  }
  for (const { source } of chosen) await sources.dismiss(source);
  return [...chosen];
}
