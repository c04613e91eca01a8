import { Market } from '../../src/cli/demo/market.ts';
import { summaryOf } from './oracle.ts';
import { dailyFileText, SMALL_PLAN } from './small-market.ts';

export const DATE = '2026-01-05';
export const QUESTION = { ticker: 'BBCA', from: DATE, to: DATE, investor: 'all', market: 'ALL' };

/** The same day in another version, so that each ingest is a correction of the one before. */
export function version(seed: string, trades_a_day = 20_000): { text: string; rows: unknown } {
  const text = dailyFileText(new Market({ ...SMALL_PLAN, trades_a_day, seed }), DATE);
  return { text, rows: summaryOf(text, QUESTION) };
}
