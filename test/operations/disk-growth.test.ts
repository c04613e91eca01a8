import { describe, expect, test } from 'vitest';
import { daysUntilFull, fullOn, growthPerDay } from '../../src/operations/doctor/disk-growth.ts';

describe('the growth per calendar day', () => {
  test.each([
    { name: 'no day', days: [], growth: null },
    { name: 'one day', days: [{ trade_date: '2026-01-05', bytes: 100 }], growth: null },
    {
      name: 'two days in a row: the second one was added in one day',
      days: [
        { trade_date: '2026-01-05', bytes: 900 },
        { trade_date: '2026-01-06', bytes: 100 },
      ],
      growth: 100,
    },
    {
      name: 'a weekend adds nothing, over the end of a month',
      days: [
        { trade_date: '2026-01-30', bytes: 100 },
        { trade_date: '2026-02-02', bytes: 300 },
      ],
      growth: 100,
    },
    {
      name: 'in any order, over a leap day',
      days: [
        { trade_date: '2028-03-01', bytes: 40 },
        { trade_date: '2028-02-28', bytes: 100 },
        { trade_date: '2028-02-29', bytes: 20 },
      ],
      growth: 30,
    },
    {
      name: 'days whose files are lost',
      days: [
        { trade_date: '2026-01-05', bytes: 0 },
        { trade_date: '2026-01-06', bytes: 0 },
      ],
      growth: 0,
    },
  ])('$name: $growth', ({ days, growth }) => {
    expect(growthPerDay(days)).toBe(growth);
  });
});

describe('the day on which the disk is full', () => {
  test.each([
    { free: 1000, growth: 100, today: '2026-01-21', day: '2026-01-31' },
    { free: 1099, growth: 100, today: '2026-01-21', day: '2026-01-31' },
    { free: 1100, growth: 100, today: '2026-01-21', day: '2026-02-01' },
    { free: 1000, growth: 1000, today: '2026-12-31', day: '2027-01-01' },
    // 2028 is a leap year, 2027 is not.
    { free: 1000, growth: 1000, today: '2027-02-28', day: '2027-03-01' },
    { free: 1000, growth: 1000, today: '2028-02-28', day: '2028-02-29' },
    { free: 99, growth: 100, today: '2026-01-31', day: '2026-01-31' },
    { free: 0, growth: 100, today: '2026-01-31', day: '2026-01-31' },
    { free: -5, growth: 100, today: '2026-01-31', day: '2026-01-31' },
    { free: 1000, growth: 0, today: '2026-01-31', day: null },
    { free: 1000, growth: -1, today: '2026-01-31', day: null },
    { free: 1000, growth: Number.NaN, today: '2026-01-31', day: null },
    { free: 1000, growth: null, today: '2026-01-31', day: null },
    { free: 366_000, growth: 100, today: '2026-01-01', day: '2036-01-09' },
    { free: 366_100, growth: 100, today: '2026-01-01', day: null },
  ])('$free bytes free, $growth a day, on $today: $day', ({ free, growth, today, day }) => {
    expect(fullOn(today, daysUntilFull(free, growth))).toBe(day);
  });
});
