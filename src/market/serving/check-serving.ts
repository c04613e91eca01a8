import { AlirError } from '../../core/errors.ts';
import type { MarketDatabase } from './market-database.ts';
import type { Serving } from './serving.ts';

/**
 * Checks that every file of the serving folder can be served from.
 * @throws AlirError `not_ready`, whose message may be shown to anybody
 */
export async function checkServing(serving: Serving, market: MarketDatabase): Promise<void> {
  const damaged = [...(await serving.check()), ...(await market.check())];
  if (damaged.length === 0) return;
  const months = [...new Set(damaged.map(({ month }) => month))].toSorted().join(', ');
  const details = damaged.map(({ file_name, problem }) => `${file_name}: ${problem}`).join('; ');
  throw new AlirError('not_ready', `the serving file of ${months} is damaged`, { cause: new Error(details) });
}
