import { describe, expect, test } from 'vitest';
import { BrokerSums } from '../../../../src/market/serving/months/broker-sums.ts';
import type { AdjustedMeasures } from '../../../../src/market/serving/queries/adjusted-measures.ts';
import { figuresOf, watchedStocks } from '../../../../src/market/serving/queries/watched-stocks.ts';
import type { TickerReader } from '../../../../src/market/serving/serving.ts';
import { tradingDays } from '../../../support/measure-market.ts';

const days = tradingDays(25);
const WATCHED = [
  'foreign_share_1d',
  'change_1d',
  'volume_ratio_20d',
  'accumulation_5d',
  'foreign_share_5d',
  'change_5d',
];
const row = (date: string, figures: Readonly<Record<string, number | null>>) => ({
  ...Object.fromEntries(
    WATCHED.flatMap((name) => [name, `${name}_p60`, `${name}_p250`]).map((name) => [name, null]),
  ),
  ...{ date, ticker: 'BBCA', close: 100, net_foreign_1d: 5, ...figures },
});

describe('the figures of a watched stock', () => {
  test('are of the last 20 days; a day without trades has none', () => {
    const rows = days.filter((_, place) => place !== 23).map((date, place) => row(date, { close: place }));
    const { closes, flows, close } = figuresOf('BBCA', [...rows, { ...rows[0], ticker: 'GOTO' }], days);
    expect(closes).toHaveLength(20);
    expect(closes.slice(-3)).toEqual([22, null, 23]);
    expect(flows.slice(-3)).toEqual([5, null, 5]);
    expect(close).toBe(23);
    expect(figuresOf('BBCA', rows.slice(0, -1), days).close).toBeNull();
  });

  test('have the percentile of the measures; of two, that of more rows', () => {
    const last = {
      change_1d: 4,
      change_1d_p60: 10,
      change_1d_p250: 95,
      accumulation_5d: -2,
      accumulation_5d_p60: 2,
    };
    const { unusual } = figuresOf('BBCA', [row(days[24] as string, last)], days);
    expect(unusual).toEqual({ measure: 'accumulation_5d', value: -2, percentile: 2 });
    const { unusual: other } = figuresOf(
      'BBCA',
      [row(days[24] as string, { ...last, accumulation_5d: null })],
      days,
    );
    expect(other).toEqual({ measure: 'change_1d', value: 4, percentile: 95 });
  });

  test('are compared with 20 or more earlier days while there are fewer than 60', () => {
    const rows = days.map((date, place) => row(date, { change_1d: place % 12 }));
    // The value 0 of the last day: 2 of the 24 earlier ones are equal, none is lower.
    expect(figuresOf('BBCA', rows, days).unusual).toEqual({
      measure: 'change_1d',
      value: 0,
      percentile: 4.17,
    });
    expect(figuresOf('BBCA', rows.slice(4), days).unusual).toMatchObject({ value: 0, percentile: 2.5 });
    expect(figuresOf('BBCA', rows.slice(5), days).unusual).toBeNull();
  });
});

describe('the watched day', () => {
  const stock = (ticker: string, value: number, change_1d: number | null, net_foreign_1d = 0) => ({
    ...{ ticker, value, change_1d, net_foreign_1d },
  });
  const market = [
    ...[stock('AAAA', 5, 1, 3), stock('BBBB', 9, -2, -1), stock('CCCC', 5, 0), stock('DDDD', 1, null)],
    ...[stock('EEEE', 2, 0.5), stock('FFFF', 3, 1), stock('GGGG', 4, 1)],
  ];
  const read = (tickers: readonly string[], measured: readonly string[]) => {
    const measures = {
      measureRows: async (
        queryOf: (days: readonly string[]) => { days: readonly string[]; parameters: object },
      ) => {
        const { days: asked, parameters } = queryOf(measured);
        if (!('tickers' in parameters)) return asked.length === 0 ? [] : market;
        return tickers.map((ticker) => ({ ...row(String(asked.at(-1)), {}), ticker }));
      },
    };
    const codes = ['ZZ', 'YY', 'BB', 'AA'];
    const sums = new BrokerSums(codes);
    // ZZ and BB bought net 500 IDR, YY and AA sold net 900.
    for (const [number, [buy, sell]] of [
      [400, 100],
      [0, 300],
      [250, 0],
      [150, 400],
    ].entries())
      sums.sums.set([1, 1, buy ?? 0, sell ?? 0, 2 * (buy ?? 0), 3 * (sell ?? 0)], sums.placeIn(0, number));
    const serving = {
      read: async (work: (snapshot: object) => unknown) => work({ brokerTotals: async () => sums }),
    };
    return watchedStocks(
      measures as unknown as AdjustedMeasures,
      serving as unknown as TickerReader,
      tickers,
      new AbortController().signal,
    );
  };

  test('counts the stocks of the market, without a change those that rose, fell or kept their price', async () => {
    const day = await read([], days);
    expect(day).toEqual({
      ...{ date: days[24], value: 29, net_foreign: 2, risen: 4, fallen: 1, unchanged: 1, stocks: [] },
      most_traded: ['BBBB', 'AAAA', 'CCCC', 'GGGG', 'FFFF', 'EEEE'],
    });
    expect(await read(['BBCA'], [])).toMatchObject({ date: null, stocks: [{ buyer: null, seller: null }] });
  });

  test('has the largest net buyer and seller of a stock; of equal ones, the first by code', async () => {
    const { stocks } = await read(['BBCA', 'GOTO'], days);
    const brokers = {
      buyer: { code: 'BB', net_value: 500, average: 2 },
      seller: { code: 'AA', net_value: -900, average: 3 },
    };
    expect(stocks).toMatchObject([
      { ticker: 'BBCA', close: 100, ...brokers },
      { ticker: 'GOTO', close: 100, ...brokers },
    ]);
  });
});
