import { describe, expect, test } from 'vitest';
import { daysUntilFull, fullOn, growthPerDay } from '../../src/operations/doctor/disk-growth.ts';

describe('the growth per calendar day', () => {
  test.each<[title: string, growth: number | null, ...days: [trade_date: string, bytes: number][]]>([
    ['no day', null],
    ['one day', null, ['2026-01-05', 100]],
    ['two days in a row: the second one was added in one day', 100, ['2026-01-05', 900], ['2026-01-06', 100]],
    ['a weekend adds nothing, over the end of a month', 100, ['2026-01-30', 100], ['2026-02-02', 300]],
    ['in any order, over a leap day', 30, ['2028-03-01', 40], ['2028-02-28', 100], ['2028-02-29', 20]],
    ['days whose files are lost', 0, ['2026-01-05', 0], ['2026-01-06', 0]],
  ])('%s: %s', (_title, growth, ...days) => {
    expect(growthPerDay(days.map(([trade_date, bytes]) => ({ trade_date, bytes })))).toBe(growth);
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
