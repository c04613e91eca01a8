import { expect, test } from 'vitest';
import { MEASURES } from '../../../src/core/market/measure-list.ts';

test('the list of measures is printed for readers', async () => {
  const lines = MEASURES.map(({ name, unit, definition }) => `${name} | ${unit} | ${definition}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../../docs/measures.txt');
});

test('every measure has another name', () => {
  expect(new Set(MEASURES.map(({ name }) => name)).size).toBe(MEASURES.length);
});
