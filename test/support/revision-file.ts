import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolders, type LakeTable } from '../../src/core/folders.ts';

/** The file of the only revision of a day, in the folder of its Delta table. */
export function revisionFile(data_dir: string, table: LakeTable, day: string): string {
  const folder = join(dataFolders(data_dir).delta, table, `trade_date=${day}`);
  const [name, ...others] = readdirSync(folder);
  if (name === undefined || others.length > 0) throw new Error(`${folder} has ${others.length + 1} files`);
  return join(folder, name);
}
