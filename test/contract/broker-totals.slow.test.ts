import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { DAYS, publishDays } from '../support/daily-market.ts';
import { test } from '../support/fixtures.ts';
import type { Oracle, OracleRange } from '../support/oracle.ts';
import fc from '../support/properties.ts';
import { HAS_REAL_DAY, REAL_DAY_FILE } from '../support/real-day.ts';
import { SMALL_PLAN } from '../support/small-market.ts';

const BROKERS = [...SMALL_PLAN.brokers.map(({ code }) => code), 'ZZ'];
const TICKERS = SMALL_PLAN.tickers.map(({ code }) => code);
const MARKETS = ['RG', 'NG', 'ALL'];
const INVESTORS = ['all', 'f', 'd'];

const place = fc.constantFrom(...DAYS, '2025-10-31', '2025-12-31', '2026-01-31', '2026-03-02');
const question = fc
  .record({
    range: fc.tuple(place, place).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a })),
    market: fc.constantFrom(...MARKETS),
    investor: fc.constantFrom(...INVESTORS),
  })
  .map(({ range, ...rest }) => ({ ...range, ...rest }));

const RUNS = { seed: 20260119, numRuns: 300 };
const SUMS = ['buy_freq', 'sell_freq', 'buy_volume', 'sell_volume', 'buy_value', 'sell_value'] as const;
type Row = Record<string, number>;

const dataOf = async (alir: TestAlir, path: string, query: OracleRange & { ticker?: string }) => {
  const { status, body } = await alir.get(path, { ...query });
  expect(status).toBe(200);
  return body.data as Row[];
};

/**
 * Compares the rows of each broker with those of each ticker for one question, and the sums of a broker's rows with the ranking.
 * @returns the number of compared rows
 */
async function compareSides(alir: TestAlir, tickers: readonly string[], query: OracleRange): Promise<number> {
  const ranking = await dataOf(alir, '/brokers/ranking', query);
  const brokerFirst: object[] = [];
  for (const { code, buy_avg, sell_avg, share, ...sums } of ranking) {
    const rows = await dataOf(alir, `/brokers/${code}/summary`, query);
    for (const name of SUMS) {
      expect(rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)).toBe(sums[name]);
    }
    brokerFirst.push(...rows.map((row) => ({ code, ...row })));
  }
  const tickerFirst: object[] = [];
  for (const ticker of tickers) {
    const rows = await dataOf(alir, '/stocks/broker-summary', { ...query, ticker });
    tickerFirst.push(...rows.map((row) => ({ ticker, ...row })));
  }
  const inOrder = (rows: object[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  expect(inOrder(brokerFirst)).toEqual(inOrder(tickerFirst));
  return brokerFirst.length;
}

/** Every market and investor of some days. */
const questionsOf = (days: readonly string[]) =>
  days.flatMap((day) =>
    MARKETS.flatMap((market) => INVESTORS.map((investor) => ({ from: day, to: day, market, investor }))),
  );

describe('on a generated market', () => {
  let oracle: Oracle;
  test.beforeAll(async ({ sharedAlir }) => {
    oracle = await publishDays(sharedAlir);
  });

  test('the ranking of brokers equals the oracle for 300 random requests', async ({ sharedAlir: alir }) => {
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(question, async (query) => {
        const data = await dataOf(alir, '/brokers/ranking', query);
        expect(data).toEqual(oracle.brokerRanking(query));
        rows += data.length;
      }),
      RUNS,
    );
    expect(rows).toBeGreaterThan(1000);
  });

  test('the stocks of a broker equal the oracle for 300 random requests', async ({ sharedAlir: alir }) => {
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(question, fc.constantFrom(...BROKERS), async (query, broker) => {
        const data = await dataOf(alir, `/brokers/${broker}/summary`, query);
        expect(data).toEqual(oracle.brokerStocks(broker, query));
        rows += data.length;
      }),
      RUNS,
    );
    expect(rows).toBeGreaterThan(500);
  });

  test('the rows of the brokers equal those of the tickers on every day, market and investor', async ({
    sharedAlir: alir,
  }) => {
    let rows = 0;
    for (const query of questionsOf(DAYS)) rows += await compareSides(alir, TICKERS, query);
    expect(rows).toBeGreaterThan(500);
  });
});

test.skipIf(!HAS_REAL_DAY)(
  'the rows of the brokers equal those of the ticker on the real day, for every market and investor',
  async ({ alir }) => {
    await alir.ingest('DT260119.csv.gz', readFileSync(REAL_DAY_FILE));
    let rows = 0;
    for (const query of questionsOf(['2026-01-19'])) rows += await compareSides(alir, ['BRMS'], query);
    expect(rows).toBeGreaterThan(200);
  },
);
