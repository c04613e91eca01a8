import { AlirError } from '../../core/errors.ts';
import { dataFolders } from '../../core/folders.ts';
import { copyLedgerOf } from '../../operations/backup/copy-ledger.ts';
import type { Config } from '../../server/config.ts';
import type { Output } from '../output.ts';

export interface CopyOptions {
  readonly to?: string;
  readonly from?: string;
}

/**
 * Copies the SQLite ledger of the data folder to a PostgreSQL database, or back.
 * @throws AlirError `bad_configuration`, and the errors of copyLedgerOf
 */
export async function copyLedgerCommand(
  { data_dir, lake_group_read }: Config,
  output: Output,
  { to, from }: CopyOptions,
): Promise<void> {
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined) || !/^postgres(ql)?:\/\//.test(url)) {
    throw new AlirError(
      'bad_configuration',
      'Name one PostgreSQL database: --to postgres://... copies the ledger of the data folder there, --from postgres://... copies it back.',
    );
  }
  const direction = to === undefined ? 'from' : 'to';
  const copied = await copyLedgerOf(dataFolders(data_dir), { direction, url, lake_group_read });
  const total = Object.values(copied.rows).reduce((sum, count) => sum + count, 0);
  output.record(
    copied,
    `Copied ${total.toLocaleString('en')} rows from ${copied.from} to ${copied.to}, and compared each of them.`,
  );
}
