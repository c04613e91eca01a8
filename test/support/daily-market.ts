import { Market } from '../../src/cli/demo/market.ts';
import type { DailyText, TestAlir } from './alir.ts';
import { Oracle } from './oracle.ts';
import { dailyFileText, fileName, SMALL_PLAN } from './small-market.ts';

/** Days over the ends of months and of a year. */
export const DAYS = ['2025-11-28', '2025-12-01', '2025-12-30', '2026-01-02', '2026-01-30', '2026-02-02'];

/** Publishes a market of these days. @returns what knows its trades */
export async function publishDays(alir: TestAlir): Promise<Oracle> {
  const oracle = new Oracle();
  const files: DailyText[] = [];
  const market = new Market({ ...SMALL_PLAN, days: DAYS, trades_a_day: 120, seed: 'daily' });
  for (const day of DAYS) {
    const text = dailyFileText(market, day);
    oracle.read(text);
    files.push([fileName(day), text]);
  }
  await alir.publish(files);
  return oracle;
}
