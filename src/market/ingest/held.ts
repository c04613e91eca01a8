import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { dateOfFileName } from '../../core/daily-file.ts';
import type { IsoDate } from '../../core/dates.ts';
import { type DataFolders, isWithin } from '../../core/folders.ts';

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

/** Quotes a path for a shell command that a person copies. */
export function quotedForShell(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
