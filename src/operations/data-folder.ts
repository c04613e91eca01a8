import { type DataFolders, dataFolders } from '../core/folders.ts';
import { counted } from '../core/words.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { openLedger, requireLake, requireLedger } from '../ledger/open-ledger.ts';
import type { IngestServices } from '../market/ingest/services.ts';
import { countDays } from '../market/lake/lake.ts';

/** Opens the ledger of a data folder. Creates both if neither exists. @throws the errors of the ledger */
export function openLedgerIn(
  folders: DataFolders,
  options: Parameters<typeof openLedger>[2],
): Promise<Ledger> {
  return openLedger(folders, countDays(folders.lake), options);
}

/** @throws AlirError `no_data` if the data folder has no ledger */
export function requireLedgerIn(folders: DataFolders): void {
  requireLedger(folders, countDays(folders.lake));
}

/** The path of the lake. @throws AlirError `no_data` if the data folder has neither a lake nor a ledger */
export function existingLake({ data_dir }: { readonly data_dir: string }): string {
  const folders = dataFolders(data_dir);
  requireLake(folders, countDays(folders.lake));
  return folders.lake;
}

/** The number of days in the lake if the ledger contains none, such as after the loss of a ledger; otherwise 0. */
export async function unknownDays({
  folders,
  manifest,
}: Pick<IngestServices, 'folders' | 'manifest'>): Promise<number> {
  if ((await manifest.newestDay()) !== null || (await manifest.intended()).length > 0) return 0;
  return countDays(folders.lake);
}

/** The message for days that are in the lake and not in the ledger. */
export function unknownDaysText({ lake, root }: DataFolders, days: number): string {
  return `The ledger has no published day, but ${lake} contains ${counted(days, 'day')}. If the ledger was lost, move ${root} away and restore your last backup: alir restore DIR. Otherwise, move ${lake} away and ingest the daily files again; if it is a copy of another lake, run: alir sync`;
}
