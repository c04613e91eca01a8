import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AlirError } from '../../core/errors.ts';
import { type DataFolders, isWithin } from '../../core/folders.ts';

/** @throws AlirError `unusable_folder` for a backup in a folder that Alir writes to, or in a parent of the data folder */
export async function refuseOverlap(backup: string, { root, ...folders }: DataFolders): Promise<void> {
  const place = await realPath(backup);
  for (const own of [folders.lake, folders.serving, folders.staging, folders.inbox, folders.downloads]) {
    if (isWithin(place, await realPath(own))) {
      throw new AlirError(
        'unusable_folder',
        `A backup cannot be inside ${own}. Use a folder on another disk.`,
      );
    }
  }
  if (isWithin(await realPath(root), place)) {
    throw new AlirError(
      'unusable_folder',
      `The data folder ${root} is inside ${backup}. Write the backup to another folder.`,
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
