import { describe, expect } from 'vitest';
import { test } from '../support/fixtures.ts';
import { BROKERS, CLOSED, DAYS, publishMonths, TICKERS } from '../support/months-market.ts';
import type { Oracle, OracleRange } from '../support/oracle.ts';
import { dataOf, ENDPOINTS, expectOracle, INVESTORS, MARKETS, ORDERS } from '../support/oracle-endpoints.ts';

const PLACES = [...DAYS, ...CLOSED].sort();
/** Every range between two places, each with another market and investor. */
const RANGES: readonly OracleRange[] = PLACES.flatMap((from, start) =>
  PLACES.slice(start).map((to, length) => ({
    from,
    to,
    market: MARKETS[(start + length) % 3] as string,
    investor: INVESTORS[(start + Math.floor(length / 3)) % 3] as string,
  })),
);

let oracle: Oracle;
test.beforeAll(async ({ sharedAlir }) => {
  oracle = await publishMonths(sharedAlir);
});

const byTicker = <Value>(of: (ticker: string) => Value) =>
  Object.fromEntries(TICKERS.map((ticker) => [ticker, of(ticker)]));

describe('ranges over months, over a missing month, over two years, and from and to closed days', () => {
  test('have the broker summary and the foreign flow of their trades', async ({ sharedAlir: alir }) => {
    for (const [place, range] of RANGES.entries()) {
      if (place % 2 !== 0) continue;
      const { investor: _, ...ofFlow } = range;
      const summaries = await alir.post('/stocks/broker-summary/batch', { tickers: TICKERS, ...range });
      expect([range, summaries.body.data]).toEqual([
        range,
        byTicker((ticker) => oracle.brokerSummary({ ticker, ...range })),
      ]);
      const flows = await alir.post('/foreign-flow/batch', { tickers: TICKERS, ...ofFlow });
      expect([range, flows.body.data]).toEqual([
        range,
        byTicker((ticker) => oracle.foreignFlow({ ticker, ...ofFlow })),
      ]);
    }
  });

  test('have the answers of the oracle from each endpoint', async ({ sharedAlir: alir }) => {
    for (const [place, range] of RANGES.entries()) {
      const question = {
        ...range,
        ticker: TICKERS[place % TICKERS.length] as string,
        broker: BROKERS[place % BROKERS.length] as string,
        order: ORDERS[place % ORDERS.length] as string,
        top: 2,
        limit: 1 + (place % 9),
      };
      for (const [shift, path] of Object.keys(ENDPOINTS).entries()) {
        if ((place + shift) % 7 === 0) await expectOracle({ alir, oracle }, path, question);
      }
    }
  });
});

describe('the ranking by foreign flow', () => {
  test('sorts by the percent of the response, then by ticker', async ({ sharedAlir: alir }) => {
    const rows = (await dataOf(alir, '/foreign-flow/ranking', {
      from: '2026-02-02',
      to: '2026-02-02',
      order: 'percent',
    })) as { ticker: string; percent: number }[];
    expect(rows.filter(({ percent }) => percent === 10).map(({ ticker }) => ticker)).toEqual([
      'EVNA',
      'EVNB',
    ]);
  });

  test.for([
    ['a weekend at the end', '2025-12-30', '2026-01-17', 2],
    ['a missing month', '2025-10-31', '2025-12-01', 2],
    ['weekends, and a holiday that is published', '2026-01-01', '2026-02-28', 3],
    ['two years', '2025-10-01', '2026-02-28', 6],
    ['no published day', '2025-11-15', '2025-11-20', undefined],
  ] as const)('counts the published days in a row over %s', async ([, from, to, streak], { sharedAlir }) => {
    const rows = (await dataOf(sharedAlir, '/foreign-flow/ranking', { from, to, order: 'streak' })) as {
      ticker: string;
      streak: number;
    }[];
    expect(rows.find(({ ticker }) => ticker === 'STRK')?.streak).toBe(streak);
  });
});

describe('the cash market (TN)', () => {
  test('is in no counterparties', async ({ sharedAlir: alir }) => {
    expect(oracle.trades.some(({ market, ticker }) => market === 'TN' && ticker === 'NEGO')).toBe(true);
    for (const ticker of ['NEGO', 'BBCA']) {
      for (const market of MARKETS) {
        for (const [from, to] of [
          ['2025-12-01', '2025-12-31'],
          ['2026-01-17', '2026-02-02'],
        ] as const) {
          const question = { ticker, from, to, market };
          expect(await dataOf(alir, '/stocks/counterparties', question)).toEqual(
            oracle.counterparties(question),
          );
        }
      }
    }
  });

  test('makes no first and last date of a ticker; NG does', async ({ sharedAlir: alir }) => {
    const tickers = (await dataOf(alir, '/market/tickers', {})) as { ticker: string }[];
    const served = oracle.trades.filter(({ market }) => market !== 'TN');
    expect(tickers.map(({ ticker }) => ticker)).toEqual(
      [...new Set(served.map(({ ticker }) => ticker))].sort(),
    );
    expect(tickers.find(({ ticker }) => ticker === 'NEGO')).toEqual({
      ticker: 'NEGO',
      kind: 'stock',
      first_date: '2025-12-01',
      last_date: '2026-01-30',
    });
  });
});
