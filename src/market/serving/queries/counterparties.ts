import type { PairRow, StockRange } from '../../../core/market/rows.ts';
import { exactNumber } from '../../../core/rounding.ts';
import type { MarketReader } from '../market-database.ts';

/**
 * The pairs of brokers that traded the ticker, the largest value first, then by buyer and seller.
 * @throws AlirError `answer_too_large` when a total exceeds 2^53 - 1, and the errors of MarketDatabase.rows
 */
export async function counterparties(
  market: MarketReader,
  { from, to, ...question }: StockRange,
  signal: AbortSignal,
): Promise<PairRow[]> {
  const source = { table: 'trades', from, to } as const;
  const rows = await market.rows('counterparties', source, () => question, signal);
  return rows.map(({ buyer, seller, freq, volume, value }) => ({
    buyer: String(buyer),
    seller: String(seller),
    freq: exactNumber(Number(freq)),
    volume: exactNumber(Number(volume)),
    value: exactNumber(Number(value)),
  }));
}
