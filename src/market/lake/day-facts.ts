import type { TradeTotals } from '../../core/market/rows.ts';
import { sql } from '../../core/package-files.ts';
import type { DuckConnection } from './duckdb.ts';
import type { DayPaths } from './lake.ts';

/** One session of the regular market. */
export interface SessionFacts {
  readonly session: number;
  readonly trades: number;
  /** Seconds since midnight, Jakarta time. */
  readonly first_second: number;
  readonly last_second: number;
  /** Minutes of the day with at least one trade. */
  readonly minutes: number;
}

/** One ticker in the regular market; prices and value in IDR, volume in shares. */
export interface TickerFacts {
  readonly trades: number;
  readonly volume: number;
  readonly value: number;
  readonly open: number;
  readonly low: number;
  readonly high: number;
  readonly close: number;
  /** Trades with a volume that is not a multiple of 100 shares. */
  readonly odd_lots: number;
  /** Trades with a volume that is not a multiple of 200 shares. */
  readonly uneven_lots: number;
  /** Trades with a price that is not a multiple of the exchange's price step. */
  readonly off_steps: number;
  /** Whether the trade with the largest number is in the last second. */
  readonly is_in_order: boolean;
}

/** Counted in sides of trades. */
export interface BrokerFacts {
  readonly sides: number;
  readonly foreign_sides: number;
}

/** Increase it when the facts of a day change: stored facts of other versions are not used. */
export const FACTS_VERSION = 3;

export interface DayFacts {
  readonly trades: number;
  /** The total value in all markets, in IDR. */
  readonly value: number;
  /** From the first trade number to the last, both included. */
  readonly trade_numbers: number;
  readonly regular_trades: number;
  /** IDR. */
  readonly regular_value: number;
  /** Trades of the regular market with a volume that is not a multiple of 100 shares. */
  readonly odd_lots: number;
  readonly negotiated_trades: number;
  /** Counted in sides of trades: each trade has two. */
  readonly foreign_sides: number;
  readonly domestic_sides: number;
  readonly sessions: readonly SessionFacts[];
  /** Minutes of the day with a trade in the regular market, and their trades. */
  readonly minutes: readonly (readonly [minute: number, trades: number])[];
  readonly tickers: ReadonlyMap<string, TickerFacts>;
  readonly brokers: ReadonlyMap<string, BrokerFacts>;
  /** The share (0 to 1) of trades that equal another trade in everything except the trade number. */
  readonly repeats: number;
  /** Equal for two days with the same trades, in any order. */
  readonly digest: string;
}

export function factsToJson(facts: DayFacts): string {
  return JSON.stringify({ ...facts, tickers: [...facts.tickers], brokers: [...facts.brokers] });
}

/** @param json from factsToJson */
export function factsFromJson(json: string): DayFacts {
  const facts = JSON.parse(json);
  return { ...facts, tickers: new Map(facts.tickers), brokers: new Map(facts.brokers) };
}

/** Compares a new revision with the revision that it would replace. */
export interface Agreement {
  /** The share (0 to 1) of the replaced revision's value, by ticker, market, investor, broker and side, that the new one also has. */
  readonly kept: number;
  /** The same share after buyers and sellers are exchanged. */
  readonly kept_exchanged: number;
  /** IDR, like `value`. */
  readonly replaced_value: number;
  readonly value: number;
}

/** Reads the files of a day: all of `broker_day`, and the trades by session, market and ticker. */
export async function readDay(
  connection: DuckConnection,
  { trades, broker_day }: Pick<DayPaths, 'trades' | 'broker_day'>,
): Promise<void> {
  await connection.run(sql('lake/price_step'));
  await connection.run(sql('lake/day_groups'), { trades });
  await connection.run(sql('lake/broker_day'), { broker_day });
}

/** @param connection one on which readDay read the same day */
export async function dayFacts(
  connection: DuckConnection,
  { trades }: Pick<DayPaths, 'trades'>,
): Promise<DayFacts> {
  const totals = await connection.row(sql('lake/day_totals'));
  const sessions = await connection.rows(sql('lake/day_sessions'), { trades });
  const minutes = await connection.rows(sql('lake/day_minutes'), { trades });
  const tickers = await connection.rows(sql('lake/day_tickers'));
  const brokers = await connection.rows(sql('lake/day_brokers'));
  const { digest, repeats } = await connection.row(sql('lake/day_content'), { trades });
  return {
    ...(totals as unknown as Omit<
      DayFacts,
      'sessions' | 'minutes' | 'tickers' | 'brokers' | 'repeats' | 'digest'
    >),
    sessions: sessions as unknown as SessionFacts[],
    minutes: minutes.map((row) => [Number(row.minute), Number(row.trades)]),
    tickers: new Map(tickers.map((row) => [String(row.ticker), row as unknown as TickerFacts])),
    brokers: new Map(brokers.map((row) => [String(row.broker), row as unknown as BrokerFacts])),
    repeats: Number(repeats),
    digest: String(digest),
  };
}

export async function factsOf(
  connection: DuckConnection,
  files: Pick<DayPaths, 'trades' | 'broker_day'>,
): Promise<DayFacts> {
  await readDay(connection, files);
  return dayFacts(connection, files);
}

/** A row of `ticker_day`: one ticker in one market. Prices and value in IDR, volumes in shares. */
export interface TickerFigures {
  readonly ticker: string;
  readonly market: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly freq: number;
  readonly volume: number;
  readonly value: number;
  readonly foreign_buy: number;
  readonly foreign_sell: number;
}

/** A row of `broker_day`: a broker's trades of one ticker in one market, for one kind of investor. Volumes in shares, values in IDR. */
export interface BrokerFigures extends Omit<TradeTotals, 'buy_avg' | 'sell_avg'> {
  readonly market: string;
  readonly investor: string;
  readonly broker: string;
}

export async function tickerFigures(
  connection: DuckConnection,
  ticker_day: string,
): Promise<TickerFigures[]> {
  return (await connection.rows(sql('lake/ticker_figures'), { ticker_day })) as unknown as TickerFigures[];
}

export async function brokerFigures(
  connection: DuckConnection,
  broker_day: string,
  ticker: string,
): Promise<BrokerFigures[]> {
  const rows = await connection.rows(sql('lake/broker_figures'), { broker_day, ticker });
  return rows as unknown as BrokerFigures[];
}

/** @param replaced the `broker_day` file of the replaced revision */
export async function agreementWith(
  connection: DuckConnection,
  { broker_day }: Pick<DayPaths, 'broker_day'>,
  replaced: string,
): Promise<Agreement> {
  return (await connection.row(sql('lake/day_agreement'), { broker_day, replaced })) as unknown as Agreement;
}
