import { expect, test } from 'vitest';
import { example } from '../../src/market/sql-shell/examples.ts';
import type { AnalystSession } from '../../src/market/sql-shell/session.ts';
import { TestAlir } from '../support/alir.ts';
import { rowsOf, sessionOver } from '../support/analyst.ts';
import { publishDays } from '../support/daily-market.ts';
import { CLOSED, DAYS, TICKERS as MONTHS_TICKERS, publishMonths } from '../support/months-market.ts';
import fc from '../support/properties.ts';
import { expectPublishedAccumulation } from '../support/published-accumulation.ts';
import { sized } from '../support/size.ts';
import { SMALL_PLAN } from '../support/small-market.ts';

const MARKETS = { RG: "('RG')", NG: "('NG')", ALL: "('RG', 'NG')" } as const;

const INVESTORS = { all: "('d', 'f')", d: "('d')", f: "('f')" } as const;

const MARKET_NAMES = ['RG', 'NG', 'ALL'] as const;

const INVESTOR_NAMES = ['all', 'f', 'd'] as const;

const TICKERS = [...SMALL_PLAN.tickers.map(({ code }) => code), 'NONE'];

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
  net: 'net_foreign',
  buy: 'foreign_buy',
  sell: 'foreign_sell',
  percent: 'percent',
  streak: 'streak',
} as const;

/** Over the end of a year, and as long as a range of counterparties may be. */
const RANGE = { from: '2025-12-30', to: '2026-01-29' };

interface Choice {
  readonly ticker: string;
  readonly from: string;
  readonly to: string;
  readonly market: keyof typeof MARKETS;
  readonly investor: keyof typeof INVESTORS;
}

/** A question, and the example with its ticker, range, market and investor. */
function edited(name: keyof typeof EXAMPLES, { ticker, from, to, market, investor }: Choice) {
  const { sql } = example(name);
  const asked: Record<string, string> = { from, to, market };
  if (sql.includes("'BBCA'")) asked.ticker = ticker;
  if (/broker_summary\(|investor IN/.test(sql)) asked.investor = investor;
  const text = sql
    .replaceAll(/'2026-01-(05|30)'/g, (_, end) => `'${end === '05' ? from : to}'`)
    .replaceAll("'BBCA'", `'${ticker}'`)
    .replace(/market IN \([^)]*\)/, `market IN ${MARKETS[market]}`)
    .replaceAll("market = 'RG'", market === 'NG' ? "market = 'NG'" : "market = 'RG'")
    .replace("investor IN ('d', 'f')", `investor IN ${INVESTORS[investor]}`)
    .replace(/broker_summary\('\w+'\)/, `broker_summary('${investor}')`);
  return { asked, text };
}

const NAMES = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[];

test('the published SQL has the rows and figures of the endpoints, for each ticker, market and investor', async () => {
  const alir = await TestAlir.open();
  await publishDays(alir);
  const session = await sessionOver(alir.stores.folders.lake);
  const labels = new Set<string | null | undefined>();
  for (const [place, ticker] of TICKERS.entries()) {
    for (const [shift, market] of MARKET_NAMES.entries()) {
      // All markets of the first ticker, and one of each other.
      if (place > 0 && (place + shift) % 3 >= sized(1, 3)) continue;
      const investor = INVESTOR_NAMES[(place + shift) % 3] ?? 'all';
      for (const name of NAMES) {
        if (place > 0 && !example(name).sql.includes("'BBCA'")) continue;
        const { asked, text } = edited(name, { ...RANGE, ticker, market, investor });
        await expectSameRows(alir, session, EXAMPLES[name], asked, text);
      }
      for (const from of [RANGE.from, RANGE.to]) {
        const of = { ...RANGE, from, ticker, market, investor };
        labels.add((await expectPublishedAccumulation(alir, session, of)).label);
      }
    }
  }
  expect(labels.size).toBeGreaterThan(1);
  for (const [order, figure] of Object.entries(ORDERS)) {
    const ofAll = { ...RANGE, ticker: '', market: 'ALL', investor: 'all' } as const;
    const { asked, text } = edited('foreign_flow_ranking', ofAll);
    const sql = text.replace('ORDER BY net_foreign DESC', `ORDER BY ${figure} DESC`);
    await expectSameRows(alir, session, '/foreign-flow/ranking', { ...asked, order }, sql);
  }
  await expectSameRows(alir, session, '/market/tickers', {}, example('tickers').sql);
});

/** Days and tickers without trades, with trades of one side, one market or one investor only, and with equal figures. */
test('the published SQL has the rows of the endpoints where a side, a market or a day is empty', async () => {
  const alir = await TestAlir.open();
  await publishMonths(alir);
  const session = await sessionOver(alir.stores.folders.lake);
  const day = fc.constantFrom(...DAYS, ...CLOSED);
  const choice = fc
    .record({
      name: fc.constantFrom(...NAMES),
      days: fc.tuple(day, day).map((days) => days.toSorted()),
      ticker: fc.constantFrom(...MONTHS_TICKERS),
      market: fc.constantFrom(...MARKET_NAMES),
      investor: fc.constantFrom(...INVESTOR_NAMES),
      order: fc.constantFrom(...Object.keys(ORDERS)),
    })
    // A range of counterparties has at most 31 days.
    .map(({ days: [from = '', to = ''], ...rest }) => ({
      ...rest,
      from: rest.name === 'who_traded_with_whom' ? to : from,
      to,
    })) as fc.Arbitrary<Choice & { name: keyof typeof EXAMPLES; order: keyof typeof ORDERS }>;
  const empty = new Set<string>();
  await fc.assert(
    fc.asyncProperty(choice, async ({ name, order, ...of }) => {
      const { asked, text } = edited(name, of);
      const isRanking = name === 'foreign_flow_ranking';
      const sql = isRanking
        ? text.replace('ORDER BY net_foreign DESC', `ORDER BY ${ORDERS[order]} DESC`)
        : text;
      const more = isRanking ? { ...asked, order } : asked;
      const rows = await expectSameRows(alir, session, EXAMPLES[name], more, sql);
      if (rows === 0) empty.add(name);
      const { investor, market, from, to, ticker } = of;
      await expectPublishedAccumulation(alir, session, { investor, market, from, to, ticker });
    }),
    { seed: 20260119, numRuns: sized(15, 200) },
  );
  expect(empty.size).toBeGreaterThan(2);
  await expectSameRows(alir, session, '/market/tickers', {}, example('tickers').sql);
});

/** @returns the number of rows */
async function expectSameRows(
  alir: TestAlir,
  session: AnalystSession,
  path: string,
  asked: Record<string, string>,
  sql: string,
): Promise<number> {
  const response = await alir.raw(`${path}?${new URLSearchParams(asked)}`, {}, { accept: 'text/csv' });
  const [names = '', ...lines] = (await response.text()).trimEnd().split('\r\n');
  const rows = await rowsOf(session, sql);
  expect([path, asked, rows.map((row) => Object.values(row).map(number))]).toEqual([
    path,
    asked,
    lines.map((line) => line.split(',').map(number)),
  ]);
  if (rows[0]) expect(Object.keys(rows[0])).toEqual(names.split(','));
  return rows.length;
}

const number = (cell: string | null) => (Number.isNaN(Number(cell)) ? cell : Number(cell));
