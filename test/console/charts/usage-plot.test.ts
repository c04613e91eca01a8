import { expect, test } from 'vitest';
import { usageSlots } from '../../../src/console/charts/usage-plot.ts';

const DAYS = [
  { date: '2026-01-15', units: 500 },
  { date: '2026-01-16', units: 0 },
  { date: '2026-01-17', units: 300 },
];
const CYCLE = {
  start: '2026-01-15',
  end: '2026-01-20',
  limit: 1000,
  used: 700,
  units_per_day: 200,
  used_up_on: '2026-01-19',
};

test('outside of a cycle, the days have no total', () => {
  expect(usageSlots(DAYS, null)).toEqual(DAYS.map((day) => ({ ...day, total: null })));
});

test('in a cycle, the totals end with the units used, and go on at the present pace up to the quota', () => {
  expect(usageSlots(DAYS, CYCLE).map(({ date, units, total }) => [date, units, total])).toEqual([
    // 100 of the 500 units belong to the previous cycle, which ended on this day.
    ['2026-01-15', 500, 400],
    ['2026-01-16', 0, 400],
    ['2026-01-17', 300, 700],
    ['2026-01-18', null, 900],
    ['2026-01-19', null, 1000],
    ['2026-01-20', null, 1000],
  ]);
});

test('a cycle without days has one slot for each of its days', () => {
  expect(usageSlots([], { ...CYCLE, used: 0, units_per_day: 0 })).toHaveLength(6);
});
