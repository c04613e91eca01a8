import type { Language, PaymentProviderName, Unrecorded } from '../../core/commerce-terms.ts';
import { DAY_MS, jakartaDate, MINUTE_MS } from '../../core/dates.ts';
import type { PriceJump } from '../../core/market/price-jumps.ts';
import type { Row } from '../../ledger/queries.ts';
import type { Status } from '../status.ts';
import type { Certificate } from './certificate.ts';
import { type DaySize, daysUntilFull, fullOn, growthPerDay } from './disk-growth.ts';
import { LIMITS } from './doctor-limits.ts';
import {
  DOCTOR_TEXTS_EN,
  type DoctorCode,
  type DoctorText,
  type DoctorTexts,
  type Versions,
} from './doctor-texts-en.ts';
import { DOCTOR_TEXTS_ID } from './doctor-texts-id.ts';
import type { LastBackup, LastUpdate } from './last-runs.ts';

/** `warning`: needs attention, but not today. `problem`: needs the operator now. */
export type State = 'ok' | 'warning' | 'problem';

export interface Finding {
  readonly item: Item;
  readonly state: State;
  readonly what: string;
  /** What to do; null for an item that is ok. */
  readonly fix: string | null;
  /** The text of the finding in the catalogues, such as DOCTOR_TEXTS_EN. */
  readonly code: DoctorCode;
  readonly values: readonly unknown[];
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
    /** The command that reads the source: of daily files, or of the lake that this one copies. */
    readonly command: 'update' | 'sync';
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
  readonly certificate: Fact<Certificate> | null;
  readonly ledger: {
    readonly path: string;
    /** Why the ledger cannot be opened; null if it was opened. */
    readonly trouble: Trouble | null;
    /** The first structural problem; `null` for a ledger that a database server checks. */
    readonly damage: Fact<string | null> | null;
    /** Why a write does not commit; null if it does. */
    readonly write_problem: string | null;
  };
  readonly corporate_actions: {
    /** Why the file of the operator cannot be used; null if it can. */
    readonly trouble: Trouble | null;
    readonly jumps: Fact<readonly PriceJump[]>;
  };
  readonly orders: Fact<readonly Row<'orders_to_decide'>[]>;
  readonly payment: {
    readonly provider: PaymentProviderName;
    readonly isSandbox: boolean;
    /** Why the settings of the provider or the prices cannot be used; null if they can. */
    readonly trouble: Trouble | null;
    /** What the provider reports and Alir did not record. */
    readonly unrecorded: Fact<readonly Unrecorded[]>;
  };
  readonly versions: Versions;
}

const TEXTS: Readonly<Record<Language, DoctorTexts>> = { en: DOCTOR_TEXTS_EN, id: DOCTOR_TEXTS_ID };

type Judgement = Omit<Finding, 'item'>;
type SourceCommand = DoctorFacts['source']['command'];

/** What `alir doctor` examines, in the order of its page. */
const JUDGES = {
  data_folder: judgeDataFolder,
  ledger: judgeLedger,
  serving: ({ status, source }) => ifKnown(status, 'unknown', (known) => judgeServing(known, source.command)),
  source: judgeSource,
  certificate: judgeCertificate,
  missing_days: ({ status, source }) =>
    ifKnown(status, 'unknown', (known) => judgeMissingDays(known, source.command)),
  measures: ({ status, now }) => ifKnown(status, 'unknown', (known) => judgeMeasures(known, now)),
  held_files: ({ status }) => ifKnown(status, 'unknown', judgeHeldFiles),
  rejected_files: ({ status }) => ifKnown(status, 'unknown', judgeRejectedFiles),
  differing_days: ({ status }) => ifKnown(status, 'unknown', judgeDifferingDays),
  corporate_actions: judgeCorporateActions,
  disk: judgeDisk,
  backup: judgeBackup,
  clock: ({ clocks }) => judgeClocks(clocks),
  orders: ({ orders }) => ifKnown(orders, 'unknown', judgeOrders),
  payment: judgePayment,
  versions: judgeVersions,
} satisfies Readonly<Record<string, (facts: DoctorFacts) => Judgement>>;

export type Item = keyof typeof JUDGES;
export const ITEMS = Object.keys(JUDGES) as Item[];

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
  if (trouble) return found('problem', 'trouble', trouble.what, trouble.fix);
  if ('value' in unknown_days && unknown_days.value > 0) {
    return found('problem', 'ledger_lost', path, unknown_days.value);
  }
  if (notice !== null) return found('warning', 'trouble', ...firstSentence(notice));
  return found('ok', 'data_folder_ok', path);
}

function judgeLedger({ ledger }: DoctorFacts): Judgement {
  const { path, trouble, damage, write_problem } = ledger;
  if (trouble) return found('problem', 'trouble', trouble.what, trouble.fix);
  if (damage !== null && 'value' in damage && damage.value !== null) {
    return found('problem', 'ledger_damaged', path, damage.value);
  }
  if (write_problem !== null) return found('problem', 'ledger_read_only', path, write_problem);
  if (damage !== null && 'unknown' in damage)
    return found('warning', 'ledger_unchecked', path, damage.unknown);
  return found('ok', 'ledger_ok', path, damage !== null);
}

function judgeServing({ damaged, unfinished }: Status, command: SourceCommand): Judgement {
  const open = damaged.filter(({ rebuilt_at }) => rebuilt_at === null);
  for (const { file_name, failure } of open) {
    if (failure !== null) return found('problem', 'serving_failed', file_name, failure);
  }
  const files = open.map(({ file_name }) => file_name);
  if (files.length > 0) return found('warning', 'serving_damaged', files);
  if (unfinished.length > 0) return found('warning', 'serving_unfinished', unfinished, command);
  return found('ok', 'serving_ok');
}

function judgeSource({ now, source }: DoctorFacts): Judgement {
  const { name, command, update_minutes, last_update } = source;
  const isAutomatic = update_minutes > 0;
  if ('unknown' in last_update) return found('warning', 'source_unknown', last_update.unknown, command);
  const last = last_update.value;
  if (last === null) return found('warning', 'source_never', name, isAutomatic, command);
  const { completed_at, outcome, failures, started_at } = last;
  const since_ms = now.getTime() - Date.parse(completed_at ?? started_at);
  const limits = isAutomatic ? automaticLimits(update_minutes) : LIMITS.manual_update_ms;
  const state = stateAbove(since_ms, limits);
  if (outcome === 'failed') {
    const failure = failures[0] ?? 'unknown reason';
    const severity = state === 'problem' ? 'problem' : 'warning';
    return found(severity, 'source_failed', name, completed_at, started_at, failure, command);
  }
  if (state !== 'ok') {
    const late = [name, completed_at, since_ms, started_at, outcome, isAutomatic, command] as const;
    return found(state, 'source_late', ...late);
  }
  return found('ok', 'source_ok', name, completed_at, outcome === 'running' ? started_at : null);
}

/** A server checks the source every few minutes. An update that publishes days takes longer than that. */
function automaticLimits(update_minutes: number): Limits {
  const { warning: warning_ms, problem: problem_ms } = LIMITS.update_ms;
  const missed_ms = 3 * update_minutes * MINUTE_MS;
  return { warning: Math.max(warning_ms, missed_ms), problem: Math.max(problem_ms, missed_ms) };
}

function judgeCertificate({ certificate, now }: DoctorFacts): Judgement {
  if (certificate === null) return found('ok', 'certificate_none');
  return ifKnown(certificate, 'certificate_unknown', ({ server, expires_at, distrust }) => {
    const days = (expires_at.getTime() - now.getTime()) / DAY_MS;
    const day = expires_at.toISOString().slice(0, 10);
    if (days <= 0) return found('problem', 'certificate_expired', server, day);
    if (distrust !== null) return found('problem', 'certificate_distrusted', server, distrust);
    const state = stateBelow(days, LIMITS.certificate_days);
    const code = state === 'ok' ? 'certificate_ok' : 'certificate_ending';
    return found(state, code, server, day, Math.floor(days));
  });
}

function judgeMissingDays({ days, newest_day, gaps, gap_ranges }: Status, command: SourceCommand): Judgement {
  if (days === 0) return found('warning', 'days_none');
  const [first] = gaps;
  if (first === undefined) return found('ok', 'days_ok', newest_day);
  const ranges = gap_ranges.map(({ from, to }) => ({ from, to }));
  const file = command === 'sync' ? null : `DT${first.slice(2).replaceAll('-', '')}.csv`;
  return found('problem', 'days_missing', gaps.length, ranges, file);
}

/** The command that publishes a day computes its measures after that. */
function judgeMeasures({ unmeasured, has_earlier_measures }: Status, now: Date): Judgement {
  if (has_earlier_measures) return found('warning', 'measures_earlier');
  const isLate = unmeasured.some(
    ({ published_at }) => now.getTime() - Date.parse(published_at ?? '') > LIMITS.measures_ms.warning,
  );
  const days = unmeasured.map(({ trade_date }) => trade_date);
  return isLate ? found('warning', 'measures_missing', days) : found('ok', 'measures_ok', days.length);
}

function judgeHeldFiles({ held }: Status): Judgement {
  const [first] = held;
  if (!first) return found('ok', 'held_none');
  const files = held.map(({ source }) => source);
  return found('problem', 'held', files, first.reason, first.command);
}

function judgeRejectedFiles({ rejected }: Status): Judgement {
  const [first] = rejected;
  if (!first) return found('ok', 'rejected_none');
  const { reason, report, trade_date } = first;
  const files = rejected.map(({ source }) => source);
  return found('problem', 'rejected', files, reason, report, trade_date);
}

function judgeDifferingDays(status: Status): Judgement {
  const { differing_days, verified_days, regular_verified_days, days } = status;
  const [first] = differing_days;
  const differing = differing_days.map(({ trade_date }) => trade_date);
  if (first) return found('problem', 'differing', differing, first.source);
  return verified_days + regular_verified_days === 0
    ? found('ok', 'uncompared')
    : found('ok', 'compared', verified_days, days, regular_verified_days);
}

function judgeCorporateActions({ corporate_actions: { trouble, jumps } }: DoctorFacts): Judgement {
  if (trouble) return found('problem', 'trouble', trouble.what, trouble.fix);
  return ifKnown(jumps, 'unknown', (all) =>
    all.length === 0 ? found('ok', 'jumps_none') : found('warning', 'jumps', all),
  );
}

function judgeDisk({ disk, day_sizes, data_folder, now }: DoctorFacts): Judgement {
  return ifKnown(disk, 'disk_unknown', ({ free_bytes, size_bytes }) => {
    const growth = 'value' in day_sizes ? growthPerDay(day_sizes.value) : null;
    const days_left = daysUntilFull(free_bytes, growth);
    const full_on = fullOn(jakartaDate(now), days_left);
    const state = worst([
      stateBelow(free_bytes, LIMITS.disk_bytes),
      days_left === null ? 'ok' : stateBelow(days_left, LIMITS.disk_days),
    ]);
    const code = state === 'ok' ? 'disk_ok' : 'disk_full';
    return found(state, code, data_folder.path, free_bytes, size_bytes, growth, full_on);
  });
}

function judgeBackup({ backup, now }: DoctorFacts): Judgement {
  if (backup === null) return found('ok', 'backup_outside');
  return ifKnown(backup, 'backup_unknown', (last) => {
    if (last === null) return found('problem', 'backup_never');
    const { ended_at, folder } = last;
    const age_ms = now.getTime() - Date.parse(ended_at);
    const { warning: warning_days, problem: problem_days } = LIMITS.backup_days;
    const state = stateAbove(age_ms, { warning: warning_days * DAY_MS, problem: problem_days * DAY_MS });
    return found(state, state === 'ok' ? 'backup_ok' : 'backup_old', ended_at, age_ms, folder);
  });
}

function judgeClocks(clocks: readonly ClockDifference[]): Judgement {
  const stateOf = ({ ahead_ms }: ClockDifference) => stateAbove(Math.abs(ahead_ms), LIMITS.clock_ms);
  const wrong = clocks.filter((each) => stateOf(each) !== 'ok');
  if (wrong.length > 0) return found(worst(wrong.map(stateOf)), 'clock_wrong', wrong);
  const names = clocks.map(({ clock }) => clock);
  return names.length === 0 ? found('ok', 'clock_alone') : found('ok', 'clock_ok', names);
}

function judgeOrders(orders: readonly Row<'orders_to_decide'>[]): Judgement {
  const [first] = orders;
  if (!first) return found('ok', 'orders_none');
  const ids = orders.map(({ order_id }) => order_id);
  return found('problem', 'orders_wait', ids, first.reason);
}

function judgePayment({ payment }: DoctorFacts): Judgement {
  const { provider, isSandbox, trouble, unrecorded } = payment;
  if (trouble) return found('problem', 'trouble', trouble.what, trouble.fix);
  if (provider === 'manual') return found('ok', 'payment_manual');
  return ifKnown(unrecorded, 'unknown', (reports) => {
    if (reports.length > 0) return found('problem', 'payment_unrecorded', provider, reports);
    return isSandbox ? found('warning', 'payment_sandbox', provider) : found('ok', 'payment_ok', provider);
  });
}

const OLDEST_SUPPORTED_NODE = 22;

function judgeVersions({ versions }: DoctorFacts): Judgement {
  const { node, duckdb } = versions;
  if ('unknown' in duckdb) return found('problem', 'versions_broken', versions);
  if ('value' in node && Number.parseInt(node.value, 10) < OLDEST_SUPPORTED_NODE) {
    return found('warning', 'versions_old_node', versions);
  }
  return found('ok', 'versions_ok', versions);
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

/** @param code the text for an unknown fact */
function ifKnown<Value>(
  fact: Fact<Value>,
  code: 'unknown' | 'certificate_unknown' | 'disk_unknown' | 'backup_unknown',
  judge: (value: Value) => Judgement,
): Judgement {
  return 'value' in fact ? judge(fact.value) : found('warning', code, fact.unknown);
}

function found<Code extends DoctorCode>(
  state: State,
  code: Code,
  ...values: Parameters<DoctorTexts[Code]>
): Judgement {
  return { state, code, values, ...findingText('en', { code, values }) };
}

export function findingText(
  language: Language,
  { code, values }: Pick<Finding, 'code' | 'values'>,
): Pick<Finding, 'what' | 'fix'> {
  const text = TEXTS[language][code] as (...values: readonly unknown[]) => DoctorText;
  const [what, fix = null] = text(...values);
  return { what, fix };
}

export function firstSentence(message: string): [first: string, others: string] {
  const end = /[.)] (?=[A-Z])/.exec(message);
  if (!end) return [message, 'Correct this, then run "alir doctor" again.'];
  return [message.slice(0, end.index + 1), message.slice(end.index + 2)];
}
