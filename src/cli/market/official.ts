import { counted } from '../../core/words.ts';
import {
  type OfficialResult,
  type OfficialVerification,
  verifyOfficial,
} from '../../operations/official/official.ts';
import { printable } from '../../operations/official/table-values.ts';
import type { Stores } from '../../server/stores.ts';
import { officialCommand } from '../official-command.ts';
import { type Output, type Terminal, table } from '../output.ts';
import { counter } from '../progress.ts';
import { waitForWriter } from '../writer-wait.ts';

/** Differences of one day that are shown without --json. */
const SHOWN = 20;
/** Files that were not compared and are named. */
const SHOWN_PROBLEMS = 5;

/**
 * Compares published days with a Stock Summary of the exchange, or with all files of a folder.
 * @returns false if a day differs, a file could not be compared, or there is no file
 */
export async function verifyOfficialCommand(
  stores: Stores,
  output: Terminal,
  path: string,
): Promise<boolean> {
  const count = counter(output.io.stderr, 'files');
  const verification = await verifyOfficial(stores.ingest, path, {
    ...waitForWriter(output),
    onFile: (done, total) => {
      if (total > 1) count(done, total);
    },
  });
  const { results, problems } = verification;
  const ok = results.length > 0 && problems.length === 0 && results.every(isEqual);
  output.record({ ok, ...verification }, comparisonsText(verification));
  return ok;
}

export function comparisonsText({ results, problems, ignored, not_published }: OfficialVerification): string {
  const lines = results.map(resultText);
  if (not_published.length > 0) {
    const range = `${not_published[0]} to ${not_published.at(-1)}`;
    lines.push(`Not compared: ${counted(not_published.length, 'day')} that are not published, ${range}`);
  }
  if (problems.length > 0) {
    lines.push(
      `${counted(problems.length, 'file')} could not be compared:`,
      ...problems.map(({ problem }) => `  ${problem}`),
    );
  }
  if (ignored.length > 0) {
    lines.push(ignoredText(ignored));
  }
  if (lines.length === 0) lines.push('The folder has no .xlsx, .csv, .txt or .json file.');
  return lines.join('\n');
}

function ignoredText(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_PROBLEMS).map((name) => printable(name));
  const more = names.length - shown.length;
  return `Ignored, because they are not .xlsx, .csv, .txt or .json files: ${shown.join(', ')}${more > 0 ? `, and ${counted(more, 'more file')}` : ''}`;
}

/** The result of one day for a person. */
function resultText(result: OfficialResult): string {
  const { differences, patterns } = result;
  const more = differences.length - SHOWN;
  return [
    summaryText(result),
    ...patterns.map(
      ({ text, tickers, of }) => `  ${text} (${tickers} of ${counted(of, 'differing ticker')})`,
    ),
    ...(differences.length > 0 ? [table(HEADINGS, differences.slice(0, SHOWN).map(cells))] : []),
    ...(more > 0 ? [`  and ${counted(more, 'more difference')} (--json shows all)`] : []),
    ...notCompared(result),
  ].join('\n');
}

function summaryText(result: OfficialResult): string {
  const { file, trade_date, revision, tickers, differing_tickers, differences, verified } = result;
  const source = `${printable(file)} (revision ${revision})`;
  const matching = `${counted(tickers, 'ticker')} ${tickers === 1 ? 'matches' : 'match'} ${source}`;
  if (verified) return `${trade_date}: verified, ${matching}`;
  return differences.length === 0
    ? `${trade_date}: ${matching}, which does not have all stocks`
    : `${trade_date}: ${counted(differences.length, 'difference')} in ${differing_tickers} of ${counted(tickers, 'ticker')} from ${source}`;
}

/**
 * Prints the comparisons of an update. The differences are counted, not listed.
 * @returns false if a day differs, or a file could not be read
 */
export function reportComparisons(
  output: Output,
  { results, problems, ignored }: OfficialVerification,
): boolean {
  for (const result of results) {
    const { file, trade_date, revision, verified, tickers, differing_tickers, patterns } = result;
    const differences = result.differences.length;
    const status = verified ? 'verified' : differences > 0 ? 'different' : 'partial';
    const names = patterns.map(({ pattern }) => pattern);
    const counts = { tickers, differing_tickers, differences, patterns: names };
    output.record({ file, trade_date, status, revision, ...counts }, summaryText(result));
    for (const { text } of patterns) output.notice(`  ${text}`);
    if (differences > 0) output.notice(`  To list the differences: ${officialCommand(file)}`);
  }
  for (const { problem } of problems.slice(0, SHOWN_PROBLEMS)) output.notice(`Not compared: ${problem}`);
  const more = problems.length - SHOWN_PROBLEMS;
  if (more > 0) output.notice(`Not compared: ${counted(more, 'more file')} in the folder official.`);
  if (ignored.length > 0) output.notice(ignoredText(ignored));
  // A file may arrive before its day is published.
  const areReadable = problems.every(({ code }) => code === 'no_days');
  return areReadable && results.every(isEqual);
}

/** Also for a part of a day. */
function isEqual({ differences }: OfficialResult): boolean {
  return differences.length === 0;
}

const HEADINGS = ['  TICKER', 'FIGURE', 'EXCHANGE', 'ALIR'];

function cells({ ticker, figure, official, alir }: OfficialResult['differences'][number]): string[] {
  const shown = (value: number | null) => value?.toLocaleString('en') ?? '-';
  return [`  ${ticker}`, figure, shown(official), shown(alir)];
}

function notCompared({ open_not_stated, has_non_regular, not_in_file, partial }: OfficialResult): string[] {
  const kind = partial ? 'that are not in the files' : 'that are not stocks';
  const parts = [
    ...(open_not_stated > 0 ? [`the open of ${counted(open_not_stated, 'ticker')} (not in the file)`] : []),
    ...(has_non_regular ? [] : ['the non-regular markets (not in the file)']),
    ...(not_in_file.length > 0 ? [`${counted(not_in_file.length, 'ticker')} ${kind}`] : []),
  ];
  return parts.length > 0 ? [`  Not compared: ${parts.join('; ')}`] : [];
}
