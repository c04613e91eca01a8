import { describe, expect, test } from 'vitest';
import { ColumnRows } from '../../src/core/column-rows.ts';
import { jsonBytes } from '../../src/formats/json.ts';
import fc from '../support/properties.ts';

const written = (data: unknown) => jsonBytes(data).toString();
const rowsOf = (values: readonly unknown[]) => new ColumnRows({ name: values, 'another "ä"': values });

const number = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.nat(),
  // Averages have at most two decimals.
  fc.maxSafeNat().map((hundredths) => hundredths / 100),
  fc.nat({ max: 1e6 }).map((hundredths) => hundredths / 100),
);
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 2, maxLength: 2 }), fc.string());
const value = fc.oneof(number, text, fc.boolean(), fc.constant(null));

describe('JSON as bytes', () => {
  test('is what JSON.stringify writes, for any values in rows', () => {
    const property = fc.property(fc.array(value, { maxLength: 20 }), (values) => {
      const rows = values.map((each) => ({ name: each, 'another "ä"': each }));
      expect(rowsOf(values).toJSON()).toEqual(rows);
      expect(written(rowsOf(values))).toBe(JSON.stringify(rows));
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('is what JSON.stringify writes around each power of ten', () => {
    const near: number[] = [];
    for (let power = -3; power <= 17; power++) {
      for (const part of [-1, -0.5, -0.01, -0.001, 0, 0.001, 0.01, 0.1, 0.5, 1])
        near.push(10 ** power + part);
    }
    const values = [
      ...near,
      ...near.map((each) => -each),
      2 ** 53 - 1,
      2 ** 53,
      -0,
      1e21,
      Number.NaN,
      Infinity,
    ];
    const numbers = new ColumnRows({ value: Float64Array.from(values) });
    expect(written(numbers)).toBe(JSON.stringify(values.map((each) => ({ value: each }))));
  });

  test('keeps the order of a Map, whose values may be rows', () => {
    const map = new Map<string, unknown>([
      ['9', rowsOf([1])],
      ['1', rowsOf([])],
      ['"', { some: [null] }],
    ]);
    expect(written(map)).toBe('{"9":[{"name":1,"another \\"ä\\"":1}],"1":[],"\\"":{"some":[null]}}');
    expect(written(new Map())).toBe('{}');
  });

  test('has no limit on the number of rows or on the length of a text', () => {
    const long = 'ä"\u0000'.repeat(100_000);
    const values = [...Array.from({ length: 50_000 }, (_, row) => row * 12_345.67), long, 'AK'];
    expect(written(rowsOf(values))).toBe(JSON.stringify(rowsOf(values)));
    // Each character takes the three bytes that are reserved for one, so no room is left for the number.
    const full = new ColumnRows({ text: ['字'.repeat(1_500_000)], number: [2 ** 53 - 1] });
    expect(written(full)).toBe(JSON.stringify(full));
    expect(written({ long })).toBe(JSON.stringify({ long }));
    expect(jsonBytes([long], '{"data":', '}').toString()).toBe(`{"data":${JSON.stringify([long])}}`);
  });
});
