import { sql } from '../../core/package-files.ts';
import { Duck } from './duckdb.ts';

const MEMORY_LIMIT_MB = 1000;

/** The tickers, with their market, of which a day's buys, sells and trades do not say the same; at most 10. */
export async function unbalancedTickers(
  lake: string,
  files: { readonly trades: string; readonly broker_day: string },
  threads: number,
): Promise<string[]> {
  const duck = await Duck.open({ folders: [lake], memory_limit_mb: MEMORY_LIMIT_MB, threads });
  try {
    const connection = await duck.connect();
    const rows = await connection.rows(sql('lake/unbalanced_tickers'), files);
    return rows.map((row) => `${row.ticker} ${row.market}`);
  } finally {
    duck.close();
  }
}
