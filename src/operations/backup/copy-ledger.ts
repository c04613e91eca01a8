import { isDeepStrictEqual } from 'node:util';
import { AlirError } from '../../core/errors.ts';
import type { DataFolders } from '../../core/folders.ts';
import { LEDGER_TABLE_NAMES, type LedgerRows, type LedgerTables } from '../../ledger/ledger-tables.ts';
import { makeDataFolder } from '../../ledger/private-folder.ts';
import { SqliteTables } from '../../ledger/sqlite/sqlite-tables.ts';
import { requireLedgerIn } from '../data-folder.ts';

export interface CopiedLedger {
  readonly from: string;
  readonly to: string;
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Copies the SQLite ledger of a data folder to a PostgreSQL database, or from it.
 * @param options.direction `from` creates the data folder if it does not exist
 * @throws AlirError `no_data`, `server_running`, `ledger_not_empty`, and the errors of both ledgers
 */
export async function copyLedgerOf(
  folders: DataFolders,
  options: { readonly direction: 'to' | 'from'; readonly url: string; readonly lake_group_read: boolean },
): Promise<CopiedLedger> {
  const { direction, url, lake_group_read } = options;
  if (direction === 'to') requireLedgerIn(folders);
  else makeDataFolder(folders, lake_group_read);
  const file = await SqliteTables.open(folders.ledgerFile, folders.serverLockFile);
  let database: LedgerTables | undefined;
  try {
    // Loaded only here: most installations have no PostgreSQL.
    const { PostgresTables } = await import('../../ledger/postgres/postgres-tables.ts');
    database = await PostgresTables.open(url);
    const [from, to] = direction === 'to' ? [file, database] : [database, file];
    return { from: from.path, to: to.path, rows: await copyLedger(from, to) };
  } finally {
    await database?.close();
    await file.close();
  }
}

/**
 * Copies all rows of a ledger into an empty one, and compares each row before the copy is committed.
 * @returns how many rows each table has
 * @throws AlirError `ledger_not_empty`, `ledger_copy_differs`; nothing was written then
 */
export async function copyLedger(from: LedgerTables, to: LedgerTables): Promise<Record<string, number>> {
  const present = await to.read();
  const used = LEDGER_TABLE_NAMES.find((table) => present[table].length > 0);
  if (used !== undefined) {
    throw new AlirError(
      'ledger_not_empty',
      `${to.path} already has rows in ${used}. Copy into an empty ledger, so that no account or charge is mixed with others.`,
    );
  }
  const rows = await from.read();
  await to.fill(rows, (written) => compare(rows, written, to.path));
  return Object.fromEntries(LEDGER_TABLE_NAMES.map((table) => [table, rows[table].length]));
}

/** @throws AlirError `ledger_copy_differs` */
function compare(rows: LedgerRows, written: LedgerRows, path: string): void {
  for (const table of LEDGER_TABLE_NAMES) {
    const place = rows[table].findIndex(
      (row, index) => !isDeepStrictEqual({ ...row }, { ...written[table][index] }),
    );
    if (place === -1 && rows[table].length === written[table].length) continue;
    throw new AlirError(
      'ledger_copy_differs',
      `The copy of ${table} in ${path} differs from the original, so nothing was copied. This is a defect in Alir: please report it.`,
    );
  }
}
