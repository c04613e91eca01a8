import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { IsoDate } from '../../../core/dates.ts';
import type { Brief, Watched } from '../../../core/market/brief.ts';
import { recordEvent } from '../../../ledger/events.ts';
import type { AccountServices } from '../accounts.ts';
import { planAt } from '../entitlement.ts';
import {
  type Alert,
  type AlertChange,
  type AlertEventData,
  alertOf,
  changeOf,
  type Difference,
} from './alerts.ts';
import { isDue, recordBriefs } from './brief-subscriptions.ts';

/** Accounts that one query reads. */
const PAGE = 100;

/** The newest day of a publication. */
export interface PublishedDay {
  readonly publication: number;
  readonly trade_date: IsoDate;
  /** The value that a broker bought net of each ticker, in rupiah, on the regular market. */
  netValues(broker: string): Promise<ReadonlyMap<string, number>>;
  /** The stocks that a saved screen selects, by ticker. @param screen its content */
  screened(screen: unknown): Promise<string[]>;
  /** What is unusual on the day; null if it has no measures. */
  brief(): Promise<Brief | null>;
}

/**
 * Compares the members of all alerts with those of the last evaluation, and makes the briefs that people get. Records one event for each
 * account whose alerts changed, and a notice for each brief, in the transaction that stores the new members: each entry, exit and brief is
 * recorded once, wherever a process is killed and however many processes evaluate. After several publications, the difference is that
 * between the last evaluated one and the newest one.
 * @throws the first error of an alert, after the alerts of the other accounts were evaluated
 */
export async function evaluateAlerts(services: AccountServices, day: PublishedDay): Promise<void> {
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
  { ledger, accounts, clock }: AccountServices,
  day: PublishedDay,
  account_id: string,
  membersAt: (alert: Alert) => Promise<string[]>,
): Promise<void> {
  const { publication, trade_date } = day;
  const limitOf = async () => planAt(await accounts.withId(account_id), clock.now()).alerts;
  const due = async () => {
    const limit = await limitOf();
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
  const subscriptions = await ledger.all('brief_subscriptions', { account_id });
  const brief = subscriptions.some((each) => isDue(each, publication)) ? await day.brief() : null;
  await ledger.transaction(async () => {
    if ((await accounts.withId(account_id)).suspended_at !== null) return;
    const changes: AlertChange[] = [];
    // The alerts may have been changed, deleted or evaluated meanwhile.
    for (const { alert, isAllowed } of await due()) {
      const { alert_id } = alert;
      const members = isAllowed ? found.get(definitionOf(alert)) : alert.members;
      if (members === undefined) continue;
      const difference = differenceOf(alert, members, trade_date);
      if (difference) changes.push(changeOf(alert, difference));
      const evaluated = {
        trade_date: isAllowed ? trade_date : alert.trade_date,
        members: members && JSON.stringify(members),
        last_change: difference && JSON.stringify({ publication, trade_date, ...difference }),
      };
      await ledger.run('note_evaluated_alert', { alert_id, publication, ...evaluated });
    }
    const at = clock.now();
    if (brief) await recordBriefs(ledger, brief, { account_id, publication, limit: await limitOf(), at });
    const [first] = changes;
    if (!first) return;
    const data = { publication, trade_date, is_test: false, alerts: changes } satisfies AlertEventData;
    // An upgrade during the evaluation leaves alerts for a second event of the publication.
    const occurrence = `${account_id} ${publication} ${first.alert_id}`;
    await recordEvent(ledger, { kind: 'alert.changed', occurrence, account_id, at, data });
  });
}

/** Null for the first members, and for the same ones. */
function differenceOf(
  alert: Alert,
  members: readonly string[] | null,
  trade_date: IsoDate,
): Difference | null {
  if (alert.members === null || members === null) return null;
  const [before, after] = [new Set(alert.members), new Set(members)];
  const entered = members.filter((ticker) => !before.has(ticker));
  const left = alert.members.filter((ticker) => !after.has(ticker));
  if (entered.length + left.length === 0) return null;
  return { since: alert.trade_date, is_correction: alert.trade_date === trade_date, entered, left };
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
