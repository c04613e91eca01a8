import { rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { Lake } from '../../../src/market/lake/lake.ts';
import type { TestAlir } from '../../support/alir.ts';
import { COLUMNS, csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { summaryOf } from '../../support/oracle.ts';
import { zip } from '../../support/zip.ts';

const QUESTION = { ticker: 'BRMS', from: DATE, to: DATE, investor: 'all', market: 'ALL' };
const LINES = [
  line(),
  line({ INV_TYP1: 'D', STK_VOLM: 300 }),
  line({ TRX_TYPE: 'NG', INV_TYP2: 'F', STK_PRIC: 1255 }),
];
const GOOD = csv(LINES);
const POSITIONED = ['TRX_POST', ...COLUMNS.toReversed(), 'NOTE', 'SETTLEDATE'];

const answer = async (alir: TestAlir) => (await alir.get('/stocks/broker-summary', QUESTION)).body.data;

const expected = (text: string) => summaryOf(text, QUESTION);

describe('a valid daily file', () => {
  test.for([
    { what: 'plain', name: FILE_NAME, content: GOOD },
    { what: 'gzip', name: 'DT260119.csv.gz', content: gzipSync(GOOD) },
    {
      what: 'gzip of two members',
      name: 'DT260119.csv.gz',
      content: Buffer.concat([gzipSync(GOOD.slice(0, 200)), gzipSync(GOOD.slice(200))]),
    },
    { what: 'zip', name: 'DT260119.csv.zip', content: zip({ 'DT260119.csv': GOOD }) },
    { what: 'zip without .csv in its name', name: 'DT260119.zip', content: zip({ 'DT260119.csv': GOOD }) },
    { what: 'a name in small letters', name: 'dt260119.csv', content: GOOD },
    { what: 'with a byte order mark', name: FILE_NAME, content: `\ufeff${GOOD}` },
    { what: 'with CRLF', name: FILE_NAME, content: GOOD.replaceAll('\n', '\r\n') },
    { what: 'with blank last lines', name: FILE_NAME, content: `${GOOD}\n\r\n\n` },
    {
      what: 'with its columns in another order and further ones',
      name: FILE_NAME,
      content: csv(
        LINES.map((cells) => ({ ...cells, NOTE: '"é;'.slice(0, 2) })),
        POSITIONED,
      ),
    },
  ])('$what', async ({ name, content }, { alir }) => {
    expect(await alir.ingest(name, content)).toMatchObject({
      file: name,
      trade_date: DATE,
      status: 'published',
      revision: 1,
      trades: 3,
      duplicates: 0,
      rejected_rows: 0,
      rejection: null,
    });
    expect(await answer(alir)).toEqual(expected(GOOD));
  });

  test('a CRLF across two chunks is one line end', async ({ alir }) => {
    const lines = Array.from({ length: 3000 }, (_, place) => line({ STK_VOLM: 100 + place }));
    const content = csv(lines).replaceAll('\n', '\r\n');
    expect(await alir.ingest(FILE_NAME, content)).toMatchObject({ status: 'published', trades: 3000 });
    expect(await answer(alir)).toEqual(expected(csv(lines)));
  });

  test('a file whose name has no date is published with --date', async ({ alir }) => {
    expect(await alir.ingest('trades.csv', GOOD, DATE)).toMatchObject({
      status: 'published',
      trade_date: DATE,
    });
  });

  test('identical rows are dropped and counted', async ({ alir }) => {
    const [first, second] = LINES;
    if (!first || !second) throw new Error('no lines');
    const content = csv([...LINES, first, second, first]);
    expect(await alir.ingest(FILE_NAME, content)).toMatchObject({
      status: 'published',
      trades: 3,
      duplicates: 3,
    });
    expect(await answer(alir)).toEqual(expected(GOOD));
  });

  test('rows that differ only in their trade number are all trades', async ({ alir }) => {
    const lines = Array.from({ length: 500 }, () => line());
    expect(await alir.ingest(FILE_NAME, csv(lines))).toMatchObject({ trades: 500, duplicates: 0 });
    expect((await answer(alir))[0]).toMatchObject({ code: 'AK', buy_freq: 500, buy_volume: 50_000 });
  });

  test('a broker on both sides of a trade buys and sells', async ({ alir }) => {
    await alir.ingest(FILE_NAME, csv([line({ BRK_COD1: 'XL', INV_TYP1: 'I' }), line({ BRK_COD1: 'XL' })]));
    const [row, ...others] = await answer(alir);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ code: 'XL', buy_freq: 2, sell_freq: 2, buy_volume: 200, sell_volume: 200 });
    const foreign = await alir.get('/stocks/broker-summary', { ...QUESTION, investor: 'f' });
    expect(foreign.body.data).toEqual([
      expect.objectContaining({ code: 'XL', buy_freq: 1, sell_freq: 0, sell_avg: 0 }),
    ]);
  });
});

describe('a published day', () => {
  test('is not changed by the same bytes, packed or not', async ({ alir }) => {
    await alir.ingest(FILE_NAME, GOOD);
    const before = await alir.lakeFiles();
    for (const [name, content] of [
      [FILE_NAME, GOOD],
      ['DT260119.csv.gz', gzipSync(GOOD)],
    ] as const) {
      expect(await alir.ingest(name, content)).toMatchObject({ status: 'unchanged', revision: 1, trades: 3 });
    }
    expect(await alir.lakeFiles()).toEqual(before);
  });

  test('is replaced completely by a corrected file, as the next revision, at once', async ({ alir }) => {
    await alir.ingest(FILE_NAME, GOOD);
    expect(await answer(alir)).toEqual(expected(GOOD));
    const corrected = csv([line({ STK_VOLM: 9900 }), line({ BRK_COD1: 'CC' })]);
    expect(await alir.ingest(FILE_NAME, corrected)).toMatchObject({
      status: 'published',
      revision: 2,
      trades: 2,
    });
    expect(await answer(alir)).toEqual(expected(corrected));
    expect(await alir.stores.manifest.published(DATE)).toMatchObject({ revision: 2, source_name: FILE_NAME });

    expect(await alir.ingest(FILE_NAME, GOOD)).toMatchObject({ status: 'published', revision: 3 });
    expect(await answer(alir)).toEqual(expected(GOOD));
  });

  test('is restored by its daily file when a lake file is missing or changed', async ({ alir }) => {
    await alir.ingest(FILE_NAME, GOOD);
    const before = await alir.lakeFiles();
    const [broker_day = '', , trades = ''] = Object.keys(before).toSorted();
    await rm(new Lake(alir.stores.folders).file('broker_day', DATE));
    expect(await alir.ingest(FILE_NAME, GOOD)).toMatchObject({ status: 'published', revision: 2 });
    expect((await alir.lakeFiles())[broker_day]).toBe(before[broker_day]);
    await writeFile(new Lake(alir.stores.folders).file('trades', DATE), 'x');
    expect(await alir.ingest(FILE_NAME, GOOD)).toMatchObject({ status: 'published', revision: 3 });
    expect((await alir.lakeFiles())[trades]).toBe(before[trades]);
    expect(await answer(alir)).toEqual(expected(GOOD));
  });
});

describe('an unusual day is published with a notice', () => {
  test('a day that is not a trading day', async ({ alir }) => {
    const sunday = csv([line({ TRX_DATE: '2026-01-18' })]);
    expect(await alir.ingest('DT260118.csv', sunday)).toMatchObject({
      status: 'published',
      warnings: ["2026-01-18 is not a trading day in the exchange's calendar"],
    });
    const holiday = csv([line({ TRX_DATE: '2026-01-16' })]);
    expect((await alir.ingest('DT260116.csv', holiday)).warnings).toHaveLength(1);
  });

  test('a day with many more or fewer trades than the days around it', async ({ alir }) => {
    const day = (date: string, trades: number) =>
      csv(Array.from({ length: trades }, () => line({ TRX_DATE: date })));
    for (const date of ['2026-01-19', '2026-01-20', '2026-01-22']) {
      const result = await alir.ingest(`DT${date.slice(2).replaceAll('-', '')}.csv`, day(date, 20));
      expect(result.warnings).toEqual([]);
    }
    expect((await alir.ingest('DT260121.csv', day('2026-01-21', 6))).warnings).toEqual([
      'it has 6 trades, but the neighbouring days have about 20: check that no trades are missing or repeated',
    ]);
    expect((await alir.ingest('DT260121.csv', day('2026-01-21', 41))).warnings).toHaveLength(1);
    expect((await alir.ingest('DT260121.csv', day('2026-01-21', 40))).warnings).toEqual([]);
  });
});
