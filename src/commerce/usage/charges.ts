import { AlirError } from '../../core/errors.ts';
import { isBusy, type Ledger, ledgerBusy } from '../../ledger/ledger.ts';
import type { Parameters, Row } from '../../ledger/queries.ts';
import { comparedWith, earlierCharge, expiry, type Idempotency } from './idempotency.ts';

/** How often a charge is retried while another process writes to the ledger, and the time between retries: 2 seconds in total. */
const MAX_TRIES = 200;
const RETRY_MS = 10;
/** A batch of this size is committed without waiting for more charges. */
const COMMIT_THRESHOLD = 64;
/** Maximum charges in one transaction, so that a backlog does not block the event loop. */
const MAX_BATCH = 1024;
/** Maximum charges that wait for the ledger. Further charges are refused. */
const MAX_PENDING = 8192;

export interface Charge {
  readonly account_id: string;
  readonly key_id: string;
  readonly window: string;
  readonly limit: number;
  readonly units: number;
  readonly charged_at: Date;
  /** True when the client has disconnected, so that no response can reach it. */
  readonly isDisconnected: () => boolean;
  /** The request is charged once, however often it is sent. Such a charge is kept when the client disconnects: a retry is free. */
  readonly idempotency: Idempotency | null;
  /** Called when the ledger has the charge, before it is flushed to the disk, with the used units of the account in the window. */
  readonly onCommit: (used: number) => void;
}

/** The result of a charge. Only `charged` and `refunded` change the ledger. */
export type ChargeResult =
  | { readonly outcome: 'charged'; readonly used: number }
  /** The charge would exceed the limit. */
  | { readonly outcome: 'over_limit' }
  /** The same request with the same Idempotency-Key was charged before. */
  | { readonly outcome: 'repeated' }
  /** Another request with the same Idempotency-Key was charged before. */
  | { readonly outcome: 'conflicting' };

interface PendingCharge {
  readonly charge: Charge;
  readonly resolve: (result: ChargeResult) => void;
  readonly fail: (error: unknown) => void;
  tries: number;
}

/** The results of the charges whose clients were connected. */
type Results = Map<PendingCharge, ChargeResult>;

/**
 * Writes charges to the ledger. Charges that arrive together share a transaction and its flush to disk, which costs more than everything
 * else. While a flush runs in the thread pool, further charges gather for the next transaction. A charge resolves only after its flush. Its
 * continuations run before the event loop handles anything else, so a response sent in them goes to a client that was still connected
 * after the flush. A client that disconnected between commit and flush gets its units back.
 */
export class Charges {
  readonly #ledger: Ledger;
  #pending: PendingCharge[] = [];
  /** True from the scheduling of a commit until the end of its flush. The next commit covers all charges that are pending then. */
  #isScheduled = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /**
   * Charges account and key together.
   * @throws AlirError `overloaded` when another process keeps the ledger locked, `client_gone`; any other error if the write
   *   fails. In each case nothing was charged. `not_ready` if the flush fails: the charge may be in the ledger.
   */
  charge(charge: Charge): Promise<ChargeResult> {
    return new Promise((resolve, fail) => {
      if (this.#pending.length >= MAX_PENDING) throw ledgerBusy();
      this.#pending.push({ charge, resolve, fail, tries: 0 });
      if (!this.#isScheduled) this.#schedule();
    });
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(() => this.#gather(0));
  }

  /** Waits until a turn of the event loop adds no further charge. */
  #gather(known: number): void {
    const count = this.#pending.length;
    if (count === known || count >= COMMIT_THRESHOLD) this.#commit();
    else setImmediate(() => this.#gather(count));
  }

  #commit(): void {
    const batch = this.#pending.length > MAX_BATCH ? this.#pending.slice(0, MAX_BATCH) : this.#pending;
    let results: Results;
    try {
      results = this.#ledger.transactionUnlessBusy(() => this.#applyAll(batch));
    } catch (error) {
      if (isBusy(error)) {
        this.#retry();
        return;
      }
      this.#pending = this.#pending.slice(batch.length);
      failAll(batch, error);
      this.#continue();
      return;
    }
    this.#pending = this.#pending.slice(batch.length);
    for (const [{ charge }, result] of results) {
      if (result.outcome === 'charged') charge.onCommit(result.used);
    }
    this.#ledger
      .flush()
      .then(
        () => this.#settle(batch, results),
        (error) => failAll(batch, error),
      )
      .then(() => this.#ledger.checkpointIfDue())
      .then(() => this.#continue());
  }

  #settle(batch: readonly PendingCharge[], results: Results): void {
    for (const pending of batch) {
      const result = results.get(pending);
      if (!result) pending.fail(clientGone());
      else if (isLost(pending, result)) this.#refund(pending);
      else pending.resolve(result);
    }
  }

  /** Takes a charge back, by a charge of negative units that precedes all pending ones. Its caller learns of it when it is done. */
  #refund({ charge, fail }: PendingCharge): void {
    const units = -charge.units;
    const taken = { ...charge, units, limit: Number.MAX_SAFE_INTEGER, isDisconnected: () => false };
    const end = () => fail(clientGone());
    this.#pending.unshift({ charge: taken, resolve: end, fail: end, tries: Number.NEGATIVE_INFINITY });
  }

  #continue(): void {
    this.#isScheduled = false;
    if (this.#pending.length > 0) this.#schedule();
  }

  /** Uses one timer for all pending charges. */
  #retry(): void {
    this.#pending = this.#pending.filter((pending) => {
      pending.tries += 1;
      if (pending.charge.isDisconnected()) pending.fail(clientGone());
      else if (pending.tries > MAX_TRIES) pending.fail(ledgerBusy());
      else return true;
      return false;
    });
    if (this.#pending.length > 0) setTimeout(() => this.#commit(), RETRY_MS);
    else this.#isScheduled = false;
  }

  /** Writes a bundle that fits the limit as one charge, so that a busy account costs two statements per batch. */
  #applyAll(batch: readonly PendingCharge[]): Results {
    const results: Results = new Map();
    for (const bundle of bundlesOf(batch)) {
      const [first] = bundle;
      if (!first) continue;
      if (first.charge.idempotency) {
        results.set(first, this.#applyOnce(first.charge, first.charge.idempotency));
        continue;
      }
      const units = bundle.reduce((sum, { charge }) => sum + charge.units, 0);
      const used = this.#apply(first.charge, units);
      for (const pending of bundle) {
        results.set(pending, resultOf(used ?? this.#apply(pending.charge, pending.charge.units)));
      }
    }
    return results;
  }

  /** Charges a request with an Idempotency-Key, unless it was charged before: the ledger has both in one transaction. */
  #applyOnce(charge: Charge, idempotency: Idempotency): ChargeResult {
    const { account_id, charged_at } = charge;
    const question = earlierCharge(account_id, idempotency, charged_at);
    const earlier = comparedWith(this.#ledger.count('idempotent_charge', question), idempotency);
    if (earlier) return { outcome: earlier };
    const result = resultOf(this.#apply(charge, charge.units));
    if (result.outcome === 'charged') {
      const { idempotency_key, request_sha256 } = idempotency;
      this.#ledger.count('note_idempotent_charge', {
        account_id,
        idempotency_key,
        request_sha256,
        charged_at: charged_at.toISOString(),
      });
      this.#ledger.count('forget_idempotent_charges', { until: expiry(charged_at) });
    }
    return result;
  }

  #apply({ account_id, key_id, window, limit, charged_at }: Charge, units: number): number | undefined {
    const account = { account_id, window, limit, units };
    const charged = this.#ledger.count('charge_account', account) ?? this.#chargeFirst(account);
    if (!charged) return undefined;
    this.#ledger.count('charge_key', { key_id, window, units, charged_at: charged_at.toISOString() });
    return charged.units;
  }

  /** Inserts the row of a new window and charges it. A charge that would exceed the limit still returns undefined. */
  #chargeFirst(account: Parameters<'charge_account'>): Row<'charge_account'> | undefined {
    this.#ledger.count('start_account_window', account);
    return this.#ledger.count('charge_account', account);
  }
}

function resultOf(used: number | undefined): ChargeResult {
  return used === undefined ? { outcome: 'over_limit' } : { outcome: 'charged', used };
}

/** Whether a charge must be taken back, because no response can reach its client. */
function isLost({ charge }: PendingCharge, { outcome }: ChargeResult): boolean {
  return outcome === 'charged' && charge.idempotency === null && charge.isDisconnected();
}

function failAll(batch: readonly PendingCharge[], error: unknown): void {
  for (const { fail } of batch) fail(error);
}

/**
 * Groups charges that differ only in their units. Charges with an Idempotency-Key are not grouped. Disconnected clients are not charged, so
 * their charges are omitted.
 */
function bundlesOf(batch: readonly PendingCharge[]): PendingCharge[][] {
  const bundles: PendingCharge[][] = [];
  const latest = new Map<string, PendingCharge[]>();
  for (const pending of batch) {
    if (pending.charge.isDisconnected()) continue;
    const { key_id, window, limit, idempotency } = pending.charge;
    if (idempotency) {
      bundles.push([pending]);
      continue;
    }
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

export function clientGone(): AlirError {
  return new AlirError('client_gone', 'The client closed the connection.');
}
