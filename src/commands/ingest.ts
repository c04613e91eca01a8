import { stat } from 'node:fs/promises';
import type { IsoDate } from '../core/dates.ts';
import { AlirError } from '../core/errors.ts';
import { dailyFilesIn } from '../ingest/daily-files-in.ts';
import { ingestFiles } from '../ingest/lake-writer.ts';
import type { Stores } from '../main.ts';
import { resultPrinter } from './ingest-result.ts';
import type { Output } from './output.ts';
import { Progress } from './progress.ts';
import { onInterrupt } from './signals.ts';

/**
 * Publishes daily files in the order of their dates. Interrupted, it ends behind the file that it is at, and does the rest when it is
 * started again: what is published already is left as it is.
 * @returns false when a file was rejected, or not looked at
 */
export async function ingestCommand(
  stores: Stores,
  output: Output,
  names: readonly string[],
  told_date: IsoDate | undefined,
): Promise<boolean> {
  const paths = await dailyFilesIn(names);
  if (told_date !== undefined && (names.length > 1 || paths.length > 1)) {
    throw new AlirError('bad_configuration', '--date speaks of one file: ingest the others without it.');
  }
  if (paths.length === 0) {
    throw new AlirError('bad_configuration', `There is no daily trade file in ${names.join(', ')}.`);
  }
  const sizes = await Promise.all(paths.map(sizeOf));
  const progress = new Progress(sizes, process.stderr, () => stores.clock.monotonic_ms());
  const { print, isAllTaken } = resultPrinter(output);
  let place = 0;
  const signal = onInterrupt(() => {
    progress.clear();
    output.remark('Ending behind this file; once more to end at once. Start it again to go on.');
  });
  const results = await ingestFiles(
    stores.ingest,
    paths.map((path) => ({ path, command: 'ingest', ...(told_date === undefined ? {} : { told_date }) })),
    {
      signal,
      onWait: () =>
        output.remark('Another Alir process is writing this data folder; waiting for it to end ...'),
      onResult: (result) => {
        progress.clear();
        print(result);
        progress.advance(sizes[place++] ?? 0);
      },
    },
  );
  progress.clear();
  const left = paths.length - results.length;
  if (left > 0) output.remark(`Interrupted: ${left} of ${paths.length} files are left.`);
  return left === 0 && isAllTaken();
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
