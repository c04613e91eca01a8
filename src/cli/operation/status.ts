import { systemClock } from '../../core/clock.ts';
import { jakartaDate } from '../../core/dates.ts';
import { counted } from '../../core/words.ts';
import { type Status, statusOf } from '../../operations/status.ts';
import { permissionNotice, type Stores } from '../../server/stores.ts';
import { officialCommand } from '../official-command.ts';
import { type Output, table } from '../output.ts';

const SHOWN = 20;

/**
 * Prints the published and missing days and everything that needs attention.
 * @returns false if a trading day is missing, a file is rejected or held, a publication is unfinished, a serving file is damaged, or a day
 * differs from the exchange's figures
 */
export async function statusCommand(stores: Stores, output: Output): Promise<boolean> {
  const status = await statusOf(stores.ingest);
  output.record(status, statusText(status));
  const { clock } = stores;
  if (clock !== systemClock)
    output.notice(`This is the data folder of the demo. Its clock says ${jakartaDate(clock.now())}.`);
  const notice = permissionNotice(stores);
  if (notice !== null) output.notice(`warning: ${notice}`);
  return isInOrder(status);
}

export function isInOrder(status: Status): boolean {
  return (
    status.gaps.length === 0 &&
    status.rejected.length === 0 &&
    status.held.length === 0 &&
    status.unfinished.length === 0 &&
    status.damaged.every((file) => file.rebuilt_at !== null) &&
    status.differing_days.length === 0
  );
}

export function statusText(status: Status): string {
  const { days, first_day, newest_day, gap_ranges, last_update, corrections, rejected, unfinished, bytes } =
    status;
  const { damaged, held, verified_days, regular_verified_days, differing_days } = status;
  const last = last_update
    ? `${last_update.trade_date}, revision ${last_update.revision}, at ${last_update.published_at}`
    : 'none';
  return [
    `days         ${days}${days > 0 ? `, ${first_day} to ${newest_day}` : ''}`,
    `last update  ${last}`,
    `missing      ${list(gap_ranges.map(range))}`,
    `unfinished   ${list(unfinished)}`,
    `unmeasured   ${unmeasuredText(status)}`,
    `size         lake ${megabytes(bytes.lake)}, replaced revisions ${megabytes(bytes.replaced)}, serving ${megabytes(bytes.serving)}, ledger ${megabytes(bytes.ledger)}`,
    `rejected     ${rejected.length === 0 ? 'none' : `${rejected.length} (see "alir rejected list")`}`,
    ...shown(rejected, rejectedLines),
    `damaged      ${damaged.length === 0 ? 'none' : damaged.length}`,
    ...shown(damaged, (file) => [`  ${file.found_at}  ${file.file_name} ${outcome(file)}`]),
    `held         ${held.length === 0 ? 'none' : held.length}`,
    ...shown(held, (file) => [`  ${file.seen_at}  ${file.source}: ${file.reason}`, `    ${file.command}`]),
    `verified     ${verified_days} of ${counted(days, 'day')}${regular_verified_days > 0 ? `, and the regular market of ${regular_verified_days} more` : ''}`,
    `different    ${differing_days.length === 0 ? 'none' : differing_days.length}`,
    ...shown(differing_days, differenceLines),
    `brokers      ${brokersText(status)}`,
    `corrected    ${corrections.length === 0 ? 'none' : ''}`,
    ...(corrections.length === 0 ? [] : [table(HEADINGS, corrections.map(cells))]),
  ].join('\n');
}

function unmeasuredText({ has_earlier_measures, unmeasured }: Status): string {
  if (has_earlier_measures) return 'all, because the definitions of the measures have changed';
  return list(unmeasured.map(({ trade_date }) => trade_date));
}

function brokersText({ broker_tables: { equal, exchanged, different, first } }: Status): string {
  const parts = [
    ...(equal > 0 ? [`${counted(equal, 'table')} equal`] : []),
    ...(exchanged > 0 ? [`${exchanged} equal after buyer and seller are exchanged`] : []),
    ...(different > 0 ? [`${different} different`] : []),
  ];
  if (parts.length === 0) return 'not compared with a table by broker';
  if (first === null) return parts.join(', ');
  const buyer = first.sides === 'equal' ? 'the buyer' : 'the seller';
  return `${parts.join(', ')}; by the first one (${first.trade_date} ${first.ticker}), BRK_COD1 is ${buyer}`;
}

function differenceLines(day: Status['differing_days'][number]): string[] {
  const { trade_date, differences, differing_tickers, tickers, patterns, source } = day;
  const named = patterns.length === 0 ? '' : ` (${patterns.join(', ')})`;
  const count = `${counted(differences, 'difference')} in ${differing_tickers} of ${counted(tickers, 'ticker')}`;
  return [`  ${trade_date}  ${count}${named}`, `    ${officialCommand(source)}`];
}

function rejectedLines({ seen_at, source, reason, file }: Status['rejected'][number]): string[] {
  const line = `  ${seen_at}  ${source}: ${reason}`;
  if (file === source) return [line];
  return [line, file === null ? '    The file was deleted.' : `    The file is now at ${file}`];
}

function outcome({ problem, failure, rebuilt_at }: Status['damaged'][number]): string {
  if (rebuilt_at !== null) return `${problem}: rebuilt at ${rebuilt_at}`;
  return failure === null ? `${problem}: not rebuilt yet` : `${problem}: cannot be rebuilt. ${failure}`;
}

const HEADINGS = ['  DAY', 'REVISION', 'STATE', 'TRADES', 'FILE', 'INGESTED BY', 'PUBLISHED', 'REPLACED'];

function cells(revision: Status['corrections'][number]): string[] {
  return [
    `  ${revision.trade_date}`,
    String(revision.revision),
    revision.state,
    revision.trades_rows.toLocaleString('en'),
    revision.source_name,
    revision.ingested_by,
    revision.published_at ?? '-',
    revision.replaced_at ?? '-',
  ];
}

function range({ from, to, trading_days }: Status['gap_ranges'][number]): string {
  return from === to ? `${from} (1 trading day)` : `${from} to ${to} (${trading_days} trading days)`;
}

/** One item per line. */
function list(lines: readonly string[]): string {
  if (lines.length === 0) return 'none';
  return shown(lines, (line) => [line]).join('\n             ');
}

/** The lines of the first items, and the number of the others. */
function shown<Item>(items: readonly Item[], linesOf: (item: Item) => readonly string[]): string[] {
  const more = items.length > SHOWN ? [`  and ${items.length - SHOWN} more (--json shows all)`] : [];
  return [...items.slice(0, SHOWN).flatMap(linesOf), ...more];
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
