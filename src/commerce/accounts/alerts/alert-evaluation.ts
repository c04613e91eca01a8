import { createHash } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../core/clock.ts';
import type { IsoDate } from '../../../core/dates.ts';
import { type Brief, briefOf, type Watched } from '../../../core/market/brief.ts';
import { recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Accounts } from '../accounts.ts';
import { planAt } from '../entitlement.ts';
import {
  type Alert,
  type AlertChange,
  type AlertEventData,
  alertOf,
  changeOf,
  lastChangeOf,
  type SentBrief,
} from './alerts.ts';

/** Accounts that one query reads. */
const PAGE = 100;

/** The newest day of a publication. */
export interface PublishedDay {
  /** The number of the publication. */
  readonly publication: number;
  readonly trade_date: IsoDate;
  /** The value that a broker bought net of each ticker, in rupiah, on the regular market. */
  netValues(broker: string): Promise<ReadonlyMap<string, number>>;
  /** The stocks that a saved screen selects, by ticker. @param screen its content */
  screened(screen: unknown): Promise<string[]>;
  /** What is unusual on the day; null if it has no measures. */
  brief(): Promise<Brief | null>;
}

export interface EvaluationServices {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

/**
 * Compares the members of all alerts with those of the last evaluation, and the briefs of accounts with their last ones. Records one event
 * for each account whose alerts or brief changed, in the transaction that stores the new members: each entry, exit and brief is recorded
 * once, wherever a process is killed and however many processes evaluate. After several publications, the difference is that between the last evaluated one and the newest one.
 * @throws the first error of an alert, after the alerts of the other accounts were evaluated
 */
export async function evaluateAlerts(services: EvaluationServices, day: PublishedDay): Promise<void> {
  const known = new Map<string, Promise<string[]>>();
  /** The same alerts of several accounts are evaluated once. */
  const membersAt = (alert: Alert) => {
    const key = definitionOf(alert);
    const members = known.get(key) ?? membersOf(alert, day);
    known.set(key, members);
    return members;
  };
  const errors: unknown[] = [];
  let account_id = '';
  for (;;) {
    const query = { publication: day.publication, account_id, limit: PAGE };
    const due = await services.ledger.all('accounts_with_due_alerts', query);
    for (const account of due) {
      const started_ms = services.clock.monotonic_ms();
      await evaluateAccount(services, day, account.account_id, membersAt).catch((error) =>
        errors.push(error),
      );
      // Two thirds of the time are for requests.
      await sleep(2 * (services.clock.monotonic_ms() - started_ms));
    }
    const last = due.at(-1);
    if (!last || due.length < PAGE) break;
    account_id = last.account_id;
  }
  if (errors.length > 0) throw errors[0];
}

async function evaluateAccount(
  { ledger, accounts, clock }: EvaluationServices,
  day: PublishedDay,
  account_id: string,
  membersAt: (alert: Alert) => Promise<string[]>,
): Promise<void> {
  const { publication, trade_date } = day;
  const due = async () => {
    const limit = planAt(await accounts.withId(account_id), clock.now()).alerts;
    const all = (await ledger.all('alerts_of_account', { account_id })).map(alertOf);
    return all
      .map((alert, place) => ({ alert, isAllowed: place < limit }))
      .filter(({ alert }) => alert.paused_at === null && alert.publication < publication);
  };
  const found = new Map<string, string[]>();
  for (const { alert, isAllowed } of await due()) {
    if (isAllowed) found.set(definitionOf(alert), await membersAt(alert));
    // Requests run between two alerts.
    await nextTurn();
  }
  const whole = (await ledger.get('due_brief', { account_id, publication })) && (await day.brief());
  await ledger.transaction(async () => {
    if ((await accounts.withId(account_id)).suspended_at !== null) return;
    const changes: AlertChange[] = [];
    // The alerts may have been changed, deleted or evaluated meanwhile.
    for (const { alert, isAllowed } of await due()) {
      const { alert_id } = alert;
      const members = isAllowed ? found.get(definitionOf(alert)) : alert.members;
      if (members === undefined) continue;
      const change = differenceOf(alert, members, trade_date);
      if (change) changes.push(change);
      const evaluated = {
        trade_date: isAllowed ? trade_date : alert.trade_date,
        members: members && JSON.stringify(members),
        last_change: change && JSON.stringify(lastChangeOf(change, publication, trade_date)),
      };
      await ledger.run('note_evaluated_alert', { alert_id, publication, ...evaluated });
    }
    const brief = whole ? await newBrief(ledger, { account_id, publication }, whole) : null;
    const [first] = changes;
    if (!first && !brief) return;
    const news = { alerts: changes, ...(brief && { brief }) };
    const data = { publication, trade_date, is_test: false, ...news } satisfies AlertEventData;
    // An upgrade during the evaluation leaves alerts for a second event of the publication.
    const occurrence = `${account_id} ${publication} ${first?.alert_id ?? ''}`;
    const kind = first ? 'alert.changed' : 'brief.published';
    await recordEvent(ledger, { kind, occurrence, account_id, at: clock.now(), data });
  });
}

/** The brief that an account gets for a publication, which is noted; null for none, and for the same one. */
async function newBrief(
  ledger: Ledger,
  account: { readonly account_id: string; readonly publication: number },
  whole: Brief,
): Promise<SentBrief | null> {
  const due = await ledger.get('due_brief', account);
  if (!due) return null;
  const { brief_watchlist: saved_id, brief_date, brief_sha256: last, name, content } = due;
  if (saved_id !== null && content === null) return null;
  const brief = briefOf(whole, content === null ? null : JSON.parse(content));
  const brief_sha256 = createHash('sha256').update(JSON.stringify(brief.lines)).digest('hex');
  const { account_id, publication: brief_publication } = account;
  await ledger.run('note_brief', { account_id, brief_publication, brief_date: brief.date, brief_sha256 });
  const is_correction = brief_date === brief.date;
  const isSame = is_correction && (last === null || last === brief_sha256);
  if (brief_date === null || isSame || brief.date < brief_date) return null;
  return { ...brief, is_correction, watchlist: saved_id === null ? null : { saved_id, name: name ?? '' } };
}

/** Null for the first members, and for the same ones. */
function differenceOf(
  alert: Alert,
  members: readonly string[] | null,
  trade_date: IsoDate,
): AlertChange | null {
  if (alert.members === null || members === null) return null;
  const [before, after] = [new Set(alert.members), new Set(members)];
  const entered = members.filter((ticker) => !before.has(ticker));
  const left = alert.members.filter((ticker) => !after.has(ticker));
  if (entered.length + left.length === 0) return null;
  return changeOf(alert, { is_correction: alert.trade_date === trade_date, entered, left });
}

/** Alerts with the same definition have the same members. */
function definitionOf({ content, rule }: Alert): string {
  return JSON.stringify([content, rule]);
}

async function membersOf({ content, rule }: Alert, day: PublishedDay): Promise<string[]> {
  if (rule === null) return await day.screened(JSON.parse(content));
  const { tickers } = JSON.parse(content) as Watched;
  const net = await day.netValues(rule.broker);
  const sign = rule.side === 'buy' ? 1 : -1;
  return tickers.filter((ticker) => sign * (net.get(ticker) ?? 0) > rule.value_idr).toSorted();
}
