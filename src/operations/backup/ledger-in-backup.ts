import type { Clock } from '../../core/clock.ts';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import type { DeltaTable } from '../../core/folders.ts';
import { Manifest } from '../../ledger/manifest.ts';
import { SqliteLedger } from '../../ledger/sqlite/sqlite-ledger.ts';
import { type Lake, listedFiles } from '../../market/lake/lake.ts';

/** A lake file that a copy of the ledger lists. */
export interface CopiedFile {
  readonly table: DeltaTable;
  readonly trade_date: IsoDate;
  readonly sha256: string;
  /** Whether it is not in force: another file has the fixed name. */
  readonly isReplaced: boolean;
}

/** The place of a lake file in a backup. A backup has no Delta tables, and published files have their fixed names. */
export function placeInBackup(lake: Lake, { table, trade_date, sha256, isReplaced }: CopiedFile): string {
  return isReplaced ? lake.revisionFile(table, trade_date, sha256) : lake.fixedName(table, trade_date);
}

/**
 * Makes a copy of the ledger a consistent database of its own. Abandons unfinished publications and measures, because their files are
 * not copied.
 * @param original the file that `path` is a copy of; error messages name it
 * @returns the lake files that belong to it, in the order of their days
 * @throws AlirError `ledger_damaged`, `ledger_foreign`, `ledger_newer`
 */
export async function settleCopy(path: string, original: string, clock: Clock): Promise<CopiedFile[]> {
  try {
    return await settle(path, clock);
  } catch (error) {
    if (!(error instanceof AlirError)) throw error;
    throw new AlirError(error.code, error.message.replaceAll(path, original), { cause: error.cause });
  }
}

async function settle(path: string, clock: Clock): Promise<CopiedFile[]> {
  const copy = new SqliteLedger(path, 'DELETE');
  try {
    const manifest = new Manifest(copy, clock);
    for (const { trade_date, revision } of await manifest.intended())
      await manifest.abandon(trade_date, revision);
    await manifest.forgetUnfinishedMeasures(
      await manifest.measuredPublications(),
      (await manifest.publications()) + 1,
    );
    const kept = (await manifest.history()).filter(({ deleted_at }) => deleted_at === null);
    const measures = await manifest.measureFilesInForce();
    const measure_files = (await manifest.measureFiles()).filter(({ deleted_at }) => deleted_at === null);
    copy.check();
    const files: CopiedFile[] = kept.flatMap((day) => {
      const { trade_date, state } = day;
      return listedFiles(day).map((file) => ({ ...file, trade_date, isReplaced: state === 'replaced' }));
    });
    for (const { trade_date, sha256 } of measure_files) {
      const isReplaced = measures.get(trade_date)?.sha256 !== sha256;
      files.push({ table: 'measure_day', trade_date, sha256, isReplaced });
    }
    // Two versions may have the same file.
    const byFile = new Map(files.map((file) => [`${file.trade_date} ${file.table} ${file.sha256}`, file]));
    return [...byFile].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
  } finally {
    await copy.close();
  }
}
