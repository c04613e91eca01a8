import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { sessionOver } from '../support/analyst.ts';
import { test } from '../support/fixtures.ts';
import { Oracle, type OracleRow } from '../support/oracle.ts';
import { dataOf, ENDPOINTS, expectOracle, INVESTORS, MARKETS, ORDERS } from '../support/oracle-endpoints.ts';
import { expectPublishedAccumulation } from '../support/published-accumulation.ts';
import { HAS_REAL_DAY, REAL_DAY_FILE } from '../support/real-day.ts';
import { someOf } from '../support/size.ts';

const DAY = { from: '2026-01-19', to: '2026-01-19' };
const ticker = 'BRMS';
const QUESTIONS = MARKETS.flatMap((market) => INVESTORS.map((investor) => ({ ...DAY, market, investor })));

describe.skipIf(!HAS_REAL_DAY)('the real trading day 2026-01-19 of BRMS', () => {
  const oracle = new Oracle();

  test.beforeAll(async ({ sharedAlir }) => {
    const file = readFileSync(REAL_DAY_FILE);
    oracle.read(gunzipSync(file).toString().replaceAll('\r', ''));
    await sharedAlir.ingest('DT260119.csv.gz', file);
  });

  test.for(Object.keys(ENDPOINTS))(
    '%s equals the oracle for every market, investor and order',
    async (path, { sharedAlir: alir }) => {
      let size = 0;
      for (const question of QUESTIONS) {
        for (const order of path === '/foreign-flow/ranking' ? ORDERS : (['net'] as const)) {
          const asked = { ...question, ticker, broker: 'AK', order, top: 5, limit: 50 };
          size += JSON.stringify(await expectOracle({ alir, oracle }, path, asked)).length;
        }
      }
      expect(size).toBeGreaterThan(500);
    },
  );

  test('counterparties and stocks add up to the broker summary', async ({ sharedAlir: alir }) => {
    for (const question of someOf(QUESTIONS, 3)) {
      const { investor, ...ofPairs } = question;
      const rows: OracleRow[] = await dataOf(alir, '/stocks/broker-summary', { ticker, ...question });
      for (const { code, ...figures } of rows) {
        expect([code, await dataOf(alir, `/brokers/${code}/summary`, question)]).toEqual([
          code,
          [{ ticker, ...figures }],
        ]);
      }
      if (investor !== 'all') continue;
      const pairs = await dataOf(alir, '/stocks/counterparties', { ticker, ...ofPairs });
      for (const { code, ...row } of rows) {
        expect([code, totals(pairs, 'buyer', code)]).toEqual([
          code,
          [row.buy_freq, row.buy_volume, row.buy_value],
        ]);
        expect([code, totals(pairs, 'seller', code)]).toEqual([
          code,
          [row.sell_freq, row.sell_volume, row.sell_value],
        ]);
      }
    }
  });

  test('the accumulation equals the published SQL', async ({ sharedAlir: alir }) => {
    const session = await sessionOver(alir.stores.folders.lake);
    for (const question of QUESTIONS)
      await expectPublishedAccumulation(alir, session, { ticker, ...question });
  });
});

/** The trades, shares and value of the pairs with a broker on one side. */
function totals(pairs: readonly any[], side: 'buyer' | 'seller', code: string): number[] {
  const ofBroker = pairs.filter((pair) => pair[side] === code);
  return ['freq', 'volume', 'value'].map((name) => ofBroker.reduce((sum, pair) => sum + pair[name], 0));
}
