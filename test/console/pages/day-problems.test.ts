import { expect, test } from 'vitest';
import { dayProblems } from '../../../src/console/pages/operator/today/day-problems.ts';
import fc from '../../support/properties.ts';

const file = (name: string, trade_date: string | null) => ({ name, trade_date });

test('a missing day and its files are one problem, days without a file are one, a file of no day is one', () => {
  const problems = dayProblems(
    ['2026-01-05', '2026-01-06', '2026-01-08'],
    [file('correction', '2026-01-09'), file('cut', '2026-01-06')],
    [file('broken', '2026-01-06'), file('unreadable', null)],
  );
  expect(
    problems.map(({ days, isMissing, held, rejected }) =>
      [
        days.join(),
        isMissing ? 'missing' : '',
        ...held.map(({ name }) => name),
        ...rejected.map(({ name }) => name),
      ].join(' '),
    ),
  ).toEqual([
    '2026-01-09  correction',
    '2026-01-06 missing cut broken',
    '  unreadable',
    '2026-01-05,2026-01-08 missing',
  ]);
  expect(dayProblems([], [], [])).toEqual([]);
});

test('every missing day and every file is in exactly one problem, and no day is in two', () => {
  const day = fc.integer({ min: 1, max: 9 }).map((each) => `2026-01-0${each}`);
  const files = fc.array(fc.option(day), { maxLength: 6 });
  fc.assert(
    fc.property(fc.uniqueArray(day), files, files, (missing, held, rejected) => {
      const [of_held, of_rejected] = [held, rejected].map((days) =>
        days.map((each, place) => file(`${place}`, each)),
      );
      const problems = dayProblems(missing.toSorted(), of_held ?? [], of_rejected ?? []);
      const days = problems.flatMap((problem) => problem.days);
      expect(new Set(days).size).toBe(days.length);
      expect(new Set(problems.flatMap((problem) => problem.held))).toEqual(new Set(of_held));
      expect(problems.flatMap((problem) => problem.rejected)).toHaveLength(rejected.length);
      expect(problems.flatMap((problem) => (problem.isMissing ? problem.days : [])).toSorted()).toEqual(
        missing.toSorted(),
      );
    }),
  );
});
