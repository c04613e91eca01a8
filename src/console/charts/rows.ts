import type { IsoDate } from '../../core/dates.ts';
import type { CorporateAction } from '../../core/market/corporate-actions.ts';
import type { DayCondition } from '../../core/market/coverage.ts';

/** The figures of a broker or of a stock, as GET /stocks/broker-summary and /brokers/{code}/summary answer them. Shares, IDR, IDR per share. */
export interface TradeTotals {
  readonly buy_freq: number;
  readonly sell_freq: number;
  readonly buy_volume: number;
  readonly sell_volume: number;
  readonly buy_value: number;
  readonly sell_value: number;
  readonly buy_avg: number;
  readonly sell_avg: number;
}

export interface BrokerRow extends TradeTotals {
  readonly code: string;
}

export interface BrokerStockRow extends TradeTotals {
  readonly ticker: string;
}

/** GET /stocks/ohlcv. Prices are null if the stock has only negotiated trades on the day. */
export interface PriceRow {
  readonly date: IsoDate;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly average: number;
  readonly volume: number;
  readonly value: number;
  readonly freq: number;
  readonly net_foreign: number;
}

/** GET /stocks/broker-inventory. Shares and IDR. */
export interface InventoryRow {
  readonly date: IsoDate;
  readonly code: string;
  readonly net_volume: number;
  readonly net_value: number;
  readonly cumulative_volume: number;
  readonly cumulative_value: number;
}

interface Concentration {
  readonly top1: number;
  readonly top3: number;
  readonly top5: number;
  readonly hhi: number;
}

/** GET /stocks/accumulation. */
export interface AccumulationData {
  readonly volume: number;
  readonly value: number;
  readonly average: number;
  readonly net_buyers: number;
  readonly net_sellers: number;
  readonly label: string;
  readonly average_percent: number;
  readonly top: readonly {
    readonly n: number;
    readonly net_volume: number;
    readonly percent: number;
    readonly net_value: number;
  }[];
  readonly buy_share: Concentration;
  readonly sell_share: Concentration;
}

/**
 * Whether the figures of the accumulation come from trades. The volume is that of all investors, so the selected ones may have none of it.
 */
export function hasNetFigures({ volume, buy_share, sell_share }: AccumulationData): boolean {
  return volume > 0 && (buy_share.top1 > 0 || sell_share.top1 > 0);
}

/** GET /stocks/counterparties. */
export interface PairRow {
  readonly buyer: string;
  readonly seller: string;
  readonly freq: number;
  readonly volume: number;
  readonly value: number;
}

/** GET /market/daily. */
export interface MarketDayRow {
  readonly date: IsoDate;
  readonly tickers: number;
  readonly volume: number;
  readonly value: number;
  readonly freq: number;
  readonly foreign_buy: number;
  readonly foreign_sell: number;
  readonly net_foreign: number;
}

/** GET /market/measures: measures by their names. */
export type MeasureRow = { readonly date: IsoDate; readonly ticker: string } & Readonly<
  Record<string, number | string | null>
>;

/** GET /stocks/broker-position. */
export interface PositionData {
  readonly note: string;
  readonly traded_days: number;
  readonly days: readonly PositionDay[];
}

export interface PositionDay {
  readonly date: IsoDate;
  /** Shares. */
  readonly net_volume: number;
  readonly net_value: number;
  readonly position: number;
  readonly average_cost: number | null;
  readonly close: number | null;
  /** IDR. */
  readonly result: number | null;
  readonly days_held: number;
}

/** GET /brokers/ranking. */
export interface RankedBroker extends BrokerRow {
  /** Percent of the value of all buys plus sells. */
  readonly share: number;
}

/** GET /news. */
export interface Article {
  readonly source: string;
  readonly title: string;
  readonly description: string;
  readonly link: string;
  readonly image_url: string;
  readonly guid: string | null;
  readonly published_date: string | null;
}

/** Why a day has no data. `before`: the day is before the first published one. `held`: the operator checks the file. */
type Absence = 'rejected' | 'held' | 'no_file' | 'before' | 'due' | 'future';

/** A trading day of the range and the condition of its data, from GET /market/calendar. */
export interface Day {
  readonly date: IsoDate;
  readonly condition: DayCondition;
  /** Null for a published day. */
  readonly absence: Absence | null;
  /** Whether the day is published, and a correction of it is held for a check. */
  readonly is_checked?: boolean;
  /** Whether the day was published more than once. */
  readonly is_corrected?: boolean;
  /** On a page about a stock: the corporate actions from which on the day is the first one in new shares. */
  readonly actions?: readonly CorporateAction[];
}

/** What a chart needs to know about a broker. */
interface BrokerInfo {
  readonly name: string;
  readonly foreign_parent: boolean;
}

export type Brokers = Readonly<Record<string, BrokerInfo>>;

/** Whether a broker belongs to a foreign group. False for a code that is not in the list. */
export function hasForeignParent(brokers: Brokers, code: string): boolean {
  return brokers[code]?.foreign_parent ?? false;
}

/** The name of a broker without the words that most of them have: `UBS Sekuritas Indonesia` is `UBS`. */
export function shortName(brokers: Brokers, code: string): string | undefined {
  const name = brokers[code]?.name.replace(/ sekuritas?\b/i, '').replace(/ (indonesia|tbk\.?)/gi, '');
  // Some names of the exchange's list are in capital letters.
  return name?.replaceAll(/\B[A-Z]+/g, (rest) =>
    name.length > 4 && name === name.toUpperCase() ? rest.toLowerCase() : rest,
  );
}
