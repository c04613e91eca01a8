import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import {
  bundlesOf,
  type ChargeResult,
  type ChargeRow,
  dailyUsageOf,
  isOverLimit,
  unitsOf,
} from '../charge.ts';
import { isRolledBack, isUnavailable, ledgerUnavailable } from './postgres-errors.ts';

/** Charges are sent again for this time while the database restarts. */
const WAIT_TIMEOUT_MS = 3000;
const RETRY_MS = 50;
/** How often batches that were given up are tried again, until the database answers. */
const GIVE_UP_RETRY_MS = 500;

/** The usage of a batch, as the database reads it: the places of the charges, keys, dates, endpoints, units and requests. */
type UsageArrays = readonly [number[], string[], string[], string[], number[], number[]];
/** The number of a batch, its charges as JSON, and its usage. */
type BatchValues = readonly [string, string, ...UsageArrays];

/** Bundles that are charged together. */
interface Batch<Bundle> {
  readonly bundles: readonly Bundle[];
  readonly values: BatchValues;
}

/** Writes charges to a PostgreSQL ledger. Each batch has a number, so that it can be sent again and is charged once. */
export class PostgresCharges {
  readonly #pool: pg.Pool;
  /** Batches whose requests were refused and that may have been charged. */
  readonly #givenUp = new Set<BatchValues>();
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
    const refused: Charge[] = [];
    const batch = batchOf(bundlesOf(charges));
    for (const [bundle, result] of await this.#charge(batch)) {
      if (isOverLimit(result) && bundle.length > 1) refused.push(...bundle);
      else for (const charge of bundle) results.set(charge, result);
    }
    if (refused.length === 0) return results;
    try {
      const singles = await this.#charge(batchOf(refused.map((charge) => [charge])));
      for (const [bundle, result] of singles) for (const charge of bundle) results.set(charge, result);
      return results;
    } catch (error) {
      // All charges of a call fail together.
      this.#giveUp(batch);
      throw error;
    }
  }

  /** Waits for the batches that are being given up, but not until a database that is gone returns. */
  async close(): Promise<void> {
    await Promise.race([this.#givingUp, sleep(WAIT_TIMEOUT_MS, undefined, { ref: false })]);
    this.#givenUp.clear();
  }

  /**
   * Charges a batch, in which each bundle is one charge. Tries again while the database restarts.
   * @throws AlirError `ledger_unavailable`; then nothing stays charged
   */
  async #charge<Bundle extends readonly ChargeRow[]>(
    batch: Batch<Bundle>,
  ): Promise<Map<Bundle, ChargeResult>> {
    const { bundles, values } = batch;
    const end_ms = performance.now() + WAIT_TIMEOUT_MS;
    for (;;) {
      try {
        const { rows } = await this.#pool.query<{ results: ChargeResult[] }>({
          name: 'charge_batch',
          text: 'SELECT charge_batch($1, $2, $3, $4, $5, $6, $7, $8) AS results',
          values: [...values],
        });
        return resultsOf(bundles, rows[0]?.results ?? []);
      } catch (error) {
        if (!isUnavailable(error) && !isRolledBack(error)) throw error;
        // The batch may have been committed before the connection was lost. The next try has the same number, and returns its results.
        if (performance.now() >= end_ms) {
          this.#giveUp(batch);
          throw ledgerUnavailable(error);
        }
      }
      await sleep(RETRY_MS);
    }
  }

  /** Takes the charges of a batch back as soon as the database answers. */
  #giveUp({ values }: Batch<unknown>): void {
    this.#givenUp.add(values);
    this.#givingUp ??= this.#giveUpAll().finally(() => {
      this.#givingUp = undefined;
    });
  }

  async #giveUpAll(): Promise<void> {
    while (this.#givenUp.size > 0) {
      for (const values of this.#givenUp) {
        try {
          await this.#pool.query('SELECT take_back_charge_batch($1, $2, $3, $4, $5, $6, $7, $8)', [
            ...values,
          ]);
          this.#givenUp.delete(values);
        } catch {
          await sleep(GIVE_UP_RETRY_MS, undefined, { ref: false });
          break;
        }
      }
    }
  }
}

/** One charge for a bundle, as the database reads it. */
function chargeOf(bundle: readonly ChargeRow[]): object {
  const [first] = bundle;
  if (!first) throw new Error('A bundle has no charge');
  const { account_id, key_id, window, limit, key_limit, charged_at, idempotency } = first;
  return {
    account_id,
    key_id,
    quota_window: window,
    unit_limit: limit,
    key_limit,
    units: unitsOf(bundle),
    charged_at,
    idempotency_key: idempotency?.idempotency_key ?? null,
    request_sha256: idempotency?.request_sha256 ?? null,
    after: idempotency?.after ?? null,
  };
}

function batchOf<Bundle extends readonly ChargeRow[]>(bundles: readonly Bundle[]): Batch<Bundle> {
  const usage: UsageArrays = [[], [], [], [], [], []];
  const [places, keys, dates, endpoints, units, requests] = usage;
  for (const [place, bundle] of bundles.entries()) {
    for (const each of dailyUsageOf(bundle)) {
      places.push(place);
      keys.push(each.key_id);
      dates.push(each.usage_date);
      endpoints.push(each.endpoint);
      units.push(each.units);
      requests.push(each.requests);
    }
  }
  return { bundles, values: [randomUUID(), JSON.stringify(bundles.map(chargeOf)), ...usage] };
}

/** @param results in the order of the charges */
function resultsOf<Charge>(
  charges: readonly Charge[],
  results: readonly ChargeResult[],
): Map<Charge, ChargeResult> {
  if (results.length !== charges.length) {
    throw new Error(`The database returned ${results.length} results for ${charges.length} charges`);
  }
  return new Map(charges.map((charge, index) => [charge, results[index] as ChargeResult]));
}
