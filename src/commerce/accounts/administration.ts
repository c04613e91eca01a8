import type { Clock } from '../../core/clock.ts';
import type { Plan, PlanMonths } from '../../core/commerce-terms.ts';
import { DAY_MS } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type AccountExport, exportAccount } from './account-export.ts';
import { type Account, type Accounts, checkTerms, emailTaken } from './accounts.ts';
import {
  type AuditAction,
  type AuditRange,
  auditEntries,
  type Change,
  type RecordedEntry,
  recordAudit,
} from './audit-log.ts';
import { entitlementAt } from './entitlement.ts';
import { recordPaidOutside } from './money.ts';
import { type AccountFilter, type AccountOverview, accountOverview, accountOverviews } from './overview.ts';
import type { PlanTerms } from './plans.ts';
import { boughtOf, changeSubscription, newPeriod, saleByHand } from './subscriptions.ts';

/** A plan that the operator gives to an account. */
export interface AssignedPlan {
  readonly plan: Plan;
  readonly months: PlanMonths;
  /** The limits for a plan without standard limits; null for other plans. */
  readonly own_terms: PlanTerms | null;
  /** What the customer paid for it outside of an order. */
  readonly paid_idr: number;
}

/** What the operator changes of an account by hand. Each change is in the audit log, in the same transaction. */
export class Administration {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #clock: Clock;

  constructor(ledger: Ledger, accounts: Accounts, clock: Clock) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#clock = clock;
  }

  get #services() {
    return { ledger: this.#ledger, accounts: this.#accounts, clock: this.#clock };
  }

  /** The accounts that match a filter, in the order of their creation. */
  overviews(filter: AccountFilter = {}): Promise<AccountOverview[]> {
    return accountOverviews(this.#services, filter);
  }

  /** @param account an id, or an e-mail address @throws AlirError `unknown_account` */
  overview(account: string): Promise<AccountOverview> {
    return accountOverview(this.#services, account);
  }

  /** Everything that the ledger has about an account. The audit log records who asked for it. @throws AlirError `unknown_account` */
  async export(account_id: string, by: Change): Promise<AccountExport> {
    const account = await this.#accounts.withId(account_id);
    const entry = { ...by, action: 'account.exported', account_id, details: {} } as const;
    await recordAudit(this.#ledger, { ...entry, at: this.#clock.now() });
    return await exportAccount(this.#ledger, account);
  }

  /** The entries of the audit log, of some days and of one account or of all, oldest first. */
  audit(range: AuditRange): Promise<RecordedEntry[]> {
    return auditEntries(this.#ledger, range, this.#clock.now());
  }

  /** Refuses the requests of all keys of the account, from the next one on. @throws AlirError `unknown_account`, `suspension_unchanged` */
  suspend(account_id: string, change: Change): Promise<Account> {
    return this.#setSuspended(account_id, true, change);
  }

  /** @throws AlirError `unknown_account`, `suspension_unchanged` */
  resume(account_id: string, change: Change): Promise<Account> {
    return this.#setSuspended(account_id, false, change);
  }

  /** @throws AlirError `unknown_account`, `email_taken` */
  async changeEmail(account_id: string, email: string, change: Change): Promise<Account> {
    return await this.#change(account_id, 'account.email_changed', change, async () => {
      const other = await this.#accounts.withEmail(email);
      if (other && other.account_id !== account_id) throw emailTaken(email);
      await this.#ledger.run('change_email', { account_id, email });
      return { email };
    });
  }

  /** Adds units to the quota of the present window. They end with the window. @throws AlirError `unknown_account` */
  async grantUnits(account_id: string, units: number, change: Change): Promise<Account> {
    return await this.#change(account_id, 'account.units_granted', change, async (account, now) => {
      const { window } = entitlementAt(account, now);
      const before = account.granted_window === window ? account.granted_units : 0;
      await this.#ledger.run('grant_units', { account_id, window, units: before + units });
      return { window, units };
    });
  }

  /** Moves the end of the paid period. @throws AlirError `unknown_account`, `no_paid_period` */
  async grantDays(account_id: string, days: number, change: Change): Promise<Account> {
    return await this.#change(account_id, 'account.days_granted', change, async (account, now) => {
      const end = account.period_end === null ? 0 : Date.parse(account.period_end);
      if (end <= now.getTime()) {
        throw new AlirError(
          'no_paid_period',
          'The account has no paid period to extend. Give it a plan: alir account plan ACCOUNT --plan PLAN',
        );
      }
      const period_end = new Date(end + days * DAY_MS).toISOString();
      const subscription = boughtOf({ ...account, period_end });
      await changeSubscription(this.#ledger, account, subscription, saleByHand('grant', now, 0));
      return { days, period_end, subscription };
    });
  }

  /** Replaces the plan from now on, without credit for the present period. @throws AlirError as Accounts.create */
  async assignPlan(account_id: string, assigned: AssignedPlan, change: Change): Promise<Account> {
    const { plan, months, own_terms, paid_idr } = assigned;
    checkTerms(plan, months, own_terms, paid_idr);
    return await this.#change(
      account_id,
      'account.plan_assigned',
      change,
      async (account, now) => {
        // Usage is counted by the start of a cycle, so the new period must not start with the old one.
        const start = new Date(Math.max(now.getTime(), Date.parse(account.period_start) + 1));
        const bought = newPeriod(plan, months, own_terms, paid_idr, start);
        await changeSubscription(this.#ledger, account, bought, saleByHand('assignment', now, paid_idr));
        return { plan, months, paid_idr, subscription: bought };
      },
      paid_idr,
    );
  }

  /** Records what an operator decided about the data, such as a file that is published or not reported again. */
  async note(
    action: Extract<AuditAction, `file.${string}` | `incident.${string}`>,
    details: Readonly<Record<string, unknown>>,
    change: Change,
  ): Promise<void> {
    const entry = { ...change, action, at: this.#clock.now(), account_id: null, details };
    await recordAudit(this.#ledger, entry);
  }

  #setSuspended(account_id: string, isSuspended: boolean, change: Change): Promise<Account> {
    const action = isSuspended ? 'account.suspended' : 'account.resumed';
    return this.#change(account_id, action, change, async (account, now) => {
      if ((account.suspended_at !== null) === isSuspended) {
        throw new AlirError(
          'suspension_unchanged',
          `The account is ${isSuspended ? 'already' : 'not'} suspended.`,
        );
      }
      const suspended_at = isSuspended ? now.toISOString() : null;
      await this.#ledger.run('set_suspension', { account_id, suspended_at });
      return {};
    });
  }

  /** @param paid_idr money that came in with the change */
  async #change(
    account_id: string,
    action: AuditAction,
    change: Change,
    work: (account: Account, now: Date) => Promise<Readonly<Record<string, unknown>>>,
    paid_idr = 0,
  ): Promise<Account> {
    return await this.#ledger.transaction(async () => {
      const now = this.#clock.now();
      const details = await work(await this.#accounts.changeable(account_id), now);
      const audit_id = await recordAudit(this.#ledger, {
        ...change,
        action,
        at: now,
        account_id,
        details,
      });
      await recordPaidOutside(this.#ledger, { audit_id, account_id, moved_at: now.toISOString() }, paid_idr);
      return await this.#accounts.withId(account_id);
    });
  }
}
