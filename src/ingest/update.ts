import { type IsoDate, jakartaDate } from '../core/dates.ts';
import type { IngestResult, IngestServices } from './ingest.ts';
import { type IngestOptions, ingestFiles, repairUnlessBusy } from './lake-writer.ts';
import type { Source } from './source.ts';

/** The first day that is served. */
const FIRST_DAY: IsoDate = '2025-01-01';

/**
 * Takes in what the source has of the trading days up to today and is not published, or was changed since.
 * @param onRemark told of what was found and left alone
 */
export async function update(
  services: IngestServices,
  source: Source,
  options: IngestOptions & { onRemark?: (remark: string) => void } = {},
): Promise<IngestResult[]> {
  const { calendar, clock } = services;
  const expected = calendar.tradingDays(FIRST_DAY, jakartaDate(clock.now()));
  const results: IngestResult[] = [];
  const delivered = new Set<string>();
  for (;;) {
    const { files, remarks, release } = await source.deliver(expected);
    for (const remark of remarks) options.onRemark?.(remark);
    const fresh = files.filter(({ path, source = path }) => !delivered.has(source));
    try {
      if (fresh.length === 0 || options.signal?.aborted) break;
      results.push(...(await ingestFiles(services, fresh, options)));
    } finally {
      await release?.();
    }
    for (const { path, source = path } of fresh) delivered.add(source);
  }
  // An update that was killed, or found the disk full, may have left a day that is published and not served.
  if (results.length === 0) await repairUnlessBusy(services);
  return results;
}
