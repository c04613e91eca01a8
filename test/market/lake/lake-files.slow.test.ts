import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { type DataFolders, LAKE_TABLES } from '../../../src/core/folders.ts';
import { writeDayFiles } from '../../../src/market/lake/day-files.ts';
import { Duck, type DuckConnection } from '../../../src/market/lake/duckdb.ts';
import { Lake } from '../../../src/market/lake/lake.ts';
import { afterThisTest, TestAlir } from '../../support/alir.ts';
import { COLUMNS, csv, line, writeTo } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { dailyFileText, fileName, smallMarket } from '../../support/small-market.ts';

const DATE = '2026-01-05';

/** What analysts read: every column of every row, compared with the daily file. */
describe('the files of the lake', () => {
  let connection: DuckConnection;
  let lines: Record<string, string>[];

  test.beforeEach(async ({ alir }) => {
    const text = dailyFileText(smallMarket(), DATE);
    await alir.ingest(fileName(DATE), text);
    const [header = '', ...rows] = text.trim().split('\n');
    const columns = header.split(';');
    lines = rows.map((row) =>
      Object.fromEntries(row.split(';').map((cell, place) => [columns[place], cell])),
    );
    const duck = await Duck.open({ folders: [alir.stores.folders.lake], memory_limit_mb: 200, threads: 1 });
    afterThisTest(async () => duck.close());
    connection = await duck.connect();
  });

  const secondOf = (time: string) => {
    const [, hours = '', minutes = '', seconds = ''] = /(..)(..)(..)/.exec(time.padStart(6, '0')) ?? [];
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  };
  const investor = (type = '') => ('AF'.includes(type) ? 'f' : 'd');

  test('have every trade with all columns, sorted by ticker and trade number', async ({ alir }) => {
    const path = new Lake(alir.stores.folders).fixedName('trades', DATE);
    const rows = await connection.rows('FROM read_parquet($path, hive_partitioning = false)', { path });
    const expected = lines
      .map((line) => ({
        trade_no: BigInt(line.TRX_CODE ?? ''),
        session: Number(line.TRX_SESS),
        market: line.TRX_TYPE,
        ticker: line.STK_CODE ?? '',
        buyer: line.BRK_COD1,
        buyer_investor: investor(line.INV_TYP1),
        seller: line.BRK_COD2,
        seller_investor: investor(line.INV_TYP2),
        volume: BigInt(line.STK_VOLM ?? ''),
        price: BigInt(line.STK_PRIC ?? ''),
        value: BigInt(line.STK_VOLM ?? '') * BigInt(line.STK_PRIC ?? ''),
        buy_order_no: BigInt(line.TRX_ORD1 ?? ''),
        sell_order_no: BigInt(line.TRX_ORD2 ?? ''),
        trade_second: secondOf(line.TRX_TIME ?? ''),
      }))
      .sort((a, b) =>
        a.ticker === b.ticker ? Number(a.trade_no - b.trade_no) : a.ticker < b.ticker ? -1 : 1,
      );
    expect(rows.length).toBeGreaterThan(500);
    expect(rows).toEqual(expected);
  });

  describe('of a corrected day', () => {
    const correction = csv([line({ TRX_DATE: DATE })]);
    const filesOf = (folders: DataFolders) =>
      Promise.all(LAKE_TABLES.map((table) => readFile(new Lake(folders).fixedName(table, DATE))));

    /** What is in front of the footer. */
    const pagesOf = (file = Buffer.alloc(8)) => file.subarray(0, -8 - file.readUInt32LE(file.length - 8));

    test('begin with the pages of the replaced files, for readers that have those open', async ({ alir }) => {
      const before = await filesOf(alir.stores.folders);
      await alir.ingest(fileName(DATE), correction);
      const after = await filesOf(alir.stores.folders);
      for (const [place, file] of after.entries()) {
        const pages = pagesOf(before[place]);
        expect(pages.length).toBeGreaterThan(100);
        expect(file.subarray(0, pages.length)).toEqual(pages);
      }
      const path = new Lake(alir.stores.folders).fixedName('trades', DATE);
      expect(await connection.rows('SELECT ticker, volume FROM read_parquet($path)', { path })).toEqual([
        { ticker: 'BRMS', volume: 100n },
      ]);
    });

    test('contain no part of a damaged previous file, and all of an intact one', async ({ alir }) => {
      const fresh = await TestAlir.open();
      await fresh.ingest(fileName(DATE), correction);
      const [expected] = await filesOf(fresh.stores.folders);
      const [, ...before] = await filesOf(alir.stores.folders);
      await writeFile(new Lake(alir.stores.folders).fixedName('trades', DATE), 'damaged');
      await alir.ingest(fileName(DATE), correction);
      const [trades, ...intact] = await filesOf(alir.stores.folders);
      expect(trades).toEqual(expected);
      for (const [place, file] of intact.entries()) {
        const pages = pagesOf(before[place]);
        expect(file.subarray(0, pages.length)).toEqual(pages);
      }
    });
  });

  test('use zstd, and have the partition only in the folder name', async ({ alir }) => {
    for (const table of LAKE_TABLES) {
      const path = new Lake(alir.stores.folders).fixedName(table, DATE);
      const columns = await connection.rows(
        'SELECT DISTINCT path_in_schema, compression FROM parquet_metadata($path)',
        { path },
      );
      expect(new Set(columns.map((column) => column.compression))).toEqual(new Set(['ZSTD']));
      expect(columns.map((column) => column.path_in_schema)).not.toContain('trade_date');
    }
    const glob = `${alir.stores.folders.lake}/trades/*/*.parquet`;
    const [day] = await connection.rows(
      'SELECT DISTINCT trade_date::VARCHAR AS day FROM read_parquet($glob, hive_partitioning = true)',
      { glob },
    );
    expect(day).toEqual({ day: DATE });
  });
});

test('a file that was read incompletely is not published', async ({ folder }) => {
  const path = await writeTo(
    folder,
    'daily-file.csv',
    `${csv([])}1;1;RG;XL;I;AK;A;BRMS;100;1260;2026-01-05;0;0;85800\n`,
  );
  const file = { csv: path, columns: COLUMNS, data_lines: 2, is_canonical: true, trade_date: DATE };
  const duck = await Duck.open({ folders: [folder], memory_limit_mb: 200, threads: 1 });
  afterThisTest(async () => duck.close());
  await expect(writeDayFiles(await duck.connect(), file, folder)).rejects.toThrow(
    'it has 2 lines after the header, but only 1 could be read as trades',
  );
});
