import { counted } from '../../core/words.ts';
import { refuseInCopy } from '../../market/ingest/lake-writer.ts';
import { update } from '../../market/ingest/update.ts';
import { noteUpdate, type UpdateOutcome } from '../../operations/doctor/last-runs.ts';
import { compareOfficialFolder } from '../../operations/official/official.ts';
import { type Stores, sourceOf } from '../../server/stores.ts';
import type { Output, Terminal } from '../output.ts';
import { FINISHING, onInterrupt, WAITING_FOR_WRITER } from '../signals.ts';
import { resultPrinter } from './ingest-result.ts';
import { measurePublished } from './measured.ts';
import { reportComparisons } from './official.ts';

/**
 * Publishes new and corrected files from the source, once. Then compares days with the files in the folder `official`, and computes
 * measures.
 * @returns false if a file was rejected, a file of this or an earlier update is held, the source or one of its files could not be read,
 * a compared day differs from the exchange's figures, the measures could not be computed, or the update was interrupted
 */
export async function updateCommand(stores: Stores, output: Terminal): Promise<boolean> {
  // Before the record for `alir doctor`, which in a copy is that of the lake that it follows.
  refuseInCopy(stores.ingest);
  const { print, areAllPublished } = resultPrinter(output);
  const signal = onInterrupt(output.io, () => output.notice(FINISHING));
  const failures: string[] = [];
  let clock_ahead_ms: number | undefined;
  const noteEnd = await noteStart(stores, output);
  try {
    await update(stores.ingest, sourceOf(stores), {
      signal,
      onResult: print,
      onNotice: (notice) => output.notice(notice),
      onFailure: (failure) => {
        failures.push(failure);
        output.notice(failure);
      },
      onSourceClock: (ahead_ms) => {
        clock_ahead_ms = ahead_ms;
      },
      onSettling: (files) =>
        output.notice(
          `${counted(files, 'new or changed file')} found. Waiting one minute to detect files that are still being written ...`,
        ),
      onWait: () => output.notice(WAITING_FOR_WRITER),
    });
  } catch (error) {
    const outcome = signal.aborted ? 'interrupted' : 'failed';
    await noteEnd({ outcome, failures: [...failures, (error as Error).message], clock_ahead_ms });
    throw error;
  }
  const outcome = failures.length > 0 ? 'failed' : signal.aborted ? 'interrupted' : 'complete';
  await noteEnd({ outcome, failures, clock_ahead_ms });
  const areEqual = reportComparisons(output, await compareOfficialFolder(stores.ingest, signal));
  const areMeasured = await measurePublished(stores, output, signal);
  return (
    areEqual &&
    areMeasured &&
    areAllPublished() &&
    failures.length === 0 &&
    (await stores.sources.held()).length === 0
  );
}

/** Records the start of the update. An update also runs if it cannot be recorded. @returns a function that records its end */
async function noteStart(
  { folders, clock }: Stores,
  output: Output,
): Promise<(outcome: UpdateOutcome) => Promise<void>> {
  const onError = ({ message }: Error): undefined => {
    output.notice(`warning: the update could not be recorded for "alir doctor": ${message}.`);
  };
  const noteEnd = await noteUpdate(folders, clock).catch(onError);
  return async (outcome) => {
    await noteEnd?.(outcome).catch(onError);
  };
}
