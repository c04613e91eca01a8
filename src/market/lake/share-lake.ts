import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER_MODE = 0o750;
const FILE_MODE = 0o640;

/** Lets the group of the lake read every file of it. What has the right permissions already is not touched. */
export async function shareLake(lake: string): Promise<void> {
  const entries = await readdir(lake, { recursive: true, withFileTypes: true });
  await setMode(lake, FOLDER_MODE);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await setMode(path, FOLDER_MODE);
    else if (entry.isFile()) await setMode(path, FILE_MODE);
  }
}

async function setMode(path: string, mode: number): Promise<void> {
  if (((await stat(path)).mode & 0o777) !== mode) await chmod(path, mode);
}
