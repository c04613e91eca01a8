import { describe, expect } from 'vitest';
import type { AnalystSession } from '../../../src/market/sql-shell/session.ts';
import { rowsOf, sessionOver } from '../../support/analyst.ts';
import { test as base } from '../../support/fixtures.ts';
import { someOf } from '../../support/size.ts';
import { SMALL_PLAN, smallMarketData } from '../../support/small-market.ts';

const TICKERS = [...SMALL_PLAN.tickers.map(({ code }) => code), 'NONE'];
const RANGES = [
  ['2025-12-29', '2026-01-06'],
  ['2025-12-30', '2026-01-02'],
  ['2026-01-05', '2026-01-05'],
  ['2026-01-03', '2026-01-04'],
] as const;
const MARKETS = { RG: "('RG')", NG: "('NG')", ALL: "('RG', 'NG')" } as const;

const test = base.extend('settings', async () => ({ copied_from: await smallMarketData() }));

let session: AnalystSession;
test.beforeEach(async ({ alir }) => {
  session = await sessionOver(alir.stores.folders.lake);
});

/** Rows of text as the API has them: numbers as numbers. Every number of the small market is exact as one. */
function asNumbers(rows: Record<string, string | null>[]): Record<string, string | number>[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, text]) => [name, name === 'code' ? String(text) : Number(text)]),
    ),
  );
}

describe('the views equal the API', () => {
  test('broker_summary: every ticker, range, investor and market, exactly', async ({ alir }) => {
    let rows = 0;
    const asked = TICKERS.flatMap((ticker) =>
      RANGES.flatMap(([from, to]) =>
        ['all', 'f', 'd'].flatMap((investor) =>
          Object.entries(MARKETS).map(([market, markets]) => ({
            ticker,
            from,
            to,
            investor,
            market,
            markets,
          })),
        ),
      ),
    );
    for (const { ticker, from, to, investor, market, markets } of someOf(asked, 40)) {
      const { body } = await alir.get('/stocks/broker-summary', { ticker, from, to, investor, market });
      const answer = await rowsOf(
        session,
        `SELECT
           broker AS code,
           sum(buy_freq) AS buy_freq, sum(sell_freq) AS sell_freq,
           sum(buy_volume) AS buy_volume, sum(sell_volume) AS sell_volume,
           sum(buy_value) AS buy_value, sum(sell_value) AS sell_value,
           average_price(sum(buy_value), sum(buy_volume)) AS buy_avg,
           average_price(sum(sell_value), sum(sell_volume)) AS sell_avg
         FROM broker_summary('${investor}')
         WHERE ticker = '${ticker}' AND trade_date BETWEEN '${from}' AND '${to}' AND market IN ${markets}
         GROUP BY broker ORDER BY sum(buy_value) DESC, code`,
      );
      expect(asNumbers(answer), `${ticker} ${from} ${to} ${investor} ${market}`).toEqual(body.data);
      rows += answer.length;
    }
    expect(rows).toBeGreaterThan(100);
  });

  test('foreign_flow: every ticker, range and market', async ({ alir }) => {
    for (const ticker of TICKERS) {
      for (const [from, to] of RANGES) {
        for (const [market, markets] of Object.entries(MARKETS)) {
          const { body } = await alir.get('/foreign-flow', { ticker, from, to, market });
          const answer = await rowsOf(
            session,
            `SELECT
               coalesce(sum(foreign_buy), 0) AS foreign_buy,
               coalesce(sum(foreign_sell), 0) AS foreign_sell,
               coalesce(sum(net_foreign), 0) AS net_foreign
             FROM foreign_flow
             WHERE ticker = '${ticker}' AND trade_date BETWEEN '${from}' AND '${to}' AND market IN ${markets}`,
          );
          expect(asNumbers(answer), `${ticker} ${from} ${to} ${market}`).toEqual([body.data]);
        }
      }
    }
  });
});
