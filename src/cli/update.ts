import { update } from '../market/ingest/update.ts';
import { type Stores, sourceOf } from '../server/main.ts';
import { resultPrinter } from './ingest-result.ts';
import type { Output } from './output.ts';
import { FINISHING, onInterrupt, WAITING_FOR_WRITER } from './signals.ts';

/**
 * Publishes what the source has and is not published, once.
 * @returns false when a file was rejected, a file of this or an earlier update is held, the source or a file of it could not be read, or
 * the update was interrupted
 */
export async function updateCommand(stores: Stores, output: Output): Promise<boolean> {
  const { print, isAllTaken } = resultPrinter(output);
  const signal = onInterrupt(() => output.remark(FINISHING));
  let failures = 0;
  await update(stores.ingest, sourceOf(stores), {
    signal,
    onResult: print,
    onRemark: (remark) => output.remark(remark),
    onFailure: (failure) => {
      failures += 1;
      output.remark(failure);
    },
    onSettling: (files) =>
      output.remark(
        `New or changed files: ${files}. Waiting a minute to see whether they are still being written ...`,
      ),
    onWait: () => output.remark(WAITING_FOR_WRITER),
  });
  return isAllTaken() && failures === 0 && stores.sources.held().length === 0 && !signal.aborted;
}
