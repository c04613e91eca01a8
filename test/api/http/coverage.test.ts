import { expect, test } from 'vitest';
import { coverageSentence, withHeaders } from '../../../src/api/http/coverage.ts';
import type { Coverage } from '../../../src/core/coverage.ts';

const coverage = (verified: number): Coverage => ({
  through: '2026-01-30',
  range: { published: 19, verified, expected: 20, missing: 1, missing_days: ['2026-01-21'] },
  empty_reason: null,
});

test('the headers count the verified days, also if there are none', () => {
  expect(withHeaders(coverage(0), 7).headers).toEqual([
    'x-data-publication',
    '7',
    'x-data-through',
    '2026-01-30',
    'x-data-days',
    '19/20',
    'x-data-verified',
    '0/19',
    'x-data-missing',
    '2026-01-21',
  ]);
  expect(withHeaders(coverage(12), 7).headers).toContain('12/19');
});

test('the sentence counts the verified days if there are any', () => {
  const sentence =
    'The newest published day is 2026-01-30 (publication 7), and 19 of the 20 trading days of the range up to today are published (1 missing: 2026-01-21)';
  expect(coverageSentence({ coverage: coverage(0), publication: 7 })).toBe(`${sentence}.`);
  expect(coverageSentence({ coverage: coverage(12), publication: 7 })).toBe(
    `${sentence}, 12 of them verified with the exchange's Stock Summary.`,
  );
});
