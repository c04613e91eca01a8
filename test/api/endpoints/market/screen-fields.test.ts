import { expect, test } from 'vitest';
import { screenFields } from '../../../../src/api/endpoints/market/screen-fields.ts';
import { requestOf } from '../../../../src/api/http/requests/request-fields.ts';
import { validated } from '../../../../src/api/http/requests/validation.ts';
import { screenSql } from '../../../../src/market/serving/screens/screen-sql.ts';
import fc from '../../../support/properties.ts';
import { screens } from '../../../support/random-screens.ts';

const schema = requestOf(screenFields);

/** What is wrong with a screen, by its place. */
function problemsOf(screen: unknown): Record<string, string> {
  try {
    validated(schema, screen);
    return {};
  } catch (error) {
    const { fields } = error as { fields: readonly { field: string; message: string }[] };
    return Object.fromEntries(fields.map(({ field, message }) => [field, message]));
  }
}

test('random screens are valid, and stay as they are', () => {
  fc.assert(
    fc.property(screens, (screen) => {
      expect(validated(schema, screen)).toEqual(screen);
    }),
    { numRuns: 300 },
  );
});

test('an empty screen has the first 50 stocks of the day', () => {
  expect(screenSql(validated(schema, {}), new Map())).toContain('\nLIMIT 50');
});

test('each error names its place', () => {
  const rule = { measure: 'close', gt: 1 };
  const bad = [
    { measure: 'close', lt: '5' },
    { or: [] },
    { not: { measure: 'closes', gt: 1 } },
    { measure: 'close', lt: { measure: 'open' } },
    { measure: 'close', lt: 1, gt: 0 },
    { measure: 'close', and: [rule] },
    { measure: 'close', over: 3 },
    { measure: 'close', between: [1] },
    { measure: 'close', gt: 1, days_before: '1; DROP TABLE x' },
    { top: 3 },
    5,
  ];
  const screen = {
    where: { and: bad },
    sort: { measure: 'volume', direction: 'up' },
    limit: '9999',
    sql: 'x',
  };
  expect(problemsOf(screen)).toMatchInlineSnapshot(`
    {
      "limit": "must be a whole number from 1 to 2000, without quotation marks",
      "sort.direction": "must be one of desc, asc",
      "sql": "is not a field of this endpoint: remove it",
      "where.and[0].lt": "must be a number without quotation marks, or a measure such as {"measure":"close","days_before":1}",
      "where.and[10]": "must be a condition, such as {"measure":"change_1d","gt":5}",
      "where.and[1].or": "is empty: send one or more conditions, or remove it",
      "where.and[2].not.measure": "is not a measure: did you mean close? The API reference lists all names",
      "where.and[3].lt.measure": "is not a measure: the API reference lists all names",
      "where.and[4]": "must compare the measure with exactly one of lt, lte, gt, gte, eq, ne, between, top: put another comparison in a condition of its own",
      "where.and[5]": "must have exactly one of and, or, not, measure: combine several conditions with and or or",
      "where.and[6]": "must compare the measure with exactly one of lt, lte, gt, gte, eq, ne, between, top: put another comparison in a condition of its own",
      "where.and[6].over": "is not a field of this endpoint: remove it",
      "where.and[7].between": "must have two limits, the lower one first, such as [1,5]",
      "where.and[8].days_before": "must be a whole number from 1 to 250, without quotation marks",
      "where.and[9]": "must have exactly one of and, or, not, measure: combine several conditions with and or or",
    }
  `);
});

test('no error is one of the library', () => {
  const values = [5, 'x', true, null, [], [[]], {}, { measure: 5 }, { measure: 'close', direction: {} }];
  const fields = ['where', 'sort', 'limit', 'measures', 'adjust', 'x'];
  const terms = ['and', 'or', 'not', 'measure', 'days_before', 'gt', 'between', 'top', 'x'];
  const screens = values.flatMap((value) => [
    value,
    ...fields.map((field) => ({ [field]: value })),
    ...terms.map((term) => ({ where: { measure: 'close', [term]: value } })),
    ...terms.map((term) => ({
      where: { and: [{ measure: 'close', gt: { measure: 'close', [term]: value } }] },
    })),
  ]);
  const messages = screens.flatMap((screen) => Object.values(problemsOf(screen)));
  expect(messages.length).toBeGreaterThan(150);
  expect(messages.filter((message) => /invalid|expected|received/i.test(message))).toEqual([]);
});

test('a screen that is too large is refused before its conditions are read', () => {
  const rule = { measure: 'close', gt: 1 };
  const nested = (depth: number): unknown => (depth === 0 ? rule : { not: nested(depth - 1) });
  const many = (count: number) => ({ where: { or: Array.from({ length: count }, () => rule) } });
  const days = (count: number) => ({
    where: {
      and: Array.from({ length: count }, (_, place) => ({
        ...rule,
        gt: { measure: 'close', days_before: place + 1 },
      })),
    },
  });
  expect(problemsOf(many(49))).toEqual({});
  for (const count of [50, 10_000]) {
    expect(problemsOf(many(count))).toEqual({
      where:
        'has too many conditions: send at most 50, with those in and, or and not counted, or several screens',
    });
  }
  expect(problemsOf({ where: nested(7) })).toEqual({});
  for (const depth of [8, 5000]) {
    expect(problemsOf({ where: nested(depth) })).toEqual({
      'where.not.not.not.not.not.not.not.not': 'is too deep: send at most 8 levels of and, or and not',
    });
  }
  expect(problemsOf(days(5))).toEqual({});
  expect(problemsOf(days(6))).toEqual({
    where: 'has too many different days_before: send at most 5, or several screens',
  });
});
