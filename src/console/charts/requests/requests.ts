import { EARLIEST_DATE, MAX_RANGE_DAYS, MAX_TRADES_DAYS } from '../../../core/contract.ts';
import { COSTS } from '../../../core/costs.ts';
import { dateOfEpochDay, daysInRange, epochDay, type IsoDate } from '../../../core/dates.ts';
import type { Adjustment } from '../../../core/market/corporate-actions.ts';

/** What a page of the explorer shows. The page's URL has the same values. */
export interface Selection {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly market: string;
  readonly investor: string;
  /** The time whose answers are shown, as ISO 8601; without it, the present answers. */
  readonly known_at?: string;
  /** How volumes and prices of days are adjusted; without it, not at all. */
  readonly adjust?: Adjustment;
}

export interface ApiRequest {
  /** With the query string: `/stocks/ohlcv?ticker=BBCA&from=...`. */
  readonly path: string;
  /** What it costs in units, before it is sent. */
  readonly units: number;
  /** The name of a downloaded file, without its extension. */
  readonly file: string;
}

/** Brokers on each side of the inventory. */
const INVENTORY_TOP = 5;
/** Calendar days of the totals of the market at least. */
const COMPARED_DAYS = 61;

/** @param parameters those without a value are not sent */
function request(
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>>,
  units: number,
  file: string,
): ApiRequest {
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return { path: query.length === 0 ? path : `${path}?${query.join('&')}`, units, file };
}

/** The name of a file says everything that its rows depend on: `BBRI-brokers-RG-f-2026-01-02-2026-01-30`. */
function fileOf(what: string, { from, to, market, investor, known_at }: Selection): string {
  const known = known_at === undefined ? [] : ['known', known_at.replaceAll(/\W/g, '')];
  return [what, market, ...(investor === 'all' ? [] : [investor]), from, to, ...known].join('-');
}

/** The measures that a page about one day compares with the days before. */
export const DAY_MEASURES = ['change_1d', 'value_ratio_20d', 'foreign_share_1d', 'accumulation_1d'] as const;
/** The measures of the last day of a longer range. */
export const RANGE_MEASURES = [
  'foreign_share_5d',
  'volume_ratio_20d',
  'accumulation_1d',
  'accumulation_5d',
  'change_1d',
  'change_20d',
] as const;
/** Earlier rows that a percentile of the API compares with. */
export const RANKED_ROWS = 60;

export function tickerRequests(ticker: string, selection: Selection) {
  const { from, to, market, investor, known_at, adjust } = selection;
  const range = { ticker, from, to, known_at };
  const priced = { ...range, from: paidFrom(selection) };
  const last = lastDays(selection);
  const daily = COSTS.get_ohlcv.units({ from, to });
  const measures = isOneDay(selection) ? DAY_MEASURES : RANGE_MEASURES;
  const fileAbout = (what: string, changes: Partial<Selection> = {}) =>
    fileOf(`${ticker}-${what}`, { ...selection, ...changes });
  const adjusted = (file: string) => (adjust === undefined ? file : `${file}-${adjust}`);
  return {
    prices: request(
      '/stocks/ohlcv',
      { ...priced, market, adjust },
      daily,
      adjusted(fileAbout('prices', { from: priced.from, investor: 'all' })),
    ),
    measures: request(
      '/stocks/measures',
      {
        ...{ ticker, from: priced.from, to },
        measures: measures.flatMap((name) => [name, `${name}_p${RANKED_ROWS}`]).join(','),
      },
      daily,
      `${ticker}-measures-${priced.from}-${to}`,
    ),
    summary: request('/stocks/broker-summary', { ...range, investor, market }, 1, fileAbout('brokers')),
    inventory: request(
      '/stocks/broker-inventory',
      { ...range, investor, market, top: INVENTORY_TOP, adjust },
      daily,
      adjusted(fileAbout('inventory')),
    ),
    accumulation: request(
      '/stocks/accumulation',
      { ...range, investor, market },
      1,
      fileAbout('accumulation'),
    ),
    counterparties: request(
      '/stocks/counterparties',
      { ticker, ...last, market, known_at },
      COSTS.get_counterparties.units({}),
      fileAbout('counterparties', { ...last, investor: 'all' }),
    ),
  };
}

/** The first day that costs nothing more: a unit pays for a number of days. The days before a range are compared with it. */
export function paidFrom({ from, to }: Pick<Selection, 'from' | 'to'>): IsoDate {
  const units = COSTS.get_ohlcv.units({ from, to });
  let first = from;
  while (first > EARLIEST_DATE && daysInRange(first, to) < MAX_RANGE_DAYS) {
    const before = dateOfEpochDay(epochDay(first) - 1);
    if (COSTS.get_ohlcv.units({ from: before, to }) > units) break;
    first = before;
  }
  return first;
}

/** A page about one day compares it with the days before, and has no inventory. */
export function isOneDay({ from, to }: Pick<Selection, 'from' | 'to'>): boolean {
  return from === to;
}

/** The last days of a range: as many as a request for counterparties may have. */
export function lastDays({ from, to }: Pick<Selection, 'from' | 'to'>): { from: IsoDate; to: IsoDate } {
  if (daysInRange(from, to) <= MAX_TRADES_DAYS) return { from, to };
  return { from: dateOfEpochDay(epochDay(to) - MAX_TRADES_DAYS + 1), to };
}

export function brokerRequest(code: string, selection: Selection): ApiRequest {
  const { from, to, market, investor, known_at } = selection;
  return request(
    `/brokers/${code}/summary`,
    { from, to, investor, market, known_at },
    COSTS.get_broker_stocks.units({}),
    fileOf(`${code}-stocks`, selection),
  );
}

/** Days over which measures of a stock are computed. */
export const SPANS = [1, 5, 20] as const;
export type Span = (typeof SPANS)[number];
/** The measures of the market page over some days, by their use. */
export function measuresOf(span: Span) {
  return {
    change: `change_${span}d`,
    net_foreign: `net_foreign_${span}d`,
    foreign_share: `foreign_share_${span}d`,
  };
}

/** The requests of the page about the whole market. @param day whose measures are shown @param span days of the measures */
export function marketRequests(
  selection: Selection,
  { day, span }: { readonly day: IsoDate; readonly span: Span },
) {
  const { from, to, market, investor, known_at } = selection;
  const compared = comparedFrom(selection);
  const measures = [
    ...['close', 'value', 'change_1d', 'volume_ratio_20d', 'foreign_streak'],
    ...Object.values(measuresOf(span)),
  ];
  return {
    daily: request(
      '/market/daily',
      { from: compared, to, market, known_at },
      0,
      fileOf('market', { ...selection, from: compared, investor: 'all' }),
    ),
    measures: request(
      '/market/measures',
      { date: day, measures: [...new Set(measures)].join(',') },
      COSTS.get_market_measures.units({}),
      `measures-${day}`,
    ),
    brokers: request(
      '/brokers/ranking',
      { from, to, investor, market, known_at },
      COSTS.get_broker_ranking.units({}),
      fileOf('brokers', selection),
    ),
  };
}

/** The first day of the totals of the market: a short range is shown after the days before it. */
export function comparedFrom({ from, to }: Pick<Selection, 'from' | 'to'>): IsoDate {
  const days = Math.max(daysInRange(from, to), COMPARED_DAYS);
  return dateOfEpochDay(Math.max(epochDay(EARLIEST_DATE), epochDay(to) - days + 1));
}

export function positionRequest(ticker: string, broker: string, selection: Selection): ApiRequest {
  const { from, to, market, investor, known_at, adjust } = selection;
  return request(
    '/stocks/broker-position',
    { ticker, broker, from, to, investor, market, known_at, adjust },
    COSTS.get_broker_position.units({ from, to }),
    fileOf(`${ticker}-${broker}`, selection),
  );
}

/** What a page costs in units when it opens: a stock, a broker, or the market. */
export function costsOfPages(selection: Selection): { stock: number; broker: number; market: number } {
  const { prices, summary, inventory, accumulation, measures } = tickerRequests('', selection);
  const stock = [prices, summary, accumulation, NEWS_REQUEST, isOneDay(selection) ? measures : inventory];
  return {
    stock: stock.reduce((sum, { units }) => sum + units, 0),
    broker: brokerRequest('', selection).units,
    market: COSTS.get_market_measures.units({}),
  };
}

export const NEWS_REQUEST: ApiRequest = request('/news', {}, COSTS.get_news.units({}), 'news');
