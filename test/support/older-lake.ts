import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolders } from '../../src/core/folders.ts';
import { Database } from '../../src/ledger/sqlite.ts';

/** Makes a data folder as a version without the table ticker_day left it. */
export function withoutTickerDays(data_dir: string): void {
  const { lake, market_files, ledgerFile } = dataFolders(data_dir);
  rmSync(join(lake, 'ticker_day'), { recursive: true });
  rmSync(market_files, { recursive: true });
  const ledger = new Database(ledgerFile);
  ledger.exec('UPDATE publication SET ticker_day_sha256 = NULL');
  ledger.exec('DELETE FROM market_files');
  ledger.close();
}
