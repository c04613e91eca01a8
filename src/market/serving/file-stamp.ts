import type { BigIntStats } from 'node:fs';

/**
 * Identifies the state of a file without reading it: writing to the file, replacing it or changing its attributes changes the stamp.
 * Undefined for anything but a regular file.
 */
export function stampOf(stats: BigIntStats): string | undefined {
  if (!stats.isFile()) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
