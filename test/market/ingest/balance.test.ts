import { describe, expect } from 'vitest';
import { sql } from '../../../src/core/package-files.ts';
import { readDay } from '../../../src/market/lake/day-facts.ts';
import { checkTickerDay, checkWritten } from '../../../src/market/lake/day-files.ts';
import { Duck, type DuckConnection } from '../../../src/market/lake/duckdb.ts';
import { afterThisTest } from '../../support/alir.ts';
import { test } from '../../support/fixtures.ts';

/** The reading back of what was written can only fail by our own fault or the disk's, so here it is given files that are wrong. */
describe('the check of a written day', () => {
  let connection: DuckConnection;
  let files: { trades: string; broker_day: string; ticker_day: string };

  test.beforeEach(async ({ folder }) => {
    const duck = await Duck.open({ folders: [folder], memory_limit_mb: 200, threads: 1 });
    afterThisTest(async () => duck.close());
    connection = await duck.connect();
    files = {
      trades: `${folder}/trades.parquet`,
      broker_day: `${folder}/broker_day.parquet`,
      ticker_day: `${folder}/ticker_day.parquet`,
    };
    await connection.run(`
      CREATE TABLE clean_trades AS
      SELECT range::BIGINT AS trade_no, 1::TINYINT AS session, 'RG' AS market, 'BRMS' AS ticker, 'AK' AS buyer,
        'f' AS buyer_investor, 'XL' AS seller, 'd' AS seller_investor, 100::BIGINT AS volume, 50::BIGINT AS price,
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
      { broker_day: files.broker_day },
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

  describe('of ticker_day', () => {
    test.beforeEach(async () => {
      await readDay(connection, files);
      await connection.run(sql('lake/write_ticker_day'), { ticker_day: files.ticker_day });
    });

    const replace = async (columns: string) => {
      await connection.run(`CREATE TABLE wrong AS SELECT ${columns} FROM read_parquet($file)`, {
        file: files.ticker_day,
      });
      await write('wrong', files.ticker_day);
    };

    test('accepts a correct file', async () => {
      await expect(checkTickerDay(connection, files.ticker_day)).resolves.toBeUndefined();
    });

    test.each([
      'open + 1 AS open',
      'high + 1 AS high',
      'low - 1 AS low',
      'close + 1 AS close',
      'freq + 1 AS freq',
      'volume + 100 AS volume',
      'value + 1 AS value',
      'foreign_buy_volume + 1 AS foreign_buy_volume',
      'domestic_sell_freq + 1 AS domestic_sell_freq',
      'domestic_buy_value AS foreign_buy_value, foreign_buy_value AS domestic_buy_value',
      "'BBCA' AS ticker",
      "'NG' AS market",
    ])('finds a wrong figure: %s', async (change) => {
      await replace(`* REPLACE (${change})`);
      await expect(checkTickerDay(connection, files.ticker_day)).rejects.toMatchObject({
        code: 'lake_damaged',
        message: expect.stringMatching(/ticker_day .*BRMS/),
      });
    });

    test('finds a missing row', async () => {
      await write(`(FROM '${files.ticker_day}' LIMIT 0)`, `${files.ticker_day}.empty`);
      await expect(checkTickerDay(connection, `${files.ticker_day}.empty`)).rejects.toMatchObject({
        code: 'lake_damaged',
      });
    });
  });

  test('finds a missing trade', async () => {
    await write("(FROM day_trades('clean_trades') LIMIT 9)", files.trades);
    await expect(checkWritten(connection, files)).rejects.toMatchObject({ code: 'lake_damaged' });
  });
});
