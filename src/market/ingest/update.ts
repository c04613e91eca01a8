import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { EARLIEST_DATE } from '../../core/contract.ts';
import { jakartaDate } from '../../core/dates.ts';
import type { IngestResult } from './ingest.ts';
import { type IngestOptions, ingestFiles, repairUnlessBusy } from './lake-writer.ts';
import type { IngestServices } from './services.ts';
import { SETTLING_MS } from './sources/settling.ts';
import type { Source } from './sources/source.ts';

/** Ends early when the signal is aborted; it does not throw. */
type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal && { signal }).catch(() => {});
}

/**
 * Ingests the files of the source whose trading day is not published yet, or that have changed since.
 * A file that may still be growing is checked twice.
 * @param onNotice called for each file that was found and skipped
 * @param onFailure called when the source, or a file of it, could not be read
 * @param onSourceClock called with the difference between the clock of the source and this machine's, positive if the source is ahead
 * @param onSettling called with the number of files that are checked a second time, before the wait between the two checks
 * @param wait waits between the two checks
 */
export async function update(
  services: IngestServices,
  source: Source,
  options: IngestOptions & {
    onNotice?: (notice: string) => void;
    onFailure?: (failure: string) => void;
    onSourceClock?: (ahead_ms: number) => void;
    onSettling?: (files: number) => void;
    wait?: Wait;
  } = {},
): Promise<IngestResult[]> {
  const { calendar, clock, folders } = services;
  await mkdir(folders.inbox, { recursive: true });
  const expected = calendar.tradingDays(EARLIEST_DATE, jakartaDate(clock.now()));
  const results: IngestResult[] = [];
  const delivered = new Set<string>();
  let hasWaited = false;
  const onNotice = oncePerText(options.onNotice);
  const onFailure = oncePerText(options.onFailure);
  for (;;) {
    const { files, notices, failures, settling, clock_ahead_ms, release } = await source.deliver(
      expected,
      options.signal,
    );
    if (clock_ahead_ms !== undefined) options.onSourceClock?.(clock_ahead_ms);
    notices.forEach(onNotice);
    failures.forEach(onFailure);
    const fresh = files.filter(({ path, source = path }) => !delivered.has(source));
    try {
      if (options.signal?.aborted) break;
      if (fresh.length === 0 && settling > 0 && !hasWaited) {
        hasWaited = true;
        options.onSettling?.(settling);
        await (options.wait ?? waitFor)(SETTLING_MS, options.signal);
        continue;
      }
      if (fresh.length === 0) break;
      results.push(...(await ingestFiles(services, fresh, options)));
    } finally {
      await release?.();
    }
    for (const { path, source = path } of fresh) delivered.add(source);
  }
  // An update that was killed, or had no disk space, may have left a published day that is not served.
  if (results.length === 0) await repairUnlessBusy(services);
  return results;
}

/** Reports each text once: a source reports the same file at each delivery of an update. */
function oncePerText(report: (text: string) => void = () => {}): (text: string) => void {
  const reported = new Set<string>();
  return (text) => {
    if (!reported.has(text)) report(text);
    reported.add(text);
  };
}
