import { expect, test } from 'vitest';
import type { FilledColumn } from '../../src/formats/table.ts';
import { xlsx } from '../../src/formats/xlsx.ts';
import { rowsOfWorkbook } from '../support/workbook-reader.ts';

const COLUMNS: readonly FilledColumn[] = [
  { name: 'date', type: 'date', values: ['2026-01-05', '2024-02-29'] },
  { name: 'name', type: 'code', nullable: true, values: ['=HYPERLINK("http://x")&<b>', null] },
  { name: 'buy_value', type: 'int64', values: [Number.MAX_SAFE_INTEGER, -1] },
  { name: 'buy_avg', type: 'float64', values: [10.25, 0] },
  { name: 'net_lots', type: 'float64', values: [12.5, -3] },
  { name: 'change_1d_p60', type: 'float64', nullable: true, values: [null, 100] },
  { name: 'foreign_share_5d', type: 'float64', values: [1.5, 2] },
  { name: 'verified', type: 'flag', values: [true, false] },
];

test('a workbook has units in its frozen first row, days as dates, exact integers, and texts that are no formulas', async () => {
  const { rows, formats, xml } = await rowsOfWorkbook(await xlsx(COLUMNS));
  expect(rows).toEqual([
    [
      ...['date', 'name', 'buy_value (IDR)', 'buy_avg (IDR per share)', 'net_lots (lots)'],
      ...['change_1d_p60 (percent)', 'foreign_share_5d (percent)', 'verified'],
    ],
    [46_027, '=HYPERLINK("http://x")&<b>', '9007199254740991', 10.25, 12.5, null, 1.5, true],
    [45_351, null, -1, 0, -3, 100, 2, false],
  ]);
  expect(formats[1]).toEqual([
    'yyyy-mm-dd',
    null,
    '#,##0',
    ...new Array(2).fill('#,##0.00'),
    null,
    '#,##0.00',
    null,
  ]);
  expect(xml).toContain('<pane ySplit="1"');
  // As wide as the titles, and 12 at least.
  expect([...xml.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))).toEqual([
    ...[12, 12, 17, 25, 17, 25, 28, 12],
  ]);
  expect(xml).not.toContain('<f>');
});

test('a column has the unit of its name', async () => {
  const units = {
    percent: ['share', 'premium', 'percent', 'buy_top5'],
    shares: ['volume', 'net_volume', 'position'],
    IDR: ['sell_value', 'foreign_buy', 'foreign_sell', 'net_foreign', 'result'],
    lots: ['lots', 'position_lots'],
    'IDR per share': ['open', 'high', 'low', 'average', 'average_cost', 'sell_avg', 'close'],
    trades: ['freq', 'sell_freq'],
  };
  const titles = Object.entries(units).map(([unit, names]) =>
    names.map((name) => [name, `${name} (${unit})`]),
  );
  const without = ['days_held', 'tickers', 'code'].map((name) => [name, name] as const);
  const read = await Promise.all(
    [...titles, without].map(async (names) => {
      const columns = names.map(([name = '']): FilledColumn => ({ name, type: 'int64', values: [1] }));
      return (await rowsOfWorkbook(await xlsx(columns))).rows[0];
    }),
  );
  expect(read).toEqual([...titles, without].map((names) => names.map(([, title]) => title)));
});

test('many workbooks at the same time are made one after another, and more than 32 are refused', async () => {
  const made = await Promise.allSettled(Array.from({ length: 40 }, () => xlsx(COLUMNS)));
  const refused = made.filter(({ status }) => status === 'rejected');
  expect(refused.map((each) => (each as PromiseRejectedResult).reason.code)).toEqual(
    new Array(8).fill('overloaded'),
  );
});

test('an answer of more than 100,000 cells is refused', async () => {
  const values = new Float64Array(50_001);
  const columns = ['volume', 'value'].map((name): FilledColumn => ({ name, type: 'int64', values }));
  await expect(xlsx(columns)).rejects.toMatchObject({ code: 'not_acceptable' });
});
