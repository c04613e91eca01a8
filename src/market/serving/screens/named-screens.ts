import type { Condition, Screen } from './screen.ts';

const all = (...and: Condition[]) => ({ and });
const highest = (measure: string) => ({ measure, direction: 'desc' }) as const;
const lowest = (measure: string) => ({ measure, direction: 'asc' }) as const;

/** Screens to start from, by their names. Each finds a story of the demo (test/cli/demo/stories.slow.test.ts). */
export const NAMED_SCREENS = {
  accumulation_at_a_steady_price: {
    where: all({ measure: 'accumulation_5d', gte: 12.5 }, { measure: 'change_5d', between: [-5, 5] }),
    sort: highest('accumulation_5d'),
  },
  accumulation_with_a_rising_price: {
    where: all({ measure: 'accumulation_20d', gte: 6 }, { measure: 'change_20d', gte: 20 }),
    sort: highest('accumulation_20d'),
  },
  foreign_selling_streak: {
    where: all({ measure: 'foreign_streak', lte: -5 }, { measure: 'change_5d', lt: 0 }),
    sort: lowest('net_foreign_5d'),
  },
  foreign_buying_after_selling: {
    where: all({ measure: 'foreign_streak', gte: 3 }, { measure: 'net_foreign_20d', lt: 0 }),
    sort: highest('net_foreign_5d'),
  },
  negotiated_below_the_close: {
    where: all(
      { measure: 'negotiated_value_1d', gte: 1_000_000_000 },
      { measure: 'negotiated_premium_1d', lte: -5 },
    ),
    sort: highest('negotiated_value_1d'),
  },
  rise_with_high_value: {
    where: all({ measure: 'change_5d', gte: 25 }, { measure: 'value_ratio_20d', gte: 2 }),
    sort: highest('change_5d'),
  },
  fall_after_a_rise: {
    where: all({ measure: 'change_20d', gte: 20 }, { measure: 'change_5d', lte: -8 }),
    sort: lowest('change_5d'),
  },
  fall_on_4_days: {
    where: all(
      { measure: 'change_1d', lte: -5 },
      ...[1, 2, 3].map((days_before) => ({ measure: 'change_1d', days_before, lte: -5 })),
    ),
    sort: lowest('change_1d'),
  },
  first_trades_after_4_days: {
    // The same net foreign and share of value over 5 days as on the day: the value of the 4 days before is 0.
    where: all(
      { measure: 'net_foreign_1d', ne: 0 },
      { measure: 'net_foreign_5d', eq: { measure: 'net_foreign_1d' } },
      { measure: 'foreign_share_5d', eq: { measure: 'foreign_share_1d' } },
    ),
    sort: highest('value'),
  },
  fall_with_high_value: {
    where: all({ measure: 'change_1d', lt: 0 }, { measure: 'value_ratio_20d', gte: 1.5 }),
    sort: lowest('change_1d'),
  },
  part_of_a_fall_recovered: {
    where: all(
      { measure: 'change_1d', gt: 0 },
      { measure: 'change_1d', days_before: 1, lt: 0 },
      { measure: 'close', lt: { measure: 'close', days_before: 2 } },
    ),
    sort: highest('change_1d'),
  },
  fewest_trades_of_5_days: {
    where: all(
      ...[1, 2, 3, 4].map((days_before) => ({ measure: 'freq', lt: { measure: 'freq', days_before } })),
    ),
    sort: lowest('value_ratio_20d'),
  },
} satisfies Readonly<Record<string, Pick<Screen, 'where' | 'sort'>>>;
