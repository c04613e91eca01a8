import type { Clock } from '../../../core/clock.ts';
import { DAY_MS, dateOfEpochDay, type IsoDate, JAKARTA_OFFSET_MS } from '../../../core/dates.ts';
import { type MaybePromise, whenKnown } from '../../../core/maybe-promise.ts';
import { isOverLimit, type RepeatedOutcome, repeatedOutcome } from '../../../ledger/charge.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Caller } from '../accounts.ts';
import { type Entitlement, entitlementAt } from '../entitlement.ts';
import { Charges } from './charges.ts';
import { expiry, type Idempotency, idempotencyConflict } from './idempotency.ts';
import { KeyUse } from './key-use.ts';
import { KeyLimitError, type Quota, QuotaError } from './quota-error.ts';

/** Maximum accounts in memory. Beyond it, accounts without held units are removed and read again at their next request. */
const MAX_ACCOUNTS = 10_000;

/** How often a request is charged, at most, while other servers give back the units that it needs. */
const MAX_CHARGES = 3;

/** A request that began before a change of the plan or a reset is charged in its own window, so an account can have two in use. */
const MAX_WINDOWS = 2;

interface UsedUnits {
  used: number;
  /** The part of `used` that may still be given back, because its flush is not complete. */
  unflushed: number;
  /** The version of the ledger that they were read from. */
  ledger_version: number;
  /** How many charges have changed `used`. */
  charges: number;
}

interface ChargeTime {
  readonly ms: number;
  /** The day in Jakarta, in days since 1970-01-01. */
  readonly day: number;
  /** ISO-8601 in UTC. */
  readonly charged_at: string;
  /** The same day, as a date. */
  readonly usage_date: IsoDate;
}

/** The units of an account, and those held by its running requests. */
interface Account {
  /** By window, the newest last. */
  readonly windows: Map<string, UsedUnits>;
  held: number;
  /** Reads of the ledger that are running. */
  reads: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly caller: Caller;
  readonly units: number;
  readonly grant: () => void;
  readonly refuse: (error: unknown) => void;
}

/** Units reserved for a running request. Call `charge` or `release` once; a second call does nothing. */
export interface Hold {
  /**
   * Charges the units durably to the quota window at the time of the call.
   * @param isDisconnected called within the commit and after its flush to disk: true when the client has disconnected
   * @param idempotency the request is charged once, however often it is sent
   * @returns false if the same request was charged before, and is not charged again
   * @throws QuotaError, KeyLimitError, AlirError `idempotency_conflict`, `client_gone`, and any error of the ledger. In each case nothing was charged,
   *   except after `not_ready` of a failed flush.
   */
  charge(isDisconnected: () => boolean, idempotency?: Idempotency | null): Promise<boolean>;
  release(): void;
}

/**
 * Counts units. A request holds its units in memory while it runs, so a crash leaves no reserved units, and is charged when its response
 * is ready. A hold that could exceed the limit is not granted. If it fits only when running requests fail, it waits for them to end, so
 * a refusal always means that the units are used up.
 */
export class Meter {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #charges: Charges;
  readonly keyUse: KeyUse;
  readonly #accounts = new Map<string, Account>();
  readonly #entitlements = new WeakMap<Caller, Entitlement>();
  /** Of the newest charge. */
  #time: ChargeTime = { ms: Number.NaN, day: Number.NaN, charged_at: '', usage_date: '' };

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#charges = new Charges(ledger);
    this.keyUse = new KeyUse(ledger, clock);
  }

  /** Writes what is pending. Call it when no request is running. */
  async close(): Promise<void> {
    await this.keyUse.close();
    await this.#charges.close();
  }

  /** The current entitlement of the caller's account. */
  entitlement(caller: Caller): Entitlement {
    const now = this.#clock.now();
    const known = this.#entitlements.get(caller);
    const now_ms = now.getTime();
    if (known && known.window_start.getTime() <= now_ms && now_ms < known.window_end.getTime()) return known;
    const fresh = entitlementAt(caller, now);
    this.#entitlements.set(caller, fresh);
    return fresh;
  }

  /** Brings the quota of the caller's account in memory up to date. Every request does this before it is answered. */
  refresh(caller: Caller): MaybePromise<void> {
    return whenKnown(this.#account(caller, this.entitlement(caller).window), () => {});
  }

  /** The quota of the caller's account, from the memory of this process. */
  quota(caller: Caller): Quota {
    const entitlement = this.entitlement(caller);
    const account = this.#accounts.get(caller.account_id);
    return quotaOf(entitlement, account?.windows.get(entitlement.window)?.used ?? 0);
  }

  /** The quota as the ledger has it now, with the charges of other processes. Falls back to memory if the ledger cannot be read. */
  async quotaInLedger(caller: Caller): Promise<Quota> {
    const entitlement = this.entitlement(caller);
    try {
      const { window } = entitlement;
      return quotaOf(entitlement, unitsIn(await this.#readAccount(caller, window), window).used);
    } catch {
      return this.quota(caller);
    }
  }

  /**
   * Brings the quota in memory up to date before a refusal: another server may have given units back. Only a ledger that several servers
   * share is read again.
   */
  refreshShared(caller: Caller): MaybePromise<void> {
    if (!this.#ledger.sharesUsage) return;
    return this.#readAccount(caller, this.entitlement(caller).window).then(() => {});
  }

  /** Units charged to the account in a window, by all servers. */
  async used(
    { account_id }: Pick<Caller, 'account_id'>,
    { window }: Pick<Entitlement, 'window'>,
  ): Promise<number> {
    return (await this.#ledger.get('account_units', { account_id, window }))?.units ?? 0;
  }

  /** Units charged to the caller's key in the current window of its account. */
  async usedByKey({ key_id }: Pick<Caller, 'key_id'>, { window }: Entitlement): Promise<number> {
    return (await this.#ledger.get('key_units', { key_id, window }))?.units ?? 0;
  }

  /** Whether the caller's account was charged for a request with this Idempotency-Key before. */
  async earlierCharge(
    { account_id }: Caller,
    { idempotency_key, request_sha256 }: Idempotency,
  ): Promise<RepeatedOutcome | undefined> {
    const after = expiry(this.#clock.now());
    const earlier = await this.#ledger.get('idempotent_charge', { account_id, idempotency_key, after });
    // The charge may be committed and not yet on the disk.
    if (earlier) await this.#ledger.flush();
    return repeatedOutcome(earlier, request_sha256);
  }

  /**
   * @param endpoint the name of the operation, under which the units are counted in the usage history
   * @throws QuotaError when the account has fewer units remaining, KeyLimitError when the key has; a charge checks both again
   */
  hold(caller: Caller, units: number, endpoint: string): MaybePromise<Hold> {
    const entitlement = this.entitlement(caller);
    return whenKnown(this.#accountFor(caller, entitlement, units), (account) => {
      const held = () => this.#held(caller, account, units, endpoint);
      const hold = () => {
        if (tryToHold(account, entitlement, units)) return held();
        return new Promise<Hold>((resolve, refuse) => {
          const grant = () => resolve(held());
          account.waiting.push({ caller, units, grant, refuse });
        });
      };
      return caller.max_units === null ? hold() : this.#checkKey(caller, entitlement, units).then(hold);
    });
  }

  /** @param isLastTry whether to refuse also if another server has given units back since @throws KeyLimitError */
  async #checkKey(caller: Caller, entitlement: Entitlement, units: number, isLastTry = false): Promise<void> {
    const used = await this.usedByKey(caller, entitlement);
    const limit = caller.max_units ?? Number.POSITIVE_INFINITY;
    if (used + units > limit || isLastTry)
      throw new KeyLimitError(caller, limit, used, units, entitlement.reset_at);
  }

  /** The account, read again if it seems to have fewer units remaining. */
  #accountFor(caller: Caller, { window, units: limit }: Entitlement, units: number): MaybePromise<Account> {
    return whenKnown(this.#account(caller, window), (account) => {
      if (unitsIn(account, window).used + units <= limit) return account;
      return whenKnown(this.refreshShared(caller), () => account);
    });
  }

  #held(caller: Caller, account: Account, units: number, endpoint: string): Hold {
    let isOpen = true;
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
      account.held -= units;
      if (account.waiting.length > 0) void this.#serveWaiting(account, caller);
    };
    return {
      release: end,
      charge: async (isDisconnected, idempotency = null) => {
        const entitlement = this.entitlement(caller);
        const { window, units: limit } = entitlement;
        const { account_id, key_id, max_units: key_limit } = caller;
        const now = this.#clock.now();
        const { charged_at, usage_date } = this.#timeOf(now);
        // From now on other responses show the charge. Its hold ends after the flush, because the units may still be given back.
        let unflushed: UsedUnits | undefined;
        const onCommit = (used: number) => {
          const counted = unitsIn(account, window);
          counted.used = used;
          counted.charges += 1;
          if (unflushed) return;
          unflushed = counted;
          unflushed.unflushed += units;
        };
        const row = {
          account_id,
          key_id,
          window,
          limit,
          key_limit,
          units,
          charged_at,
          usage_date,
          endpoint,
          idempotency: idempotency && { ...idempotency, after: expiry(now) },
          isDisconnected,
          onCommit,
        };
        try {
          let { outcome } = await this.#charges.charge(row);
          for (let tries = 1; isOverLimit({ outcome }); tries++) {
            const isLastTry = tries === MAX_CHARGES;
            if (outcome === 'over_key_limit') await this.#checkKey(caller, entitlement, units, isLastTry);
            const used = await this.used(caller, { window });
            // Otherwise, another server has given units back since.
            if (used + units > limit || isLastTry) throw new QuotaError(quotaOf(entitlement, used), units);
            outcome = (await this.#charges.charge(row)).outcome;
          }
          if (outcome === 'conflicting') throw idempotencyConflict();
          return outcome === 'charged';
        } finally {
          if (unflushed) unflushed.unflushed -= units;
          end();
        }
      },
    };
  }

  /** Charges come in bursts, and the texts of a time take longer than the rest of a charge in memory. */
  #timeOf(now: Date): ChargeTime {
    const ms = now.getTime();
    if (this.#time.ms !== ms) {
      const day = Math.floor((ms + JAKARTA_OFFSET_MS) / DAY_MS);
      const usage_date = day === this.#time.day ? this.#time.usage_date : dateOfEpochDay(day);
      this.#time = { ms, day, charged_at: now.toISOString(), usage_date };
    }
    return this.#time;
  }

  /** The window may have ended. If the ledger cannot be read, uses the account in memory, so that every waiting request is served. */
  async #serveWaiting(account: Account, caller: Caller): Promise<void> {
    try {
      await this.refresh(caller);
      await this.refreshShared(caller);
    } catch {
      // The ledger cannot be read.
    }
    for (const waiting of account.waiting.splice(0)) {
      try {
        // The window in which it began may have ended.
        const entitlement = this.entitlement(waiting.caller);
        if (tryToHold(account, entitlement, waiting.units)) waiting.grant();
        else account.waiting.push(waiting);
      } catch (error) {
        waiting.refuse(error);
      }
    }
  }

  /** The current account. It is read again after its window has ended or another process has written to the ledger. */
  #account({ account_id }: Caller, window: string): MaybePromise<Account> {
    const ledger_version = this.#ledger.version();
    let account = this.#accounts.get(account_id);
    if (!account) {
      if (this.#accounts.size >= MAX_ACCOUNTS) this.#forgetIdle();
      account = { windows: new Map(), held: 0, reads: 0, waiting: [] };
      this.#accounts.set(account_id, account);
    }
    if (account.windows.get(window)?.ledger_version === ledger_version) return account;
    return this.#read(account, { account_id, window, ledger_version });
  }

  /** The account as the ledger has it now. */
  async #readAccount(caller: Caller, window: string): Promise<Account> {
    const account = await this.#account(caller, window);
    const { account_id } = caller;
    const { ledger_version } = unitsIn(account, window);
    return this.#read(account, { account_id, window, ledger_version });
  }

  async #read(
    account: Account,
    { account_id, window, ledger_version }: { account_id: string; window: string; ledger_version: number },
  ): Promise<Account> {
    const charges = account.windows.get(window)?.charges ?? 0;
    account.reads += 1;
    try {
      const used = await this.used({ account_id }, { window });
      const units = unitsIn(account, window);
      // A charge that was committed meanwhile has the newer value.
      if (units.charges === charges) units.used = used;
      units.ledger_version = ledger_version;
    } finally {
      account.reads -= 1;
    }
    return account;
  }

  #forgetIdle(): void {
    for (const [account_id, account] of this.#accounts) {
      const isIdle = account.held === 0 && account.reads === 0 && account.waiting.length === 0;
      if (isIdle) this.#accounts.delete(account_id);
    }
  }
}

/** The units of a window. Those of the oldest window are forgotten. */
function unitsIn({ windows }: Account, window: string): UsedUnits {
  let units = windows.get(window);
  if (!units) {
    const [oldest] = windows.keys();
    if (oldest !== undefined && windows.size >= MAX_WINDOWS) windows.delete(oldest);
    units = { used: 0, unflushed: 0, ledger_version: -1, charges: 0 };
    windows.set(window, units);
  }
  return units;
}

function quotaOf(entitlement: Entitlement, used: number): Quota {
  return { entitlement, remaining: Math.max(0, entitlement.units - used) };
}

/** @returns false if it fits only when running requests fail @throws QuotaError if it does not fit in any case */
function tryToHold(account: Account, entitlement: Entitlement, units: number): boolean {
  const { used, unflushed } = unitsIn(account, entitlement.window);
  if (used - unflushed + units > entitlement.units) throw new QuotaError(quotaOf(entitlement, used), units);
  if (used + account.held + units > entitlement.units) return false;
  account.held += units;
  return true;
}
