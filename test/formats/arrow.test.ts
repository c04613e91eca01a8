import { Dictionary, tableFromIPC, Uint8, Utf8 } from 'apache-arrow';
import { expect, test } from 'vitest';
import { arrow } from '../../src/formats/arrow.ts';

const ROWS = [
  { name: 'ticker', type: 'code', values: ['BBCA', 'BBCA', 'BRMS'] },
  { name: 'broker', type: 'code', values: ['YP', 'CC', 'YP'] },
  { name: 'buy_volume', type: 'int64', values: [100, 200, 300] },
] as const;

test('the same rows give the same Arrow bytes and dictionary ids', () => {
  const next = () => new Dictionary(new Utf8(), new Uint8()).id;
  const before = next();
  const first = arrow(ROWS as never);
  for (let again = 0; again < 5; again++) expect(arrow(ROWS as never)).toEqual(first);
  expect(next()).toBe(before + 1);
  const { schema } = tableFromIPC(first);
  expect(schema.fields.slice(0, 2).map(({ type }) => (type as Dictionary).id)).toEqual([0, 1]);
});

test('two columns of codes have separate dictionaries', () => {
  const rows = tableFromIPC(arrow(ROWS as never)).toArray();
  expect(rows.map(({ ticker, broker }) => [ticker, broker])).toEqual([
    ['BBCA', 'YP'],
    ['BBCA', 'CC'],
    ['BRMS', 'YP'],
  ]);
});

test('only a column that may have no value is declared nullable', () => {
  const rows = [...ROWS, { name: 'price', type: 'float64', nullable: true, values: [1.5, null, 2] }];
  const { schema } = tableFromIPC(arrow(rows as never));
  expect(schema.fields.map(({ name, nullable }) => [name, nullable])).toEqual([
    ['ticker', false],
    ['broker', false],
    ['buy_volume', false],
    ['price', true],
  ]);
});

test.each([256, 257])('a column with %d codes gives each row its code', (count) => {
  const values = Array.from({ length: count }, (_, n) => `T${n}`);
  const rows = tableFromIPC(arrow([{ name: 'ticker', type: 'code', values }] as never)).toArray();
  expect(rows.map(({ ticker }) => ticker)).toEqual(values);
});
