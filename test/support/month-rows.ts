import { epochDay } from '../../src/core/dates.ts';
import { sql } from '../../src/core/package-files.ts';
import { Duck, type DuckConnection } from '../../src/market/lake/duckdb.ts';
import { Lake } from '../../src/market/lake/lake.ts';
import { NO_TOTALS } from '../../src/market/serving/months/closing-totals.ts';
import { MonthWriter } from '../../src/market/serving/months/month-writer.ts';
import { afterThisTest, type TestAlir } from './alir.ts';
import { csv, DATE, FILE_NAME, line } from './daily-files.ts';

export const OPENING_DAY = epochDay('2025-12-31');
export const BROKERS = ['XL', 'AK', 'YP', 'BK', 'CC'];
/** The rows of a month file in their order. */
export const IN_ORDER = 'SELECT * FROM month_row ORDER BY ticker_id, series, day';

/** Publishes a day on which each broker bought each ticker, and numbers its rows as an ingest does. */
export async function monthRowsOf(alir: TestAlir, tickers: readonly string[]): Promise<DuckConnection> {
  const { lake } = alir.stores.folders;
  const trades = tickers.flatMap((STK_CODE) => BROKERS.map((BRK_COD1) => line({ STK_CODE, BRK_COD1 })));
  await alir.ingest(FILE_NAME, csv(trades));
  const duck = await Duck.open({ folders: [lake], memory_limit_mb: 200, threads: 2 });
  afterThisTest(async () => duck.close());
  const connection = await duck.connect();
  const files = [new Lake(alir.stores.folders).fixedName('broker_day', DATE)];
  await connection.run('SET VARIABLE broker_day_files = $files', { files });
  for (const name of ['earlier_tickers', 'earlier_brokers'])
    await connection.run(`SET VARIABLE ${name} = $codes`, { codes: [] });
  for (const step of ['number_tickers', 'number_brokers', 'month_rows'])
    await connection.run(sql(`serving/${step}`));
  return connection;
}

/** Writes the rows of a query to a month file. @returns their number */
export async function writeMonth(
  path: string,
  tickers: readonly string[],
  connection: DuckConnection,
  query: string,
): Promise<number> {
  const writer = await MonthWriter.open(path, {
    tickers,
    brokers: [...BROKERS].sort(),
    opening_day: OPENING_DAY,
    openingTotals: () => NO_TOTALS,
  });
  let rows = 0;
  for await (const columns of connection.columns(query)) {
    rows += columns.count;
    await writer.write(columns);
  }
  await writer.close();
  return rows;
}
