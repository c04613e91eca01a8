import type { IsoDate } from '../dates.ts';
import type { Investor, Market } from './market.ts';

// The questions about trades, and the rows of their answers, which charts show. Volumes are shares, values IDR, averages IDR per share.

/** The trades of all stocks in a market. Both days are included. */
export interface MarketRange {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly market: Market;
}

export interface StockRange extends MarketRange {
  readonly ticker: string;
}

export interface InvestorRange extends MarketRange {
  readonly investor: Investor;
}

/** The trades of brokers in one stock. */
export interface BrokerSummaryQuestion extends InvestorRange {
  readonly ticker: string;
}

/** What a broker bought and sold. */
export interface TradeTotals {
  readonly buy_freq: number;
  readonly sell_freq: number;
  readonly buy_volume: number;
  readonly sell_volume: number;
  readonly buy_value: number;
  readonly sell_value: number;
  /** 0 where the volume is 0. */
  readonly buy_avg: number;
  readonly sell_avg: number;
}

export interface BrokerRow extends TradeTotals {
  readonly code: string;
}

export interface BrokerStockRow extends TradeTotals {
  readonly ticker: string;
}

/** What a broker did in all stocks. */
export interface RankedBroker extends BrokerRow {
  /** Percent of the value of the buys plus sells of all brokers, with 2 decimals. */
  readonly share: number;
}

/** What one broker bought less what it sold, on one day and since the first day of the range. */
export interface InventoryRow {
  readonly date: IsoDate;
  readonly code: string;
  readonly net_volume: number;
  readonly net_value: number;
  readonly cumulative_volume: number;
  readonly cumulative_value: number;
}

/** The net trades of a broker on one day, and the position that follows from those since the first day of the range. */
export interface PositionDay {
  readonly date: IsoDate;
  readonly net_volume: number;
  readonly net_value: number;
  /** Negative if the broker sold more than it bought since the first day. */
  readonly position: number;
  /** With 2 decimals; null without a position. */
  readonly average_cost: number | null;
  /** The last price in RG up to the day, since the first day; null if there is none. */
  readonly close: number | null;
  /** (close - average cost) x position; null without a close. */
  readonly result: number | null;
  /** Published days since the position was opened, this one included; 0 without a position. */
  readonly days_held: number;
}

/** What one broker bought from another. */
export interface PairRow {
  readonly buyer: string;
  readonly seller: string;
  readonly freq: number;
  readonly volume: number;
  readonly value: number;
}

/** The prices and totals of a stock on one day. For ALL, prices are those of RG; null on a day without a trade in RG. */
export interface PriceRow {
  readonly date: IsoDate;
  /** The price of the first trade by trade number. */
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  /** The price of the last trade by trade number. */
  readonly close: number | null;
  /** VWAP: value / volume, with 2 decimals. */
  readonly average: number;
  readonly volume: number;
  readonly value: number;
  readonly freq: number;
  /** Value bought minus value sold by foreign investors. */
  readonly net_foreign: number;
}

/** What foreign investors did. */
export interface ForeignFlow {
  readonly foreign_buy: number;
  readonly foreign_sell: number;
  /** foreign_buy less foreign_sell. */
  readonly net_foreign: number;
}

/** The totals of all stocks in one market on one day. */
export interface MarketDayRow extends ForeignFlow {
  readonly date: IsoDate;
  /** Stocks with a trade. */
  readonly tickers: number;
  readonly volume: number;
  readonly value: number;
  readonly freq: number;
}

/** The measures of a stock on a day, by their names; null for those that have no value. */
export type MeasureRow = { readonly date: IsoDate; readonly ticker: string } & Readonly<
  Record<string, string | number | null>
>;

/** The numbers of net buyers and net sellers that an accumulation compares. */
export const TOPS = [1, 3, 5, 10] as const;

export const LABELS = [
  'Big Accumulation',
  'Normal Accumulation',
  'Small Accumulation',
  'Neutral',
  'Small Distribution',
  'Normal Distribution',
  'Big Distribution',
] as const;
export type AccumulationLabel = (typeof LABELS)[number];

/** The largest net buyers against the largest net sellers. */
interface Top {
  readonly n: (typeof TOPS)[number];
  /** Net buys of the n largest net buyers less net sells of the n largest net sellers. */
  readonly net_volume: number;
  /** net_volume in percent of the volume, with 2 decimals. */
  readonly percent: number;
  /** net_volume at the average price, in whole IDR. */
  readonly net_value: number;
}

/** How much of all buys, or of all sells, the largest brokers made: percent with 2 decimals. */
export interface Concentration {
  readonly top1: number;
  readonly top3: number;
  readonly top5: number;
  /** Herfindahl-Hirschman index: the sum of the squared percents of all brokers, at most 10,000. */
  readonly hhi: number;
}

export interface AccumulationData {
  /** Of all trades of the stock, of any investor. */
  readonly volume: number;
  readonly value: number;
  readonly average: number;
  /** Brokers that bought more shares than they sold. */
  readonly net_buyers: number;
  readonly net_sellers: number;
  readonly label: AccumulationLabel;
  readonly average_percent: number;
  readonly top: Top[];
  readonly buy_share: Concentration;
  readonly sell_share: Concentration;
}
