import { rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { IsoDate } from '../../core/dates.ts';
import { LAKE_TABLES, type LakeTable } from '../../core/folders.ts';
import { columnNames, DailyFileRejected, dateOfFileName } from '../../core/market/daily-file.ts';
import { cause, causeText, type FileCause } from '../../core/market/file-causes.ts';
import type { DayContent, Publication } from '../../ledger/manifest.ts';
import type { DayFacts } from '../lake/day-facts.ts';
import { type KeptFiles, writeDayFiles } from '../lake/day-files.ts';
import { type DayPaths, listedFiles } from '../lake/lake.ts';
import { type StageSeconds, StageTimes } from '../lake/stage-times.ts';
import { reasonsToHold } from './gate/gate.ts';
import { type Candidate, gateFacts, publishedFacts } from './gate/gate-facts.ts';
import type { GateFacts } from './gate/gate-rule.ts';
import { confirmCommand, keepDownload, removeKept } from './gate/held.ts';
import { type HeldTotals, heldTotals } from './gate/held-totals.ts';
import { priceWarnings, warningsAbout } from './gate/warnings.ts';
import { completePublication } from './recovery.ts';
import { reasonsOf, reportRejection } from './report.ts';
import type { WriterServices } from './services.ts';
import { isAbandoned } from './sources/settling.ts';
import { fingerprint, type Incoming } from './sources/source.ts';
import { type UnpackedFile, unpack } from './sources/unpack.ts';

/** From the reopening of the exchange to the last date that a file name can have. */
const FIRST_DATE: IsoDate = '1977-08-10';
const LAST_DATE: IsoDate = '2099-12-31';

/** The outcome of one file; `alir ingest --json` prints it as one line. */
export interface IngestResult {
  readonly file: string;
  readonly trade_date: IsoDate | null;
  /** `held`: the file itself is valid, but needs confirmation by a person. */
  readonly status: 'published' | 'unchanged' | 'rejected' | 'held';
  /** The revision of the day that is published now; null if none is. */
  readonly revision: number | null;
  /** Trades of the file that are published; 0 when it was rejected or held. */
  readonly trades: number;
  /** Rows that repeat another row exactly and were dropped. */
  readonly duplicates: number;
  readonly rejected_rows: number;
  readonly seconds: number;
  /** Printed with `--timings` only. */
  readonly stage_seconds: StageSeconds;
  readonly warnings: readonly string[];
  /** Why the file was rejected (the first reasons), and the report with all reasons; no report if the file stays in place. */
  readonly rejection: Rejection | null;
  /** Why the gate holds the file, and the command that publishes it; null for a file that is not held. */
  readonly held:
    | (Pick<Rejection, 'reasons' | 'causes'> & {
        readonly command: string;
      })
    | null;
}

interface Rejection {
  readonly reasons: readonly string[];
  /** The same reasons as codes with their values. */
  readonly causes: readonly FileCause[];
  readonly report: string | null;
}

/** Publishes one daily file, completely or not at all, and records the outcome. */
export async function ingestFile(services: WriterServices, incoming: Incoming): Promise<IngestResult> {
  const { path } = incoming;
  const started = performance.now();
  const file = basename(path);
  const trade_date = incoming.explicit_date ?? dateOfFileName(file) ?? null;
  const stamp = await fingerprint(path);
  const published = trade_date === null ? undefined : await services.manifest.published(trade_date);
  const untaken: IngestResult = {
    file,
    trade_date,
    status: 'rejected',
    revision: published?.revision ?? null,
    trades: 0,
    duplicates: 0,
    rejected_rows: 0,
    seconds: 0,
    stage_seconds: {},
    warnings: [],
    rejection: null,
    held: null,
  };
  const times = new StageTimes();
  const durations = () => ({
    seconds: Math.round(performance.now() - started) / 1000,
    stage_seconds: times.seconds(),
  });
  const note = (
    outcome: IngestResult['status'],
    reason: string | null,
    facts: { causes?: string; kept_at?: string; content_sha256?: string; totals?: string } = {},
  ) =>
    services.sources.note({
      source: incoming.source ?? resolve(path),
      trade_date,
      stamp: incoming.stamp ?? stamp,
      outcome,
      reason,
      ...facts,
    });
  if (incoming.unchanged_since !== undefined && incoming.unchanged_since !== stamp) {
    return { ...untaken, ...durations(), rejection: STILL_GROWING };
  }
  try {
    const outcome = await ingestDay(services, incoming, trade_date, stamp, times);
    if (outcome.status === 'held') {
      const { causes } = outcome;
      const reasons = causes.map((each) => causeText(each));
      const isDownload = incoming.source !== undefined;
      const kept_at = isDownload ? await keepDownload(services.folders, path) : resolve(path);
      // `alir ingest` reports it at once; a file that an update holds is listed by `alir status`.
      if (incoming.command === 'update') {
        const { content_sha256, totals } = outcome;
        const facts = {
          causes: JSON.stringify(causes),
          kept_at,
          content_sha256,
          totals: JSON.stringify(totals),
        };
        await note('held', reasons.join('; '), facts);
      }
      const command = confirmCommand(kept_at, trade_date);
      return { ...untaken, status: 'held', ...durations(), held: { reasons, causes, command } };
    }
    await removeKept(services.folders, [
      path,
      (await services.sources.seen(incoming.source ?? resolve(path)))?.kept_at,
    ]);
    await note(outcome.status, null);
    return { ...untaken, ...outcome, ...durations() };
  } catch (error) {
    if (!(error instanceof DailyFileRejected)) throw error;
    // A program is still writing the file. It stays in place and is not checked yet.
    if ((await fingerprint(path)) !== stamp) {
      return { ...untaken, ...durations(), rejection: STILL_GROWING };
    }
    if (error.kind === 'unreadable') {
      return { ...untaken, ...durations(), rejection: { ...reasonsOf(error), report: null } };
    }
    const mayGrow =
      error.kind === 'cut short' &&
      incoming.command === 'update' &&
      !isAbandoned((await stat(path)).mtimeMs, services.clock.now());
    const rejection = await reportRejection(services, path, error, mayGrow);
    await note('rejected', rejection.reasons[0] ?? null, {
      causes: JSON.stringify(rejection.causes.slice(0, 1)),
    });
    return { ...untaken, rejected_rows: error.rejected_rows ?? 0, ...durations(), rejection };
  }
}

const GROWING = cause('growing');
const STILL_GROWING = { reasons: [causeText(GROWING)], causes: [GROWING], report: null };

type Outcome =
  | ({ readonly status: 'published' | 'unchanged' } & Pick<
      IngestResult,
      'revision' | 'trades' | 'duplicates' | 'warnings'
    >)
  | {
      readonly status: 'held';
      readonly causes: readonly FileCause[];
      readonly content_sha256: string;
      readonly totals: HeldTotals;
    };

async function ingestDay(
  services: WriterServices,
  incoming: Incoming,
  trade_date: IsoDate | null,
  stamp: string,
  times: StageTimes,
): Promise<Outcome> {
  if (trade_date === null) {
    throw DailyFileRejected.whole(cause('no_date'));
  }
  if (trade_date < FIRST_DATE || trade_date > LAST_DATE) {
    throw DailyFileRejected.whole(cause('date_out_of_range', trade_date, FIRST_DATE, LAST_DATE));
  }
  const revision = await services.manifest.nextRevision(trade_date);
  const { lake } = services;
  const staging = await lake.stage(trade_date, revision);
  let day: StagedDay;
  let facts: GateFacts | undefined;
  try {
    day = await stageDay(services, incoming, trade_date, staging, times);
    const { candidate } = day;
    if (candidate && !incoming.confirmed) {
      facts = await times.time('gate', () => gateFacts(services, candidate));
    }
    if ((await fingerprint(incoming.path)) !== stamp) throw DailyFileRejected.whole(GROWING);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
  const causes = facts ? reasonsToHold(facts) : [];
  const { published, staged } = day;
  if (facts && staged && causes.length > 0) {
    await rm(staging, { recursive: true, force: true });
    return { status: 'held', causes, content_sha256: staged.source_sha256, totals: heldTotals(facts) };
  }
  const warnings = staged ? await warningsAbout(staged, services) : [];
  if (facts?.around.length === 0) warnings.push(NOTHING_TO_COMPARE);
  if (facts) warnings.push(...priceWarnings(facts));
  // If this fails half-way, the staged files stay: Lake.completeMove needs them.
  if (staged) {
    await times.time('publish', async () => {
      await lake.addFiles({ ...staged, revision }, () => services.manifest.intend(staged, revision));
      await completePublication(services, trade_date, publishedFacts(staged, day.facts));
    });
  }
  await rm(staging, { recursive: true, force: true });
  const { trades_rows: trades, duplicates } = staged ?? published;
  return staged
    ? { status: 'published', revision, trades, duplicates, warnings }
    : { status: 'unchanged', revision: published.revision, trades, duplicates, warnings };
}

/** Either the content to publish, or the existing publication of the same bytes. */
type StagedDay =
  | { staged: DayContent; facts: DayFacts; published?: never; candidate?: Candidate }
  | { staged?: never; facts?: never; published: Publication; candidate?: never };

const NOTHING_TO_COMPARE =
  'it was not compared with another day, because no day within 30 days of it is published: check that the file is complete';

/** Checks the file and writes its tables to `staging`. For a file that is already published, returns that publication. */
async function stageDay(
  services: WriterServices,
  { path, command }: Incoming,
  trade_date: IsoDate,
  staging: string,
  times: StageTimes,
): Promise<StagedDay> {
  const csv = join(staging, 'daily-file.csv');
  const unpacked = await times.time('unpack', () => unpackReadable(path, csv, trade_date));
  const published = await services.manifest.published(trade_date);
  const undamaged = published ? await services.lake.intactFiles(published) : {};
  const isWhole = published && listedFiles(published).every(({ table }) => undamaged[table]);
  if (published?.source_sha256 === unpacked.sha256 && isWhole) return { published };

  const file = { ...unpacked, csv, columns: columnNames(unpacked.header), trade_date };
  const kept = published ? await keptFiles(services, published, undamaged) : {};
  const day = await services.duck.run(unpacked.data_lines, (connection) =>
    writeDayFiles(connection, file, staging, kept, times),
  );
  const staged = {
    trade_date,
    source_name: basename(path),
    source_sha256: unpacked.sha256,
    duplicates: day.duplicates,
    trades_rows: day.trade_rows,
    trades_sha256: day.trades_sha256,
    trades_digest: day.facts.digest,
    value: day.facts.value,
    broker_day_rows: day.broker_day_rows,
    broker_day_sha256: day.broker_day_sha256,
    ticker_day_sha256: day.ticker_day_sha256,
    ingested_by: `alir ${command} by ${services.user}`,
  };
  // The published files are damaged, and these bytes restore the same revision: no gate check is needed.
  if (published?.source_sha256 === unpacked.sha256) return { staged, facts: day.facts };
  return {
    staged,
    facts: day.facts,
    candidate: { content: staged, files: day, replaced: published, replaced_files: undamaged },
  };
}

/** A query that began this long ago may still read a revision that was replaced since. */
const KEPT_PAGES_MS = 3_600_000;

/** The undamaged files of the published revision, and of those that were replaced a short time ago. */
export async function keptFiles(
  { lake, manifest, clock }: WriterServices,
  { trade_date }: Publication,
  published: Partial<DayPaths>,
): Promise<KeptFiles> {
  const since = new Date(clock.now().getTime() - KEPT_PAGES_MS).toISOString();
  const kept: Partial<Record<LakeTable, string[]>> = {};
  for (const table of LAKE_TABLES) if (published[table]) kept[table] = [published[table]];
  for (const revision of await manifest.read.all('publications_of_day', { trade_date })) {
    if ((revision.replaced_at ?? '') < since) continue;
    const files = await lake.intactFiles(revision);
    for (const table of LAKE_TABLES) if (files[table]) kept[table]?.push(files[table]);
  }
  return kept;
}

/** A missing or unreadable file is rejected; the other files continue. */
async function unpackReadable(path: string, csv: string, trade_date: IsoDate): Promise<UnpackedFile> {
  try {
    if (!(await stat(path)).isFile()) throw DailyFileRejected.whole(cause('not_a_file'), 'unreadable');
    return await unpack(path, csv, trade_date);
  } catch (error) {
    const { code, path: place, syscall } = error as NodeJS.ErrnoException;
    // Only the source is read, and the error of a failed read has no path.
    if (place !== path && syscall !== 'read') throw error;
    throw DailyFileRejected.whole(
      code === 'ENOENT' ? cause('absent') : cause('unreadable', code ?? 'unknown'),
      'unreadable',
    );
  }
}
