import type { Unrecorded } from '../../core/commerce-terms.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/dates.ts';
import type { PriceJump } from '../../core/market/price-jumps.ts';
import { counted } from '../../core/words.ts';

/** A sentence that says what is the matter, and one that says what to do; none for an item that is ok. */
export type DoctorText = readonly [what: string, fix?: string];

const GB = 1e9;
/** An item lists this many names; the commands in its fix show the others. */
const SHOWN = 3;

const RUN_AGAIN = 'First solve the other problems of this list, then run "alir doctor" again.';

/**
 * The English texts of `alir doctor`, by the code of a finding; the parameters are its values. DOCTOR_TEXTS_ID has the same ones in Indonesian.
 * Texts of errors and of the log stay in English; the console translates the reason why a file is held or rejected.
 */
export const DOCTOR_TEXTS_EN = {
  /** An error that has its own text. */
  trouble: (what: string, fix: string) => [what, fix],
  unknown: (reason: string) => notChecked(reason, RUN_AGAIN),

  data_folder_ok: (path: string) => [`The data folder is ${path}.`],
  ledger_lost: (path: string, days: number) => [
    `The ledger has no published day, but the lake of ${path} contains ${counted(days, 'day')}.`,
    'If the ledger was lost, move the data folder away and restore your last backup: alir restore DIR. Otherwise, move the lake away and ingest the daily files again; if it is a copy of another lake, run: alir sync',
  ],

  ledger_damaged: (path: string, damage: string) => [
    `${path} is damaged: ${damage}.`,
    'Check the disk. Stop the server, move the data folder away, and restore your last backup: alir restore DIR',
  ],
  ledger_read_only: (path: string, reason: string) => [
    `A write to ${path} does not commit: ${reason}.`,
    'No request can be charged until this is fixed. See the chapter "Monitor it" of docs/run.md.',
  ],
  ledger_unchecked: (path: string, reason: string) => [
    `${path} was not checked: ${reason}.`,
    'Run "alir doctor" again.',
  ],
  ledger_ok: (path: string, isChecked: boolean) => [
    `A write to ${path} commits, and ${isChecked ? 'its structure has no errors' : 'its database server checks the structure'}.`,
  ],

  serving_failed: (file: string, failure: string) => [
    `The file ${file} is damaged and cannot be rebuilt: ${failure}`,
    'Run "alir verify", and follow its messages.',
  ],
  serving_damaged: (files: readonly string[]) => [
    `${counted(files.length, 'serving file')} ${areOrIs(files)} damaged and not rebuilt yet: ${named(files)}.`,
    'A running server rebuilds damaged files. If no server is running, run "alir verify".',
  ],
  serving_unfinished: (days: readonly string[], command: string) => [
    `The publication of ${named(days)} is not finished.`,
    `If no ingest is running, an earlier one was interrupted: run "alir ${command}" to finish its work.`,
  ],
  serving_ok: () => ['No serving file is damaged, and every publication is finished.'],

  source_unknown: (reason: string, command: string) =>
    notChecked(
      reason,
      command === 'sync'
        ? 'Start the server, which writes the record again: alir serve'
        : 'Check the source now, which writes the record again: alir update',
    ),
  source_never: (name: string, isAutomatic: boolean, command: string) => [
    `The source ${name} was never checked for new files.`,
    isAutomatic
      ? 'Start the server, which checks the source automatically: alir serve'
      : `Check the source now: alir ${command}`,
  ],
  source_failed: (
    name: string,
    completed_at: string | null,
    started_at: string,
    failure: string,
    command: string,
  ) => [
    `The check of the source at ${started_at} failed: ${asSentence(failure)} ${lastComplete(name, completed_at)}`,
    `Correct the cause, then check the source again: alir ${command}`,
  ],
  source_late: (
    name: string,
    completed_at: string | null,
    since_ms: number,
    started_at: string,
    outcome: string,
    isAutomatic: boolean,
    command: string,
  ) => [
    `The source was not checked completely for ${duration(since_ms)}. ${lastComplete(name, completed_at)} The check of ${started_at} ${outcome === 'running' ? 'is running or was killed' : `was ${outcome}`}.`,
    isAutomatic
      ? `Check that the server is running and read its log lines that begin with "${command}:". To check the source now, run: alir ${command}`
      : `Check the source now, and run this command regularly: alir ${command}`,
  ],
  source_ok: (name: string, completed_at: string | null, running_since: string | null) => [
    `${lastComplete(name, completed_at)}${running_since === null ? '' : ` An update that started at ${running_since} is running.`}`,
  ],

  certificate_none: () => ['The source is not an https address.'],
  certificate_unknown: (reason: string) =>
    notChecked(reason, 'Check the address of the source and the network of this machine.'),
  certificate_expired: (server: string, day: string) => [
    `The certificate of ${server} expired on ${day}.`,
    `Ask the operator of ${server} to renew it. Until then, updates cannot read the source.`,
  ],
  certificate_distrusted: (server: string, reason: string) => [
    `The certificate of ${server} is not trusted (${reason}).`,
    'Ask the operator of the source for a certificate of a public authority, or set NODE_EXTRA_CA_CERTS to the file of its own authority.',
  ],
  certificate_ending: (server: string, day: string, days: number) => [
    expiry(server, day, days),
    `Ask the operator of ${server} to renew it before that day.`,
  ],
  certificate_ok: (server: string, day: string, days: number) => [expiry(server, day, days)],

  days_none: () => ['No day is published.', 'Publish a daily file: alir ingest PATH/TO/DTyymmdd.csv'],
  /** @param file the name of the first missing file; null in a copy of another lake */
  days_missing: (days: number, ranges: readonly DayRange[], file: string | null) => [
    `${counted(days, 'trading day')} ${days === 1 ? 'is' : 'are'} not published: ${named(ranges.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)))}.`,
    file === null
      ? 'Publish the missing days on the server whose lake is copied.'
      : `Check the held and rejected files. If the file of the day is not among them, get it and publish it: alir ingest PATH/TO/${file}`,
  ],
  days_ok: (newest: string | null) => [`All trading days up to now are published; the newest is ${newest}.`],

  measures_earlier: () => [
    'The measures were computed by the definitions of another version of Alir.',
    'The next update computes all of them again. To do it now: alir lake build',
  ],
  measures_missing: (days: readonly string[]) => [
    `The measures of ${counted(days.length, 'published day')} are not computed: ${named(days)}.`,
    'Compute them: alir lake build',
  ],
  measures_ok: (pending: number) => [
    pending === 0
      ? 'All published days have measures.'
      : `The measures of ${counted(pending, 'day')} are not computed yet.`,
  ],

  held_none: () => ['No file is held.'],
  held: (files: readonly string[], reason: string | null, command: string) => [
    `${counted(files.length, 'file')} ${areOrIs(files)} held and not published: ${named(files)}. The reason of the first: ${asSentence(reason ?? 'unknown')}`,
    `Check the file. If it is correct, publish it: ${command}. If it is wrong, delete or replace it.`,
  ],
  rejected_none: () => ['No file is rejected.'],
  rejected: (files: readonly string[], reason: string | null, report: string | null, day: string | null) => [
    `${counted(files.length, 'file')} ${areOrIs(files)} rejected: ${named(files)}. The reason of the first: ${asSentence(reason ?? 'unknown')}`,
    `Get a correct file from the source and publish it. ${report === null ? '' : `The report is ${report}. `}To remove the file from this list, run: alir rejected dismiss ${day ?? 'FILE'}`,
  ],
  uncompared: () => ['No published day was compared with the exchange.'],
  compared: (verified: number, days: number, regular: number) => [
    `${verified} of ${counted(days, 'published day')} were compared with the exchange, without a difference.${regular > 0 ? ` Of ${regular} more, only the regular market was compared.` : ''}`,
  ],
  differing: (days: readonly string[], source: string) => [
    `${counted(days.length, 'published day')} ${days.length === 1 ? 'differs' : 'differ'} from the figures of the exchange: ${named(days)}.`,
    `Show the differences: alir verify --official ${source}. If the daily file was wrong, ingest a correct one.`,
  ],

  jumps_none: () => ['No price jumped like a stock split without a corporate action.'],
  jumps: (jumps: readonly PriceJump[]) => [
    `${counted(jumps.length, 'price')} jumped like a corporate action that is not in the file: ${named(jumps.map(jumpText))}.`,
    'Add the actions to the file of ALIR_CORPORATE_ACTIONS, as docs/run.md describes: prices and volumes cannot be adjusted without them.',
  ],

  disk_unknown: (reason: string) => notChecked(reason, 'Check that the disk is mounted: df -h'),
  disk_full: (...disk: Disk) => [
    diskText(...disk),
    'Make the disk larger, or free space: move published daily files out of inbox/, and old backups and exports to another disk. To see what is large, run: du -h --max-depth=1 DATA_FOLDER',
  ],
  disk_ok: (...disk: Disk) => [diskText(...disk)],

  backup_outside: () => [
    'The ledger is a PostgreSQL database, which "alir backup" does not copy. Check the age of its backup (pg_dump) and of your copy of the lake yourself.',
  ],
  backup_unknown: (reason: string) =>
    notChecked(reason, 'Make a new backup, which replaces the record: alir backup DIR'),
  backup_never: () => ['No backup of this data folder was made.', 'Make one: alir backup DIR'],
  backup_old: (...backup: Backup) => [
    backupText(...backup),
    'Make one now: alir backup DIR. Then check the timer: systemctl status alir-backup.timer alir-backup.service',
  ],
  backup_ok: (...backup: Backup) => [backupText(...backup)],

  clock_alone: () => ['There is no other time to compare the clock with.'],
  clock_ok: (clocks: readonly string[]) => [`The clock agrees with ${clocks.join(', ')}.`],
  clock_wrong: (clocks: readonly Clock[]) => [
    `The clock of this machine may be wrong: ${clocks
      .map(
        ({ clock, ahead_ms }) =>
          `${clock} is ${duration(Math.abs(ahead_ms))} ${ahead_ms > 0 ? 'ahead of' : 'behind'} it`,
      )
      .join(', ')}.`,
    'Check that the clock is synchronized: timedatectl status. Periods, quotas and the dates of days depend on it.',
  ],

  orders_none: () => ['No order waits for a decision.'],
  orders_wait: (orders: readonly string[], reason: string | null) => [
    `${counted(orders.length, 'order')} ${orders.length === 1 ? 'waits' : 'wait'} for your decision: ${named(orders)}.${reason === null ? '' : ` The reason of the first: ${asSentence(reason)}`}`,
    `Show the order: alir order show ${orders[0]}. Then apply it with "alir order confirm ${orders[0]} --accept", or return the money with "alir order refund ${orders[0]} --reason TEXT".`,
  ],

  payment_manual: () => [
    'No payment provider is set: you confirm each payment with "alir order confirm ID". To set one, see "Prices and orders" in docs/sell.md.',
  ],
  payment_sandbox: (provider: string) => [
    `Orders are paid in the test system of ${provider}, so no money is received.`,
    'To sell plans, set ALIR_PAYMENT_SANDBOX=no and the live key of the provider in ALIR_PAYMENT_KEY.',
  ],
  payment_unrecorded: (provider: string, reports: readonly Unrecorded[]) => [
    `Alir did not record what ${provider} reports: ${named(reports.map(unrecordedText))}.`,
    `Record it: alir order ask ${reports[0]?.order_id}`,
  ],
  payment_ok: (provider: string) => [`Orders are paid with ${provider}.`],

  versions_broken: (versions: Versions) => [
    versionsText(versions),
    'The DuckDB library cannot be loaded. Install the packages again: npm ci',
  ],
  versions_old_node: (versions: Versions) => [
    `${versionsText(versions)} This version of Node has reached its end of life.`,
    'Install Node 24, then run "npm ci" in the folder of Alir and start the server again.',
  ],
  versions_ok: (versions: Versions) => [versionsText(versions)],
} satisfies Readonly<Record<string, (...values: never[]) => DoctorText>>;

export type DoctorCode = keyof typeof DOCTOR_TEXTS_EN;
export type DoctorTexts = {
  readonly [Code in DoctorCode]: (...values: Parameters<(typeof DOCTOR_TEXTS_EN)[Code]>) => DoctorText;
};

interface DayRange {
  readonly from: string;
  readonly to: string;
}

interface Clock {
  readonly clock: string;
  readonly ahead_ms: number;
}

/** Growth and the day on which the disk is full are null if they are unknown. */
export type Disk = [
  path: string,
  free_bytes: number,
  size_bytes: number,
  growth_bytes: number | null,
  full_on: string | null,
];
export type Backup = [ended_at: string, age_ms: number, folder: string];
/** A version, or why it is unknown. */
export type Versions = Readonly<
  Record<'alir' | 'node' | 'duckdb' | 'ledger', { readonly value: string } | { readonly unknown: string }>
>;

function notChecked(reason: string, fix: string): DoctorText {
  return [`This could not be checked: ${reason}.`, fix];
}

function lastComplete(name: string, completed_at: string | null): string {
  return completed_at === null
    ? `No check of the source ${name} was complete.`
    : `The last complete check of the source ${name} was at ${completed_at}.`;
}

function expiry(server: string, day: string, days: number): string {
  return `The certificate of ${server} expires on ${day}, in ${counted(days, 'day')}.`;
}

function diskText(...[path, free, size, growth, full_on]: Disk): string {
  const forecast =
    full_on === null
      ? ''
      : ` At ${shownBytes(growth ?? 0)} a day, the growth of the last published days, it will be full on ${full_on}.`;
  return `The disk of ${path} has ${shownBytes(free)} free of ${shownBytes(size)}.${forecast}`;
}

function backupText(...[ended_at, age_ms, folder]: Backup): string {
  return `The last backup ended at ${ended_at}, ${duration(age_ms)} ago, in ${folder}.`;
}

function versionsText({ alir, node, duckdb, ledger }: Versions): string {
  const shown = (version: Versions['alir']) =>
    'value' in version ? version.value : `unknown (${version.unknown})`;
  return `Alir ${shown(alir)}, Node ${shown(node)}, DuckDB ${shown(duckdb)}, ledger: ${shown(ledger)}.`;
}

function unrecordedText({ order_id, kind, payment_reference, amount_idr }: Unrecorded): string {
  const amount = amount_idr === null ? 'an amount' : `IDR ${amount_idr}`;
  return `${amount} ${kind} (${payment_reference}) of the order ${order_id}`;
}

export function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function areOrIs(list: readonly unknown[]): string {
  return list.length === 1 ? 'is' : 'are';
}

/** `BBCA 2026-01-20 (5000 → 1010, 5/1)`: the close before, the open, and the nearest usual factor. */
export function jumpText({ ticker, date, close_before, open, factor }: PriceJump): string {
  return `${ticker} ${date} (${close_before} → ${open}, ${factor})`;
}

/** The first names, and the number of the others. */
export function named(names: readonly string[], more = 'more'): string {
  const others = names.length - SHOWN;
  return [...names.slice(0, SHOWN), ...(others > 0 ? [`${others} ${more}`] : [])].join(', ');
}

export function largestUnit(ms: number): { count: number; unit: 'day' | 'hour' | 'minute' | 'second' } {
  if (ms >= 2 * DAY_MS) return { count: Math.floor(ms / DAY_MS), unit: 'day' };
  if (ms >= 2 * HOUR_MS) return { count: Math.floor(ms / HOUR_MS), unit: 'hour' };
  if (ms >= MINUTE_MS) return { count: Math.floor(ms / MINUTE_MS), unit: 'minute' };
  return { count: Math.max(0, Math.floor(ms / 1000)), unit: 'second' };
}

function duration(ms: number): string {
  const { count, unit } = largestUnit(ms);
  return counted(count, unit);
}

function shownBytes(bytes: number): string {
  return bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
