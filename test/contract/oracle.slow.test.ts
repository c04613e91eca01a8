import { describe, expect } from 'vitest';
import { DAYS, publishDays } from '../support/daily-market.ts';
import { test } from '../support/fixtures.ts';
import type { Oracle } from '../support/oracle.ts';
import { ENDPOINTS, expectOracle, INVESTORS, MARKETS, ORDERS } from '../support/oracle-endpoints.ts';
import fc from '../support/properties.ts';
import { sized } from '../support/size.ts';
import { SMALL_PLAN } from '../support/small-market.ts';

const TICKERS = SMALL_PLAN.tickers.map(({ code }) => code);

const place = fc.constantFrom(...DAYS, '2025-10-31', '2025-11-30', '2025-12-31', '2026-01-01', '2026-03-02');
const question = fc
  .record({
    ticker: fc.constantFrom(...TICKERS, 'NONE'),
    range: fc.tuple(place, place).map((places) => places.toSorted()),
    market: fc.constantFrom(...MARKETS),
    investor: fc.constantFrom(...INVESTORS),
    broker: fc.constantFrom(...SMALL_PLAN.brokers.map(({ code }) => code), 'ZZ'),
    order: fc.constantFrom(...ORDERS),
    top: fc.integer({ min: 1, max: 4 }),
    limit: fc.integer({ min: 1, max: 6 }),
  })
  .map(({ range: [from = '', to = ''], ...rest }) => ({ ...rest, from, to }));

const RUNS = sized(50, 1000);

let oracle: Oracle;
test.beforeAll(async ({ sharedAlir }) => {
  oracle = await publishDays(sharedAlir);
});

describe('on a generated market', () => {
  test.for(Object.keys(ENDPOINTS))(
    '%s equals the oracle for random requests',
    async (path, { sharedAlir: alir }) => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(question, async (asked) => {
          seen.add(JSON.stringify(await expectOracle({ alir, oracle }, path, asked)));
        }),
        { seed: 20260119, numRuns: RUNS },
      );
      expect(seen.size).toBeGreaterThan(RUNS / 8);
      const all = [...seen].join();
      if (path.endsWith('inventory')) expect(all.split('"OTHER"').length).toBeGreaterThan(10);
      if (path.endsWith('accumulation'))
        expect(new Set(all.match(/"label":"[^"]+"/g)).size).toBeGreaterThan(4);
      if (path === '/foreign-flow/ranking')
        expect(new Set(all.match(/"streak":-?\d+/g)).size).toBeGreaterThan(5);
    },
  );
});
