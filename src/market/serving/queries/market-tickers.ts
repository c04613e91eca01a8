import type { IsoDate } from '../../../core/dates.ts';
import { type TickerKind, tickerKind } from '../../../core/market/ticker-kind.ts';
import type { MarketReader } from '../market-database.ts';

export interface MarketTicker {
  readonly ticker: string;
  readonly kind: TickerKind;
  /** The first published day with a trade in RG or NG. */
  readonly first_date: IsoDate;
  /** The last one. */
  readonly last_date: IsoDate;
}

/** Every published day: a month that is not built yet must fail the question instead of being left out. */
const ALL_DAYS = { from: '0001-01-01', to: '9999-12-31' } as const;

/**
 * The tickers with a trade on any published day, in order. Reads two columns of every month, about 60 ms for 60 months.
 * @throws AlirError the errors of MarketDatabase.rows
 */
export async function marketTickers(database: MarketReader, signal: AbortSignal): Promise<MarketTicker[]> {
  const source = { table: 'ticker_rows', ...ALL_DAYS } as const;
  const rows = await database.rows('tickers', source, () => ({}), signal);
  return rows.map(({ ticker, first_date, last_date }) => ({
    ticker: String(ticker),
    kind: tickerKind(String(ticker)),
    first_date: String(first_date),
    last_date: String(last_date),
  }));
}
