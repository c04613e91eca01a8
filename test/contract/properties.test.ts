import { describe, expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';
import { test as base } from '../support/fixtures.ts';
import { Oracle, type OracleRow } from '../support/oracle.ts';
import { INVESTORS, MARKETS } from '../support/oracle-endpoints.ts';
import fc from '../support/properties.ts';
import { SMALL_DAYS, SMALL_PLAN, smallMarketFiles } from '../support/small-market.ts';

const TICKERS = SMALL_PLAN.tickers.map((ticker) => ticker.code);

const day = fc.constantFrom(...SMALL_DAYS, '2025-12-28', '2026-01-01', '2026-01-31');
const range = fc.tuple(day, day).map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }));
const ticker = fc.constantFrom(...TICKERS, 'NONE');
const investor = fc.constantFrom(...INVESTORS);
const market = fc.constantFrom(...MARKETS);

const FILES = smallMarketFiles();
let oracle: Oracle;

const test = base.extend('sharedSettings', { scope: 'file' }, () => ({ published: FILES }));

test.beforeAll(() => {
  oracle = Oracle.of(FILES.map(([, text]) => text));
});

const summary = async (alir: TestAlir, query: Record<string, string>): Promise<OracleRow[]> =>
  (await alir.get('/stocks/broker-summary', query)).body.data;
const flow = async (alir: TestAlir, query: Record<string, string>) =>
  (await alir.get('/foreign-flow', query)).body.data;

describe('on a generated market', () => {
  test('any request over any range equals the oracle', async ({ sharedAlir: alir }) => {
    await fc.assert(
      fc.asyncProperty(ticker, range, investor, market, async (ticker, range, investor, market) => {
        const question = { ticker, ...range, investor, market };
        expect(await summary(alir, question)).toEqual(oracle.brokerSummary(question));
        expect(await flow(alir, { ticker, ...range, market })).toEqual(oracle.foreignFlow(question));
      }),
      { numRuns: 100 },
    );
  });

  test('a range is the sum of its days and of its daily rows', async ({ sharedAlir: alir }) => {
    await fc.assert(
      fc.asyncProperty(ticker, range, investor, market, async (ticker, { from, to }, investor, market) => {
        const whole = await summary(alir, { ticker, from, to, investor, market });
        const days = SMALL_DAYS.filter((date) => date >= from && date <= to);
        const singles = await Promise.all(
          days.map((date) => summary(alir, { ticker, from: date, to: date, investor, market })),
        );
        expect(sums(whole)).toEqual(added(singles.map(sums)));
        const question = { ticker, from, to, market };
        const daily = await alir.get('/stocks/broker-summary/daily', { ...question, investor });
        expect(added(daily.body.data.map((row: OracleRow) => sums([row])))).toEqual(sums(whole));
        const flows = (await alir.get('/foreign-flow/daily', question)).body.data;
        const total = (name: string) => flows.reduce((sum: number, row: any) => sum + row[name], 0);
        const { foreign_buy, foreign_sell, net_foreign } = await flow(alir, question);
        expect([foreign_buy, foreign_sell, net_foreign]).toEqual(
          ['foreign_buy', 'foreign_sell', 'net_foreign'].map(total),
        );
      }),
      { numRuns: 25 },
    );
  });

  test('a batch equals its single requests', async ({ sharedAlir: alir }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(ticker, { minLength: 1, maxLength: 8 }),
        range,
        investor,
        market,
        async (tickers, range, investor, market) => {
          const { body } = await alir.post('/stocks/broker-summary/batch', {
            tickers,
            ...range,
            investor,
            market,
          });
          const flows = (await alir.post('/foreign-flow/batch', { tickers, ...range, market })).body.data;
          expect(Object.keys(body.data)).toEqual([...new Set(tickers)]);
          expect(Object.keys(flows)).toEqual([...new Set(tickers)]);
          for (const ticker of tickers) {
            expect(body.data[ticker]).toEqual(await summary(alir, { ticker, ...range, investor, market }));
            expect(flows[ticker]).toEqual(await flow(alir, { ticker, ...range, market }));
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test('all = f + d, ALL = RG + NG, buys = sells, flow = the f rows', async ({ sharedAlir: alir }) => {
    await fc.assert(
      fc.asyncProperty(ticker, range, market, async (ticker, range, market) => {
        const of = (investor: string, name = market) =>
          summary(alir, { ticker, ...range, investor, market: name });
        const [all, foreign, domestic] = [await of('all'), await of('f'), await of('d')];
        expect(sums(all)).toEqual(added([sums(foreign), sums(domestic)]));
        expect(sums(await of('all', 'ALL'))).toEqual(
          added([sums(await of('all', 'RG')), sums(await of('all', 'NG'))]),
        );

        const total = (rows: OracleRow[], field: keyof OracleRow) =>
          rows.reduce((sum, row) => sum + Number(row[field]), 0);
        for (const kind of ['freq', 'volume', 'value'] as const) {
          expect(total(all, `buy_${kind}`)).toBe(total(all, `sell_${kind}`));
        }
        const foreign_buy = total(foreign, 'buy_value');
        const foreign_sell = total(foreign, 'sell_value');
        expect(await flow(alir, { ticker, ...range, market })).toEqual({
          foreign_buy,
          foreign_sell,
          net_foreign: foreign_buy - foreign_sell,
        });
      }),
      { numRuns: 25 },
    );
  });

  test('counterparties add up to the buys and sells of each broker', async ({ sharedAlir: alir }) => {
    const published = fc.tuple(fc.constantFrom(...SMALL_DAYS), fc.constantFrom(...SMALL_DAYS));
    await fc.assert(
      fc.asyncProperty(ticker, published, market, async (ticker, days, market) => {
        const [from = '', to = ''] = days.toSorted();
        const pairs = (await alir.get('/stocks/counterparties', { ticker, from, to, market })).body.data;
        const none = {
          buy_freq: 0,
          sell_freq: 0,
          buy_volume: 0,
          sell_volume: 0,
          buy_value: 0,
          sell_value: 0,
        };
        const sides = pairs.flatMap(({ buyer, seller, freq, volume, value }: any) => [
          { ...none, code: buyer, buy_freq: freq, buy_volume: volume, buy_value: value },
          { ...none, code: seller, sell_freq: freq, sell_volume: volume, sell_value: value },
        ]);
        const all = await summary(alir, { ticker, from, to, market, investor: 'all' });
        expect(added(sides.map((row: OracleRow) => sums([row])))).toEqual(sums(all));
      }),
      { numRuns: 25 },
    );
  });

  test('the cash market (TN) is in the lake and never served', async ({ sharedAlir: alir }) => {
    const cash = oracle.trades.filter((trade) => trade.market === 'TN');
    expect(cash.length).toBeGreaterThan(0);
    for (const { ticker, date } of cash) {
      const question = { ticker, from: date, to: date, investor: 'all', market: 'ALL' };
      const served = (await summary(alir, question)).reduce((sum, row) => sum + row.buy_freq, 0);
      const traded = oracle.trades.filter((trade) => trade.ticker === ticker && trade.date === date).length;
      const inCash = cash.filter((trade) => trade.ticker === ticker && trade.date === date).length;
      expect(served).toBe(traded - inCash);
    }
    const { status } = await alir.get('/foreign-flow', {
      ticker: 'BBCA',
      from: '2026-01-02',
      to: '2026-01-02',
      market: 'TN',
    });
    expect(status).toBe(400);
  });
});

/** The adding fields of each broker. */
function sums(rows: OracleRow[]): Map<string, number[]> {
  return new Map(
    rows
      .toSorted((a, b) => a.code.localeCompare(b.code))
      .map((row) => [
        row.code,
        [row.buy_freq, row.sell_freq, row.buy_volume, row.sell_volume, row.buy_value, row.sell_value],
      ]),
  );
}

function added(parts: Map<string, number[]>[]): Map<string, number[]> {
  const total = new Map<string, number[]>();
  for (const part of parts) {
    for (const [code, numbers] of part) {
      const before = total.get(code) ?? numbers.map(() => 0);
      total.set(
        code,
        numbers.map((number, place) => number + (before[place] ?? 0)),
      );
    }
  }
  return new Map([...total].toSorted(([a], [b]) => a.localeCompare(b)));
}
