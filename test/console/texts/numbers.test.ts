import { describe, expect, test } from 'vitest';
import { NumberFormat } from '../../../src/console/texts/written-numbers.ts';

const id = new NumberFormat('id');
const en = new NumberFormat('en');

describe('numbers', () => {
  test('are grouped as the language does', () => {
    expect(id.full(1234567)).toBe('1.234.567');
    expect(en.full(1234567)).toBe('1,234,567');
    expect(id.full(8025.5, 2)).toBe('8.025,50');
  });

  test('have a true minus sign, except for zero', () => {
    expect(id.full(-32585402625)).toBe('−32.585.402.625');
    expect(id.full(-0.4)).toBe('0');
    expect(id.percent(-0.0123)).toBe('−1,2%');
  });

  test.each([
    [0, '0', '0'],
    [999, '999', '999'],
    [1000, '1,0 rb', '1.0 k'],
    [999_950, '1,0 jt', '1.0 M'],
    [57_864_000_000, '57,9 M', '57.9 B'],
    [-1_234_000_000_000, '−1,2 T', '−1.2 T'],
    [123_456_789, '123 jt', '123 M'],
  ])('%d is shortened', (value, indonesian, english) => {
    expect(id.short(value)).toBe(indonesian);
    expect(en.short(value)).toBe(english);
  });

  test.each([
    [[-150_000, -100_000, -50_000, 0, 50_000], '−150 rb −100 rb −50 rb 0 50 rb'],
    [[0, 2500, 5000], '0 2,5 rb 5,0 rb'],
    [[0, 500, 1000], '0 500 1.000'],
    [[0, 0.25, 0.5], '0 0,25 0,50'],
  ])('of the axis %j have one scale and the same decimals', (values, written) => {
    expect(values.map((value) => id.axis(value, values)).join(' ')).toBe(written);
  });

  test.each([
    [119_780_000_000, '+119.780'],
    [-586_400_000, '−586'],
    [5_250_000, '+5,3'],
    [-70_000, '−0,07'],
    [0, '0,00'],
  ])('%d IDR in millions', (amount, written) => {
    expect(id.millions(amount)).toBe(written);
  });

  test('show the sign of a change', () => {
    expect(id.signed(12)).toBe('+12');
    expect(id.signed(-12)).toBe('−12');
    expect(id.signed(0)).toBe('0');
    expect(id.signed(1500, (value) => id.short(value))).toBe('+1,5 rb');
  });

  test('of rupiah have no space and no fraction', () => {
    expect(id.rupiah(200000)).toBe('Rp200.000');
    expect(id.rupiah(-1333)).toBe('−Rp1.333');
  });
});
