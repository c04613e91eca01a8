import { rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { Lake } from '../../../src/market/lake/lake.ts';
import type { TestAlir } from '../../support/alir.ts';
import { COLUMNS, csv, DATE, FILE_NAME, line } from '../../support/daily-files.ts';
import { test } from '../../support/fixtures.ts';
import { summaryOf } from '../../support/oracle.ts';
import { revisionFile } from '../../support/revision-file.ts';
import { fileName } from '../../support/small-market.ts';
import { zip } from '../../support/zip.ts';

const QUESTION = { ticker: 'BRMS', from: DATE, to: DATE, investor: 'all', market: 'ALL' };
const LINES = [
  line(),
  line({ INV_TYP1: 'D', STK_VOLM: 300 }),
  line({ TRX_TYPE: 'NG', INV_TYP2: 'F', STK_PRIC: 1255 }),
];
const GOOD = csv(LINES);

const answer = async (alir: TestAlir) => (await alir.get('/stocks/broker-summary', QUESTION)).body.data;

const expected = (text: string) => summaryOf(text, QUESTION);

// The forms that a file may have are tested with the function that unpacks it.
test.for([
  {
    what: 'in gzip, with a byte order mark, CRLF, blank last lines and a repeated line',
    name: 'DT260119.csv.gz',
    content: gzipSync(`\ufeff${csv([...LINES, LINES[0] ?? {}])}\n\n`.replaceAll('\n', '\r\n')),
    duplicates: 1,
  },
  {
    what: 'in zip, without a date in its name, with its columns in another order and further ones',
    name: 'trades.zip',
    content: zip({
      'trades.csv': csv(
        LINES.map((cells) => ({ ...cells, NOTE: '"é' })),
        ['TRX_POST', ...COLUMNS.toReversed(), 'NOTE', 'SETTLEDATE'],
      ),
    }),
    duplicates: 0,
  },
])('a daily file is published $what', async ({ name, content, duplicates }, { alir }) => {
  const result = await alir.ingest(name, content, name.startsWith('DT') ? undefined : DATE);
  expect(result).toMatchObject({ file: name, trade_date: DATE, status: 'published', revision: 1 });
  expect(result).toMatchObject({ trades: 3, duplicates, rejected_rows: 0, rejection: null });
  expect(await answer(alir)).toEqual(expected(GOOD));
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

  test('is restored by its daily file when a lake file is missing or changed', async ({ alir }) => {
    await alir.ingest(FILE_NAME, GOOD);
    const before = await alir.lakeFiles();
    const [broker_day = '', , trades = ''] = Object.keys(before).toSorted();
    await rm(revisionFile(alir.stores.folders.root, 'broker_day', DATE));
    expect(await alir.ingest(FILE_NAME, GOOD)).toMatchObject({ status: 'published', revision: 2 });
    expect((await alir.lakeFiles())[broker_day]).toBe(before[broker_day]);
    await writeFile(new Lake(alir.stores.folders).fixedName('trades', DATE), 'x');
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
      const result = await alir.ingest(fileName(date), day(date, 20));
      expect(result.warnings).toEqual([]);
    }
    expect((await alir.ingest('DT260121.csv', day('2026-01-21', 6))).warnings).toEqual([
      'it has 6 trades, but the neighbouring days have about 20: check that no trades are missing or repeated',
    ]);
    expect((await alir.ingest('DT260121.csv', day('2026-01-21', 41))).warnings).toHaveLength(1);
    expect((await alir.ingest('DT260121.csv', day('2026-01-21', 40))).warnings).toEqual([]);
  });
});
