import { expect, test } from 'vitest';
import {
  columnNames,
  DAILY_FILE_COLUMNS,
  DailyFileRejected,
  dateOfFileName,
} from '../../src/core/market/daily-file.ts';
import { cause } from '../../src/core/market/file-causes.ts';

test.each([
  ['DT260119.csv', '2026-01-19'],
  ['dt260119.CSV.GZ', '2026-01-19'],
  ['DT260119.csv.zip', '2026-01-19'],
  ['DT260119.zip', '2026-01-19'],
  ['DT260119.gz', undefined],
  ['DT260119.csv.bak', undefined],
  ['xDT260119.csv', undefined],
  ['DT260230.csv', undefined],
  ['DT2601190.csv', undefined],
])('the date of the file name %s is %s', (name, date) => {
  expect(dateOfFileName(name)).toBe(date);
});

test('the required columns keep their names in any order, and others are named by position', () => {
  const [first = '', ...others] = DAILY_FILE_COLUMNS;
  expect(columnNames(['x', ...others, 'x', first].join(';'))).toEqual([
    'ignored_1',
    ...others,
    'ignored_15',
    first,
  ]);
});

test('a header lists every missing and repeated column, and another format alone', () => {
  const rejected = (header: string): DailyFileRejected => {
    try {
      columnNames(header);
    } catch (error) {
      return error as DailyFileRejected;
    }
    return expect.unreachable();
  };
  const cells = [...DAILY_FILE_COLUMNS.slice(2), 'TRX_TYPE', 'TRX_TYPE'];
  const { problems, message, kind, rejected_rows } = rejected(cells.join(';'));
  const problem = (column: string, about: object) => ({ line: 1, column, value: null, cause: about });
  expect(problems).toEqual([
    problem('TRX_CODE', cause('column_missing')),
    problem('TRX_SESS', cause('column_missing')),
    problem('TRX_TYPE', cause('column_repeated', 3)),
  ]);
  expect([message, kind, rejected_rows]).toEqual(['is missing from the header', 'wrong', null]);
  expect(rejected(DAILY_FILE_COLUMNS.join(',')).problems).toEqual([
    { line: null, column: null, value: null, cause: cause('foreign_format', 'commas') },
  ]);
  expect(new DailyFileRejected([], 5, 'cut short')).toMatchObject({
    message: 'rejected',
    rejected_rows: 5,
    kind: 'cut short',
  });
});
