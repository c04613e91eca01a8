import { measureUnlessBusy } from '../../market/ingest/measures.ts';
import type { Stores } from '../../server/stores.ts';
import type { Terminal } from '../output.ts';
import { counter } from '../progress.ts';

/**
 * Computes the measures of the days that a command published. The days are served without them. Call it after the command printed its
 * result.
 * @param signal ends the work after the current day
 * @returns false if the measures could not be computed, or not completely; true if another process computes them
 */
export async function measurePublished(
  { ingest }: Stores,
  output: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const onDay = counter(output.io.stderr, 'days measured');
    if (!signal.aborted && !(await measureUnlessBusy(ingest, { signal, onDay })))
      output.notice('Another process is writing; it or the next run computes the measures.');
  } catch (error) {
    output.notice(`The measures could not be computed: ${(error as Error).message}`);
    return false;
  }
  if (signal.aborted)
    output.notice('Interrupted: the measures are not complete. To complete them: alir lake build');
  return !signal.aborted;
}
