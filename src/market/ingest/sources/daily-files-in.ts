import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { dateOfFileName } from '../../../core/market/daily-file.ts';

/**
 * Expands names to files, in date order. A folder stands for the daily files in it. `*` and `?` in the last part of a name are
 * wildcards. Any other name is the path of a file, which need not exist.
 */
export async function dailyFilesIn(names: readonly string[]): Promise<string[]> {
  const files = (await Promise.all(names.map(meantBy))).flat();
  const dated = [...new Set(files)].map((path) => ({ path, date: dateOfFileName(basename(path)) ?? '9999' }));
  return dated.sort((a, b) => compare(a.date, b.date) || compare(a.path, b.path)).map(({ path }) => path);
}

async function meantBy(name: string): Promise<string[]> {
  if (/[*?]/.test(basename(name)) && !(await isThere(name))) {
    return filesIn(dirname(name), pattern(basename(name)));
  }
  return (await isFolder(name)) ? filesIn(name, /^DT\d{6}\./i) : [name];
}

async function filesIn(folder: string, names: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && names.test(entry.name))
    .map((entry) => join(folder, entry.name));
}

function pattern(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
