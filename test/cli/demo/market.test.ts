import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { demoMarket } from '../../../src/cli/demo/demo-market.ts';
import { onTick } from '../../../src/cli/demo/exchange-rules.ts';
import { tradingCalendar } from '../../../src/core/market/calendar.ts';
import { priceStep } from '../../../src/core/market/price-step.ts';
import { dailyFileText, smallMarket } from '../../support/small-market.ts';
import { readTrades, type TradeLine } from '../../support/trade-lines.ts';

const reference = (name: string) =>
  readFileSync(new URL(`../../../data/reference/${name}`, import.meta.url), 'utf8');
const calendar = tradingCalendar(reference('holidays.csv'));

const sum = (rows: readonly TradeLine[], of: (trade: TradeLine) => number) =>
  rows.reduce((total, trade) => total + of(trade), 0);

/** How much of all the n busiest have, 0 to 1. */
function shareOfTop(rows: readonly TradeLine[], of: 'ticker' | 'buyer', n: number): number {
  const counts = new Map<string, number>();
  for (const trade of rows) counts.set(trade[of], (counts.get(trade[of]) ?? 0) + 1);
  const top = [...counts.values()].toSorted((a, b) => b - a).slice(0, n);
  return top.reduce((total, count) => total + count, 0) / rows.length;
}

describe('the demo market', () => {
  test('is the same in every run', () => {
    expect(dailyFileText(smallMarket(), '2026-01-05')).toBe(dailyFileText(smallMarket(), '2026-01-05'));
    expect(dailyFileText(smallMarket(), '2026-01-05')).not.toBe(dailyFileText(smallMarket(), '2026-01-06'));
  });

  test('trades on the trading days of the calendar only', () => {
    const { days } = demoMarket(reference('brokers.csv'), calendar);
    expect(days).toHaveLength(40);
    expect(days).toContain('2025-12-30');
    for (const closed of [
      '2025-12-25',
      '2025-12-26',
      '2025-12-31',
      '2026-01-01',
      '2026-01-16',
      '2026-01-10',
    ]) {
      expect(days).not.toContain(closed);
    }
  });

  describe('has the proportions of the exchange', () => {
    const { market, days } = demoMarket(reference('brokers.csv'), calendar);
    const rows = days.slice(0, 5).flatMap((day) => readTrades(dailyFileText(market, day)));
    const value = sum(rows, (trade) => trade.value);
    const part = (of: readonly TradeLine[]) => ({
      trades: of.length / rows.length,
      value: sum(of, (trade) => trade.value) / value,
    });

    test('60 tickers and 90 brokers; a few have most of the trades', () => {
      expect(new Set(rows.map((trade) => trade.ticker)).size).toBe(60);
      expect(new Set(rows.map((trade) => trade.buyer)).size).toBe(90);
      expect(shareOfTop(rows, 'ticker', 6)).toBeGreaterThan(0.4);
      expect(shareOfTop(rows, 'buyer', 10)).toBeGreaterThan(0.5);
    });

    test.each(['buyerIsForeign', 'sellerIsForeign'] as const)(
      '%s: 14-24% of trades, 30-43% of value, few brokers',
      (side) => {
        const foreign = rows.filter((trade) => trade[side]);
        expect(part(foreign).trades).toBeGreaterThan(0.14);
        expect(part(foreign).trades).toBeLessThan(0.24);
        expect(part(foreign).value).toBeGreaterThan(0.3);
        expect(part(foreign).value).toBeLessThan(0.43);
        if (side === 'buyerIsForeign') expect(shareOfTop(foreign, 'buyer', 6)).toBeGreaterThan(0.6);
      },
    );

    test('NG has 1% of the trades and about 16% of the value; there is some TN', () => {
      const negotiated = part(rows.filter((trade) => trade.market === 'NG'));
      expect(negotiated.trades).toBeGreaterThan(0.008);
      expect(negotiated.trades).toBeLessThan(0.012);
      expect(negotiated.value).toBeGreaterThan(0.13);
      expect(negotiated.value).toBeLessThan(0.19);
      expect(rows.some((trade) => trade.market === 'TN')).toBe(true);
    });

    test('whole lots in RG, prices on their ticks, times within the sessions', () => {
      expect(rows.length).toBeGreaterThan(100);
      for (const { market, volume, price, session, time } of rows) {
        if (market === 'RG' && volume % 100 !== 0) expect.fail(`${volume} shares are no whole lots`);
        if (price % priceStep(price) !== 0) expect.fail(`${price} is not on a tick`);
        const isInSession =
          session === '1' ? time >= '08:58:00' && time < '12:00:00' : time >= '13:30:00' && time < '16:15:00';
        if (!isInSession) expect.fail(`${time} is not in session ${session}`);
        if (market === 'TN' && session !== '1') expect.fail('TN in the second session');
      }
    });
  });

  test('Fridays have a longer break', () => {
    const { market } = demoMarket(reference('brokers.csv'), calendar);
    const friday = readTrades(dailyFileText(market, '2026-01-09'));
    expect(friday.length).toBeGreaterThan(100);
    for (const { session, time } of friday) {
      if (session === '1' ? time >= '11:30:00' : time < '14:00:00')
        expect.fail(`${time} is in Friday's break`);
    }
  });

  test.each([
    [199, 1],
    [200, 2],
    [498, 2],
    [500, 5],
    [1995, 5],
    [2000, 10],
    [4990, 10],
    [5000, 25],
  ])('the price step at %i is %i', (price, tick) => {
    expect(priceStep(price)).toBe(tick);
    expect(onTick(price + tick * 0.4)).toBe(price);
  });
});
