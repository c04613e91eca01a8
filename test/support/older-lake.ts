import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolders } from '../../src/core/folders.ts';
import { Database } from '../../src/ledger/sqlite.ts';
import { Duck } from '../../src/market/lake/duckdb.ts';
import { sha256OfFile } from '../../src/market/lake/durable.ts';
import { Lake } from '../../src/market/lake/lake.ts';

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

/** Rewrites the table trades of published days as a version with TIME in `trade_time` and TINYINT in `session` left it. */
export async function withTradeTimes(data_dir: string, days: readonly string[]): Promise<void> {
  const folders = dataFolders(data_dir);
  const lake = new Lake(folders);
  const duck = await Duck.open({ folders: [folders.lake], memory_limit_mb: 500, threads: 1 });
  const ledger = new Database(folders.ledgerFile);
  try {
    const connection = await duck.connect();
    for (const day of days) {
      const trades = lake.file('trades', day);
      await connection.run(
        `COPY (
          SELECT
            * EXCLUDE trade_second REPLACE (session::TINYINT AS session),
            make_time(trade_second // 3600, trade_second // 60 % 60, trade_second % 60) AS trade_time
          FROM read_parquet($trades, hive_partitioning = false)
        ) TO $older (FORMAT parquet, PARQUET_VERSION V2, COMPRESSION zstd, COMPRESSION_LEVEL 1, DICTIONARY_SIZE_LIMIT 5000)`,
        { trades, older: `${trades}.older` },
      );
      renameSync(`${trades}.older`, trades);
      ledger
        .prepare(`UPDATE publication SET trades_sha256 = ? WHERE trade_date = ? AND state = 'published'`)
        .run(await sha256OfFile(trades), day);
    }
  } finally {
    ledger.close();
    duck.close();
  }
}
