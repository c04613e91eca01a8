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

test('every type has its values, without and with NULL', () => {
  const columns = [
    { name: 'code', type: 'code', values: ['b', 'a', 'b'] },
    { name: 'date', type: 'date', values: ['1970-01-02', '1970-01-02', '1969-12-31'] },
    { name: 'count', type: 'count', values: [0, 2 ** 31 - 1, 7] },
    { name: 'int64', type: 'int64', values: [2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 32] },
    { name: 'float64', type: 'float64', values: [0.5, -1.25, 0] },
    { name: 'flag', type: 'flag', values: [true, false, true] },
  ];
  const read = (changed: object) => {
    const table = tableFromIPC(arrow(columns.map((column) => ({ ...column, ...changed })) as never));
    const cells = columns.map(({ name }) =>
      Array.from({ length: table.numRows }, (_, row) => table.getChild(name)?.get(row)),
    );
    return { types: table.schema.fields.map(({ type }) => String(type)), cells };
  };
  const numbers = [
    [0, 2 ** 31 - 1, 7],
    [9007199254740991n, -9007199254740991n, 4294967296n],
    [0.5, -1.25, 0],
    [true, false, true],
  ];
  const DAY_MS = 86_400_000;
  expect(read({})).toEqual({
    types: [expect.stringMatching(/^Dictionary</), 'Date32<DAY>', 'Int32', 'Int64', 'Float64', 'Bool'],
    cells: [['b', 'a', 'b'], [DAY_MS, DAY_MS, -DAY_MS], ...numbers],
  });
  expect(read({ nullable: true })).toEqual({
    types: ['Utf8', 'Utf8', 'Int32', 'Int64', 'Float64', 'Bool'],
    cells: [['b', 'a', 'b'], ['1970-01-02', '1970-01-02', '1969-12-31'], ...numbers],
  });
  const { cells } = read({ nullable: true, values: [null, null, null] });
  expect(cells).toEqual(columns.map(() => [null, null, null]));
});

test('a number of transactions above 2^31 - 1 has no Arrow response', () => {
  const message =
    'A number of transactions in the response is too large: it exceeds 2^31 - 1, the largest integer of its Arrow column. Request JSON, or a shorter date range.';
  const counts = [{ name: 'freq', type: 'count', values: [1, 2 ** 31] }];
  expect(() => arrow(counts as never)).toThrow(
    expect.objectContaining({ code: 'answer_too_large', message }),
  );
});
