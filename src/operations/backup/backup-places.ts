import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AlirError } from '../../core/errors.ts';
import { type DataFolders, isWithin } from '../../core/folders.ts';

/** @throws AlirError `unusable_folder` for a backup in the data folder, or in a folder that is linked into it */
export async function refuseInside(backup: string, folders: DataFolders): Promise<void> {
  const { root, lake, delta, serving, staging, inbox, official, downloads } = folders;
  const place = await realPath(backup);
  for (const own of [root, lake, delta, serving, staging, inbox, official, downloads]) {
    if (!isWithin(place, await realPath(own))) continue;
    throw new AlirError(
      'unusable_folder',
      `A backup cannot be inside ${own}: both would be lost together. Use a folder on another disk.`,
    );
  }
}

/** @throws AlirError `unusable_folder` for a data folder in the folder of the backup */
export async function refuseAround(backup: string, { root }: DataFolders): Promise<void> {
  if (isWithin(await realPath(root), await realPath(backup))) {
    throw new AlirError(
      'unusable_folder',
      `The data folder ${root} is inside ${backup}. Use another folder.`,
    );
  }
}

/** The real path, with links resolved; its last parts need not exist. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || dirname(path) === path) throw error;
    return join(await realPath(dirname(path)), basename(path));
  }
}

/** The names in a folder; empty if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
