import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { sessionOver } from '../support/analyst.ts';
import { test } from '../support/fixtures.ts';
import { Oracle, type OracleRow } from '../support/oracle.ts';
import { expectPublishedAccumulation } from '../support/published-accumulation.ts';
import { HAS_REAL_DAY, REAL_DAY_FILE } from '../support/real-day.ts';
import { expectRounded } from '../support/rounded.ts';

const DAY = { from: '2026-01-19', to: '2026-01-19' };
const MARKETS = ['RG', 'NG', 'ALL'].map((market) => ({ ...DAY, market }));
const QUESTIONS = MARKETS.flatMap((question) =>
  ['all', 'f', 'd'].map((investor) => ({ ...question, investor })),
);
const ticker = 'BRMS';

describe.skipIf(!HAS_REAL_DAY)('the real trading day 2026-01-19 of BRMS', () => {
  const oracle = new Oracle();

  test.beforeAll(async ({ sharedAlir }) => {
    const file = readFileSync(REAL_DAY_FILE);
    oracle.read(gunzipSync(file).toString().replaceAll('\r', ''));
    await sharedAlir.ingest('DT260119.csv.gz', file);
  });

  test('the daily broker summary equals the oracle for every market and investor', async ({
    sharedAlir: alir,
  }) => {
    let rows = 0;
    for (const question of QUESTIONS) {
      const { body } = await alir.get('/stocks/broker-summary/daily', { ticker, ...question });
      expect(body.data).toEqual(oracle.dailyBrokerSummary({ ticker, ...question }));
      rows += body.data.length;
    }
    expect(rows).toBeGreaterThan(200);
  });

  test('the daily foreign flow equals the oracle for every market', async ({ sharedAlir: alir }) => {
    for (const question of MARKETS) {
      const { body } = await alir.get('/foreign-flow/daily', { ticker, ...question });
      expect(body.data).toEqual(oracle.dailyForeignFlow({ ticker, ...question }));
    }
  });

  test('the counterparties equal the oracle, and add up to the buys and the sells of each broker', async ({
    sharedAlir: alir,
  }) => {
    let rows = 0;
    for (const question of MARKETS) {
      const pairs = (await alir.get('/stocks/counterparties', { ticker, ...question })).body.data;
      expect(pairs).toEqual(oracle.counterparties({ ticker, ...question }));
      const all = { ticker, ...question, investor: 'all' };
      const summary: OracleRow[] = (await alir.get('/stocks/broker-summary', all)).body.data;
      for (const row of summary) {
        const buys = [row.buy_freq, row.buy_volume, row.buy_value];
        const sells = [row.sell_freq, row.sell_volume, row.sell_value];
        expect([row.code, 'buys', totals(pairs, 'buyer', row.code)]).toEqual([row.code, 'buys', buys]);
        expect([row.code, 'sells', totals(pairs, 'seller', row.code)]).toEqual([row.code, 'sells', sells]);
      }
      const codes = summary.map(({ code }) => code);
      for (const { buyer, seller } of pairs) expect(codes).toEqual(expect.arrayContaining([buyer, seller]));
      rows += pairs.length;
    }
    expect(rows).toBeGreaterThan(1000);
  });

  test('the ranking of stocks by foreign flow equals the oracle for every market and order', async ({
    sharedAlir: alir,
  }) => {
    for (const question of MARKETS) {
      for (const order of ['net', 'buy', 'sell', 'percent', 'streak']) {
        const { body } = await alir.get('/foreign-flow/ranking', { ...question, order });
        const expected = oracle.foreignFlowRanking({ ...question, order, limit: 50 });
        expect(body.data).toEqual(
          expected.map((row) => ({ ...row, percent: expect.closeTo(row.percent, 2) })),
        );
      }
    }
  });

  test('the ranking of brokers equals the oracle for every market and investor', async ({
    sharedAlir: alir,
  }) => {
    for (const question of QUESTIONS) {
      const { body } = await alir.get('/brokers/ranking', question);
      expect(body.data).toEqual(oracle.brokerRanking(question));
    }
  });

  test('the accumulation equals the oracle and the published SQL for every market and investor', async ({
    sharedAlir: alir,
  }) => {
    const session = await sessionOver(alir.stores.folders.lake);
    for (const question of QUESTIONS) {
      const { body } = await alir.get('/stocks/accumulation', { ticker, ...question });
      expectRounded(body.data, oracle.accumulation({ ticker, ...question }));
      await expectPublishedAccumulation(alir, session, { ticker, ...question });
    }
  });
});

/** The trades, shares and value of the pairs with a broker on one side. */
function totals(
  pairs: readonly Record<string, string | number>[],
  side: 'buyer' | 'seller',
  code: string,
): number[] {
  const ofBroker = pairs.filter((pair) => pair[side] === code);
  return ['freq', 'volume', 'value'].map((name) =>
    ofBroker.reduce((sum, pair) => sum + Number(pair[name]), 0),
  );
}
