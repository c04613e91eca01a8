import { update } from '../ingest/update.ts';
import { type Stores, sourceOf } from '../main.ts';
import { resultPrinter } from './ingest-result.ts';
import type { Output } from './output.ts';
import { onInterrupt } from './signals.ts';

/**
 * Takes in what the source has and is not published, once.
 * @returns false when a file was rejected
 */
export async function updateCommand(stores: Stores, output: Output): Promise<boolean> {
  const { print, isAllTaken } = resultPrinter(output);
  const signal = onInterrupt(() => output.remark('Ending behind this file.'));
  await update(stores.ingest, sourceOf(stores), {
    signal,
    onResult: print,
    onRemark: (remark) => output.remark(remark),
    onWait: () =>
      output.remark('Another Alir process is writing this data folder; waiting for it to end ...'),
  });
  return isAllTaken();
}
