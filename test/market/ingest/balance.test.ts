import { describe, expect } from 'vitest';
import { sql } from '../../../src/core/package-files.ts';
import { checkWritten } from '../../../src/market/lake/day-files.ts';
import { Duck, type DuckConnection } from '../../../src/market/lake/duckdb.ts';
import { afterThisTest } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';

/** The reading back of what was written can only fail by our own fault or the disk's, so here it is given files that are wrong. */
describe('the check of a written day', () => {
  let connection: DuckConnection;
  let files: { trades: string; broker_day: string };

  test.beforeEach(async ({ folder }) => {
    const duck = await Duck.open({ folders: [folder], memory_limit_mb: 200, threads: 1 });
    afterThisTest(async () => duck.close());
    connection = await duck.connect();
    files = { trades: `${folder}/trades.parquet`, broker_day: `${folder}/broker_day.parquet` };
    await connection.run(`
      CREATE TABLE clean_trades AS
      SELECT range::BIGINT AS trade_no, 1::TINYINT AS session, 'RG' AS market, 'BRMS' AS ticker, 'AK' AS buyer,
        'A' AS buyer_type, 'XL' AS seller, 'I' AS seller_type, 100::BIGINT AS volume, 50::BIGINT AS price,
        7::BIGINT AS buy_order_no, 8::BIGINT AS sell_order_no, 85800 AS hhmmss
      FROM range(10)`);
    await connection.run(sql('lake/day_trades'));
    await connection.run(sql('lake/write_trades'), { trades: files.trades });
    await connection.run(sql('lake/write_broker_day'), { broker_day: files.broker_day });
  });

  const write = (from: string, path: string) =>
    connection.run(`COPY (FROM ${from}) TO $path (FORMAT parquet)`, { path });

  const tamper = async (change: string) => {
    await connection.run(
      `CREATE TABLE tampered AS SELECT * REPLACE (${change}) FROM read_parquet($broker_day)`,
      {
        broker_day: files.broker_day,
      },
    );
    await write('tampered', files.broker_day);
  };

  test('accepts a correct day', async () => {
    await expect(checkWritten(connection, files)).resolves.toBeUndefined();
  });

  test.each(['freq', 'volume', 'value'])('finds buys and sells that differ in %s', async (kind) => {
    await tamper(`CASE WHEN broker = 'XL' THEN sell_${kind} + 1 ELSE sell_${kind} END AS sell_${kind}`);
    await expect(checkWritten(connection, files)).rejects.toMatchObject({
      code: 'lake_damaged',
      message: expect.stringContaining('(BRMS RG)'),
    });
  });

  test('finds totals that are balanced but differ from the trades', async () => {
    await tamper('buy_volume * 2 AS buy_volume, sell_volume * 2 AS sell_volume');
    await expect(checkWritten(connection, files)).rejects.toMatchObject({ code: 'lake_damaged' });
  });

  test('finds a missing ticker', async () => {
    await tamper("'BBCA' AS ticker");
    await expect(checkWritten(connection, files)).rejects.toMatchObject({
      message: expect.stringContaining('(BBCA RG, BRMS RG)'),
    });
  });

  test('finds a missing trade', async () => {
    await write("(FROM day_trades('clean_trades') LIMIT 9)", files.trades);
    await expect(checkWritten(connection, files)).rejects.toMatchObject({ code: 'lake_damaged' });
  });
});
