import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { type DataFolders, type DeltaTable, LAKE_TABLES } from '../../core/folders.ts';
import { dayFile, Lake, type MeasureFile } from '../lake/lake.ts';
import { measuresAt, type Publication, partOf, refuseDeleted } from './known-version.ts';

interface Services {
  readonly folders: DataFolders;
  readonly manifest: {
    readonly history: () => Promise<Publication[]>;
    readonly measureFiles: () => Promise<readonly MeasureFile[]>;
  };
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
  const link = async (table: DeltaTable, day: IsoDate, file: string) => {
    const name = dayFile(lake, table, day);
    await mkdir(dirname(name), { recursive: true });
    await symlink(file, name);
  };
  for (const revision of partOf(history, 'published_at', known_at).revisions) {
    for (const table of LAKE_TABLES) await link(table, revision.trade_date, files.file(table, revision));
  }
  // A query over measures whose file is deleted fails.
  for (const file of measuresAt(history, await manifest.measureFiles(), known_at).files) {
    await link('measure_day', file.trade_date, files.measureFile(file));
  }
  return { lake, linked: folders.delta };
}
