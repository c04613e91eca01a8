import { expect, test } from 'vitest';
import { counted } from '../../src/core/words.ts';

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [999, '999 days'],
  [1500, '1,500 days'],
  [-1500, '-1,500 days'],
  [1.25, '1.25 days'],
])('%d is written as %s', (number, text) => {
  expect(counted(number, 'day')).toBe(text);
});
