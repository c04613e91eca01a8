import { counted } from '../core/words.ts';
import { update } from '../market/ingest/update.ts';
import { compareOfficialFolder } from '../operations/official.ts';
import { type Stores, sourceOf } from '../server/stores.ts';
import { resultPrinter } from './ingest-result.ts';
import { reportComparisons } from './official.ts';
import type { Output } from './output.ts';
import { FINISHING, onInterrupt, WAITING_FOR_WRITER } from './signals.ts';

/**
 * Publishes new and corrected files from the source, once. Then compares days with the files in the folder `official`.
 * @returns false if a file was rejected, a file of this or an earlier update is held, the source or one of its files could not be read,
 * a compared day differs from the exchange's figures, or the update was interrupted
 */
export async function updateCommand(stores: Stores, output: Output): Promise<boolean> {
  const { print, areAllPublished } = resultPrinter(output);
  const signal = onInterrupt(() => output.notice(FINISHING));
  let failures = 0;
  await update(stores.ingest, sourceOf(stores), {
    signal,
    onResult: print,
    onNotice: (notice) => output.notice(notice),
    onFailure: (failure) => {
      failures += 1;
      output.notice(failure);
    },
    onSettling: (files) =>
      output.notice(
        `${counted(files, 'new or changed file')} found. Waiting one minute to detect files that are still being written ...`,
      ),
    onWait: () => output.notice(WAITING_FOR_WRITER),
  });
  const areEqual = reportComparisons(output, await compareOfficialFolder(stores.ingest, signal));
  return (
    areEqual &&
    areAllPublished() &&
    failures === 0 &&
    (await stores.sources.held()).length === 0 &&
    !signal.aborted
  );
}
