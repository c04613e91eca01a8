import { expect, test } from 'vitest';
import {
  coverageSentence,
  isEmptyAnswer,
  withHeaders,
} from '../../../src/api/http/responses/response-coverage.ts';
import type { Coverage, RangeCoverage } from '../../../src/core/market/coverage.ts';

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

test.each<[Partial<RangeCoverage> | null, string]>([
  [null, ''],
  [{ expected: 0, missing: 0 }, ''],
  [
    { published: 1, expected: 1, missing: 0 },
    ', and the only trading day of the range up to today is published',
  ],
  [
    { published: 0, expected: 1 },
    ', and the only trading day of the range up to today is not published (1 missing: 2026-01-21)',
  ],
  [
    { published: 0, expected: 3, missing: 3, missing_days: ['2026-01-21', '2026-01-22'] },
    ', and 0 of the 3 trading days of the range up to today are published (3 missing: 2026-01-21, 2026-01-22 and later days)',
  ],
])('the sentence of the range %j ends in %j', (changed, end) => {
  const { range, ...rest } = coverage(0);
  const about = { ...rest, range: changed && { ...(range as RangeCoverage), ...changed } };
  expect(coverageSentence({ coverage: about, publication: 7 })).toBe(
    `The newest published day is 2026-01-30 (publication 7)${end}.`,
  );
});

test('the headers and the sentence name the corporate actions, the adjustment and the estimate', () => {
  const split = {
    ex_date: '2026-01-20',
    ticker: 'BBCA',
    kind: 'split',
    new_shares: 5,
    old_shares: 1,
  } as const;
  const base = { through: '2026-01-30', range: null, empty_reason: null };
  const of = (rest: Partial<Coverage>) => {
    const { headers } = withHeaders({ ...base, ...rest }, 7);
    const sentence = coverageSentence({ coverage: { ...base, ...rest }, publication: 7 });
    return [
      headers.slice(4),
      sentence.slice('The newest published day is 2026-01-30 (publication 7).'.length),
    ];
  };
  expect(of({ actions: [] })).toEqual([[], '']);
  expect(of({ actions: [split], estimate: 'An estimate.' })).toEqual([
    ['x-data-actions', '2026-01-20 split 5/1', 'x-data-estimate', 'An estimate.'],
    ' Volumes and prices are as traded, not adjusted for these corporate actions: 2026-01-20 split 5/1. An estimate.',
  ]);
  expect(of({ actions: [split], isAdjusted: true })).toEqual([
    ['x-data-adjusted', 'splits', 'x-data-actions', '2026-01-20 split 5/1'],
    ' Volumes and prices are adjusted to the shares of 2026-01-30, by these corporate actions: 2026-01-20 split 5/1.',
  ]);
  expect(of({ actions: [], isAdjusted: true })[1]).toMatch(/by these corporate actions: none\.$/);
});

test('the headers and the sentence name the reason of an empty answer, and a lake without days', () => {
  const empty = { through: null, range: null, empty_reason: 'missing_day' } as const;
  expect(withHeaders(empty, 0).headers).toEqual(['x-data-publication', '0', 'x-empty-reason', 'missing_day']);
  expect(coverageSentence({ coverage: empty, publication: 0 })).toBe(
    'The result is empty because a trading day of the range is missing from the published data (missing_day); no trading day is published yet (publication 0).',
  );
  const complete = {
    ...coverage(1),
    range: { published: 1, verified: 1, expected: 1, missing: 0, missing_days: [] },
  };
  expect(withHeaders(complete, 7).headers).not.toContain('x-data-missing');
});

test.each([
  [0, true],
  [1, false],
  [null, false],
  ['', false],
  [[], true],
  [[{}], false],
  [{}, false],
  [{ a: 0, b: [] }, true],
  [{ a: 0, b: 1 }, false],
  [new Map([['A', []]]), true],
  [
    new Map([
      ['A', []],
      ['B', [1]],
    ]),
    false,
  ],
])('%j is an empty answer: %s', (data, expected) => {
  expect(isEmptyAnswer(data)).toBe(expected);
});
