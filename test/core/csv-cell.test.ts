import { expect, test } from 'vitest';
import { csvCell, csvTable } from '../../src/core/csv-cell.ts';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
  // Readers end a line at a carriage return alone, too.
  ['a\rb', '"a\rb"'],
])('the text %j is the cell %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'a spreadsheet does not run the text %j',
  (text) => {
    const quoted = /[\r]/.test(text) ? `"'${text}"` : `'${text}`;
    expect(csvTable(['name', 'count'], [{ name: text, count: -1 }])).toBe(`name,count\r\n${quoted},-1`);
  },
);
