import type { IsoDate } from '../../../core/dates.ts';
import { sql } from '../../../core/package-files.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { Row } from '../../lake/duckdb.ts';
import type { TickerReader } from '../serving.ts';
import type { AdjustedMeasures } from './adjusted-measures.ts';
import { brokerSummary } from './broker-summary.ts';

/** Days of the small pictures. */
const SHOWN_DAYS = 20;
/** Days that are read: as many as a percentile among 60 earlier rows needs. */
const READ_DAYS = 61;
/** The fewest earlier rows of a percentile. */
const FEWEST_ROWS = 20;

/** The measures that can be unusual; of equally unusual ones, the first counts. */
const WATCHED = [
  'foreign_share_1d',
  'change_1d',
  'volume_ratio_20d',
  'accumulation_5d',
  'foreign_share_5d',
  'change_5d',
] as const;
const NAMES = [
  'close',
  'net_foreign_1d',
  ...WATCHED.flatMap((name) => [name, `${name}_p60`, `${name}_p250`]),
];

/** The largest net buyer or net seller of a stock on a day, and its average price. */
interface TopBroker {
  readonly code: string;
  readonly net_value: number;
  readonly average: number;
}

/** The figure of a stock that is farthest from its usual values. */
interface Unusual {
  readonly measure: (typeof WATCHED)[number];
  readonly value: number;
  /** Percent of earlier rows of the stock that are lower, equal ones counting half. */
  readonly percentile: number;
}

/** What a watchlist shows of a stock: the regular market, all investors. IDR, percent. Null without trades on the day. */
export interface WatchedStock {
  readonly ticker: string;
  readonly close: number | null;
  readonly change: number | null;
  readonly net_foreign: number | null;
  readonly buyer: TopBroker | null;
  readonly seller: TopBroker | null;
  readonly unusual: Unusual | null;
  /** Of the last 20 days, oldest first. */
  readonly closes: readonly (number | null)[];
  readonly flows: readonly (number | null)[];
}

/** The newest day with measures: the whole regular market, and the stocks of a watchlist. */
export interface WatchedDay {
  readonly date: IsoDate | null;
  readonly value: number;
  readonly net_foreign: number;
  /** Stocks that rose, fell and kept their price. */
  readonly risen: number;
  readonly fallen: number;
  readonly unchanged: number;
  /** The largest values first. */
  readonly most_traded: readonly string[];
  readonly stocks: readonly WatchedStock[];
}

const MOST_TRADED = 6;

/** @throws AlirError as MarketDatabase.measureRows and Serving.read do */
export async function watchedStocks(
  measures: AdjustedMeasures,
  serving: TickerReader,
  tickers: readonly string[],
  signal: AbortSignal,
): Promise<WatchedDay> {
  let days: readonly IsoDate[] = [];
  const market = await measures.measureRows((measured) => {
    days = measured.slice(-READ_DAYS);
    return {
      text: sql('market/measures'),
      parameters: { names: ['value', 'change_1d', 'net_foreign_1d'] },
      days: days.slice(-1),
    };
  }, signal);
  // DuckDB takes no empty lists.
  const rows =
    tickers.length === 0
      ? []
      : await measures.measureRows(
          () => ({ text: sql('market/measures_of_stocks'), parameters: { names: NAMES, tickers }, days }),
          signal,
        );
  const date = days.at(-1) ?? null;
  const stocks = await Promise.all(
    tickers.map(async (ticker) => ({
      ...figuresOf(ticker, rows, days),
      ...(date === null ? { buyer: null, seller: null } : await topBrokers(serving, ticker, date)),
    })),
  );
  return { date, ...totalsOf(market), stocks };
}

function totalsOf(market: readonly Row[]): Omit<WatchedDay, 'date' | 'stocks'> {
  const sum = (name: string) => exactNumber(market.reduce((total, row) => total + Number(row[name] ?? 0), 0));
  const count = (isCounted: (change: number) => boolean) =>
    market.filter(({ change_1d }) => change_1d !== null && isCounted(Number(change_1d))).length;
  return {
    value: sum('value'),
    net_foreign: sum('net_foreign_1d'),
    risen: count((change) => change > 0),
    fallen: count((change) => change < 0),
    unchanged: count((change) => change === 0),
    most_traded: market
      .toSorted((one, other) => Number(other.value) - Number(one.value))
      .slice(0, MOST_TRADED)
      .map(({ ticker }) => String(ticker)),
  };
}

/** The figures of a stock from the rows of some days. @param days in order; the last one is the day that is shown */
export function figuresOf(
  ticker: string,
  all: readonly Row[],
  days: readonly IsoDate[],
): Omit<WatchedStock, 'buyer' | 'seller'> {
  const byDate = new Map(all.filter((row) => row.ticker === ticker).map((row) => [String(row.date), row]));
  const rows = days.map((day) => byDate.get(day));
  const today = rows.at(-1);
  const figure = (row: Row | undefined, name: string) => {
    const value = row?.[name] ?? null;
    return value === null ? null : Number(value);
  };
  const shown = rows.slice(-SHOWN_DAYS);
  return {
    ticker,
    close: figure(today, 'close'),
    change: figure(today, 'change_1d'),
    net_foreign: figure(today, 'net_foreign_1d'),
    unusual: mostUnusual(
      WATCHED.flatMap((measure) => {
        const value = figure(today, measure);
        if (value === null) return [];
        const earlier = rows.slice(0, -1).map((row) => figure(row, measure));
        const percentile =
          figure(today, `${measure}_p250`) ??
          figure(today, `${measure}_p60`) ??
          percentileAmong(
            earlier.filter((each) => each !== null),
            value,
          );
        return percentile === null ? [] : [{ measure, value, percentile }];
      }),
    ),
    closes: shown.map((row) => figure(row, 'close')),
    flows: shown.map((row) => figure(row, 'net_foreign_1d')),
  };
}

/** While fewer than 60 days are published: percent of the earlier values that are lower, equal ones counting half. */
function percentileAmong(earlier: readonly number[], value: number): number | null {
  if (earlier.length < FEWEST_ROWS) return null;
  const below = earlier.filter((each) => each < value).length;
  const equal = earlier.filter((each) => each === value).length;
  return Math.round(((below + equal / 2) / earlier.length) * 10_000) / 100;
}

function mostUnusual(figures: readonly Unusual[]): Unusual | null {
  const distance = ({ percentile }: Unusual) => Math.abs(percentile - 50);
  return figures.toSorted((one, other) => distance(other) - distance(one))[0] ?? null;
}

/** By net value, of equal ones the first by code. */
async function topBrokers(serving: TickerReader, ticker: string, date: IsoDate) {
  const question = { ticker, from: date, to: date, investor: 'all', market: 'RG' } as const;
  const { columns } = await serving.read((snapshot) => brokerSummary(snapshot, question));
  const brokers = Array.from(columns.code)
    .map((code, row) => {
      const net_value = Number(columns.buy_value[row]) - Number(columns.sell_value[row]);
      const average = Number((net_value > 0 ? columns.buy_avg : columns.sell_avg)[row]);
      return { code, net_value, average };
    })
    .sort((one, other) => other.net_value - one.net_value || (one.code < other.code ? -1 : 1));
  const buyer = brokers[0];
  const lowest = brokers.at(-1)?.net_value;
  const seller = brokers.find(({ net_value }) => net_value === lowest);
  return {
    buyer: buyer && buyer.net_value > 0 ? buyer : null,
    seller: seller && seller.net_value < 0 ? seller : null,
  };
}
