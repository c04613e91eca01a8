import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { bundlesOf, type ChargeResult, type ChargeRow } from './charge.ts';
import { isRolledBack, isUnavailable, ledgerUnavailable } from './postgres-errors.ts';

/** Charges are sent again for this time while the database restarts. */
const WAIT_TIMEOUT_MS = 3000;
const RETRY_MS = 50;
/** How often batches that were given up are tried again, until the database answers. */
const GIVE_UP_RETRY_MS = 500;

/** Writes charges to a PostgreSQL ledger. Each batch has a number, so that it can be sent again and is charged once. */
export class PostgresCharges {
  readonly #pool: pg.Pool;
  /** Batches whose requests were refused and that may have been charged. */
  readonly #givenUp = new Set<string>();
  #givingUp: Promise<void> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * A bundle that fits the limit is one charge in the database. The charges of any other one are sent again, one by one.
   * @returns the result of each charge, in the order in which they were charged
   * @throws AlirError `ledger_unavailable`; then nothing stays charged
   */
  async charge<Charge extends ChargeRow>(charges: readonly Charge[]): Promise<Map<Charge, ChargeResult>> {
    const results = new Map<Charge, ChargeResult>();
    if (charges.length === 0) return results;
    const bundles = new Map(bundlesOf(charges).map((bundle) => [sumOf(bundle), bundle]));
    const refused: Charge[] = [];
    const batch_id = randomUUID();
    for (const [sum, result] of await this.#charge(batch_id, [...bundles.keys()])) {
      const bundle = bundles.get(sum) ?? [];
      if (result.outcome === 'over_limit' && bundle.length > 1) refused.push(...bundle);
      else for (const charge of bundle) results.set(charge, result);
    }
    if (refused.length === 0) return results;
    try {
      return new Map([...results, ...(await this.#charge(randomUUID(), refused))]);
    } catch (error) {
      // All charges of a call fail together.
      this.#giveUp(batch_id);
      throw error;
    }
  }

  /** Waits for the batches that are being given up, but not until a database that is gone returns. */
  async close(): Promise<void> {
    await Promise.race([this.#givingUp, sleep(WAIT_TIMEOUT_MS, undefined, { ref: false })]);
    this.#givenUp.clear();
  }

  /** Charges a batch, again while the database restarts. @throws AlirError `ledger_unavailable`; then nothing stays charged */
  async #charge<Charge extends ChargeRow>(
    batch_id: string,
    charges: readonly Charge[],
  ): Promise<Map<Charge, ChargeResult>> {
    const text = JSON.stringify(charges.map(chargeOf));
    const end_ms = performance.now() + WAIT_TIMEOUT_MS;
    for (;;) {
      try {
        const { rows } = await this.#pool.query<{ results: ChargeResult[] }>({
          name: 'charge_batch',
          text: 'SELECT charge_batch($1, $2) AS results',
          values: [batch_id, text],
        });
        return resultsOf(charges, rows[0]?.results ?? []);
      } catch (error) {
        if (!isUnavailable(error) && !isRolledBack(error)) throw error;
        // The batch may have been committed before the connection was lost. The next try has the same number, and returns its results.
        if (performance.now() >= end_ms) {
          this.#giveUp(batch_id);
          throw ledgerUnavailable(error);
        }
      }
      await sleep(RETRY_MS);
    }
  }

  /** Takes the charges of a batch back as soon as the database answers. */
  #giveUp(batch_id: string): void {
    this.#givenUp.add(batch_id);
    this.#givingUp ??= this.#giveUpAll().finally(() => {
      this.#givingUp = undefined;
    });
  }

  async #giveUpAll(): Promise<void> {
    while (this.#givenUp.size > 0) {
      for (const batch_id of this.#givenUp) {
        try {
          await this.#pool.query('SELECT give_up_charge_batch($1)', [batch_id]);
          this.#givenUp.delete(batch_id);
        } catch {
          await sleep(GIVE_UP_RETRY_MS, undefined, { ref: false });
          break;
        }
      }
    }
  }
}

/** One charge for a bundle. */
function sumOf(bundle: readonly ChargeRow[]): ChargeRow {
  const [first] = bundle;
  if (!first) throw new Error('A bundle has no charge');
  return { ...first, units: bundle.reduce((sum, { units }) => sum + units, 0) };
}

function chargeOf({ account_id, key_id, window, limit, units, charged_at, idempotency }: ChargeRow): object {
  return {
    account_id,
    key_id,
    quota_window: window,
    unit_limit: limit,
    units,
    charged_at: charged_at.toISOString(),
    idempotency_key: idempotency?.idempotency_key ?? null,
    request_sha256: idempotency?.request_sha256 ?? null,
    after: idempotency?.after ?? null,
  };
}

/** @param results in the order of the charges */
function resultsOf<Charge extends ChargeRow>(
  charges: readonly Charge[],
  results: readonly ChargeResult[],
): Map<Charge, ChargeResult> {
  if (results.length !== charges.length) {
    throw new Error(`The database returned ${results.length} results for ${charges.length} charges`);
  }
  return new Map(charges.map((charge, index) => [charge, results[index] as ChargeResult]));
}
