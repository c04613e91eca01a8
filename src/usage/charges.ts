import { setTimeout as sleep } from 'node:timers/promises';
import { AlirError } from '../core/errors.ts';
import { isBusy, type Ledger } from '../ledger/ledger.ts';

/** How long a charge waits for a ledger that another process is writing, and how often it looks. */
const PATIENCE_MS = 2000;
const RETRY_MS = 10;
const ENOUGH = 64;

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

/** What the account has used after each charge; undefined for one that would have passed the limit and was not made. */
type Outcomes = Map<PendingCharge, number | undefined>;

/**
 * Writes charges to the ledger. Those that arrive together share a transaction, since flushing it to the disk costs more than all the
 * rest; each is settled by its own commit, and never before.
 */
export class Charges {
  readonly #ledger: Ledger;
  #pending: PendingCharge[] = [];

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
      if (this.#pending.length === 1) setImmediate(() => this.#gather(0));
    });
  }

  /** Waits for a turn of the event loop that brings no further charge. */
  #gather(known: number): void {
    const count = this.#pending.length;
    if (count === known || count >= ENOUGH) void this.#flush();
    else setImmediate(() => this.#gather(count));
  }

  async #flush(): Promise<void> {
    const batch = this.#pending;
    this.#pending = [];
    try {
      const outcomes = await this.#commit(bundlesOf(batch));
      for (const pending of batch) pending.settle(outcomes.get(pending));
    } catch (error) {
      for (const { fail } of batch) fail(error);
    }
  }

  /** Tries again without blocking the event loop while another process writes. */
  async #commit(bundles: readonly PendingCharge[][]): Promise<Outcomes> {
    for (let waited_ms = 0; ; waited_ms += RETRY_MS) {
      try {
        return this.#ledger.transactionUnlessBusy(() => this.#applyAll(bundles));
      } catch (error) {
        if (!isBusy(error) || waited_ms >= PATIENCE_MS) throw error;
      }
      await sleep(RETRY_MS);
    }
  }

  /** A bundle that fits is written as one charge: a busy account costs two statements a batch. */
  #applyAll(bundles: readonly PendingCharge[][]): Outcomes {
    const outcomes: Outcomes = new Map();
    for (const bundle of bundles) {
      const [first] = bundle;
      if (!first) continue;
      const units = bundle.reduce((sum, { charge }) => sum + charge.units, 0);
      const used = this.#apply({ ...first.charge, units });
      for (const pending of bundle) outcomes.set(pending, used ?? this.#apply(pending.charge));
    }
    return outcomes;
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

/** Charges that differ in their units only, side by side. */
function bundlesOf(batch: readonly PendingCharge[]): PendingCharge[][] {
  const bundles: PendingCharge[][] = [];
  const latest = new Map<string, PendingCharge[]>();
  for (const pending of batch) {
    const { key_id, window, limit } = pending.charge;
    const bundle = latest.get(key_id);
    const first = bundle?.[0]?.charge;
    if (bundle && first?.window === window && first.limit === limit) {
      bundle.push(pending);
    } else {
      const opened = [pending];
      bundles.push(opened);
      latest.set(key_id, opened);
    }
  }
  return bundles;
}

/** The text is the contract's; spec.md part 7. */
export function quotaExceeded(): AlirError {
  return new AlirError('quota_exceeded', 'Account monthly API limit exceeded');
}
