import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFile, replaceFile } from '../../lake/durable.ts';

/**
 * Whether a path is a regular file, and has these bytes. An unreadable file has not.
 * @param by whether to check only that the file is there, or every byte
 */
export async function isAsBuilt(path: string, sha256: string, by: 'names' | 'contents'): Promise<boolean> {
  if (!(await isRegularFile(path))) return false;
  return by === 'names' || isFile(path, sha256).catch(() => false);
}

/** Moves a flushed file to a path of the serving folder, also if a folder is there. */
export async function replaceServingFile(from: string, to: string): Promise<void> {
  // A file cannot be moved over a folder.
  if (!(await isRegularFile(to))) await rm(to, { recursive: true, force: true });
  await replaceFile(from, to);
}

export async function deleteOthers(folder: string, names: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!names.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function isRegularFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
