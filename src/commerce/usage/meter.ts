import type { Clock } from '../../core/clock.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Caller } from '../accounts/accounts.ts';
import { type Entitlement, entitlementAt } from '../accounts/entitlement.ts';
import { Charges } from './charges.ts';
import { KeyUse } from './key-use.ts';
import { type Quota, QuotaError } from './quota-error.ts';

/** Accounts that are remembered at once; of those with nothing held, the others are forgotten and read again when they call. */
const MAX_ACCOUNTS = 10_000;

/** What an account has used and what its running requests may still use. */
interface Account {
  window: string;
  ledger_version: number;
  used: number;
  held: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  readonly entitlement: Entitlement;
  readonly units: number;
  readonly grant: () => void;
  readonly refuse: (error: unknown) => void;
}

/** Units that are set aside for a running request. It ends with one of its two methods; what comes second does nothing. */
export interface Hold {
  /**
   * Charges the units, durably, to the window in which this is called.
   * @param isDisconnected asked within the commit: true when no answer can reach the client any more
   * @throws QuotaError, AlirError `client_gone`, and whatever kept the ledger from writing: then nothing was charged
   */
  charge(isDisconnected: () => boolean): Promise<void>;
  release(): void;
}

/**
 * Counts units. A request holds its units before it works, in memory only, so that a crash strands nothing; it is charged when its
 * answer is ready. No hold is granted that could pass the limit; one that fits only if running requests fail waits for them to end,
 * so that a refusal always means that the units are really used up.
 */
export class Meter {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #charges: Charges;
  readonly keyUse: KeyUse;
  readonly #accounts = new Map<string, Account>();
  readonly #entitlements = new WeakMap<Caller, Entitlement>();

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#charges = new Charges(ledger);
    this.keyUse = new KeyUse(ledger, clock);
  }

  /** What the caller's account may do now. */
  entitlement(caller: Caller): Entitlement {
    const now = this.#clock.now();
    const known = this.#entitlements.get(caller);
    const now_ms = now.getTime();
    if (known && known.window_start.getTime() <= now_ms && now_ms < known.window_end.getTime()) return known;
    const fresh = entitlementAt(caller, now);
    this.#entitlements.set(caller, fresh);
    return fresh;
  }

  /** What the caller's account may use, and what remains of it as far as this process knows. */
  quota(caller: Caller): Quota {
    const entitlement = this.entitlement(caller);
    return quotaOf(entitlement, this.#account(caller, entitlement.window).used);
  }

  /** The same as the ledger has it at this moment, with what other processes charged; as known where it cannot be read. */
  quotaInLedger(caller: Caller): Quota {
    const entitlement = this.entitlement(caller);
    try {
      const account = this.#account(caller, entitlement.window);
      account.used = Math.max(account.used, this.#usedInLedger(caller, entitlement.window));
      return quotaOf(entitlement, account.used);
    } catch {
      return quotaOf(entitlement, this.#accounts.get(caller.account_id)?.used ?? 0);
    }
  }

  /** Units charged to the caller's account in its present window. */
  used(caller: Caller, { window }: Entitlement): number {
    return this.#account(caller, window).used;
  }

  /** Units charged to the caller's key in the present window of its account. */
  usedByKey({ key_id }: Caller, { window }: Entitlement): number {
    return this.#ledger.get('key_units', { key_id, window })?.units ?? 0;
  }

  /** @throws QuotaError when the units are more than the account has left */
  hold(caller: Caller, units: number): Hold | Promise<Hold> {
    const entitlement = this.entitlement(caller);
    const account = this.#account(caller, entitlement.window);
    if (tryToHold(account, entitlement, units)) return this.#held(caller, account, units);
    return new Promise((resolve, refuse) => {
      const grant = () => resolve(this.#held(caller, account, units));
      account.waiting.push({ entitlement, units, grant, refuse });
    });
  }

  #held(caller: Caller, account: Account, units: number): Hold {
    let isOpen = true;
    const end = () => {
      if (!isOpen) return;
      isOpen = false;
      account.held -= units;
      if (account.waiting.length > 0) serveWaiting(this.#asOfNow(account, caller));
    };
    return {
      release: end,
      charge: async (isDisconnected) => {
        const entitlement = this.entitlement(caller);
        const { window, units: limit } = entitlement;
        const { account_id, key_id } = caller;
        const charged_at = this.#clock.now();
        try {
          const charge = { account_id, key_id, window, limit, units, charged_at, isDisconnected };
          const used = await this.#charges.charge(charge);
          if (used === undefined) {
            throw new QuotaError(quotaOf(entitlement, this.#usedInLedger(caller, window)), units);
          }
          if (account.window === window) account.used = Math.max(account.used, used);
        } finally {
          end();
        }
      },
    };
  }

  /** A window may have ended meanwhile. Where the ledger cannot be read, what is remembered must do: nobody may be left waiting. */
  #asOfNow(account: Account, caller: Caller): Account {
    try {
      return this.#account(caller, this.entitlement(caller).window);
    } catch {
      return account;
    }
  }

  /** The account as of now: read again when its window is over or another process wrote to the ledger. */
  #account({ account_id }: Caller, window: string): Account {
    const ledger_version = this.#ledger.version();
    let account = this.#accounts.get(account_id);
    if (!account) {
      if (this.#accounts.size >= MAX_ACCOUNTS) this.#forgetIdle();
      account = { window: '', ledger_version: -1, used: 0, held: 0, waiting: [] };
      this.#accounts.set(account_id, account);
    }
    if (account.window !== window || account.ledger_version !== ledger_version) {
      account.window = window;
      account.ledger_version = ledger_version;
      account.used = this.#usedInLedger({ account_id }, window);
    }
    return account;
  }

  #usedInLedger({ account_id }: Pick<Caller, 'account_id'>, window: string): number {
    return this.#ledger.get('account_units', { account_id, window })?.units ?? 0;
  }

  #forgetIdle(): void {
    for (const [account_id, account] of this.#accounts) {
      if (account.held === 0 && account.waiting.length === 0) this.#accounts.delete(account_id);
    }
  }
}

function quotaOf(entitlement: Entitlement, used: number): Quota {
  return { entitlement, remaining: Math.max(0, entitlement.units - used) };
}

/** @returns false when running requests decide whether it fits @throws QuotaError when it does not fit anyway */
function tryToHold(account: Account, entitlement: Entitlement, units: number): boolean {
  if (account.used + units > entitlement.units)
    throw new QuotaError(quotaOf(entitlement, account.used), units);
  if (account.used + account.held + units > entitlement.units) return false;
  account.held += units;
  return true;
}

function serveWaiting(account: Account): void {
  for (const waiting of account.waiting.splice(0)) {
    try {
      if (tryToHold(account, waiting.entitlement, waiting.units)) waiting.grant();
      else account.waiting.push(waiting);
    } catch (error) {
      waiting.refuse(error);
    }
  }
}
