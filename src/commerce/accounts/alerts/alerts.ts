import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../core/clock.ts';
import { type IsoDate, MINUTE_MS } from '../../../core/dates.ts';
import { AlirError, invalidField } from '../../../core/errors.ts';
import { recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Row } from '../../../ledger/queries.ts';
import type { Accounts } from '../accounts.ts';
import { planAt } from '../entitlement.ts';
import type { SavedItems } from '../saved-items.ts';

/** What an evaluation of an alert costs: the number of alerts is limited instead. */
export const ALERT_UNITS = 0;

/** A stock of the watchlist is a member on a day on which the broker bought (sold) more than this value net, on the regular market. */
export interface BrokerRule {
  readonly broker: string;
  readonly side: 'buy' | 'sell';
  readonly value_idr: number;
}

export type Alert = Omit<Row<'alerts_of_account'>, 'account_id' | 'rule' | 'members' | 'last_change'> & {
  /** Null for the alert of a screen. */
  readonly rule: BrokerRule | null;
  /** The tickers on `trade_date`, in order. Null before the first evaluation. */
  readonly members: readonly string[] | null;
  /** The newest change that it notified of, with its publication and day; null without one. */
  readonly last_change: (Difference & { readonly publication: number; readonly trade_date: IsoDate }) | null;
};

/** How the members changed. */
export interface Difference {
  /** The day whose members were known before. */
  readonly since: IsoDate | null;
  /** Whether the members of this day were known before, and a publication corrected them. */
  readonly is_correction: boolean;
  readonly entered: readonly string[];
  readonly left: readonly string[];
}

/** What one alert notifies of. */
export type AlertChange = Pick<Alert, 'alert_id' | 'saved_id' | 'name' | 'rule'> & Difference;

/** The data of an event `alert.changed`: one for an account and a publication. */
export interface AlertEventData {
  readonly publication: number;
  readonly trade_date: IsoDate | null;
  readonly is_test: boolean;
  readonly alerts: readonly AlertChange[];
}

export class Alerts {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #saved: SavedItems;
  readonly #clock: Clock;

  constructor(ledger: Ledger, accounts: Accounts, saved: SavedItems, clock: Clock) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#saved = saved;
    this.#clock = clock;
  }

  /** Oldest first. */
  async all(account_id: string): Promise<Alert[]> {
    return (await this.#ledger.all('alerts_of_account', { account_id })).map(alertOf);
  }

  /** The number of alerts that the plan of an account allows. Newer ones are not evaluated. */
  async limit(account_id: string): Promise<number> {
    return planAt(await this.#accounts.withId(account_id), this.#clock.now()).alerts;
  }

  /** @throws AlirError `unknown_alert` */
  async find(account_id: string, alert_id: string): Promise<Alert> {
    const found = (await this.all(account_id)).find((alert) => alert.alert_id === alert_id);
    if (found) return found;
    const message = 'The account has no alert with this id. GET /account/alerts lists its alerts.';
    throw new AlirError('unknown_alert', message);
  }

  /**
   * @param rule for a watchlist; null for a screen
   * @returns the existing alert if the saved item has one with this rule
   * @throws AlirError `unknown_saved_item`, `alert_limit_reached`, `account_deleted`, `invalid_request`
   */
  async create(account_id: string, saved_id: string, rule: BrokerRule | null): Promise<Alert> {
    return await this.#ledger.transaction(async () => {
      await this.#accounts.changeable(account_id);
      const { kind } = await this.#saved.find(account_id, saved_id);
      if (kind === 'screen' && rule !== null)
        throw invalidField('rule', 'cannot be sent for a screen: its conditions are the rule');
      if (kind === 'watchlist' && rule === null)
        throw invalidField('rule', 'is required for a watchlist: broker, side and value_idr');
      const all = await this.all(account_id);
      const same = all.find((alert) => alert.saved_id === saved_id && isDeepStrictEqual(alert.rule, rule));
      // A form or a request may be sent twice.
      if (same) return same;
      const limit = await this.limit(account_id);
      const { length } = all;
      if (length >= limit) {
        const message = `The account has ${length} alerts, and its plan allows ${limit}. Delete ${length - limit + 1}, or upgrade the plan.`;
        throw new AlirError('alert_limit_reached', message);
      }
      const alert_id = randomUUID();
      await this.#ledger.run('create_alert', {
        ...{ alert_id, account_id, saved_id },
        rule: rule && JSON.stringify(rule),
        created_at: this.#clock.now().toISOString(),
      });
      return await this.find(account_id, alert_id);
    });
  }

  /** An alert that is resumed notifies of nothing that changed during the pause. @throws AlirError `unknown_alert` */
  async pause(account_id: string, alert_id: string, isPaused: boolean): Promise<Alert> {
    return await this.#ledger.transaction(async () => {
      const alert = await this.find(account_id, alert_id);
      if (isPaused === (alert.paused_at !== null)) return alert;
      const paused_at = isPaused ? this.#clock.now().toISOString() : null;
      await this.#ledger.run('pause_alert', { alert_id, paused_at });
      return await this.find(account_id, alert_id);
    });
  }

  /** @throws AlirError `unknown_alert` */
  async delete(account_id: string, alert_id: string): Promise<Alert> {
    return await this.#ledger.transaction(async () => {
      const alert = await this.find(account_id, alert_id);
      await this.#ledger.run('delete_alert', { alert_id });
      return alert;
    });
  }

  /** Has the present members sent as a test, at most once a minute. @throws AlirError `unknown_alert` */
  async test(account_id: string, alert_id: string): Promise<Alert> {
    return await this.#ledger.transaction(async () => {
      const alert = await this.find(account_id, alert_id);
      const at = this.#clock.now();
      const { publication, trade_date, members } = alert;
      const difference = { since: trade_date, is_correction: false, entered: members ?? [], left: [] };
      const data = {
        publication,
        trade_date,
        is_test: true,
        alerts: [changeOf(alert, difference)],
      } satisfies AlertEventData;
      const occurrence = `test ${alert_id} ${Math.floor(at.getTime() / MINUTE_MS)}`;
      await recordEvent(this.#ledger, { kind: 'alert.changed', occurrence, account_id, at, data });
      return alert;
    });
  }
}

export function alertOf({
  account_id: _,
  rule,
  members,
  last_change,
  ...row
}: Row<'alerts_of_account'>): Alert {
  return {
    ...row,
    rule: rule === null ? null : JSON.parse(rule),
    members: members === null ? null : JSON.parse(members),
    last_change: last_change === null ? null : JSON.parse(last_change),
  };
}

export function changeOf({ alert_id, saved_id, name, rule }: Alert, difference: Difference): AlertChange {
  return { alert_id, saved_id, name, rule, ...difference };
}
