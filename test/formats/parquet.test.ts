import { expect, test } from 'vitest';
import { parquet } from '../../src/formats/parquet.ts';

/** `num_rows` (0), and `row_groups`: an empty list, whose elements have the type of a struct (12). */
const NO_ROW_GROUPS = Buffer.from([0x16, 0x00, 0x19, 0x0c]);

test('a file without rows has a list of row groups, with the type of its elements', () => {
  const none = [] as const;
  const file = Buffer.from(parquet([{ name: 'code', type: 'code', values: none }]));
  expect(file.lastIndexOf(NO_ROW_GROUPS)).toBeGreaterThan(0);
  const one = Buffer.from(parquet([{ name: 'code', type: 'code', values: ['AK'] }]));
  expect(one.lastIndexOf(NO_ROW_GROUPS)).toBe(-1);
});
