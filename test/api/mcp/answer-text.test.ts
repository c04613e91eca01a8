import { expect, test } from 'vitest';
import { answerText } from '../../../src/api/mcp/answer-text.ts';
import { tableByTicker, tableOf } from '../../../src/formats/table.ts';

const COLUMNS = [{ name: 'code', type: 'code' }] as const;
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ code: `B${n}` }));
const textOf = (table: ReturnType<typeof tableOf>, data: unknown) =>
  answerText({ title: 'Rows', table }, { input: {}, charge: '', data, coverage: undefined });

test.each([
  [20, 20, []],
  [21, 20, ['1 more rows are in structuredContent.']],
  [45, 20, ['25 more rows are in structuredContent.']],
])('of %d rows, a model sees %d and how many are left out', (count, shown, left_out) => {
  const lines = textOf(tableOf(COLUMNS), rowsOf(count)).split(/\r?\n/);
  expect(lines.filter((each) => /^B\d+$/.test(each))).toHaveLength(shown);
  expect(lines.filter((each) => each.includes('more rows'))).toEqual(left_out);
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
    ['AAAA', rowsOf(20)],
    ['BBBB', rowsOf(21)],
  ]);
  const text = textOf(tableByTicker(COLUMNS), Object.fromEntries([...data, ['CCCC', []]]));
  expect(text.split(/\r?\n/).slice(-2)).toEqual([
    '1 more rows for BBBB are in structuredContent.',
    '(no rows for CCCC in the published data)',
  ]);
});
