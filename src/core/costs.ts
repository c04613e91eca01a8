import { daysInRange, type IsoDate } from './dates.ts';

/** What a request costs: the number of units, and how the documentation states it. */
interface Cost<Input> {
  readonly text: string;
  /** The same for programs: units for each request, for each distinct ticker, or for so many days begun. */
  readonly rate: {
    readonly units: number;
    readonly per: 'request' | 'ticker' | 'days';
    readonly days?: number;
  };
  readonly units: (input: Input) => number;
}

const DAYS_PER_UNIT = 31;

const PER_REQUEST: Cost<unknown> = { text: '1 unit', rate: { units: 1, per: 'request' }, units: () => 1 };
const PER_TICKER: Cost<{ readonly tickers: readonly string[] }> = {
  text: '1 unit per distinct ticker',
  rate: { units: 1, per: 'ticker' },
  units: ({ tickers }) => tickers.length,
};
const PER_31_DAYS: Cost<{ readonly from: IsoDate; readonly to: IsoDate }> = {
  text: `1 unit for each ${DAYS_PER_UNIT} days, or part of them`,
  rate: { units: 1, per: 'days', days: DAYS_PER_UNIT },
  units: ({ from, to }) => Math.ceil(daysInRange(from, to) / DAYS_PER_UNIT),
};
const WHOLE_MARKET: Cost<unknown> = { text: '5 units', rate: { units: 5, per: 'request' }, units: () => 5 };

/** The used part of a quota in percent, rounded to 1 decimal, and 100 only when the quota is used up. */
export function usedPercent(used: number, quota: number): number {
  const percent = Math.round((used * 1000) / quota) / 10;
  return used < quota ? Math.min(99.9, percent) : percent;
}

export const COST_EXAMPLE = `1 to 31 days cost 1 unit, 32 to 62 days 2 units, 366 days 12 units`;

/** The costs of the metered operations, by their names. All other operations are free. docs/limits.md has the same list. */
export const COSTS = {
  get_broker_summary: PER_REQUEST,
  get_broker_summary_batch: PER_TICKER,
  get_broker_summary_daily: PER_31_DAYS,
  get_broker_inventory: PER_31_DAYS,
  get_broker_position: PER_31_DAYS,
  get_accumulation: PER_REQUEST,
  get_counterparties: WHOLE_MARKET,
  get_ohlcv: PER_31_DAYS,
  get_broker_stocks: WHOLE_MARKET,
  get_broker_ranking: WHOLE_MARKET,
  get_foreign_flow: PER_REQUEST,
  get_foreign_flow_batch: PER_TICKER,
  get_foreign_flow_daily: PER_31_DAYS,
  get_foreign_flow_ranking: WHOLE_MARKET,
  get_stock_measures: PER_31_DAYS,
  get_stock_measures_batch: PER_TICKER,
  get_market_measures: WHOLE_MARKET,
  get_screen: WHOLE_MARKET,
  get_news: PER_REQUEST,
};
