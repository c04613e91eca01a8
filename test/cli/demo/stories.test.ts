import { describe, expect, test } from 'vitest';
import { demoMarket } from '../../../src/cli/demo/demo-market.ts';
import { DELIVERIES, RIGHTS_ISSUE, STORIES } from '../../../src/cli/demo/stories.ts';
import { tradingCalendar } from '../../../src/core/market/calendar.ts';
import { autoRejectionLimits } from '../../../src/core/market/price-limits.ts';
import { referenceFile } from '../../../src/server/settings-files.ts';
import { tableRows, textOf } from '../../support/guide.ts';
import { type TradeLine, tradesOf } from '../../support/trade-lines.ts';

const { market, days } = demoMarket(
  referenceFile('brokers.csv'),
  tradingCalendar(referenceFile('holidays.csv')),
);
const trades = new Map(days.map((day) => [day, tradesOf(market.dailyFile(day))]));
/** The trades of the regular market, by ticker and day. */
const ofTickers = new Map<string, TradeLine[]>();
for (const trade of [...trades.values()].flat()) {
  if (trade.market !== 'RG') continue;
  const key = `${trade.ticker} ${trade.date}`;
  const rows = ofTickers.get(key);
  if (rows) rows.push(trade);
  else ofTickers.set(key, [trade]);
}
const regular = (ticker: string, day: string) => ofTickers.get(`${ticker} ${day}`) ?? [];
const from = (first: string, last: string) => days.filter((day) => first <= day && day <= last);
const sum = (rows: readonly TradeLine[], of: (trade: TradeLine) => number) =>
  rows.reduce((total, trade) => total + of(trade), 0);
const netForeign = (rows: readonly TradeLine[]) =>
  sum(rows, ({ buyerIsForeign, sellerIsForeign, value }) => value * (+buyerIsForeign - +sellerIsForeign));
const close = (ticker: string, day: string) => regular(ticker, day).at(-1)?.price ?? Number.NaN;
const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

const tickers = [...new Set([...trades.values()].flat().map(({ ticker }) => ticker))];
/** Height of a candle in percent of its low. */
const heights = (ticker: string) =>
  days.flatMap((day) => {
    const prices = regular(ticker, day).map(({ price }) => price);
    return prices.length === 0 ? [] : [(Math.max(...prices) / Math.min(...prices) - 1) * 100];
  });

describe('the market as a whole', () => {
  test('is quiet before the new year, and one day has 2.5 times the usual trades', () => {
    const count = (day: string) => trades.get(day)?.length ?? 0;
    const usual = median(days.map(count));
    for (const day of from('2025-12-22', '2025-12-30')) expect(count(day) / usual, day).toBeLessThan(0.7);
    expect(count('2026-01-14') / usual).toBeGreaterThan(2.2);
    expect(count('2026-01-14') / usual).toBeLessThan(2.8);
    const mean = days.reduce((total, day) => total + count(day), 0) / days.length;
    expect(mean).toBeGreaterThan(21_000);
    expect(mean).toBeLessThan(26_000);
  });

  test('each trade number is used once, in order', () => {
    for (const rows of trades.values()) {
      expect(rows.every(({ trade_no }, place) => trade_no === place + 1)).toBe(true);
    }
  });

  test("prices stay within the exchange's limits, measured from the previous close", () => {
    let compared = 0;
    for (const ticker of tickers) {
      let [previous, days_since] = [Number.NaN, 1];
      for (const day of days) {
        const rows = regular(ticker, day);
        const limits = autoRejectionLimits(previous, days_since);
        for (const { price } of rows) {
          if (!Number.isNaN(previous)) compared += 1;
          if (price < limits.low || price > limits.high) expect.fail(`${ticker} ${day}: ${price}`);
        }
        days_since = rows.length > 0 ? 1 : days_since + 1;
        if (rows.length > 0) previous = close(ticker, day);
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  test('candles differ: by ticker, and from calm days to lively ones', () => {
    expect(median(heights('BBCA'))).toBeLessThan(3);
    expect(median(heights('BUMI'))).toBeGreaterThan(median(heights('BBCA')) * 1.5);
    for (const ticker of ['BBRI', 'BUMI', 'TLKM', 'ANTM']) {
      expect(Math.max(...heights(ticker)) / Math.min(...heights(ticker)), ticker).toBeGreaterThan(2);
    }
  });

  test('tickers rise and fall', () => {
    const changes = tickers.map((ticker) => {
      const [first, last] = [days[0] ?? '', days.at(-1) ?? ''];
      return close(ticker, last) / close(ticker, first) - 1;
    });
    expect(changes.filter((change) => change > 0.05).length).toBeGreaterThan(8);
    expect(changes.filter((change) => change < -0.05).length).toBeGreaterThan(8);
  });
});

describe('the stories of single tickers', () => {
  test('foreign clients sell BBCA on 8 days in a row, and the price falls; then a part returns', () => {
    const sold = from('2026-01-06', '2026-01-15');
    expect(sold).toHaveLength(8);
    for (const day of sold) expect(netForeign(regular('BBCA', day)), day).toBeLessThan(0);
    expect(close('BBCA', '2026-01-15') / close('BBCA', '2026-01-05')).toBeLessThan(0.94);
    const returned = from('2026-01-20', '2026-01-23');
    for (const day of returned) expect(netForeign(regular('BBCA', day)), day).toBeGreaterThan(0);
    expect(close('BBCA', '2026-01-23') / close('BBCA', '2026-01-19')).toBeGreaterThan(1.01);
    const outflow = sold.reduce((total, day) => total + netForeign(regular('BBCA', day)), 0);
    const inflow = returned.reduce((total, day) => total + netForeign(regular('BBCA', day)), 0);
    expect(inflow / -outflow).toBeLessThan(0.8);
    const sellers = new Set(
      sold.flatMap((day) =>
        regular('BBCA', day)
          .filter((trade) => trade.sellerIsForeign)
          .map(({ seller }) => seller),
      ),
    );
    expect(sellers.size).toBeGreaterThan(5);
  });

  test('the price of MEDC drifts while it is accumulated, and then rises', () => {
    const drift = close('MEDC', '2026-01-02') / close('MEDC', '2025-12-05');
    expect(Math.abs(drift - 1)).toBeLessThan(0.08);
    expect(close('MEDC', '2026-01-22') / close('MEDC', '2026-01-02')).toBeGreaterThan(1.25);
  });

  test('MYOR has one block on the negotiated market, below the price of the regular market', () => {
    const rows = (trades.get('2026-01-20') ?? []).filter(
      ({ ticker, market: board }) => ticker === 'MYOR' && board === 'NG',
    );
    const block = rows.find(({ volume }) => volume === 45_000_000);
    expect(block).toMatchObject({ seller: 'CC', buyer: 'ZP', time: '10:32:12' });
    const usual = regular('MYOR', '2026-01-20').map(({ price }) => price);
    expect(block?.price).toBeLessThan(Math.min(...usual) * 0.97);
    expect(block?.price).toBeGreaterThan(Math.max(...usual) * 0.9);
  });

  test('COIN rises, is suspended for 6 days, and then falls', () => {
    expect(close('COIN', '2026-01-09') / close('COIN', '2026-01-02')).toBeGreaterThan(1.5);
    const suspended = from('2026-01-12', '2026-01-20');
    expect(suspended).toHaveLength(6);
    for (const day of days) {
      const rows = (trades.get(day) ?? []).filter(({ ticker }) => ticker === 'COIN');
      expect(rows.length === 0, day).toBe(suspended.includes(day));
    }
    expect(close('COIN', '2026-01-23')).toBeLessThan(close('COIN', '2026-01-09') * 0.92);
  });

  test('the right INET-R trades on 5 days only', () => {
    const traded = days.filter((day) => (trades.get(day) ?? []).some(({ ticker }) => ticker === 'INET-R'));
    expect(traded).toEqual(from('2026-01-19', '2026-01-23'));
    expect(close('INET-R', '2026-01-23')).toBeLessThan(close('INET-R', '2026-01-19') * 0.75);
  });
});

test('docs/analysts.md lists every story', () => {
  const rows = tableRows(textOf('docs/analysts.md'), 'Ticker').map((cells) => cells.join(' | '));
  const listed = [...STORIES, RIGHTS_ISSUE].map(
    ({ ticker, from: first, to: last, text }) =>
      `${ticker ? `\`${ticker}\`` : 'all'} | ${first === last ? first : `${first} to ${last}`} | ${text}`,
  );
  const delivered = Object.values(DELIVERIES).map(({ day, text }) => `all | ${day} | ${text}`);
  expect(rows).toEqual([...listed, ...delivered]);
});
