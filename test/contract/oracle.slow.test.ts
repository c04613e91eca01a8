import { describe, expect } from 'vitest';
import { DAYS, publishDays } from '../support/daily-market.ts';
import { test } from '../support/fixtures.ts';
import type { Oracle } from '../support/oracle.ts';
import { dataOf, ENDPOINTS, expectOracle, INVESTORS, MARKETS, ORDERS } from '../support/oracle-endpoints.ts';
import fc from '../support/properties.ts';
import { sized, someOf } from '../support/size.ts';
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

const RUNS = sized(80, 1000);

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

  test('the stocks of all brokers are the brokers of all stocks', async ({ sharedAlir: alir }) => {
    const inOrder = (rows: object[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    const days = someOf(DAYS, 2);
    let compared = 0;
    for (const day of days) {
      for (const [market, investor] of MARKETS.flatMap((each) => INVESTORS.map((of) => [each, of]))) {
        const query = { from: day, to: day, market, investor };
        const brokerFirst: object[] = [];
        const ranking = await dataOf(alir, '/brokers/ranking', query);
        for (const { code, buy_avg, sell_avg, share, ...sums } of ranking) {
          const rows: any[] = await dataOf(alir, `/brokers/${code}/summary`, query);
          for (const [name, sum] of Object.entries(sums)) {
            expect(rows.reduce((total, row) => total + row[name], 0)).toBe(sum);
          }
          brokerFirst.push(...rows.map((row) => ({ code, ...row })));
        }
        const tickerFirst: object[] = [];
        for (const ticker of TICKERS) {
          const rows = await dataOf(alir, '/stocks/broker-summary', { ...query, ticker });
          tickerFirst.push(...rows.map((row: object) => ({ ticker, ...row })));
        }
        expect(inOrder(brokerFirst)).toEqual(inOrder(tickerFirst));
        compared += brokerFirst.length;
      }
    }
    expect(compared).toBeGreaterThan(80 * days.length);
  });
});
