import { sql } from '../../core/package-files.ts';
import type { DuckConnection } from './duckdb.ts';
import type { DayPaths } from './lake.ts';

/**
 * Trades of the replaced revision that the new one lacks (`removed`), and the reverse (`added`). A trade that was altered counts as one of
 * each. Values in IDR, volumes in shares.
 */
interface ChangedTrades {
  readonly removed: number;
  readonly added: number;
  readonly removed_value: number;
  readonly added_value: number;
}

/**
 * Trades that have something in common; what differs is null. The groups are: ticker and market; market; investor and broker; ticker,
 * market and investor; and all four. With an investor, each side of a trade counts.
 */
export interface ChangedGroup extends ChangedTrades {
  readonly ticker: string | null;
  readonly market: string | null;
  readonly investor: string | null;
  readonly broker: string | null;
  /** Trades, or sides of trades, of the replaced revision. */
  readonly published: number;
  readonly published_value: number;
  readonly removed_volume: number;
  readonly added_volume: number;
}

/** How a new revision differs from the one that it would replace. */
export interface DayChanges extends ChangedTrades {
  /** Added trades that equal another trade of the replaced revision, except for the trade number. */
  readonly repeated: number;
  /**
   * The changed groups, the most changed first. Groups of a ticker and an investor are left out unless they lost or gained more
   * than FEW_TRADES.
   */
  readonly groups: readonly ChangedGroup[];
}

/** A correction of this many trades is never large. */
export const FEW_TRADES = 20;

export async function dayChanges(
  connection: DuckConnection,
  { trades }: Pick<DayPaths, 'trades'>,
  replaced: Pick<DayPaths, 'trades' | 'broker_day'>,
): Promise<DayChanges> {
  const files = { trades, replaced: replaced.trades };
  await connection.run(sql('lake/trade_contents'));
  await connection.run(sql('lake/changed_contents'), files);
  await connection.run(sql('lake/changed_pairs'), files);
  const totals = await connection.row(sql('lake/changed_totals'));
  const groups = await connection.rows(sql('lake/changed_groups'), {
    replaced_broker_day: replaced.broker_day,
    few_trades: FEW_TRADES,
  });
  return { ...(totals as unknown as DayChanges), groups: groups as unknown as ChangedGroup[] };
}
