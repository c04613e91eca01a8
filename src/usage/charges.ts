import { setTimeout as sleep } from 'node:timers/promises';
import { AlirError } from '../core/errors.ts';
import { isBusy, type Ledger } from '../ledger/ledger.ts';

/** How long a charge waits for a ledger that another process is writing, and how often it looks. */
const PATIENCE_MS = 2000;
const RETRY_MS = 10;

export interface Charge {
  readonly account_id: string;
  readonly key_id: string;
  readonly window: string;
  readonly limit: number;
  readonly units: number;
  readonly charged_at: Date;
}

interface PendingCharge {
  readonly charge: Charge;
  readonly settle: (outcome: number | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Writes charges to the ledger. Those that arrive in the same turn of the event loop share a transaction, since flushing it to the disk
 * costs more than all the rest; each is settled by its own commit, and never before.
 */
export class Charges {
  readonly #ledger: Ledger;
  #pending: PendingCharge[] = [];
  #isFlushPlanned = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /**
   * Charges account and key together.
   * @returns the units that the account has used in the window now
   * @throws AlirError `quota_exceeded` when the account's limit would be passed; any other error when nothing could be written. Either
   *   way nothing was charged.
   */
  charge(charge: Charge): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#pending.push({
        charge,
        settle: (used) => (used === undefined ? reject(quotaExceeded()) : resolve(used)),
        fail: reject,
      });
      if (this.#isFlushPlanned) return;
      this.#isFlushPlanned = true;
      setImmediate(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#pending;
    this.#pending = [];
    this.#isFlushPlanned = false;
    try {
      const outcomes = await this.#commit(batch.map((pending) => pending.charge));
      for (const [place, pending] of batch.entries()) pending.settle(outcomes[place]);
    } catch (error) {
      for (const pending of batch) pending.fail(error);
    }
  }

  /** Tries again without blocking the event loop while another process writes. @returns what each account has used after its charge */
  async #commit(charges: readonly Charge[]): Promise<(number | undefined)[]> {
    for (let waited_ms = 0; ; waited_ms += RETRY_MS) {
      try {
        return this.#ledger.transactionUnlessBusy(() => this.#applyAll(charges));
      } catch (error) {
        if (!isBusy(error) || waited_ms >= PATIENCE_MS) throw error;
      }
      await sleep(RETRY_MS);
    }
  }

  /** Charges of one key are written as one, where that fits: a busy account then costs two statements a batch. */
  #applyAll(charges: readonly Charge[]): (number | undefined)[] {
    const outcomes = new Map<Charge, number | undefined>();
    const bundles = grouped(charges);
    for (const [first, ...others] of bundles.values()) {
      if (!first) continue;
      const bundle = [first, ...others];
      const units = bundle.reduce((sum, charge) => sum + charge.units, 0);
      const used = this.#apply({ ...first, units });
      for (const charge of bundle) outcomes.set(charge, used ?? this.#apply(charge));
    }
    return charges.map((charge) => outcomes.get(charge));
  }

  #apply({ account_id, key_id, window, limit, units, charged_at }: Charge): number | undefined {
    const account = { account_id, window, limit, units };
    const charged =
      this.#ledger.count<{ units: number }>('charge_account', account) ?? this.#chargeFirst(account);
    if (!charged) return undefined;
    this.#ledger.count('charge_key', { key_id, window, units, charged_at: charged_at.toISOString() });
    return charged.units;
  }

  /** The first charge of a window finds no row; one that would pass the limit finds none either. */
  #chargeFirst(account: object): { units: number } | undefined {
    this.#ledger.count('start_account_window', account);
    return this.#ledger.count<{ units: number }>('charge_account', account);
  }
}

function grouped(charges: readonly Charge[]): Map<string, Charge[]> {
  const groups = new Map<string, Charge[]>();
  for (const charge of charges) {
    const name = `${charge.key_id} ${charge.window} ${charge.limit}`;
    const group = groups.get(name);
    if (group) group.push(charge);
    else groups.set(name, [charge]);
  }
  return groups;
}

/** The text is the contract's; spec.md part 7. */
export function quotaExceeded(): AlirError {
  return new AlirError('quota_exceeded', 'Account monthly API limit exceeded');
}
