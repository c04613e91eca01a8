import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import { type DataFolders, LAKE_TABLES } from '../../core/folders.ts';
import { dayFile, Lake } from '../lake/lake.ts';
import { type Publication, partOf, refuseDeleted } from './known-version.ts';

interface Services {
  readonly folders: DataFolders;
  readonly manifest: { readonly history: () => Promise<Publication[]> };
  readonly clock: Clock;
}

/**
 * Makes a folder with links to the files that were published at a time. It is deleted when the process exits.
 * @returns the folder, and that of the linked files
 * @throws AlirError `version_not_kept`, `bad_configuration`
 */
export async function linkedLake(
  { folders, manifest, clock }: Services,
  known_at: string,
): Promise<{ lake: string; linked: string }> {
  const now = clock.now().toISOString();
  if (known_at > now) {
    throw new AlirError('bad_configuration', `--known-at ${known_at} is in the future: it is ${now}.`);
  }
  const history = await manifest.history();
  refuseDeleted(history, known_at);
  const files = new Lake(folders);
  const lake = await mkdtemp(join(tmpdir(), 'alir-lake-'));
  process.once('exit', () => rmSync(lake, { recursive: true, force: true }));
  for (const revision of partOf(history, 'published_at', known_at).revisions) {
    for (const table of LAKE_TABLES) {
      const link = dayFile(lake, table, revision.trade_date);
      await mkdir(dirname(link), { recursive: true });
      await symlink(files.file(table, revision), link);
    }
  }
  return { lake, linked: folders.delta };
}
