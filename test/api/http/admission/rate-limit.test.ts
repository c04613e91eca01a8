import { describe, expect, test } from 'vitest';
import { RateLimiter } from '../../../../src/api/http/limits/rate-limit.ts';
import fc from '../../../support/properties.ts';

const MINUTE = 60_000;

describe.each([10, 120, 300, 500])('%i requests per minute', (limit) => {
  test('a burst up to the limit passes, and the next request gets the seconds to wait', () => {
    const limiter = new RateLimiter();
    for (let request = 1; request <= limit; request++) {
      expect(limiter.take('a', limit, 1000)).toEqual({
        isAllowed: true,
        limit,
        remaining: limit - request,
        reset_s: 60,
      });
    }
    expect(limiter.take('a', limit, 1000)).toEqual({ isAllowed: false, limit, remaining: 0, reset_s: 60 });
    expect(limiter.take('a', limit, 1000 + 59_001)).toEqual({
      isAllowed: false,
      limit,
      remaining: 0,
      reset_s: 1,
    });
    expect(limiter.take('a', limit, 1000 + MINUTE)).toMatchObject({ isAllowed: true, remaining: limit - 1 });
  });

  test('a steady stream at the limit always passes, and one above it passes at the limit', () => {
    const limiter = new RateLimiter();
    const step = MINUTE / limit;
    for (let request = 0; request < 3 * limit; request++) {
      expect(limiter.take('steady', limit, request * step).isAllowed).toBe(true);
    }
    let passed = 0;
    for (let request = 0; request < 6 * limit; request++) {
      if (limiter.take('fast', limit, (request * step) / 2).isAllowed) passed += 1;
    }
    expect(passed).toBe(3 * limit);
  });

  test('no 60 seconds have more requests than the limit, at any request times', () => {
    // From bursts to pauses: on average, twice as many requests as the limit.
    const gap = fc.oneof(
      { weight: 3, arbitrary: fc.integer({ min: 0, max: MINUTE / limit / 10 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: (4 * MINUTE) / limit }) },
    );
    let compared = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.array(gap, { minLength: 4 * limit, maxLength: 8 * limit }), (gaps) => {
        const limiter = new RateLimiter();
        const passed: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          if (limiter.take('a', limit, now).isAllowed) passed.push(now);
          else refused += 1;
        }
        passed.forEach((time, place) => {
          const later = passed[place + limit];
          if (later === undefined) return;
          compared += 1;
          expect(later - time).toBeGreaterThanOrEqual(MINUTE);
        });
      }),
      { numRuns: 20 },
    );
    expect(compared).toBeGreaterThan(10 * limit);
    expect(refused).toBeGreaterThan(10 * limit);
  });
});

test('each account is counted separately, and refused requests do not count', () => {
  const limiter = new RateLimiter();
  for (let request = 0; request < 10; request++) limiter.take('a', 10, 0);
  for (let request = 0; request < 100; request++) expect(limiter.take('a', 10, 30_000).isAllowed).toBe(false);
  expect(limiter.take('b', 10, 30_000).isAllowed).toBe(true);
  expect(limiter.take('a', 10, MINUTE).remaining).toBe(9);
});

test('a changed limit applies from the next request', () => {
  const limiter = new RateLimiter();
  for (let request = 0; request < 10; request++) limiter.take('a', 10, 0);
  expect(limiter.take('a', 120, 1)).toMatchObject({ isAllowed: true, remaining: 109 });
  expect(limiter.take('a', 10, 2)).toMatchObject({ isAllowed: false, remaining: 0 });
});

test('a throttled account stays throttled while any number of other accounts call', () => {
  const limiter = new RateLimiter();
  for (let request = 0; request < 10; request++) limiter.take('a', 10, 0);
  for (let other = 0; other < 25_000; other++) limiter.take(`other ${other}`, 10, 1);
  expect(limiter.take('a', 10, 2).isAllowed).toBe(false);
});
