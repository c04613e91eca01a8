import type { IsoDate } from '../../../core/dates.ts';
import { AS_TRADED, type ScaleOfDay, type ShareScale } from '../../../core/market/corporate-actions.ts';
import type { Market } from '../../../core/market/market.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { MarketReader } from '../market-database.ts';

export interface OhlcvQuestion {
  readonly ticker: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly market: Market;
}

/** The prices and totals of a ticker in one market on one day. Prices are IDR per share. */
export interface OhlcvDay {
  readonly date: IsoDate;
  /** The price of the first trade by trade number. For ALL, prices are those of RG; null on a day without a trade in RG. */
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  /** The price of the last trade by trade number. */
  readonly close: number | null;
  /** VWAP: value / volume, with 2 decimals. */
  readonly average: number;
  /** Shares. */
  readonly volume: number;
  /** IDR. */
  readonly value: number;
  /** Trades. */
  readonly freq: number;
  /** Value bought minus value sold by foreign investors, in IDR. */
  readonly net_foreign: number;
}

/**
 * A row for each day of the range on which the ticker was traded in the market, by date.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1, and the errors of MarketDatabase.rows
 */
export async function ohlcv(
  database: MarketReader,
  { ticker, from, to, market }: OhlcvQuestion,
  signal: AbortSignal,
  scaleOf: ScaleOfDay = AS_TRADED,
): Promise<OhlcvDay[]> {
  const source = { table: 'ticker_rows', from, to } as const;
  const rows = await database.rows('ohlcv', source, () => ({ ticker, market }), signal);
  return rows.map((row) => {
    const [volume, value] = [exactNumber(Number(row.volume)), exactNumber(Number(row.value))];
    const date = String(row.date);
    const scale = scaleOf(date);
    return {
      date,
      open: priceOf(row.open, scale),
      high: priceOf(row.high, scale),
      low: priceOf(row.low, scale),
      close: priceOf(row.close, scale),
      average: scale.average(value, volume),
      volume: scale.volume(volume),
      value,
      freq: exactNumber(Number(row.freq)),
      net_foreign: exactNumber(Number(row.net_foreign)),
    };
  });
}

function priceOf(cell: unknown, scale: ShareScale): number | null {
  return cell === null ? null : scale.price(exactNumber(Number(cell)));
}
