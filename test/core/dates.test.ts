import { describe, expect, test } from 'vitest';
import * as dates from '../../src/core/dates.ts';

describe('a day', () => {
  test.each([
    ['2024-02-29', true],
    ['2025-02-29', false],
    ['2000-02-29', true],
    ['1900-02-29', false],
    ['2026-04-30', true],
    ['2026-04-31', false],
    ['2026-12-31', true],
    ['2026-12-32', false],
    ['2026-00-10', false],
    ['2026-13-10', false],
    ['2026-01-00', false],
    ['0096-02-29', true],
    ['0000-02-29', true],
    ['2026-1-10', false],
    ['2026-01-10T00:00:00Z', false],
  ])('%s exists: %s', (text, exists) => {
    expect(dates.isIsoDate(text)).toBe(exists);
  });

  test('of Jakarta begins at 17:00 UTC of the day before', () => {
    expect(dates.jakartaDate(new Date('2026-01-04T16:59:59.999Z'))).toBe('2026-01-04');
    expect(dates.jakartaDate(new Date('2026-01-04T17:00:00.000Z'))).toBe('2026-01-05');
    expect(dates.dayRange('2026-01-31', '2026-02-28')).toEqual({
      since: '2026-01-30T17:00:00.000Z',
      until: '2026-02-28T17:00:00.000Z',
    });
    expect(dates.monthRange('2026-01', '2026-02')).toEqual({
      since: '2025-12-31T17:00:00.000Z',
      until: '2026-02-28T17:00:00.000Z',
    });
    expect(() => dates.dayRange('2026-02-02', '2026-02-01')).toThrow(
      'must not be after the last day, 2026-02-01',
    );
    expect(() => dates.monthRange('2026-02', '2026-01')).toThrow('must not be after the last month, 2026-01');
    expect(dates.monthRange('2026-12', '2026-12').until).toBe('2026-12-31T17:00:00.000Z');
  });

  test('has a number, a year and a month, and ranges count both ends', () => {
    expect(dates.epochDay('1970-01-02')).toBe(1);
    expect(dates.dateOfEpochDay(20_454)).toBe('2026-01-01');
    expect([dates.yearOf('2026-01-02'), dates.monthOf('2026-01-02')]).toEqual([2026, '2026-01']);
    expect(dates.daysInRange('2026-02-28', '2026-03-01')).toBe(2);
    expect(dates.naiveUtc(new Date('2026-01-02T03:04:05.678Z'))).toBe('2026-01-02T03:04:05');
  });
});

test.each([
  ['2026-01-31T00:00+07:00', '2026-01-30T17:00:00.000Z'],
  ['2026-01-31T23:59:59.123456789Z', '2026-01-31T23:59:59.123Z'],
  ['2026-01-31T23:59:59-23:59', '2026-02-01T23:58:59.000Z'],
  ['2026-01-31T24:00:00Z', undefined],
  ['2026-01-31T00:60:00Z', undefined],
  ['2026-01-31T00:00:60Z', undefined],
  ['2026-01-31T00:00:00', undefined],
  ['2026-01-31', undefined],
  ['2026-02-29T00:00:00Z', undefined],
  ['9999-12-31T23:59:59-00:01', undefined],
  ['0000-01-01T00:00:00+00:01', undefined],
])('the time %s is %s', (text, time) => {
  expect(dates.instantOf(text)?.toISOString()).toBe(time);
});
