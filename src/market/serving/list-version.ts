import { createHash } from 'node:crypto';

const versions = new WeakMap<readonly object[], string>();

/**
 * Names the files of a list: lists with the same names have the same version. It is computed once for each list, because every request
 * needs it.
 */
export function versionOf<File extends object>(
  files: readonly File[],
  nameOf: (file: File) => string,
): string {
  let version = versions.get(files);
  if (version === undefined) {
    version = createHash('sha256').update(files.map(nameOf).join()).digest('hex');
    versions.set(files, version);
  }
  return version;
}
