import { setImmediate as nextTurn } from 'node:timers/promises';
import { AlirError } from '../../../core/errors.ts';
import type { ChargeResult, ChargeRow } from '../../../ledger/charge.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { ledgerBusy } from '../../../ledger/ledger-error.ts';
import { isBusy } from '../../../ledger/sqlite/sqlite.ts';

/** How often a charge is retried while another process writes to the ledger, and the time between retries: 2 seconds in total. */
const MAX_TRIES = 200;
const RETRY_MS = 10;
/** How long the end of the process waits for charges. */
const CLOSE_TIMEOUT_MS = 5000;
/** Maximum charges in one transaction, so that a backlog does not block the event loop. */
const MAX_BATCH = 1024;
/** Maximum charges that wait for the ledger. Further charges are refused. */
const MAX_PENDING = 8192;

/** A charge with an Idempotency-Key is kept when the client disconnects: a retry is free. */
export interface Charge extends ChargeRow {
  /** True when the client has disconnected, so that no response can reach it. */
  readonly isDisconnected: () => boolean;
  /** Called when the ledger has the charge, before it is flushed to the disk, with the used units of the account in the window. */
  readonly onCommit: (used: number) => void;
}

interface PendingCharge {
  readonly charge: Charge;
  readonly resolve: (result: ChargeResult) => void;
  readonly fail: (error: unknown) => void;
  tries: number;
}

/** The results of the charges whose clients were connected. */
type Results = ReadonlyMap<Charge, ChargeResult>;

/**
 * Writes charges to the ledger. Charges that arrive together share a transaction and its flush to disk, which costs more than everything
 * else. During the write and its flush, further charges gather for the next transaction, whose flush normally begins before the
 * responses of this one are sent. A charge resolves only after its flush. Its continuations run before the event loop handles anything
 * else, so a response sent in them goes to a client that was still connected after the flush. A client that disconnected between commit
 * and flush gets its units back.
 */
export class Charges {
  readonly #ledger: Ledger;
  #pending: PendingCharge[] = [];
  /** True while a commit is scheduled, runs, or waits to be retried. No other one is scheduled then. */
  #isScheduled = false;
  /** Called when no commit is scheduled any more. */
  #onRest = () => {};

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
      this.#schedule();
    });
  }

  /** Waits for the charges that are being written: a client that has disconnected must get its units back. */
  async close(): Promise<void> {
    const resting = new Promise<void>((resolve) => {
      this.#onRest = resolve;
    });
    if (!this.#isScheduled) return;
    const late = new Promise<void>((resolve) => void setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
    await Promise.race([resting, late]);
  }

  /** The charges of one turn of the event loop are committed together. */
  #schedule(): void {
    if (this.#isScheduled || this.#pending.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => void this.#commit());
  }

  async #commit(): Promise<void> {
    // Usually undefined; without a wait, the commit is complete before the responses of the last one are sent.
    const checkpoint = this.#ledger.checkpointIfDue();
    if (checkpoint) await checkpoint;
    const batch = this.#pending.splice(0, MAX_BATCH);
    const connected = batch.map(({ charge }) => charge).filter(({ isDisconnected }) => !isDisconnected());
    let results: Results;
    try {
      const writing = this.#ledger.charge(connected);
      results = writing instanceof Promise ? await writing : writing;
    } catch (error) {
      if (isBusy(error)) {
        this.#pending.unshift(...batch);
        this.#retry();
        return;
      }
      // A database that does not respond has waited for a while. The units of a client that disconnected are then given back later.
      const kept =
        error instanceof AlirError && error.code === 'ledger_unavailable' ? batch.filter(isRefund) : [];
      this.#pending.unshift(...kept);
      failAll(
        batch.filter((pending) => !kept.includes(pending)),
        error,
      );
      this.#continue();
      return;
    }
    for (const [charge, result] of results) {
      if (result.outcome === 'charged') charge.onCommit(result.used);
    }
    try {
      await this.#ledger.flush();
    } catch (error) {
      failAll(batch, error);
      this.#continue();
      return;
    }
    // Requests that arrived during the flush are read first. Charges that are ready at once are in the next commit.
    await nextTurn();
    this.#settle(batch, results);
    if (this.#pending.length > 0) {
      // The responses are sent after this call, while the disk writes the next charges.
      void this.#commit();
      return;
    }
    // Under continuous load the next commit makes the checkpoint; here it is made although no request may follow.
    await this.#ledger.checkpointIfDue();
    this.#continue();
  }

  #settle(batch: readonly PendingCharge[], results: Results): void {
    for (const pending of batch) {
      const result = results.get(pending.charge);
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
    this.#schedule();
    if (!this.#isScheduled) this.#onRest();
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
    if (this.#pending.length > 0) setTimeout(() => void this.#commit(), RETRY_MS);
    else this.#continue();
  }
}

/** Whether a charge must be taken back, because no response can reach its client. */
function isLost({ charge }: PendingCharge, { outcome }: ChargeResult): boolean {
  return outcome === 'charged' && charge.idempotency === null && charge.isDisconnected();
}

function isRefund({ charge }: PendingCharge): boolean {
  return charge.units < 0;
}

function failAll(batch: readonly PendingCharge[], error: unknown): void {
  for (const { fail } of batch) fail(error);
}

export function clientGone(): AlirError {
  return new AlirError('client_gone', 'The client closed the connection.');
}
