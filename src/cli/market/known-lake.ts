import type { Places } from '../../market/sql-shell/session.ts';
import { existingLake } from '../../operations/data-folder.ts';
import type { Config } from '../../server/config.ts';

/** The lake, or a folder with links to the files that were published at a time. @throws AlirError `no_data`, `version_not_kept` */
export async function lakeAt(config: Config, known_at?: string): Promise<Pick<Places, 'lake' | 'linked'>> {
  if (known_at === undefined) return { lake: existingLake(config) };
  // Imported here, because other queries do without the ledger and start faster.
  const { withStores, linkedLake } = await import('../../server/stores.ts');
  return withStores(config, { creates: false }, (stores) => linkedLake(stores, known_at));
}
