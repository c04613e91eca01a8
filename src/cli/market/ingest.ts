import { stat } from 'node:fs/promises';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { ingestFiles } from '../../market/ingest/lake-writer.ts';
import { dailyFilesIn } from '../../market/ingest/sources/daily-files-in.ts';
import type { Stores } from '../../server/stores.ts';
import type { Terminal } from '../output.ts';
import { Progress } from '../progress.ts';
import { FINISHING, onInterrupt, WAITING_FOR_WRITER } from '../signals.ts';
import { resultPrinter } from './ingest-result.ts';
import { measurePublished } from './measured.ts';

/**
 * Finds the daily files to ingest. Called before the data folder is opened, so that a mistyped name does not create one.
 * @throws AlirError `bad_configuration`
 */
export async function filesToIngest(
  names: readonly string[],
  explicit_date: IsoDate | undefined,
): Promise<string[]> {
  const paths = await dailyFilesIn(names);
  if (explicit_date !== undefined && (names.length > 1 || paths.length > 1)) {
    throw new AlirError(
      'bad_configuration',
      '--date is allowed with one file only. Run the command once per file.',
    );
  }
  if (paths.length === 0) {
    throw new AlirError(
      'bad_configuration',
      `No daily trade file (DTyymmdd.csv, .csv.gz, .csv.zip or .zip) found in ${names.join(', ')}. Rename the files to such a name, or pass one file and its date with --date.`,
    );
  }
  const absent = await absentOf(paths);
  if (absent.length > 0) {
    throw new AlirError('bad_configuration', `No such file: ${absent.join(', ')}. Nothing was ingested.`);
  }
  return paths;
}

/**
 * Publishes daily files in the order of their dates. Interrupted, it finishes the current file; run again, it processes the files that
 * are not published.
 * @param paths from filesToIngest
 * @param options confirmed: publishes files that the gate would hold; timings: prints the seconds of each stage; by: who publishes them
 * @returns false if a file was rejected, held or not processed, or the measures could not be computed
 */
export async function ingestCommand(
  stores: Stores,
  output: Terminal,
  paths: readonly string[],
  explicit_date: IsoDate | undefined,
  {
    confirmed,
    timings,
    by,
  }: { readonly confirmed: boolean; readonly timings: boolean; readonly by?: string | undefined },
): Promise<boolean> {
  const sizes = await Promise.all(paths.map(sizeOf));
  const progress = new Progress(sizes, output.io.stderr, () => stores.clock.monotonic_ms());
  const { print, areAllPublished } = resultPrinter(output, timings);
  // The console records what a person confirms there, with the reason.
  const held = confirmed && by === undefined ? await stores.sources.held() : [];
  let place = 0;
  const signal = onInterrupt(output.io, () => {
    progress.clear();
    output.notice(FINISHING);
  });
  const results = await ingestFiles(
    { ...stores.ingest, user: by ?? stores.ingest.user },
    paths.map((path) => ({
      path,
      command: 'ingest',
      confirmed,
      ...(explicit_date === undefined ? {} : { explicit_date }),
    })),
    {
      signal,
      onWait: () => output.notice(WAITING_FOR_WRITER),
      onResult: (result) => {
        progress.clear();
        print(result);
        progress.advance(sizes[place++] ?? 0);
      },
    },
  );
  progress.clear();
  const change = { actor: stores.operator, reason: null };
  for (const { source: file, kept_at, trade_date } of held) {
    const isPublished = results.some((each) => each.status === 'published' && each.trade_date === trade_date);
    if (isPublished && paths.includes(kept_at ?? file))
      await stores.administration.note('file.confirmed', { file, trade_date }, change);
  }
  const left = paths.length - results.length;
  if (left > 0) {
    const files = left === 1 ? '1 file' : `${left} of ${paths.length} files`;
    output.notice(`Interrupted: ${files} not ingested. Run the same command again to continue.`);
    return false;
  }
  const areMeasured = await measurePublished(stores, output, signal);
  return areAllPublished() && areMeasured;
}

async function absentOf(paths: readonly string[]): Promise<string[]> {
  const absent = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        () => [],
        (error) => (['ENOENT', 'ENOTDIR'].includes(error.code) ? [path] : []),
      ),
    ),
  );
  return absent.flat();
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}
