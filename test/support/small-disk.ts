import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterThisTest } from './alir.ts';

/** Mounts a small file system on a folder until the end of the test. @returns false if mounting fails, such as without permission */
export function mountSmallDisk(folder: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return false;
  }
  afterThisTest(async () => void execFileSync('umount', ['-l', folder]));
  return true;
}

/** Fills the disk of a folder except for `bytes_left` bytes. @returns a function that frees the space */
export async function fillDisk(folder: string, bytes_left: number): Promise<() => Promise<void>> {
  const filler = join(folder, 'filler');
  const { bavail, bsize } = await statfs(folder);
  const filled = writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes_left)));
  // A server that wrote meanwhile took the last of the space.
  await filled.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
  });
  return () => rm(filler);
}
