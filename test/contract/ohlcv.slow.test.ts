import { expect } from 'vitest';
import { DAYS, publishDays } from '../support/daily-market.ts';
import { test } from '../support/fixtures.ts';
import type { Oracle } from '../support/oracle.ts';
import fc from '../support/properties.ts';
import { SMALL_PLAN } from '../support/small-market.ts';

const place = fc.constantFrom(...DAYS, '2025-10-31', '2025-12-31', '2026-01-31', '2026-03-02');
const question = fc
  .record({
    ticker: fc.constantFrom(...SMALL_PLAN.tickers.map(({ code }) => code), 'NONE'),
    range: fc.tuple(place, place).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
    market: fc.constantFrom('RG', 'NG', 'ALL'),
  })
  .map(({ range, ...rest }) => ({ ...rest, ...range }));

let oracle: Oracle;
test.beforeAll(async ({ sharedAlir }) => {
  oracle = await publishDays(sharedAlir);
});

test('daily prices and totals are those of the trades, for 1,000 random requests', async ({
  sharedAlir: alir,
}) => {
  let rows = 0;
  await fc.assert(
    fc.asyncProperty(question, async (question) => {
      const { status, body } = await alir.get('/stocks/ohlcv', question);
      expect(status).toBe(200);
      expect(body.data).toEqual(oracle.ohlcv(question));
      rows += body.data.length;
    }),
    { seed: 20260119, numRuns: 1000 },
  );
  expect(rows).toBeGreaterThan(1000);
});
