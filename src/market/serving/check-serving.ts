import { AlirError } from '../../core/errors.ts';
import type { Serving } from './serving.ts';

/**
 * Checks that every published file can be served from.
 * @throws AlirError `not_ready`, with words that may be shown to anybody
 */
export async function checkServing(serving: Serving): Promise<void> {
  const damaged = await serving.check();
  if (damaged.length === 0) return;
  const years = damaged.map(({ year }) => year).join(', ');
  const details = damaged.map(({ file_name, problem }) => `${file_name}: ${problem}`).join('; ');
  throw new AlirError('not_ready', `the serving file of ${years} is damaged`, { cause: new Error(details) });
}
