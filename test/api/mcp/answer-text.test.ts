import { expect, test } from 'vitest';
import { answerText } from '../../../src/api/mcp/answer-text.ts';
import { tableByTicker, tableOf } from '../../../src/formats/table.ts';

const COLUMNS = [{ name: 'code', type: 'code' }] as const;
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ code: `B${n}` }));
const textOf = (table: ReturnType<typeof tableOf>, data: unknown) =>
  answerText({ title: 'Rows', table }, { input: {}, charge: '', data, coverage: undefined });

/** 5 characters each, with the end of the line. */
const wide = (count: number) => Array.from({ length: count }, (_, n) => ({ code: String(1000 + n) }));

test.each([
  [1600, 1600, []],
  [1601, 1600, ['(1 more rows are in structuredContent)']],
  [4000, 1600, ['(2400 more rows are in structuredContent)']],
])(
  'of %d rows, a model sees the first and the last: %d, and how many are left out',
  (count, shown, left_out) => {
    const text = textOf(tableOf(COLUMNS), wide(count));
    const lines = text.split('\n');
    expect(text).toContain(`${count.toLocaleString('en')} rows. Volumes`);
    const rows = lines.filter((each) => /^\d+$/.test(each));
    expect([rows.length, rows[0], rows.at(-1)]).toEqual([shown, '1000', String(999 + count)]);
    expect(lines.filter((each) => each.includes('more rows'))).toEqual(left_out);
  },
);

test('a single row is never cut', () => {
  expect(textOf(tableOf(COLUMNS), [{ code: 'x'.repeat(9000) }])).not.toContain('more rows');
});

test.each([
  ['rows', tableOf(COLUMNS), []],
  [
    'rows in a field',
    { columns: COLUMNS, fill: () => tableOf(COLUMNS).fill([]) },
    { broker: 'AK', days: [] },
  ],
])('an answer without %s says so, and names no field', (_, table, data) => {
  expect(textOf(table, data).split(/\r?\n/).at(-1)).toBe('(no rows in the published data)');
});

test('the rows of each stock are counted apart, and a stock without rows is named', () => {
  const data = new Map([
    ['AAAA', rowsOf(9)],
    ['BBBB', wide(900)],
  ]);
  const text = textOf(tableByTicker(COLUMNS), Object.fromEntries([...data, ['CCCC', []]]));
  expect(text).toContain('\nBBBB,1199\n(500 more rows for BBBB are in structuredContent)\nBBBB,1700\n');
  expect(text.split('\n').at(-1)).toBe('(no rows for CCCC in the published data)');
});
