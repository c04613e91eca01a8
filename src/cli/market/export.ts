import { extname } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import { counted } from '../../core/words.ts';
import { OutputFile } from '../../market/sql-shell/output-file.ts';
import { daysWithoutTable, type ExportedRange, sizesOfDays } from '../../market/sql-shell/session.ts';
import type { Config } from '../../server/config.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../file-formats.ts';
import type { Terminal } from '../output.ts';
import { Progress } from '../progress.ts';
import { StopSignals } from '../signals.ts';
import { lakeAt } from './known-lake.ts';
import { openSession, ownFolders, writtenText } from './sql.ts';

export interface ExportOptions extends ExportedRange {
  readonly format?: ExportFormat;
  readonly output: string;
  readonly knownAt?: string;
  readonly force: boolean;
}

type KnownLake = Pick<Awaited<ReturnType<typeof lakeAt>>, 'lake'>;

const POLL_INTERVAL_MS = 100;

/**
 * Writes the published days of a range as one Parquet or CSV file, without a time limit.
 * @throws AlirError `no_days`, `output_exists`, `bad_configuration`
 */
export async function exportCommand(config: Config, out: Terminal, options: ExportOptions): Promise<void> {
  const format = formatOf(options);
  const lake = await lakeAt(config, options.knownAt);
  const sizes = await sizesOfExport(lake, options);
  const missing = (await daysWithoutTable(lake.lake, options)).length;
  const signals = new StopSignals(out.io);
  const file = await OutputFile.claim(options.output, options.force, ownFolders(config));
  try {
    const session = await openSession(config, {
      lake,
      answers: file.folder,
      seconds: Number.POSITIVE_INFINITY,
    });
    const progress = new Progress(sizes, out.io.stderr, () => systemClock.monotonic_ms());
    const timer = setInterval(
      dayProgress(progress, sizes, () => session.progress()),
      POLL_INTERVAL_MS,
    );
    signals.listen(() => session.stop());
    if (signals.isStopRequested) session.stop();
    try {
      const rows = await session.export(options, file.staged, format);
      const bytes = await file.finish();
      progress.clear();
      const { output: name, table } = options;
      if (missing > 0) {
        const days = counted(missing, 'published day');
        out.notice(
          `warning: the table ${table} is missing for ${days} of this range. To build it: alir lake build`,
        );
      }
      if (rows === 0) out.notice(`${options.ticker} has no trades in this range: the file has no rows.`);
      out.record(
        { file: name, table, format, days: sizes.length, rows, bytes },
        writtenText(name, rows, bytes),
      );
    } finally {
      clearInterval(timer);
      progress.clear();
      await session.close();
    }
  } finally {
    await file.discard();
  }
}

function formatOf({ format, output }: ExportOptions): ExportFormat {
  const chosen = format ?? EXPORT_FORMATS.find((known) => extname(output).toLowerCase() === `.${known}`);
  if (chosen !== undefined) return chosen;
  throw new AlirError(
    'bad_configuration',
    `Cannot infer the format of ${output}: pass --format parquet or csv, or use .parquet or .csv as the extension.`,
  );
}

/** @throws AlirError `no_days` when the range has none */
async function sizesOfExport({ lake }: KnownLake, range: ExportedRange): Promise<number[]> {
  const { from, to } = range;
  if (to < from) throw new AlirError('bad_configuration', `--to ${to} is before --from ${from}. Swap them.`);
  const sizes = await sizesOfDays(lake, range);
  if (sizes.length > 0) return sizes;
  if ((await daysWithoutTable(lake, range)).length > 0) {
    throw new AlirError(
      'no_days',
      `The table ${range.table} is missing for all days from ${from} to ${to}. To build it, run in the data folder: alir lake build`,
    );
  }
  throw new AlirError(
    'no_days',
    `No day from ${from} to ${to} is published in ${lake}. To see the published days, run: alir status`,
  );
}

/** Advances the progress bar by the days that a fraction of all bytes covers. */
function dayProgress(progress: Progress, sizes: readonly number[], fraction: () => number): () => void {
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  let days = 0;
  let done = 0;
  return () => {
    for (
      let next = sizes[days];
      next !== undefined && done + next <= fraction() * total;
      next = sizes[days]
    ) {
      progress.advance(next);
      done += next;
      days += 1;
    }
  };
}
