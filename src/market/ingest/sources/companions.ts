import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { groupedBy } from '../../../core/grouped-by.ts';
import { cause, type FileCause } from '../../../core/market/file-causes.ts';
import { sha256OfFile } from '../../lake/durable.ts';

/** A companion has at most one line. */
const MAX_BYTES = 4096;

/** The names in a folder, by their lower case. */
export type FolderNames = ReadonlyMap<string, readonly string[]>;

export function byLowerCase(names: Iterable<string>): FolderNames {
  return groupedBy(names, (name) => name.toLowerCase());
}

/**
 * The companions of a daily file among the names in its folder: `DT260119.csv.ok`, `DT260119.csv.sha256`, or the same after the date
 * alone, in upper or lower case. A companion marks the daily file as complete.
 */
export function companionsOf(path: string, names: FolderNames): string[] {
  const name = basename(path).toLowerCase();
  const [date = ''] = name.split('.');
  return [`${name}.ok`, `${name}.sha256`, `${date}.ok`, `${date}.sha256`]
    .flatMap((companion) => names.get(companion) ?? [])
    .map((companion) => join(dirname(path), companion));
}

/**
 * Returns why a companion does not match its daily file, or undefined if it matches. A `.sha256` must contain the SHA-256 of the file
 * as stored, packed or not. An `.ok` may contain the SHA-256, the size in bytes, or nothing; it must not be older than the file.
 */
export async function companionMismatch(path: string, companion: string): Promise<FileCause | undefined> {
  try {
    return await mismatch(path, companion);
  } catch (error) {
    // One bad companion must not block the files of other days.
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return cause('companion_unreadable', basename(companion), code);
  }
}

async function mismatch(path: string, companion: string): Promise<FileCause | undefined> {
  const [file, own] = [await stat(path), await stat(companion)];
  const text = own.size > MAX_BYTES ? '' : (await readFile(companion, 'utf8')).trim();
  const name = basename(companion);
  const [, sha256] = /(?:^|[^0-9a-f])([0-9a-f]{64})(?:$|[^0-9a-f])/i.exec(text) ?? [];
  if (sha256 !== undefined) {
    const isSame = (await sha256OfFile(path)) === sha256.toLowerCase();
    return isSame ? undefined : cause('companion_sha256', name);
  }
  if (name.toLowerCase().endsWith('.sha256')) return cause('companion_without_sha256', name);
  if (/^\d+$/.test(text) && Number(text) !== file.size) {
    return cause('companion_size', file.size, name, Number(text));
  }
  return own.mtimeMs < file.mtimeMs ? cause('companion_older', name) : undefined;
}
