import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Flushes a file, or the entries of a folder, to the disk. */
export async function fsync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Moves a flushed file to `to` atomically. After it returns, the move survives a power loss. After a crash before that, `to` is
 * either the old file or the new one.
 */
export async function replaceFile(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  await rename(from, to);
  await fsync(dirname(to));
}

/**
 * Gives a flushed file a second name, atomically, and replaces the file that has it. A file system without hard links gets a copy.
 * @param through a path on the same file system, for the link before it has its name
 */
export async function linkFile(from: string, to: string, through: string): Promise<void> {
  if (await isSameFile(from, to)) return;
  await mkdir(dirname(through), { recursive: true });
  await rm(through, { force: true });
  try {
    await link(from, through);
  } catch {
    await copyFile(from, through, constants.COPYFILE_FICLONE);
    await fsync(through);
  }
  await replaceFile(through, to);
}

export async function isSameFile(path: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([path, other].map((each) => stat(each).catch(() => undefined)));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/**
 * Copies a file, replaces an existing one, and flushes the copy and its folders. The files share blocks if the file system can.
 * @returns whether the copy, read back, has this SHA-256; false also if there is no file to copy
 */
export async function copyFileDurably(from: string, to: string, sha256: string): Promise<boolean> {
  try {
    await makeFolder(dirname(to));
    await rm(to, { force: true });
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await fsync(to);
    await fsync(dirname(to));
    return (await sha256OfFile(to)) === sha256;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Creates a folder and its parents, and flushes each parent that gained an entry. */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  const first = await mkdir(folder, { recursive: true, ...(mode === undefined ? {} : { mode }) });
  if (first === undefined) return;
  for (let path = folder; path !== dirname(first); path = dirname(path)) await fsync(dirname(path));
}

const CHUNK_BYTES = 1024 * 1024;

/** The SHA-256 of a file, as hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // An update hashes many small files. A megabyte for each would start the garbage collector every few files.
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/** Whether the path is a file with this SHA-256. False for another file, a folder, a broken link or a missing path. */
export async function isFile(path: string, sha256: string): Promise<boolean> {
  try {
    return (await sha256OfFile(path)) === sha256;
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ELOOP'].includes(String((error as NodeJS.ErrnoException).code))) return false;
    throw error;
  }
}

/**
 * Identifies the state of a file without reading it: writing to the file, replacing it or changing its attributes changes its identity.
 * Undefined for anything but a regular file.
 */
export function identityOf(stats: BigIntStats): string | undefined {
  if (!stats.isFile()) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
