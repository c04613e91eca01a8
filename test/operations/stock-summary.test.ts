import { describe, expect, test } from 'vitest';
import { AlirError } from '../../src/core/errors.ts';
import { readStockSummary } from '../../src/operations/official/stock-summary.ts';
import { printable } from '../../src/operations/official/table-values.ts';
import { csv, line } from '../support/daily-files.ts';
import { exchangeRows, snakeCase, summaryCsv, summaryJson } from '../support/stock-summary.ts';

const DAY = csv([
  line({ TRX_CODE: 1, STK_PRIC: 1260, STK_VOLM: 300 }),
  line({ TRX_CODE: 2, STK_PRIC: 1255, STK_VOLM: 200, INV_TYP1: 'I', INV_TYP2: 'A' }),
  line({ TRX_CODE: 3, STK_CODE: 'BBCA', STK_PRIC: 9000, TRX_TYPE: 'NG', STK_VOLM: 77 }),
]);
const ROWS = exchangeRows(DAY);
const [ROW = {}] = ROWS;

const READ = {
  trade_date: '2026-01-19',
  rows: [
    {
      ticker: 'BRMS',
      open_price: 1260,
      first_trade: 1260,
      high: 1260,
      low: 1255,
      close: 1255,
      freq: 2,
      volume: 500,
      value: 629_000,
      foreign_buy: 300,
      foreign_sell: 200,
      non_regular: { freq: 0, volume: 0, value: 0 },
    },
    {
      ticker: 'BBCA',
      open_price: null,
      first_trade: null,
      high: 0,
      low: 0,
      close: 1000,
      freq: 0,
      volume: 0,
      value: 0,
      foreign_buy: 0,
      foreign_sell: 0,
      non_regular: { freq: 1, volume: 77, value: 693_000 },
    },
  ],
};

const readDays = async (text: string, name = 'summary.csv') =>
  (await readStockSummary(Buffer.from(text), name)).days;
const readDay = async (text: string) => (await readDays(text))[0];

async function problemOf(text: string): Promise<string> {
  try {
    await readDays(text);
  } catch (error) {
    if (error instanceof AlirError && error.code === 'bad_official_file') return error.message;
    throw error;
  }
  throw new Error('It was read');
}

const inSnakeCase = ROWS.map((row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])),
);

describe('a Stock Summary is read', () => {
  test.each<[string, string]>([
    ['from the JSON of the exchange, with numbers such as 500.0', summaryJson(ROWS)],
    ['from JSON with column names in snake case', summaryJson(inSnakeCase)],
    ['from CSV', summaryCsv(ROWS)],
    ['from CSV with column names in snake case', summaryCsv(ROWS, snakeCase)],
    ['with a byte order mark', `\ufeff${summaryCsv(ROWS)}`],
    [
      'from CSV with semicolons',
      summaryCsv(ROWS)
        .replaceAll('",', '";')
        .replaceAll('.0,', '.0;')
        .replace(/^.*/, (header) => header.replaceAll(',', ';')),
    ],
    [
      'without a line end after the last line, and with blank lines',
      `\n${summaryCsv(ROWS).trim().replaceAll('\r\n', '\n\n')}`,
    ],
  ])('%s', async (_title, text) => {
    expect(await readDays(text)).toEqual([READ]);
  });

  test('without the columns of the non-regular markets', async () => {
    const rows = ROWS.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('NonRegular'))),
    );
    expect((await readDay(summaryCsv(rows)))?.rows.map(({ non_regular }) => non_regular)).toEqual([
      null,
      null,
    ]);
  });

  test('with exact numbers up to 2^53 - 1', async () => {
    const Value = Number.MAX_SAFE_INTEGER;
    for (const text of [summaryJson([{ ...ROW, Value }]), summaryCsv([{ ...ROW, Value }])]) {
      expect((await readDay(text))?.rows[0]?.value).toBe(9_007_199_254_740_991);
      expect(await problemOf(text.replace('9007199254740991', '9007199254740993'))).toContain('Value is');
    }
  });

  test.each([0, null, -99_999_999])('with %s as an open that is not stated', async (none) => {
    const row = { ...ROW, OpenPrice: none, FirstTrade: none };
    expect((await readDay(summaryJson([row])))?.rows[0]).toMatchObject({
      open_price: null,
      first_trade: null,
    });
  });
});

describe('a file is refused', () => {
  const json = (...rows: object[]) => JSON.stringify({ data: rows });

  test.each<[string, string, RegExp]>([
    ['that is empty', '', /^is empty/],
    ['that has only spaces', ' \n', /^is empty/],
    ['that is an HTML page', '<!DOCTYPE html><title>Just a moment...</title>', /HTML/],
    ['that is binary', 'BM\u0003\u0004\0\0', /binary/],
    ['that is a damaged workbook', 'PK\u0003\u0004\0\0', /^is a damaged Excel file/],
    ['that is cut short', summaryJson(ROWS).slice(0, 300), /^is not valid JSON/],
    ['without data', '{"replies":[]}', /^has no list "data"/],
    ['that is a list', JSON.stringify(ROWS), /^has no list "data"/],
    ['whose data is an object', '{"data":{"data":[]}}', /^has no list "data"/],
    ['without rows', '{"data":[]}', /^has no rows.*without trading/],
    ['with one page of the rows', summaryJson(ROWS).replace(':2,', ':958,'), /^contains 2 of 958 rows/],
    ['with a row that is no object', '{"data":[1]}', /not an object \(row 1\)/],
    ['with rows of another table', json({ code: 'AK', volume: 1 }), /^has no StockCode, Date, High/],
    ['with a header only', summaryCsv(ROWS).split('\r\n')[0] ?? '', /^has no rows/],
    ['that is a daily file', DAY, /^has no StockCode, Date, .* OpenPrice or FirstTrade in the header/],
    [
      'with some of the columns of the non-regular markets',
      summaryJson(ROWS).replaceAll('NonRegularValue', 'Other'),
      /^has no NonRegularValue in every row/,
    ],
    [
      'with a column twice',
      summaryCsv(ROWS).replace('Previous', 'stock_code'),
      /^has the column StockCode|stock_code twice/,
    ],
    ['with a short line', summaryCsv(ROWS).replace('"",77', '77'), /cells in row 2, but its header has/],
    ['with an open quotation mark', `${summaryCsv(ROWS)}"`, /quotation mark in the wrong place \(line 4\)/],
    ['with text in place of a number', json({ ...ROW, Volume: '5' }), /row 1 \(BRMS\): Volume is "5"/],
    ['with null in place of a number', json({ ...ROW, Volume: null }), /Volume is null/],
    ['with a fraction', json({ ...ROW, Volume: 1.5 }), /Volume is 1\.5/],
    ['with a negative number', json({ ...ROW, Volume: -1 }), /Volume is -1/],
    ['with a huge number', summaryJson([ROW]).replace(/"Volume":[\d.]+/, '"Volume":1e999'), /Volume is /],
    ['with separators in numbers', summaryCsv([ROW]).replace(',500.0', ',"5,00"'), /Volume is "5,00"/],
    ['with a ticker that is a number', json({ ...ROW, StockCode: 7 }), /StockCode is 7/],
    ['with an invalid ticker', json({ ...ROW, StockCode: '\u001b[31m' }), /StockCode is "\\u001b\[31m"/],
    ['with a ticker twice', json(ROW, ROW), /row 2 \(BRMS\): the ticker is repeated/],
    ['with an invalid date', json({ ...ROW, Date: '2026-02-30T00:00:00' }), /Date is "2026-02-30/],
    ['with a date in the American order', json({ ...ROW, Date: '01/19/2026' }), /Date is "01\/19\/2026"/],
  ])('%s', async (_title, text, message) => {
    expect(await problemOf(text)).toMatch(message);
  });

  test('with the first problems and the number of the others', async () => {
    const problemOfRows = (length: number) =>
      problemOf(json(...Array.from({ length }, () => ({ ...ROW, StockCode: '?' }))));
    expect(await problemOfRows(30)).toMatch(/^has 30 wrong cells: (row \d: [^;]*; ){5}and 25 more\./);
    expect(await problemOfRows(5)).toMatch(
      /^has 5 wrong cells: (row \d: [^;]*; ){4}row 5: [^;.]*\. Download/,
    );
  });

  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const withCell = (name: string, cell: string) => json({ ...ROW, [name]: '?' }).replace('"?"', cell);

  test.each(['StockCode', 'Date', 'OpenPrice', 'FirstTrade', 'Volume', 'StockName'])(
    'with a list or an object as %s',
    async (name) => {
      for (const cell of [nested(2_000), '[-5]', '[]', '{"valueOf":-5}']) {
        expect(await problemOf(withCell(name, cell))).toBe(
          `has a list or an object in ${name} of row 1. Download it again, and do not edit it.`,
        );
      }
    },
  );

  test('with a long cell', async () => {
    const long = `"${'x'.repeat(15_000)}"`;
    const problem = /^has a cell of more than 1,000 characters in /;
    expect(await problemOf(withCell('StockCode', long))).toMatch(problem);
    expect(await problemOf(withCell('OpenPrice', long))).toMatch(problem);
    expect(await problemOf(`${long}\n`)).toMatch(problem);
    const [header = ''] = summaryCsv(ROWS).split('\r\n');
    expect(await problemOf(`${header}\n1,${'x'.repeat(1000)},\n`)).not.toMatch(problem);
    for (const cell of [long, long.slice(1, -1), `"${'""'.repeat(7_000)}"`]) {
      expect(await problemOf(`${header}\n1,${cell},\n`)).toBe(
        'has a cell of more than 1,000 characters in line 2. Download it again, and do not edit it.',
      );
    }
  });

  test('with too many rows', async () => {
    const problem = 'has more than 100,000 rows. Split it by day or by month.';
    expect(await problemOf(`{"data":[${'{},'.repeat(100_000)}{}]}`)).toBe(problem);
    expect(await problemOf(`${summaryCsv(ROWS)}${'x\n'.repeat(100_000)}`)).toBe(problem);
  });
});

test('control characters are escaped, and long texts are shortened', () => {
  expect(printable('a\u001b[2J\u202eb\n')).toBe('a\\u{1b}[2J\\u{202e}b\\u{a}');
  expect(printable('x'.repeat(50), 10)).toBe('xxxxxxxxxx...');
});
