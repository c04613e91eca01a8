import { expect, test } from 'vitest';
import { NAMED_SCREENS } from '../../../../src/market/serving/screens/named-screens.ts';
import type { Screen } from '../../../../src/market/serving/screens/screen.ts';
import { screenSql } from '../../../../src/market/serving/screens/screen-sql.ts';
import fc from '../../../support/properties.ts';
import { DAY_OF, differencesFromFilter, screens } from '../../../support/random-screens.ts';

test('300 random screens select what a filter of the rows selects', async () => {
  expect(await differencesFromFilter(300)).toEqual([]);
});

test('the SQL of a screen can be read', () => {
  const screen = {
    where: {
      and: [
        { measure: 'change_1d', gt: 2.5 },
        { measure: 'close', gte: { measure: 'close', days_before: 2 } },
        { not: { measure: 'value', top: 10 } },
      ],
    },
    sort: { measure: 'volume_ratio_20d', direction: 'desc' },
    limit: 20,
  } as const;
  expect(screenSql(screen, DAY_OF)).toMatchInlineSnapshot(`
    "SELECT day.trade_date AS date, day.ticker, day.change_1d, day.close, day.value, day.volume_ratio_20d
    FROM measures_adjusted AS day
    LEFT JOIN measures_adjusted AS before_2 ON before_2.ticker = day.ticker AND before_2.trade_date = DATE '2026-01-07'
    WHERE day.trade_date = DATE '2026-01-12'
      AND day.change_1d > 2.5e0
      AND day.close >= before_2.close
      AND NOT (CASE WHEN day.value IS NOT NULL THEN day.ticker IN (SELECT ticker FROM measures_adjusted WHERE trade_date = DATE '2026-01-12' AND value IS NOT NULL ORDER BY value DESC, ticker LIMIT 10) END)
    ORDER BY day.volume_ratio_20d DESC NULLS LAST, day.ticker
    LIMIT 20"
  `);
});

test('the conditions and the order of the named screens are those that were reviewed', () => {
  const conditions = Object.entries(NAMED_SCREENS).map(([name, screen]) => {
    const lines = screenSql(screen, DAY_OF).split('\n');
    return [name, ...lines.filter((line) => /^(?: {2}AND|ORDER BY) /.test(line))].join('\n');
  });
  expect(conditions.join('\n')).toMatchInlineSnapshot(`
    "accumulation_at_a_steady_price
      AND day.accumulation_5d >= 12.5e0
      AND day.change_5d BETWEEN -5 AND 5
    ORDER BY day.accumulation_5d DESC NULLS LAST, day.ticker
    accumulation_with_a_rising_price
      AND day.accumulation_20d >= 6
      AND day.change_20d >= 20
    ORDER BY day.accumulation_20d DESC NULLS LAST, day.ticker
    foreign_selling_streak
      AND day.foreign_streak <= -5
      AND day.change_5d < 0
    ORDER BY day.net_foreign_5d ASC NULLS LAST, day.ticker
    foreign_buying_after_selling
      AND day.foreign_streak >= 3
      AND day.net_foreign_20d < 0
    ORDER BY day.net_foreign_5d DESC NULLS LAST, day.ticker
    negotiated_below_the_close
      AND day.negotiated_value_1d >= 1000000000
      AND day.negotiated_premium_1d <= -5
    ORDER BY day.negotiated_value_1d DESC NULLS LAST, day.ticker
    rise_with_high_value
      AND day.change_5d >= 25
      AND day.value_ratio_20d >= 2
    ORDER BY day.change_5d DESC NULLS LAST, day.ticker
    fall_after_a_rise
      AND day.change_20d >= 20
      AND day.change_5d <= -8
    ORDER BY day.change_5d ASC NULLS LAST, day.ticker
    fall_on_4_days
      AND day.change_1d <= -5
      AND before_1.change_1d <= -5
      AND before_2.change_1d <= -5
      AND before_3.change_1d <= -5
    ORDER BY day.change_1d ASC NULLS LAST, day.ticker
    first_trades_after_4_days
      AND day.net_foreign_1d <> 0
      AND day.net_foreign_5d = day.net_foreign_1d
      AND day.foreign_share_5d = day.foreign_share_1d
    ORDER BY day.value DESC NULLS LAST, day.ticker
    fall_with_high_value
      AND day.change_1d < 0
      AND day.value_ratio_20d >= 1.5e0
    ORDER BY day.change_1d ASC NULLS LAST, day.ticker
    part_of_a_fall_recovered
      AND day.change_1d > 0
      AND before_1.change_1d < 0
      AND day.close < before_2.close
    ORDER BY day.change_1d DESC NULLS LAST, day.ticker
    fewest_trades_of_5_days
      AND day.freq < before_1.freq
      AND day.freq < before_2.freq
      AND day.freq < before_3.freq
      AND day.freq < before_4.freq
    ORDER BY day.value_ratio_20d ASC NULLS LAST, day.ticker"
  `);
});

test('an unknown measure, an invalid date or a number that is not finite is an error', () => {
  const hostile = ['close; DROP TABLE measures', "close' --", '', '__proto__', 'ticker', 'CLOSE'];
  const sql = (screen: unknown, days: ReadonlyMap<number, string> = DAY_OF) =>
    screenSql({ limit: 1, ...(screen as object) } as Screen, days);
  for (const text of hostile) {
    expect(() => sql({ measures: [text] })).toThrow('not in the list');
    expect(() => sql({ sort: { measure: text, direction: 'asc' } })).toThrow('not in the list');
    expect(() => sql({ where: { measure: text, top: 1 } })).toThrow('not in the list');
    expect(() => sql({ where: { measure: 'close', lt: { measure: text } } })).toThrow('not in the list');
    expect(() => sql({ where: { measure: 'close', lt: text } })).toThrow('not finite');
    expect(() => sql({ where: { measure: 'close', between: [1, text] } })).toThrow('not finite');
    expect(() => sql({ where: { measure: 'close', top: text } })).toThrow('not finite');
    expect(() => sql({ where: { measure: 'close', lt: { measure: 'close', days_before: text } } })).toThrow(
      'not finite',
    );
    expect(() => sql({ where: { measure: 'close', top: 1, days_before: text } })).toThrow('not finite');
    expect(() => sql({ where: { measure: 'close', lt: 1, days_before: text } })).toThrow('not finite');
    expect(() => sql({ limit: text })).toThrow('not finite');
    expect(sql({ adjust: text })).toBe(sql({}));
    expect(() => sql({}, new Map([[0, text]]))).toThrow('not a date');
    expect(sql({ sort: { measure: 'close', direction: text } })).toContain(
      'ORDER BY day.close DESC NULLS LAST',
    );
  }
  for (const number of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => sql({ where: { measure: 'close', lt: number } })).toThrow('not finite');
  }
});

test('the SQL of random screens has only known words, dates and numbers', () => {
  const words = new Set();
  fc.assert(
    fc.property(screens, (screen) => {
      for (const [word] of screenSql(screen, DAY_OF).matchAll(/[A-Za-z_]\w*/g)) words.add(word);
    }),
    { numRuns: 300 },
  );
  expect([...words].filter((word) => /[A-Z]/.test(String(word))).toSorted()).toMatchInlineSnapshot(`
    [
      "AND",
      "AS",
      "ASC",
      "BETWEEN",
      "BY",
      "CASE",
      "DATE",
      "DESC",
      "END",
      "FROM",
      "IN",
      "IS",
      "JOIN",
      "LAST",
      "LEFT",
      "LIMIT",
      "NOT",
      "NULL",
      "NULLS",
      "ON",
      "OR",
      "ORDER",
      "SELECT",
      "THEN",
      "WHEN",
      "WHERE",
    ]
  `);
});
