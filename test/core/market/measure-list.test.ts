import { expect, test } from 'vitest';
import { MEASURES, type Measure } from '../../../src/core/market/measure-list.ts';

test('every measure has another name', () => {
  expect(new Set(MEASURES.map(({ name }) => name)).size).toBe(MEASURES.length);
});

test('a measure states in its name or definition how many days it covers', () => {
  const states = ({ name, days, definition }: Measure) =>
    days === 1 || new RegExp(`(?<!\\d)${days}(?!\\d)`).test(`${name} ${definition}`);
  expect(MEASURES.filter((measure) => !states(measure)).map(({ name }) => name)).toEqual([]);
});
