import { AS_TRADED, type ScaleOfDay, type ShareScale } from '../../../core/market/corporate-actions.ts';
import type { PriceRow, StockRange } from '../../../core/market/rows.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { MarketReader } from '../market-database.ts';

/**
 * A row for each day of the range on which the ticker was traded in the market, by date.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1, and the errors of MarketDatabase.rows
 */
export async function ohlcv(
  database: MarketReader,
  { ticker, from, to, market }: StockRange,
  signal: AbortSignal,
  scaleOf: ScaleOfDay = AS_TRADED,
): Promise<PriceRow[]> {
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
