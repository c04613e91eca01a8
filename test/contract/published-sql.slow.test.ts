import { expect, test } from 'vitest';
import { example } from '../../src/market/sql-shell/examples.ts';
import type { AnalystSession } from '../../src/market/sql-shell/session.ts';
import type { TestAlir } from '../support/alir.ts';
import { rowsOf, sessionOver } from '../support/analyst.ts';
import { demoAlir } from '../support/demo.ts';

const MARKETS = { RG: "('RG')", NG: "('NG')", ALL: "('RG', 'NG')" } as const;

const INVESTORS = { all: "('d', 'f')", d: "('d')", f: "('f')" } as const;

const TICKERS = ['BBCA', 'GOTOM', 'WIFI-W', 'NONE'];

/** The examples that have the rows of an endpoint, with the endpoint. The columns are the same, in the same order. */
const EXAMPLES = {
  broker_summary_of_a_range: '/stocks/broker-summary',
  daily_broker_summary: '/stocks/broker-summary/daily',
  broker_inventory: '/stocks/broker-inventory',
  daily_foreign_flow: '/foreign-flow/daily',
  prices_of_a_ticker: '/stocks/ohlcv',
  book_of_a_broker: '/brokers/AK/summary',
  broker_ranking: '/brokers/ranking',
  foreign_flow_ranking: '/foreign-flow/ranking',
  who_traded_with_whom: '/stocks/counterparties',
} as const;

/** The orders of the ranking by foreign flow, and what its SQL sorts by for each. */
const ORDERS = {
  buy: 'foreign_buy',
  sell: 'foreign_sell',
  percent: 'sum(net_foreign) / sum(value)',
  streak: 'streak',
} as const;

const RANGE = { from: '2025-12-22', to: '2026-01-12' };

const inRange = (sql: string) =>
  sql.replaceAll("'2026-01-05'", `'${RANGE.from}'`).replaceAll("'2026-01-30'", `'${RANGE.to}'`);

test('the published SQL has the rows of the endpoints', async () => {
  const alir = await demoAlir();
  const session = await sessionOver(alir.stores.folders.lake);
  for (const [name, path] of Object.entries(EXAMPLES)) {
    const { sql } = example(name);
    const hasTicker = sql.includes("'BBCA'");
    const hasInvestor = /broker_summary\(|investor IN/.test(sql);
    for (const [place, ticker] of (hasTicker ? TICKERS : ['']).entries()) {
      for (const [shift, market] of (['RG', 'NG', 'ALL'] as const).entries()) {
        const investor = (['all', 'f', 'd'] as const)[(place + shift) % 3] ?? 'all';
        const edited = inRange(sql)
          .replaceAll("'BBCA'", `'${ticker}'`)
          .replace(/market IN \([^)]*\)/, `market IN ${MARKETS[market]}`)
          .replaceAll("market = 'RG'", market === 'NG' ? "market = 'NG'" : "market = 'RG'")
          .replace("investor IN ('d', 'f')", `investor IN ${INVESTORS[investor]}`)
          .replace(/broker_summary\('\w+'\)/, `broker_summary('${investor}')`);
        const asked = {
          ...RANGE,
          market,
          ...(hasTicker ? { ticker } : {}),
          ...(hasInvestor ? { investor } : {}),
        };
        await expectSameRows(alir, session, path, asked, edited);
      }
    }
  }
  for (const [order, figure] of Object.entries(ORDERS)) {
    const ranking = inRange(example('foreign_flow_ranking').sql);
    const sql = ranking.replace('ORDER BY net_foreign DESC', `ORDER BY ${figure} DESC`);
    expect(sql).not.toBe(ranking);
    await expectSameRows(alir, session, '/foreign-flow/ranking', { ...RANGE, market: 'ALL', order }, sql);
  }
  await expectSameRows(alir, session, '/market/tickers', {}, example('tickers').sql);
});

async function expectSameRows(
  alir: TestAlir,
  session: AnalystSession,
  path: string,
  asked: Record<string, string>,
  sql: string,
): Promise<void> {
  const response = await alir.raw(`${path}?${new URLSearchParams(asked)}`, {}, { accept: 'text/csv' });
  const [names = '', ...lines] = (await response.text()).trimEnd().split('\r\n');
  const rows = await rowsOf(session, sql);
  expect([path, asked, rows.map((row) => Object.values(row).map(number))]).toEqual([
    path,
    asked,
    lines.map((line) => line.split(',').map(number)),
  ]);
  if (rows[0]) expect(Object.keys(rows[0])).toEqual(names.split(','));
}

const number = (cell: string | null) => (Number.isNaN(Number(cell)) ? cell : Number(cell));
