import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { AlirError } from '../../core/errors.ts';
import type { DataFolders } from '../../core/folders.ts';
import type { RejectedFile, Sources } from '../../ledger/source-files.ts';
import { reportFile } from './report.ts';
import { fileNameOf } from './sources/url-source.ts';

interface RejectedServices {
  readonly folders: DataFolders;
  readonly sources: Sources;
}

/** A rejected file with its path on this machine. */
export interface RejectedEntry extends RejectedFile {
  /** The current path of the file; null if it was deleted. */
  readonly file: string | null;
  /** The path of the report; null if it was deleted. */
  readonly report: string | null;
}

/** The files that `alir status` counts as rejected, newest first. */
export async function listRejected({ folders, sources }: RejectedServices): Promise<RejectedEntry[]> {
  return (await sources.rejected()).map((entry) => {
    const name = nameOf(entry);
    const report = reportFile(folders, name);
    return {
      ...entry,
      file: [entry.source, join(folders.rejected, name)].find((path) => existsSync(path)) ?? null,
      report: existsSync(report) ? report : null,
    };
  });
}

/**
 * Stops reporting rejected files, in status, metrics and exit codes. Deletes nothing. A file that is rejected again, with other content
 * or for another reason, is reported again.
 * @param names each a path or URL as `listRejected` gives it, the name of a file, or a trade date
 * @throws AlirError `unknown_file` for a name that matches none; nothing is dismissed then
 */
export async function dismissRejected(
  services: RejectedServices,
  names: readonly string[],
): Promise<RejectedEntry[]> {
  const entries = await listRejected(services);
  const chosen = new Set<RejectedEntry>();
  for (const name of names) {
    const found = entries.filter((entry) => isCalled(entry, name));
    if (found.length === 0) {
      throw new AlirError(
        'unknown_file',
        `Nothing was dismissed: there is no rejected file with the name ${name}. To see the names, run: alir rejected list`,
      );
    }
    for (const entry of found) chosen.add(entry);
  }
  for (const { source } of chosen) await services.sources.dismiss(source);
  return [...chosen];
}

function isCalled(entry: RejectedEntry, name: string): boolean {
  const names = [entry.source, entry.file, nameOf(entry), entry.trade_date];
  return names.includes(name) || names.includes(resolve(name));
}

function nameOf({ source, trade_date }: RejectedFile): string {
  return source.includes('://') && trade_date !== null ? fileNameOf(source, trade_date) : basename(source);
}
