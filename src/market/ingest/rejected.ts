import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RejectedFile } from '../../ledger/source-files.ts';
import { dismissListed } from './gate/held.ts';
import { reportFile } from './report.ts';
import type { IngestServices } from './services.ts';
import { fileNameOf } from './sources/url-source.ts';

type RejectedServices = Pick<IngestServices, 'folders' | 'sources'>;

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
  return dismissListed('rejected', services.sources, await listRejected(services), names, (entry) => [
    entry.source,
    entry.file,
    nameOf(entry),
    entry.trade_date,
  ]);
}

function nameOf({ source, trade_date }: RejectedFile): string {
  return source.includes('://') && trade_date !== null ? fileNameOf(source, trade_date) : basename(source);
}
