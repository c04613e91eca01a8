import { expect } from 'vitest';
import type { TestAlir } from '../support/alir.ts';

/** A row of an engine. Engines return numbers as numbers, bigints or text. */
type Row = Readonly<Record<string, unknown>>;

/** Questions about the registered views, in the SQL that all engines share. */
export const TOTALS_QUERIES = {
  brokers: `SELECT b.ticker, b.market, b.broker, CAST(sum(b.buy_freq) AS BIGINT) AS buy_freq,
      CAST(sum(b.sell_freq) AS BIGINT) AS sell_freq, CAST(sum(b.buy_volume) AS BIGINT) AS buy_volume,
      CAST(sum(b.sell_volume) AS BIGINT) AS sell_volume, CAST(sum(b.buy_value) AS BIGINT) AS buy_value,
      CAST(sum(b.sell_value) AS BIGINT) AS sell_value, CAST(sum(b.net_value) AS BIGINT) AS net_value
    FROM alir.broker_summary AS b GROUP BY b.ticker, b.market, b.broker`,
  foreign: `SELECT f.ticker, f.market, CAST(sum(f.foreign_buy) AS BIGINT) AS foreign_buy,
      CAST(sum(f.foreign_sell) AS BIGINT) AS foreign_sell, CAST(sum(f.net_foreign) AS BIGINT) AS net_foreign
    FROM alir.foreign_flow AS f GROUP BY f.ticker, f.market`,
  prices: `SELECT p.trade_date, p.ticker, p.open, p.high, p.low, p.close, p.volume, p.value
    FROM alir.prices AS p`,
  pairs: `SELECT t.ticker, t.market, t.buyer, t.seller, CAST(sum(t.value) AS BIGINT) AS value
    FROM alir.trades AS t WHERE t.trade_date >= DATE '2026-01-05' AND t.market = 'RG'
    GROUP BY t.ticker, t.market, t.buyer, t.seller`,
} as const;

export type EngineAnswers = Readonly<Record<keyof typeof TOTALS_QUERIES, readonly Row[]>>;

/** Compares the answers of an engine with those of the API, for every ticker and market. @returns the number of compared rows */
export async function expectTotalsOfAlir(
  alir: TestAlir,
  answers: EngineAnswers,
  tickers: readonly string[],
  range: { readonly from: string; readonly to: string },
): Promise<number> {
  let rows = 0;
  const recent = { from: '2026-01-05', to: range.to };
  for (const ticker of tickers) {
    for (const market of ['RG', 'NG']) {
      const isHere = (row: Row) => row.ticker === ticker && row.market === market;
      const summary = await alir.get('/stocks/broker-summary', { ticker, ...range, investor: 'all', market });
      const brokers = answers.brokers.filter(isHere).map((row) => numbersOf(row, 'ticker', 'market'));
      expect(byName(brokers, 'broker'), `${ticker} ${market}`).toEqual(
        byName(
          summary.body.data.map(
            ({ code, buy_avg, sell_avg, ...row }: Record<string, number>): Row => ({
              broker: code,
              ...row,
              net_value: (row.buy_value ?? 0) - (row.sell_value ?? 0),
            }),
          ),
          'broker',
        ),
      );
      const flow = await alir.get('/foreign-flow', { ticker, ...range, market });
      const [foreign] = answers.foreign.filter(isHere).map((row) => numbersOf(row, 'ticker', 'market'));
      const none = { foreign_buy: 0, foreign_sell: 0, net_foreign: 0 };
      expect(foreign ?? none, `${ticker} ${market}`).toEqual(flow.body.data);
      rows += brokers.length + 1;
    }
    const pairs = await alir.get('/stocks/counterparties', { ticker, ...recent, market: 'RG' });
    expect(
      byName(
        answers.pairs.filter((row) => row.ticker === ticker).map((row) => numbersOf(row, 'ticker', 'market')),
        'buyer',
        'seller',
      ),
    ).toEqual(
      byName(
        pairs.body.data.map(({ buyer, seller, value }: Row) => ({ buyer, seller, value })),
        'buyer',
        'seller',
      ),
    );
    const ohlcv = await alir.get('/stocks/ohlcv', { ticker, ...range, market: 'RG' });
    const prices = answers.prices
      .filter((row) => row.ticker === ticker)
      .map((row) => numbersOf(row, 'ticker'));
    expect(byName(prices, 'trade_date'), ticker).toEqual(
      ohlcv.body.data.map(({ date, open, high, low, close, volume, value }: Row) => ({
        trade_date: date,
        open,
        high,
        low,
        close,
        volume,
        value,
      })),
    );
    rows += prices.length;
  }
  return rows;
}

const TEXTS = new Set(['trade_date', 'ticker', 'market', 'broker', 'buyer', 'seller']);

/** A row with JavaScript numbers, without some columns. */
function numbersOf(row: Row, ...without: string[]): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !without.includes(name))
      .map(([name, value]) => [name, TEXTS.has(name) ? String(value) : Number(value)]),
  );
}

function byName(rows: readonly Row[], ...names: string[]): Row[] {
  const key = (row: Row) => names.map((name) => row[name]).join();
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
