import { EARLIEST_DATE } from '../../../core/contract.ts';
import type { OpeningGap } from '../../../core/market/price-jumps.ts';
import type { MarketReader } from '../market-database.ts';

const LAST_DATE = '9999-12-31';

/** All large gaps of the published days, the newest first. @throws the errors of MarketDatabase.rows */
export async function openingGaps(market: Pick<MarketReader, 'rows'>): Promise<OpeningGap[]> {
  const source = { table: 'ticker_rows', from: EARLIEST_DATE, to: LAST_DATE } as const;
  const rows = await market.rows('opening_gaps', source, () => ({}), new AbortController().signal);
  return rows.map(({ ticker, date, day_before, open, close_before }) => ({
    ...{ ticker: String(ticker), date: String(date), day_before: String(day_before) },
    ...{ open: Number(open), close_before: Number(close_before) },
  }));
}
