import { MAX_TRADES_DAYS } from '../../core/contract.ts';
import { COSTS } from '../../core/costs.ts';
import { dateOfEpochDay, daysInRange, epochDay, type IsoDate } from '../../core/dates.ts';
import type { Adjustment } from '../../core/market/corporate-actions.ts';

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

/** A request to the API. */
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
/** Rows of the market: every stock. */
const ALL_STOCKS = 2000;

function request(
  path: string,
  parameters: Readonly<Record<string, string | number>>,
  units: number,
  file: string,
): ApiRequest {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return { path: query.length === 0 ? path : `${path}?${query.join('&')}`, units, file };
}

/** The parameter of the time whose answers are shown. */
function knownAt({ known_at }: Pick<Selection, 'known_at'>): { known_at?: string } {
  return known_at === undefined ? {} : { known_at };
}

/** The name of a file says everything that its rows depend on: `BBRI-brokers-RG-f-2026-01-02-2026-01-30`. */
function fileOf(
  what: string,
  { from, to, market, investor = 'all', known_at }: Omit<Selection, 'investor'> & Partial<Selection>,
): string {
  const known = known_at === undefined ? [] : ['known', known_at.replaceAll(/\W/g, '')];
  return [what, market, ...(investor === 'all' ? [] : [investor]), from, to, ...known].join('-');
}

/** The requests of a page about one stock. */
export function tickerRequests(ticker: string, { from, to, market, investor, ...rest }: Selection) {
  const known = knownAt(rest);
  const of = (what: string) => fileOf(`${ticker}-${what}`, { from, to, market, ...known });
  const ofInvestor = (what: string) => fileOf(`${ticker}-${what}`, { from, to, market, investor, ...known });
  const range = { ticker, from, to, ...known };
  const daily = COSTS.get_ohlcv.units({ from, to });
  const adjusted = rest.adjust === undefined ? {} : { adjust: rest.adjust };
  const adjustedFile = (file: string) => (rest.adjust === undefined ? file : `${file}-${rest.adjust}`);
  const last = lastDays({ from, to });
  return {
    prices: request('/stocks/ohlcv', { ...range, market, ...adjusted }, daily, adjustedFile(of('prices'))),
    summary: request('/stocks/broker-summary', { ...range, investor, market }, 1, ofInvestor('brokers')),
    inventory: request(
      '/stocks/broker-inventory',
      { ...range, investor, market, top: INVENTORY_TOP, ...adjusted },
      daily,
      adjustedFile(ofInvestor('inventory')),
    ),
    accumulation: request(
      '/stocks/accumulation',
      { ...range, investor, market },
      1,
      ofInvestor('accumulation'),
    ),
    counterparties: request(
      '/stocks/counterparties',
      { ticker, ...last, market, ...known },
      COSTS.get_counterparties.units({}),
      fileOf(`${ticker}-counterparties`, { ...last, market, ...known }),
    ),
  };
}

/** The last days of a range: as many as a request for counterparties may have. */
export function lastDays({ from, to }: Pick<Selection, 'from' | 'to'>): { from: IsoDate; to: IsoDate } {
  if (daysInRange(from, to) <= MAX_TRADES_DAYS) return { from, to };
  return { from: dateOfEpochDay(epochDay(to) - MAX_TRADES_DAYS + 1), to };
}

export function brokerRequest(code: string, selection: Selection): ApiRequest {
  const { from, to, market, investor } = selection;
  const parameters = { from, to, investor, market, ...knownAt(selection) };
  return request(
    `/brokers/${code}/summary`,
    parameters,
    COSTS.get_broker_stocks.units({}),
    fileOf(`${code}-stocks`, selection),
  );
}

/** The requests of the page about the whole market. */
export function marketRequests({ from, to, market, investor, ...rest }: Selection) {
  const known = knownAt(rest);
  return {
    flows: request(
      '/foreign-flow/ranking',
      { from, to, market, limit: ALL_STOCKS, ...known },
      COSTS.get_foreign_flow_ranking.units({}),
      fileOf('foreign-flow', { from, to, market, ...known }),
    ),
    brokers: request(
      '/brokers/ranking',
      { from, to, investor, market, ...known },
      COSTS.get_broker_ranking.units({}),
      fileOf('brokers', { from, to, market, investor, ...known }),
    ),
  };
}

/** What a page costs in units when it opens: a stock, a broker, or the market. */
export function costsOfPages(selection: Selection): { stock: number; broker: number; market: number } {
  const { prices, summary, inventory, accumulation } = tickerRequests('', selection);
  const stock = [prices, summary, inventory, accumulation, NEWS_REQUEST];
  return {
    stock: stock.reduce((sum, { units }) => sum + units, 0),
    broker: brokerRequest('', selection).units,
    market: marketRequests(selection).flows.units,
  };
}

export const NEWS_REQUEST: ApiRequest = request('/news', {}, COSTS.get_news.units({}), 'news');
