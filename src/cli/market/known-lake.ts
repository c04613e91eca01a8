import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AlirError } from '../../core/errors.ts';
import { dataFolders, LAKE_TABLES } from '../../core/folders.ts';
import { dayFile, Lake } from '../../market/lake/lake.ts';
import { partOf, refuseDeleted } from '../../market/serving/known-version.ts';
import type { Places } from '../../market/sql-shell/session.ts';
import { existingLake } from '../../operations/data-folder.ts';
import type { Config } from '../../server/config.ts';

/**
 * The lake, or a folder with links to the files that were published at a time. The process deletes this folder at its end.
 * @throws AlirError `no_data`, `version_not_kept`, `bad_configuration`
 */
export async function lakeAt(config: Config, known_at?: string): Promise<Pick<Places, 'lake' | 'linked'>> {
  if (known_at === undefined) return { lake: existingLake(config) };
  // Imported here, because other queries do without the ledger and start faster.
  const { withStores } = await import('../../server/stores.ts');
  const history = await withStores(config, { creates: false }, async ({ manifest, clock }) => {
    const now = clock.now().toISOString();
    if (known_at <= now) return manifest.history();
    throw new AlirError('bad_configuration', `--known-at ${known_at} is in the future: it is ${now}.`);
  });
  refuseDeleted(history, known_at);
  const folders = dataFolders(config.data_dir);
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
