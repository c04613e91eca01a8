import { describe, expect, test } from 'vitest';
import { figuresOf } from '../../../../src/market/serving/queries/watched-stocks.ts';
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
    expect(figuresOf('BBCA', rows.slice(5), days).unusual).toBeNull();
  });
});
