import type { TradingCalendar } from '../../core/market/calendar.ts';
import { packageText } from '../../core/package-files.ts';
import { Market, type MarketPlan } from './market.ts';
import { RIGHTS_ISSUE, STORIES } from './stories.ts';

/** Two months across a new year, so that a range can span two serving files. */
const FIRST_DAY = '2025-12-01';
const LAST_DAY = '2026-01-30';
const TRADES_A_DAY = 24_000;
const BROKERS = 90;

/** The busiest brokers of the demo, first to last; the others follow in the order of their codes. */
const BUSIEST = 'XL YP CC AK XC PD BK NI KK ZP YU SQ GR OD EP AZ DR LG CP AG MG HP'.split(' ');
/** Share of the orders of foreign clients, by broker; low for brokers not listed. Made up. */
const FOREIGN_SHARES: Readonly<Record<string, number>> = {
  AK: 0.9,
  BK: 0.93,
  ZP: 0.72,
  YU: 0.65,
  RX: 0.95,
  KZ: 0.94,
  CC: 0.2,
  DR: 0.3,
  CP: 0.2,
  AG: 0.35,
  TP: 0.4,
  DP: 0.6,
};
const OTHER_FOREIGN_SHARE = 0.055;
/** Standard deviation of the daily return of calm and of lively tickers; the others are in between. */
const CALM = {
  volatility: 0.009,
  tickers: 'BBCA BBRI BMRI BBNI TLKM ASII UNVR ICBP INDF KLBF JSMR'.split(' '),
};
const LIVELY = {
  volatility: 0.03,
  tickers: 'BRMS BUMI DEWA CUAN PTRO RAJA WIFI COIN INET ENRG WIFI-W'.split(' '),
};

/** The made-up market of `npm run demo`: 60 tickers and a right, 90 brokers, 40 trading days, about 24,000 trades a day. */
export function demoMarket(
  brokersCsv: string,
  calendar: TradingCalendar,
): { market: Market; days: readonly string[] } {
  const codes = rowsOf(brokersCsv).map(([code = '']) => code);
  const others = codes.filter((code) => !BUSIEST.includes(code));
  const plan: MarketPlan = {
    tickers: [
      ...rowsOf(packageText('data/sample/tickers.csv')).map(([code = '', price]) => ({
        code,
        price: Number(price),
        ...volatilityOf(code),
      })),
      { ...RIGHTS_ISSUE, code: RIGHTS_ISSUE.ticker },
    ],
    brokers: [...BUSIEST, ...others].slice(0, BROKERS).map((code) => ({
      code,
      foreign_share: FOREIGN_SHARES[code] ?? OTHER_FOREIGN_SHARE,
    })),
    days: calendar.tradingDays(FIRST_DAY, LAST_DAY),
    trades_a_day: TRADES_A_DAY,
    seed: 'alir demo',
    stories: [...STORIES, RIGHTS_ISSUE],
  };
  return { market: new Market(plan), days: plan.days };
}

function volatilityOf(code: string): { volatility?: number } {
  const [listed] = [CALM, LIVELY].filter(({ tickers }) => tickers.includes(code));
  return listed ? { volatility: listed.volatility } : {};
}

function rowsOf(csv: string): string[][] {
  return csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}
