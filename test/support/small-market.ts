import { Market, type MarketPlan } from '../../src/cli/demo/market.ts';
import { type DailyText, publishedData } from './alir.ts';

/** The days cross a year end, so ranges use two serving files. */
export const SMALL_DAYS = ['2025-12-29', '2025-12-30', '2026-01-02', '2026-01-05', '2026-01-06'] as const;

export const SMALL_PLAN: MarketPlan = {
  tickers: [
    { code: 'BBCA', price: 8000 },
    { code: 'GOTO', price: 64 },
    { code: 'BRMS', price: 1230 },
    { code: 'BRMS-W', price: 55 },
    { code: 'GOTOM', price: 61 },
  ],
  brokers: [
    { code: 'XL', foreign_share: 0.05 },
    { code: 'AK', foreign_share: 0.9 },
    { code: 'YP', foreign_share: 0.05 },
    { code: 'BK', foreign_share: 1 },
    { code: 'CC', foreign_share: 0.2 },
    { code: 'NI', foreign_share: 0 },
    { code: 'ZP', foreign_share: 0.5 },
  ],
  days: [...SMALL_DAYS],
  trades_a_day: 900,
  // Each day has trades of the three markets with this seed.
  seed: 'small 268',
};

export function smallMarket(): Market {
  return new Market(SMALL_PLAN);
}

export function fileName(date: string): string {
  return `DT${date.slice(2).replaceAll('-', '')}.csv`;
}

export function dailyFileText(market: Market, date: string): string {
  return [...market.dailyFile(date)].join('');
}

export function smallMarketFiles(): DailyText[] {
  const market = smallMarket();
  return SMALL_DAYS.map((day) => [fileName(day), dailyFileText(market, day)]);
}

/** A data folder with the days of the small market. */
export function smallMarketData(): Promise<string> {
  return publishedData(smallMarketFiles());
}
