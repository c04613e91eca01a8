import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type IsoDate, jakartaDate } from '../core/dates.ts';
import type { IngestResult, IngestServices } from './ingest.ts';
import { type IngestOptions, ingestFiles } from './lake-writer.ts';
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
  const { calendar, clock, folders } = services;
  const expected = calendar.tradingDays(FIRST_DAY, jakartaDate(clock.now()));
  const { files, remarks } = await source.deliver(expected);
  for (const remark of remarks) options.onRemark?.(remark);
  if (files.length === 0) return [];
  try {
    return await ingestFiles(services, files, options);
  } finally {
    for (const { path } of files) if (dirname(path) === folders.downloads) await rm(path, { force: true });
  }
}
