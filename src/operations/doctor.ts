import type { PaymentProviderName } from '../core/commerce-terms.ts';
import { DAY_MS, jakartaDate } from '../core/dates.ts';
import { counted } from '../core/words.ts';
import type { Row } from '../ledger/queries.ts';
import { type DaySize, daysUntilFull, fullOn, growthPerDay } from './disk-growth.ts';
import type { LastBackup, LastUpdate } from './records.ts';
import type { Status } from './status.ts';

/** What `alir doctor` examines, in the order of its page. */
export const ITEMS = [
  'data_folder',
  'ledger',
  'serving',
  'source',
  'certificate',
  'missing_days',
  'held_files',
  'rejected_files',
  'differing_days',
  'disk',
  'backup',
  'clock',
  'orders',
  'payment',
  'versions',
] as const;
export type Item = (typeof ITEMS)[number];

/** `warning`: needs attention, but not today. `problem`: needs the operator now. */
export type State = 'ok' | 'warning' | 'problem';

export interface Finding {
  readonly item: Item;
  readonly state: State;
  /** A sentence that says what is the matter. */
  readonly what: string;
  /** A sentence that says what to do; null for an item that is ok. */
  readonly fix: string | null;
}

/** The result of `alir doctor`. */
export interface Diagnosis {
  readonly checked_at: string;
  /** The worst state of the items. */
  readonly state: State;
  /** One finding for each of ITEMS. */
  readonly findings: readonly Finding[];
}

/** A fact, or the reason why it is unknown. */
export type Fact<Value> = { readonly value: Value } | { readonly unknown: string };

/** An error with the steps of the operator. */
export interface Trouble {
  readonly what: string;
  readonly fix: string;
}

/** The difference between a clock and that of this machine. */
export interface ClockDifference {
  /** Such as `the newest time in the ledger`. */
  readonly clock: string;
  /** Positive if the clock is ahead of this machine's. */
  readonly ahead_ms: number;
}

export interface DoctorFacts {
  readonly now: Date;
  readonly data_folder: {
    readonly path: string;
    /** Why the data folder cannot be used; null if it can. */
    readonly trouble: Trouble | null;
    /** Why others can enter the data folder; null if they cannot. */
    readonly notice: string | null;
    /** Days of the lake that the ledger does not know. */
    readonly unknown_days: Fact<number>;
  };
  readonly source: {
    /** A path, or a URL without its secret parts. */
    readonly name: string;
    /** Minutes between two automatic updates; 0 if they are turned off. */
    readonly update_minutes: number;
    readonly last_update: Fact<LastUpdate | null>;
  };
  readonly status: Fact<Status>;
  readonly disk: Fact<{ readonly free_bytes: number; readonly size_bytes: number }>;
  readonly day_sizes: Fact<readonly DaySize[]>;
  /** `null` for a ledger that Alir does not back up. */
  readonly backup: Fact<LastBackup | null> | null;
  readonly clocks: readonly ClockDifference[];
  /** `null` for a source without TLS. */
  readonly certificate: Fact<{
    readonly server: string;
    readonly expires_at: Date;
    readonly distrust: string | null;
  }> | null;
  readonly ledger: {
    readonly path: string;
    /** Why the ledger cannot be opened; null if it was opened. */
    readonly trouble: Trouble | null;
    /** The first structural problem; `null` for a ledger that a database server checks. */
    readonly damage: Fact<string | null> | null;
    /** Why a write does not commit; null if it does. */
    readonly write_problem: string | null;
  };
  readonly orders: Fact<readonly Row<'orders_to_decide'>[]>;
  readonly payment: {
    readonly provider: PaymentProviderName;
    /** Whether the provider is its test system. */
    readonly isSandbox: boolean;
    /** Why the settings of the provider or the prices cannot be used; null if they can. */
    readonly trouble: Trouble | null;
  };
  readonly versions: Readonly<Record<'alir' | 'node' | 'duckdb' | 'ledger', Fact<string>>>;
}

type Judgement = Omit<Finding, 'item'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const GB = 1e9;
/** An item lists this many names; the commands in its fix show the others. */
const SHOWN = 3;

/** The limits of the states. docs/operator.md has them in a table. */
export const LIMITS = {
  backup_days: { warning: 2, problem: 7 },
  certificate_days: { warning: 14, problem: 3 },
  clock_ms: { warning: MINUTE_MS, problem: 10 * MINUTE_MS },
  disk_days: { warning: 30, problem: 7 },
  disk_bytes: { warning: 2 * GB, problem: GB / 2 },
  /** Since the last complete update. */
  update_ms: { warning: HOUR_MS, problem: DAY_MS },
  /** The same without automatic updates: the longest holidays of the exchange have about this many days. */
  manual_update_ms: { warning: 10 * DAY_MS, problem: Infinity },
} as const;

const JUDGES: Readonly<Record<Item, (facts: DoctorFacts) => Judgement>> = {
  data_folder: judgeDataFolder,
  ledger: judgeLedger,
  serving: ({ status }) => ifKnown(status, judgeServing),
  source: judgeSource,
  certificate: judgeCertificate,
  missing_days: ({ status }) => ifKnown(status, judgeMissingDays),
  held_files: ({ status }) => ifKnown(status, judgeHeldFiles),
  rejected_files: ({ status }) => ifKnown(status, judgeRejectedFiles),
  differing_days: ({ status }) => ifKnown(status, judgeDifferingDays),
  disk: judgeDisk,
  backup: judgeBackup,
  clock: ({ clocks }) => judgeClocks(clocks),
  orders: ({ orders }) => ifKnown(orders, judgeOrders),
  payment: judgePayment,
  versions: judgeVersions,
};

/** Judges the facts: one finding for each item. */
export function diagnose(facts: DoctorFacts): Diagnosis {
  const findings = ITEMS.map((item) => ({ item, ...JUDGES[item](facts) }));
  return { checked_at: facts.now.toISOString(), state: worst(findings.map(({ state }) => state)), findings };
}

function worst(states: readonly State[]): State {
  return states.includes('problem') ? 'problem' : states.includes('warning') ? 'warning' : 'ok';
}

function judgeDataFolder({ data_folder }: DoctorFacts): Judgement {
  const { path, trouble, notice, unknown_days } = data_folder;
  if (trouble) return problem(trouble.what, trouble.fix);
  if ('value' in unknown_days && unknown_days.value > 0) {
    return problem(
      `The ledger has no published day, but the lake of ${path} contains ${counted(unknown_days.value, 'day')}.`,
      'If the ledger was lost, move the data folder away and restore your last backup: alir restore DIR. Otherwise, move the lake away and ingest the daily files again.',
    );
  }
  if (notice !== null) return warning(...firstSentence(notice));
  return ok(`The data folder is ${path}.`);
}

function judgeLedger({ ledger }: DoctorFacts): Judgement {
  const { path, trouble, damage, write_problem } = ledger;
  if (trouble) return problem(trouble.what, trouble.fix);
  if (damage !== null && 'value' in damage && damage.value !== null) {
    return problem(
      `${path} is damaged: ${damage.value}.`,
      'Check the disk. Stop the server, move the data folder away, and restore your last backup: alir restore DIR',
    );
  }
  if (write_problem !== null) {
    return problem(
      `A write to ${path} does not commit: ${write_problem}.`,
      'No request can be charged until this is fixed. See the chapter "Monitor it" of docs/operator.md.',
    );
  }
  if (damage !== null && 'unknown' in damage) {
    return warning(`${path} was not checked: ${damage.unknown}.`, 'Run "alir doctor" again.');
  }
  const checked =
    damage === null ? 'its database server checks the structure' : 'its structure has no errors';
  return ok(`A write to ${path} commits, and ${checked}.`);
}

function judgeServing({ damaged, unfinished }: Status): Judgement {
  const open = damaged.filter(({ rebuilt_at }) => rebuilt_at === null);
  const failed = open.find(({ failure }) => failure !== null);
  if (failed) {
    return problem(
      `The serving file ${failed.file_name} is damaged and cannot be rebuilt: ${failed.failure}`,
      'Run "alir verify", and follow its messages.',
    );
  }
  if (open.length > 0) {
    return warning(
      `${counted(open.length, 'serving file')} ${areOrIs(open)} damaged and not rebuilt yet: ${named(open.map(({ file_name }) => file_name))}.`,
      'A running server rebuilds damaged files. If no server is running, run "alir verify".',
    );
  }
  if (unfinished.length > 0) {
    return warning(
      `The publication of ${named(unfinished)} is not finished.`,
      'If no ingest is running, an earlier one was interrupted: run "alir update" to finish its work.',
    );
  }
  return ok('No serving file is damaged, and every publication is finished.');
}

function judgeSource({ now, source }: DoctorFacts): Judgement {
  const { name, update_minutes, last_update } = source;
  return ifKnown(
    last_update,
    (last) => {
      if (last === null) {
        return warning(
          `The source ${name} was never checked for new files.`,
          update_minutes > 0
            ? 'Start the server, which checks the source automatically: alir serve'
            : 'Check the source now: alir update',
        );
      }
      const { completed_at, outcome, failures, started_at } = last;
      const since_ms = now.getTime() - Date.parse(completed_at ?? started_at);
      const limits = update_minutes > 0 ? automaticLimits(update_minutes) : LIMITS.manual_update_ms;
      const state = stateAbove(since_ms, limits);
      const complete =
        completed_at === null
          ? `No check of the source ${name} was complete.`
          : `The last complete check of the source ${name} was at ${completed_at}.`;
      if (outcome === 'failed') {
        return {
          state: state === 'problem' ? 'problem' : 'warning',
          what: `The check of the source at ${started_at} failed: ${asSentence(failures[0] ?? 'unknown reason')} ${complete}`,
          fix: 'Correct the cause, then check the source again: alir update',
        };
      }
      if (state !== 'ok') {
        return {
          state,
          what: `The source was not checked completely for ${duration(since_ms)}. ${complete} The check of ${started_at} ${outcome === 'running' ? 'is running or was killed' : `was ${outcome}`}.`,
          fix:
            update_minutes > 0
              ? 'Check that the server is running and read its log lines that begin with "update:". To check the source now, run: alir update'
              : 'Check the source now, and run this command regularly: alir update',
        };
      }
      const running = outcome === 'running' ? ` An update that started at ${started_at} is running.` : '';
      return ok(`${complete}${running}`);
    },
    'Check the source now, which writes the record again: alir update',
  );
}

/** A server checks the source every few minutes. An update that publishes days takes longer than that. */
function automaticLimits(update_minutes: number): Limits {
  const { warning: warning_ms, problem: problem_ms } = LIMITS.update_ms;
  const missed_ms = 3 * update_minutes * MINUTE_MS;
  return { warning: Math.max(warning_ms, missed_ms), problem: Math.max(problem_ms, missed_ms) };
}

function judgeCertificate({ certificate, now }: DoctorFacts): Judgement {
  if (certificate === null) return ok('The source is a folder and has no certificate.');
  return ifKnown(
    certificate,
    ({ server, expires_at, distrust }) => {
      const days = (expires_at.getTime() - now.getTime()) / DAY_MS;
      const ask = `Ask the operator of ${server} to renew it. Until then, updates cannot read the source.`;
      const expiry = `on ${expires_at.toISOString().slice(0, 10)}`;
      if (days <= 0) return problem(`The certificate of ${server} expired ${expiry}.`, ask);
      if (distrust !== null) {
        return problem(
          `The certificate of ${server} is not trusted (${distrust}).`,
          'Ask the operator of the source for a certificate of a public authority, or set NODE_EXTRA_CA_CERTS to the file of its own authority.',
        );
      }
      const what = `The certificate of ${server} expires ${expiry}, in ${counted(Math.floor(days), 'day')}.`;
      const state = stateBelow(days, LIMITS.certificate_days);
      return state === 'ok'
        ? ok(what)
        : { state, what, fix: `Ask the operator of ${server} to renew it before that day.` };
    },
    'Check the address in ALIR_SOURCE and the network of this machine.',
  );
}

function judgeMissingDays({ days, newest_day, gaps, gap_ranges }: Status): Judgement {
  if (days === 0) {
    return warning('No day is published.', 'Publish a daily file: alir ingest PATH/TO/DTyymmdd.csv');
  }
  if (gaps.length === 0) return ok(`All trading days up to now are published; the newest is ${newest_day}.`);
  const ranges = gap_ranges.map(({ from, to }) => (from === to ? from : `${from} to ${to}`));
  const [first = ''] = gaps;
  return problem(
    `${counted(gaps.length, 'trading day')} ${areOrIs(gaps)} not published: ${named(ranges)}.`,
    `Check the held and rejected files. If the file of the day is not among them, get it and publish it: alir ingest PATH/TO/DT${first.slice(2).replaceAll('-', '')}.csv`,
  );
}

function judgeHeldFiles({ held }: Status): Judgement {
  const [first] = held;
  if (!first) return ok('No file is held.');
  return problem(
    `${counted(held.length, 'file')} ${areOrIs(held)} held and not published: ${named(held.map(({ source }) => source))}. The reason of the first: ${asSentence(first.reason ?? 'unknown')}`,
    `Check the file. If it is correct, publish it: ${first.command}. If it is wrong, delete or replace it.`,
  );
}

function judgeRejectedFiles({ rejected }: Status): Judgement {
  const [first] = rejected;
  if (!first) return ok('No file is rejected.');
  return problem(
    `${counted(rejected.length, 'file')} ${areOrIs(rejected)} rejected: ${named(rejected.map(({ source }) => source))}. The reason of the first: ${asSentence(first.reason ?? 'unknown')}`,
    `Get a correct file from the source and publish it. ${first.report === null ? '' : `The report is ${first.report}. `}To remove the file from this list, run: alir rejected dismiss ${first.trade_date ?? 'FILE'}`,
  );
}

function judgeDifferingDays({ differing_days, verified_days, days }: Status): Judgement {
  const [first] = differing_days;
  if (!first) {
    if (verified_days === 0) return ok('No published day was compared with the exchange.');
    return ok(
      `${verified_days} of ${counted(days, 'published day')} were compared with the exchange, without a difference.`,
    );
  }
  return problem(
    `${counted(differing_days.length, 'published day')} ${differing_days.length === 1 ? 'differs' : 'differ'} from the figures of the exchange: ${named(differing_days.map(({ trade_date }) => trade_date))}.`,
    `Show the differences: alir verify --official ${first.source}. If the daily file was wrong, ingest a correct one.`,
  );
}

function judgeDisk({ disk, day_sizes, data_folder, now }: DoctorFacts): Judgement {
  return ifKnown(
    disk,
    ({ free_bytes, size_bytes }) => {
      const growth = 'value' in day_sizes ? growthPerDay(day_sizes.value) : null;
      const days_left = daysUntilFull(free_bytes, growth);
      const full_on = fullOn(jakartaDate(now), days_left);
      const forecast =
        full_on === null
          ? ''
          : ` At ${shownBytes(growth ?? 0)} a day, the growth of the last published days, it will be full on ${full_on}.`;
      const what = `The disk of ${data_folder.path} has ${shownBytes(free_bytes)} free of ${shownBytes(size_bytes)}.${forecast}`;
      const state = worst([
        stateBelow(free_bytes, LIMITS.disk_bytes),
        days_left === null ? 'ok' : stateBelow(days_left, LIMITS.disk_days),
      ]);
      if (state === 'ok') return ok(what);
      return {
        state,
        what,
        fix: 'Make the disk larger, or free space: move published daily files out of inbox/, and old backups and exports to another disk. To see what is large, run: du -h --max-depth=1 DATA_FOLDER',
      };
    },
    'Check that the disk is mounted: df -h',
  );
}

function judgeBackup({ backup, now }: DoctorFacts): Judgement {
  if (backup === null) {
    return ok(
      'The ledger is a PostgreSQL database, which "alir backup" does not copy. Check the age of its backup (pg_dump) and of your copy of the lake yourself.',
    );
  }
  return ifKnown(
    backup,
    (last) => {
      if (last === null)
        return problem('No backup of this data folder was made.', 'Make one: alir backup DIR');
      const age_ms = now.getTime() - Date.parse(last.ended_at);
      const what = `The last backup ended at ${last.ended_at}, ${duration(age_ms)} ago, in ${last.folder}.`;
      const { warning: warning_days, problem: problem_days } = LIMITS.backup_days;
      const state = stateAbove(age_ms, { warning: warning_days * DAY_MS, problem: problem_days * DAY_MS });
      if (state === 'ok') return ok(what);
      return {
        state,
        what,
        fix: 'Make one now: alir backup DIR. Then check the timer: systemctl status alir-backup.timer alir-backup.service',
      };
    },
    'Make a new backup, which replaces the record: alir backup DIR',
  );
}

function judgeClocks(clocks: readonly ClockDifference[]): Judgement {
  const wrong = clocks
    .map((each) => ({ ...each, state: stateAbove(Math.abs(each.ahead_ms), LIMITS.clock_ms) }))
    .filter(({ state }) => state !== 'ok');
  if (wrong.length === 0) {
    if (clocks.length === 0) return ok('There is no other time to compare the clock with.');
    return ok(`The clock agrees with ${clocks.map(({ clock }) => clock).join(', ')}.`);
  }
  const differences = wrong.map(
    ({ clock, ahead_ms }) =>
      `${clock} is ${duration(Math.abs(ahead_ms))} ${ahead_ms > 0 ? 'ahead of' : 'behind'} it`,
  );
  return {
    state: worst(wrong.map(({ state }) => state)),
    what: `The clock of this machine may be wrong: ${differences.join(', ')}.`,
    fix: 'Check that the clock is synchronized: timedatectl status. Periods, quotas and the dates of days depend on it.',
  };
}

function judgeOrders(orders: readonly Row<'orders_to_decide'>[]): Judgement {
  const [first] = orders;
  if (!first) return ok('No order waits for a decision.');
  const { order_id, reason, attention } = first;
  const why = attention ?? reason;
  return problem(
    `${counted(orders.length, 'order')} ${orders.length === 1 ? 'waits' : 'wait'} for your decision: ${named(orders.map((order) => order.order_id))}.${why === null ? '' : ` The reason of the first: ${asSentence(why)}`}`,
    `Show the order: alir order show ${order_id}. Then apply it with "alir order confirm ${order_id} --accept", or return the money with "alir order refund ${order_id} --reason TEXT".`,
  );
}

function judgePayment({ payment }: DoctorFacts): Judgement {
  const { provider, isSandbox, trouble } = payment;
  if (trouble) return problem(trouble.what, trouble.fix);
  if (provider === 'manual') {
    return ok(
      'No payment provider is set: you confirm each payment with "alir order confirm ID". To set one, see "Sell plans" in docs/operator.md.',
    );
  }
  if (isSandbox) {
    return warning(
      `Orders are paid in the test system of ${provider}, so no money is received.`,
      'To sell plans, set ALIR_PAYMENT_SANDBOX=no and the live key of the provider in ALIR_PAYMENT_KEY.',
    );
  }
  return ok(`Orders are paid with ${provider}.`);
}

const OLDEST_SUPPORTED_NODE = 22;

function judgeVersions({ versions }: DoctorFacts): Judgement {
  const shown = (fact: Fact<string>) => ('value' in fact ? fact.value : `unknown (${fact.unknown})`);
  const { alir, node, duckdb, ledger } = versions;
  const what = `Alir ${shown(alir)}, Node ${shown(node)}, DuckDB ${shown(duckdb)}, ledger: ${shown(ledger)}.`;
  if ('unknown' in duckdb) {
    return problem(what, 'The DuckDB library cannot be loaded. Install the packages again: npm ci');
  }
  if ('value' in node && Number.parseInt(node.value, 10) < OLDEST_SUPPORTED_NODE) {
    return warning(
      `${what} This version of Node has reached its end of life.`,
      'Install Node 24, then run "npm ci" in the folder of Alir and start the server again.',
    );
  }
  return ok(what);
}

interface Limits {
  readonly warning: number;
  readonly problem: number;
}

function stateAbove(value: number, limits: Limits): State {
  return value > limits.problem ? 'problem' : value > limits.warning ? 'warning' : 'ok';
}

function stateBelow(value: number, limits: Limits): State {
  return value < limits.problem ? 'problem' : value < limits.warning ? 'warning' : 'ok';
}

/** @param fix what to do about an unknown fact */
function ifKnown<Value>(
  fact: Fact<Value>,
  judge: (value: Value) => Judgement,
  fix = 'First solve the other problems of this list, then run "alir doctor" again.',
): Judgement {
  return 'value' in fact ? judge(fact.value) : warning(`This could not be checked: ${fact.unknown}.`, fix);
}

function ok(what: string): Judgement {
  return { state: 'ok', what, fix: null };
}

function warning(what: string, fix: string): Judgement {
  return { state: 'warning', what, fix };
}

function problem(what: string, fix: string): Judgement {
  return { state: 'problem', what, fix };
}

/** The first sentence of a message, and the others. */
export function firstSentence(message: string): [first: string, others: string] {
  const end = /[.)] (?=[A-Z])/.exec(message);
  if (!end) return [message, 'Correct this, then run "alir doctor" again.'];
  return [message.slice(0, end.index + 1), message.slice(end.index + 2)];
}

function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function areOrIs(list: readonly unknown[]): string {
  return list.length === 1 ? 'is' : 'are';
}

function named(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return [...names.slice(0, SHOWN), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** In its largest unit, such as `3 days`. */
function duration(ms: number): string {
  if (ms >= 2 * DAY_MS) return counted(Math.floor(ms / DAY_MS), 'day');
  if (ms >= 2 * HOUR_MS) return counted(Math.floor(ms / HOUR_MS), 'hour');
  if (ms >= MINUTE_MS) return counted(Math.floor(ms / MINUTE_MS), 'minute');
  return counted(Math.max(0, Math.floor(ms / 1000)), 'second');
}

function shownBytes(bytes: number): string {
  return bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
