import { describe, expect } from 'vitest';
import { DAYS, publishDays } from '../support/daily-market.ts';
import { test } from '../support/fixtures.ts';
import type { Oracle } from '../support/oracle.ts';
import fc from '../support/properties.ts';

const place = fc.constantFrom(...DAYS, '2025-10-31', '2025-12-31', '2026-01-31', '2026-03-02');
const question = fc
  .record({
    range: fc.tuple(place, place).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
    market: fc.constantFrom('RG', 'NG', 'ALL'),
    order: fc.constantFrom('net', 'buy', 'sell', 'percent', 'streak'),
    limit: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ range, ...rest }) => ({ ...range, ...rest }));

let oracle: Oracle;
test.beforeAll(async ({ sharedAlir }) => {
  oracle = await publishDays(sharedAlir);
});

describe('the ranking of stocks by foreign flow, on a generated market', () => {
  test('equals the oracle for 300 random requests', async ({ sharedAlir: alir }) => {
    const streaks = new Set<number>();
    await fc.assert(
      fc.asyncProperty(question, async ({ limit, ...rest }) => {
        const answer = await alir.get('/foreign-flow/ranking', { ...rest, limit: String(limit) });
        const expected = oracle.foreignFlowRanking({ ...rest, limit });
        expect(answer.status).toBe(200);
        expect(answer.body.data).toEqual(expected);
        for (const { streak } of expected) streaks.add(streak);
      }),
      { seed: 20260119, numRuns: 300 },
    );
    expect(streaks.size).toBeGreaterThan(5);
  });
});
