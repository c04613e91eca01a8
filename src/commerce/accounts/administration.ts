import type { Clock } from '../../core/clock.ts';
import type { MoneyPlace, Plan, PlanMonths } from '../../core/commerce-terms.ts';
import { DAY_MS } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { type Ledger, rolledBack } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';
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
import {
  creditByPayment,
  type Move,
  moveMoney,
  recordPaidOutside,
  recordUnassigned,
  spentCredit,
  sumOfCredit,
  unassignedPayment,
  voidPayment,
  withoutTax,
} from './money.ts';
import { type AccountFilter, type AccountOverview, accountOverview, accountOverviews } from './overview.ts';
import type { PlanTerms } from './plans.ts';
import { expiry, type Idempotency, idempotencyConflict } from './quota/idempotency.ts';
import {
  boughtOf,
  changeSubscription,
  newPeriod,
  periodChanges,
  reduceValue,
  saleByHand,
} from './subscriptions.ts';

export interface AssignedPlan {
  readonly plan: Plan;
  readonly months: PlanMonths;
  /** The limits for a plan without standard limits; null for other plans. */
  readonly own_terms: PlanTerms | null;
  /** What the customer paid for it outside of an order. */
  readonly paid_idr: number;
}

/** A transfer that belongs to no order yet. */
interface Transfer {
  readonly amount_idr: number;
  readonly payment_reference: string;
  /** Default: now. */
  readonly paid_at?: Date | undefined;
}

/** Credit, or a transfer that belongs to no order, which is paid out or becomes credit. */
interface Payout {
  /** Of the transfer; without it, credit is paid out. */
  readonly payment_reference?: string | undefined;
  /** Default: all. */
  readonly amount_idr?: number | undefined;
  readonly asCredit?: boolean;
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

  /** The transfers of an account that belong to no order and are held, oldest first. */
  heldTransfers(account_id: string): Promise<Row<'held_transfers'>[]> {
    return this.#ledger.all('held_transfers', { account_id });
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

  /** Runs `work`, and takes everything back that it changed. */
  rolledBack<Result>(work: () => Promise<Result>): Promise<Result> {
    return rolledBack(this.#ledger, work);
  }

  /**
   * Runs a request of an operator with an Idempotency-Key, unless it was done in the last 24 hours: its answer may be lost.
   * @throws AlirError `already_done`, `idempotency_conflict`
   */
  once<Result>(
    actor: string,
    { idempotency_key, request_sha256 }: Idempotency,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return this.#ledger.transaction(async () => {
      const now = this.#clock.now();
      const request = { account_id: actor, idempotency_key };
      const earlier = await this.#ledger.get('idempotent_charge', { ...request, after: expiry(now) });
      if (earlier?.request_sha256 === request_sha256) {
        throw new AlirError(
          'already_done',
          'This request was already done, and was not done again. Send a new Idempotency-Key only to do it a second time.',
        );
      }
      if (earlier) throw idempotencyConflict();
      await this.#ledger.run('note_idempotent_charge', {
        ...{ ...request, request_sha256 },
        charged_at: now.toISOString(),
      });
      return await work();
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

  /** Records a transfer. It is held until it is assigned to an order, paid out, or becomes credit. @throws AlirError `bad_payment` */
  async recordTransfer(account_id: string, transfer: Transfer, change: Change): Promise<Account> {
    const { amount_idr, payment_reference, paid_at = this.#clock.now() } = transfer;
    const moved_at = paid_at.toISOString();
    return await this.#move(
      account_id,
      'payment.received',
      change,
      { ...transfer, paid_at: moved_at },
      async (now) => {
        const payments = await this.#ledger.all('payments_of_account', { account_id });
        const isKnown = payments.some((each) => {
          return each.voided_at === null && each.payment_reference === payment_reference;
        });
        if (isKnown || moved_at > now) {
          const problem = isKnown ? 'is recorded already' : 'is in the future';
          throw new AlirError('bad_payment', `The transfer ${payment_reference} ${problem}.`);
        }
        const payment_id = await recordUnassigned(this.#ledger, {
          ...{ account_id, provider: 'manual', payment_reference },
          ...{ paid_idr: amount_idr, paid_at: moved_at, recorded_at: now },
        });
        return {
          moves: [{ payment_id, source: 'customer', target: 'held', amount_idr }],
          moved_at,
        };
      },
    );
  }

  /** Records that credit or a transfer was paid out, or that a transfer became credit. @throws AlirError `bad_payment` */
  async payOut(account_id: string, payout: Payout, change: Change): Promise<Account> {
    const { payment_reference, asCredit = false } = payout;
    const action = asCredit ? 'credit.given' : 'credit.paid_out';
    return await this.#move(account_id, action, change, { ...payout }, async () => {
      const credit = await creditByPayment(this.#ledger, account_id);
      const transfer =
        payment_reference === undefined
          ? null
          : await unassignedPayment(this.#ledger, account_id, payment_reference);
      const money = withoutTax(credit);
      const available_idr = transfer?.places.held ?? Math.min(sumOfCredit(credit), sumOfCredit(money));
      const { amount_idr = available_idr } = payout;
      if (amount_idr > available_idr || available_idr <= 0 || (asCredit && !transfer)) {
        throw new AlirError(
          'bad_payment',
          `IDR ${Math.max(0, available_idr)} is available: name a transfer that is held, or an amount up to this.`,
        );
      }
      if (!transfer) return { moves: spentCredit(money, amount_idr, 'returned') };
      const { payment_id } = transfer;
      return {
        moves: [{ payment_id, source: 'held', target: asCredit ? 'credit' : 'returned', amount_idr }],
      };
    });
  }

  /**
   * Corrects the amount of a payment without an order: of a transfer, or of the last plan that the operator gave. What a transfer paid for
   * since stays; the account owes what was not paid.
   * @throws AlirError `bad_payment` if the plan was given without a payment
   */
  async correctPayment(
    account_id: string,
    payment_reference: string | null,
    paid_idr: number,
    change: Change,
  ): Promise<Account> {
    const details = { payment_reference, paid_idr };
    return await this.#move(account_id, 'payment.corrected', change, details, async (now) => {
      const payment = await unassignedPayment(this.#ledger, account_id, payment_reference);
      const { payment_id, provider, paid_at, recorded_at, places } = payment;
      const was_idr = payment.paid_idr ?? 0;
      if (paid_idr === was_idr) {
        throw new AlirError('bad_payment', `The amount of this payment is IDR ${paid_idr} already.`);
      }
      await voidPayment(this.#ledger, payment_id, now);
      const corrected = {
        account_id,
        provider,
        payment_reference,
        paid_idr,
        paid_at,
        recorded_at,
      };
      const corrected_id = await recordUnassigned(this.#ledger, corrected);
      const move = (of: number, source: MoneyPlace, target: MoneyPlace, amount_idr: number): Move => {
        return { payment_id: of, source, target, amount_idr };
      };
      if (provider === 'outside') {
        return {
          plan: await this.#correctValue(account_id, was_idr - paid_idr, recorded_at),
          moves: [
            move(payment_id, 'applied', 'customer', was_idr),
            move(corrected_id, 'customer', 'applied', paid_idr),
          ],
        };
      }
      const { held, returned } = places;
      const became_credit_idr = was_idr - held - returned;
      const returned_idr = Math.min(returned, paid_idr);
      return {
        moves: [
          move(payment_id, 'held', 'customer', held),
          move(payment_id, 'returned', 'customer', returned),
          move(payment_id, 'credit', 'customer', became_credit_idr),
          move(corrected_id, 'customer', 'held', paid_idr),
          move(corrected_id, 'held', 'returned', returned_idr),
          move(corrected_id, 'held', 'credit', Math.min(became_credit_idr, paid_idr - returned_idr)),
          move(corrected_id, 'credit', 'returned', returned - returned_idr),
        ],
      };
    });
  }

  /** Corrects what the present period is worth, if it contains the plan that was given last. @returns this plan */
  async #correctValue(account_id: string, lost_idr: number, paid_at: string): Promise<Plan> {
    const account = await this.#accounts.withId(account_id);
    const changes = await this.#accounts.changes(account_id);
    const given = periodChanges(changes).findLast(({ kind }) => kind === 'created' || kind === 'assignment');
    if (!given || given.changed_at > paid_at) {
      throw new AlirError(
        'bad_payment',
        `The plan that was given last, ${given?.plan}, was given without a payment, so there is no amount to correct. To record one, give the plan again: alir account plan ${account_id} --plan ${given?.plan} --paid IDR`,
      );
    }
    await reduceValue(this.#ledger, account, changes, { order_id: null, lost_idr, at: this.#clock.now() });
    return given.plan;
  }

  /** Records movements of money without an order. @param work gives them, with the time and the plan that are recorded */
  async #move(
    account_id: string,
    action: AuditAction,
    change: Change,
    details: Readonly<Record<string, unknown>>,
    work: (now: string) => Promise<{
      readonly moves: readonly Move[];
      readonly moved_at?: string;
      readonly plan?: Plan;
    }>,
  ): Promise<Account> {
    return await this.#ledger.transaction(async () => {
      await this.#accounts.changeable(account_id);
      const at = this.#clock.now();
      const { moves, moved_at = at.toISOString(), ...given } = await work(at.toISOString());
      const subscription = boughtOf(await this.#accounts.withId(account_id));
      const audit_id = await recordAudit(this.#ledger, {
        ...change,
        action,
        at,
        account_id,
        details: { ...details, ...given, subscription },
      });
      await moveMoney(this.#ledger, { audit_id, account_id, order_id: null, moved_at }, moves);
      return await this.#accounts.withId(account_id);
    });
  }

  /** Records what an operator decided about the data, such as a file that is published or not reported again. */
  async note(
    action: Extract<AuditAction, `file.${string}` | `incident.${string}` | `day.${string}`>,
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
