import { describe, expect, test } from 'vitest';
import type { AlirError } from '../../src/core/errors.ts';
import { readStockSummary, type SummaryFile } from '../../src/operations/official/stock-summary.ts';
import { numberReader } from '../../src/operations/official/table-values.ts';
import { dailyFileText, smallMarket } from '../support/small-market.ts';
import {
  csvOf,
  ENGLISH,
  exchangeRows,
  grouped,
  INDONESIAN,
  inWords,
  summaryCsv,
  summaryJson,
  tableOf,
} from '../support/stock-summary.ts';
import { sheetXml, workbook } from '../support/workbook.ts';
import { zip } from '../support/zip.ts';

const DAY = '2026-01-05';
const NEXT = '2026-01-06';
const market = smallMarket();
const ROWS = exchangeRows(dailyFileText(market, DAY));
const NEXT_ROWS = exchangeRows(dailyFileText(market, NEXT));

const read = (content: string | Buffer, name = 'summary'): Promise<SummaryFile> =>
  readStockSummary(Buffer.from(content), name);
const problem = (content: string | Buffer, name?: string): Promise<string> =>
  read(content, name).then(
    () => expect.fail('It was read'),
    (error: AlirError) => {
      expect(error.code).toBe('bad_official_file');
      return error.message;
    },
  );

const serial = (day: string) => Math.round(Date.parse(day) / 86_400_000) + 25_569;
describe('the same Stock Summary is read', async () => {
  const expected = await read(summaryJson(ROWS));

  test.each<[string, string | Buffer]>([
    ['from the table of the exchange in Indonesian', workbook(tableOf(ROWS, INDONESIAN, inWords))],
    ['from the table of the exchange in English', workbook(tableOf(ROWS, ENGLISH, inWords))],
    ['from Excel with a row of spaces', workbook([...tableOf(ROWS, INDONESIAN, inWords), [' ', '  ']])],
    [
      'from Excel with 27 empty columns before the table',
      workbook(tableOf(ROWS, INDONESIAN, inWords).map((row) => [...new Array(27).fill(null), ...row])),
    ],
    [
      'from Excel with cells without places',
      workbook(tableOf(ROWS, INDONESIAN, inWords), {
        members: {
          'xl/worksheets/sheet2.xml': sheetXml(tableOf(ROWS, INDONESIAN, inWords))
            .toString()
            .replaceAll(/<c r="\w+"/g, '<c'),
        },
      }),
    ],
    [
      'from Excel with dates as numbers of 8 digits',
      workbook(tableOf(ROWS, INDONESIAN, (day) => Number(day.replaceAll('-', '')))),
    ],
    ['from Excel with dates as Excel stores them', workbook(tableOf(ROWS, INDONESIAN, serial))],
    [
      'from Excel with texts for numbers and lines above the header',
      workbook([
        ['Ringkasan Saham'],
        [null, inWords(DAY)],
        [],
        ...tableOf(ROWS, INDONESIAN, inWords, String),
      ]),
    ],
    ['from CSV with semicolons', csvOf(tableOf(ROWS, INDONESIAN), ';')],
    ['from CSV with tabs', csvOf(tableOf(ROWS, INDONESIAN), '\t')],
    [
      'from CSV with a byte order mark and a title',
      `\ufeffRingkasan Saham\r\n${csvOf(tableOf(ROWS, INDONESIAN), ';')}`,
    ],
    [
      'from CSV with empty names at the end of the header',
      csvOf(
        tableOf(ROWS, INDONESIAN).map((row, index) => (index === 0 ? [...row, '', ''] : row)),
        ';',
      ),
    ],
    ['from CSV that names its separator', `sep=;\r\n${csvOf(tableOf(ROWS, ENGLISH), ';')}`],
    ['from CSV with Indonesian numbers', csvOf(tableOf(ROWS, INDONESIAN, inWords, grouped('.', ',00')), ';')],
    ['from CSV with Indonesian thousands', csvOf(tableOf(ROWS, INDONESIAN, inWords, grouped('.')), ',')],
    ['from CSV with English numbers', csvOf(tableOf(ROWS, ENGLISH, inWords, grouped(',', '.0')), ',')],
  ])('%s', async (_title, content) => {
    expect(await read(content)).toEqual(expected);
  });

  test.each([
    '2026-01-05',
    '20260105',
    '05 Jan 2026',
    '5 Januari 2026',
    'Senin, 05 Januari 2026',
    '05-Jan-26',
    '05/01/2026',
    '5.1.2026',
  ])('with the date %s', async (date) => {
    expect(
      await read(
        csvOf(
          tableOf(ROWS, { ...ENGLISH, Date: 'Tanggal' }, () => date),
          ';',
        ),
      ),
    ).toEqual(expected);
  });

  test.each(['Mei', 'Agt', 'Agu', 'Ags', 'Oktober', 'Nop', 'Des', 'Aug', 'December'])(
    'with the month %s',
    async (month) => {
      const numbers = { Mei: '05', Agt: '08', Agu: '08', Ags: '08', Aug: '08', Oktober: '10', Nop: '11' };
      const { days } = await read(
        csvOf(
          tableOf(ROWS, ENGLISH, () => `07 ${month} 2025`),
          ';',
        ),
      );
      expect(days[0]?.trade_date).toBe(`2025-${numbers[month as keyof typeof numbers] ?? '12'}-07`);
    },
  );

  test('without a date, from the name of the file', async () => {
    const { Date: _, ...headings } = INDONESIAN;
    const content = workbook(tableOf(ROWS, headings));
    expect(await read(content, 'Ringkasan Saham-20260105.xlsx')).toEqual(expected);
    expect(await problem(content)).toMatch(/^has no Date in the header/);
    expect(await problem(content, '20260105-20260106.xlsx')).toMatch(/^has no Date in the header/);
  });

  test('with an earlier last trading date of a stock without trades', async () => {
    const idle = {
      ...ROWS[0],
      ...{
        StockCode: 'IDLE',
        OpenPrice: 0,
        FirstTrade: 0,
        High: 0,
        Low: 0,
        Volume: 0,
        Value: 0,
        Frequency: 0,
      },
      ...{ ForeignSell: 0, ForeignBuy: 0, NonRegularVolume: 0, NonRegularValue: 0, NonRegularFrequency: 0 },
      Date: '2023-05-05',
    };
    const { days } = await read(csvOf(tableOf([...ROWS, idle], INDONESIAN), ';'));
    expect(days.map(({ trade_date, rows }) => [trade_date, rows.length])).toEqual([[DAY, ROWS.length + 1]]);
    const two = await read(csvOf(tableOf([...ROWS, idle, ...NEXT_ROWS], INDONESIAN), ';'));
    expect(two.days.map(({ trade_date }) => trade_date)).toEqual([DAY, NEXT]);
    expect(await problem(csvOf(tableOf([...ROWS, idle, idle], INDONESIAN), ';'))).toMatch(/^has IDLE twice/);
  });
});

test('several days in one file are several Stock Summaries', async () => {
  const both = [...NEXT_ROWS, ...ROWS];
  const expected = {
    stock: null,
    days: [...(await read(summaryJson(ROWS))).days, ...(await read(summaryJson(NEXT_ROWS))).days],
  };
  expect(await read(summaryJson(both))).toEqual(expected);
  expect(await read(workbook(tableOf(both, INDONESIAN)))).toEqual(expected);
  // Several days are not compared with the date in the name.
  expect(await read(summaryJson(both), 'Ringkasan Saham-20260501.json')).toEqual(expected);
  expect(await problem(summaryCsv([...both, ...ROWS.slice(0, 1)]))).toMatch(/the ticker is repeated/);
});

test('a file of one stock has its ticker in its name or in its rows', async () => {
  const rows = [...ROWS, ...NEXT_ROWS].filter(({ StockCode }) => StockCode === 'BBCA');
  const { StockCode: _, ...others } = INDONESIAN;
  const headings = { ...others, Date: 'date' };
  const content = csvOf(tableOf(rows, headings), ',');
  const file = await read(content, 'BBCA.csv');
  expect(file.stock).toBe('BBCA');
  expect(file.days.map(({ trade_date, rows: [row] }) => [trade_date, row?.ticker])).toEqual([
    [DAY, 'BBCA'],
    [NEXT, 'BBCA'],
  ]);
  expect(await read(summaryCsv(rows))).toEqual(file);
  for (const name of ['Stock Summary.csv', 'bbca.csv', 'BBCAX2.csv', '']) {
    expect(await problem(content, name)).toMatch(/^has no StockCode in the header/);
  }
  expect((await read(summaryCsv(ROWS), 'BBCA.csv')).stock).toBeNull();
});

test('numbers that can be read in two ways are accepted if both give the same value', () => {
  expect(numberReader(['0.000'])('0.000')).toMatchObject({ number: 0 });
  expect(() => numberReader(['0.000', '0.001'])).toThrow('such as 0.001 that can be read in two ways');
});

describe('a file is refused', () => {
  test.each<[string, string | Buffer, RegExp]>([
    [
      'whose numbers can be read in two ways',
      csvOf(
        tableOf(
          [ROWS[0] ?? {}],
          INDONESIAN,
          (day) => day,
          () => '1.234',
        ),
        ';',
      ),
      /^has numbers such as 1\.234 that can be read in two ways/,
    ],
    [
      'in the American order of dates',
      csvOf(
        tableOf(ROWS, INDONESIAN, () => '01/05/2026'),
        ';',
      ),
      /^has 2026-01-05 in its name and 2026-05-01 in its rows/,
    ],
    [
      'with a carriage return alone at the end of a line',
      'Kode Saham;Nilai\rBBCA;1\r',
      /^has a quotation mark in the wrong place \(line 1\)/,
    ],
    ['in Latin-1', Buffer.from('Kode Saham;\xe9', 'latin1'), /^is not UTF-8 text/],
    ['that is an old Excel file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^is an old Excel file/],
    ['that is another archive', zip({ 'a.csv': 'x' }), /^is not an Excel workbook/],
    ['that is a workbook without rows', workbook([['Kode Saham']]), /^is an Excel workbook without rows/],
    ['that counts its days from 1904', workbook(tableOf(ROWS, INDONESIAN), { date1904: true }), /1904/],
    ['that is cut', workbook(tableOf(ROWS, INDONESIAN)).subarray(0, -30), /^is a damaged Excel file/],
    ['with a wrong checksum', zip({ 'xl/workbook.xml': '<a/>' }, { wrongChecksum: true }), /wrong checksum/],
    [
      'with a missing text',
      workbook(tableOf(ROWS, INDONESIAN), { members: { 'xl/sharedStrings.xml': '<sst/>' } }),
      /a shared text is missing/,
    ],
    [
      'with a cell far to the right',
      workbook([['a']], {
        members: { 'xl/worksheets/sheet2.xml': '<sheetData><row><c r="ZZZ1"><v>1</v></c></row></sheetData>' },
      }),
      /^is an unusually large Excel file/,
    ],
  ])('%s', async (_title, content, message) => {
    expect(await problem(content, 'Ringkasan Saham-20260105.csv')).toMatch(message);
  });
});
