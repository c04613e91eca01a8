import {
  bundlesOf,
  type ChargeResult,
  type ChargeRow,
  type DailyUsage,
  dailyUsageOf,
  isOverLimit,
  repeatedOutcome,
  unitsOf,
} from '../charge.ts';
import type { Parameters, QueryName, Row } from '../queries.ts';

/** Maximum keys at endpoints in memory. */
const MAX_SERIES = 50_000;

/** The numbers under which keys at endpoints are counted, by key and endpoint. Clear it when a transaction fails that may have added some. */
export type UsageSeries = Map<string, number>;

/** Runs a query within the transaction of the charges. */
type Count = <Name extends QueryName>(name: Name, parameters: Parameters<Name>) => Row<Name> | undefined;

/** Charges one after another. A bundle that fits the limit is one charge, so that a busy account costs three statements. */
export function applyCharges<Charge extends ChargeRow>(
  count: Count,
  charges: readonly Charge[],
  series: UsageSeries,
): Map<Charge, ChargeResult> {
  const results = new Map<Charge, ChargeResult>();
  for (const bundle of bundlesOf(charges)) {
    const [first] = bundle;
    if (!first) continue;
    if (first.idempotency) {
      results.set(first, applyOnce(count, series, first, first.idempotency));
      continue;
    }
    const result = apply(count, series, bundle);
    for (const charge of bundle) {
      results.set(charge, isOverLimit(result) && bundle.length > 1 ? apply(count, series, [charge]) : result);
    }
  }
  return results;
}

/** Charges a request with an Idempotency-Key, unless it was charged before: the ledger has both in one transaction. */
function applyOnce(
  count: Count,
  series: UsageSeries,
  charge: ChargeRow,
  { idempotency_key, request_sha256, after }: NonNullable<ChargeRow['idempotency']>,
): ChargeResult {
  const { account_id, charged_at } = charge;
  const earlier = count('idempotent_charge', { account_id, idempotency_key, after });
  const outcome = repeatedOutcome(earlier, request_sha256);
  if (outcome) return { outcome };
  const result = apply(count, series, [charge]);
  if (result.outcome === 'charged') {
    count('note_idempotent_charge', { account_id, idempotency_key, request_sha256, charged_at });
    count('forget_idempotent_charges', { until: after });
  }
  return result;
}

/** Charges a bundle, which has a charge, in one go. */
function apply(count: Count, series: UsageSeries, bundle: readonly ChargeRow[]): ChargeResult {
  const { account_id, key_id, window, limit, key_limit, charged_at } = bundle[0] as ChargeRow;
  const units = unitsOf(bundle);
  if (key_limit !== null && units >= 0) {
    const used = count('key_units', { key_id, window })?.units ?? 0;
    if (used + units > key_limit) return { outcome: 'over_key_limit' };
  }
  const account = { account_id, window, limit, units };
  const charged = count('charge_account', account) ?? chargeFirst(count, account);
  if (!charged) return { outcome: 'over_limit' };
  count('charge_key', { key_id, window, units, charged_at });
  for (const usage of dailyUsageOf(bundle)) {
    const { usage_date, units, requests } = usage;
    count('count_usage', { usage_date, series: seriesOf(count, series, usage), units, requests });
  }
  return { outcome: 'charged', used: charged.units };
}

function seriesOf(count: Count, known: UsageSeries, { key_id, endpoint }: DailyUsage): number {
  const name = `${key_id} ${endpoint}`;
  const number = known.get(name);
  if (number !== undefined) return number;
  const row = count('usage_series', { key_id, endpoint });
  if (!row) throw new Error('A key at an endpoint has no number');
  if (known.size >= MAX_SERIES) known.clear();
  known.set(name, row.series);
  return row.series;
}

/** Inserts the row of a new window and charges it. */
function chargeFirst(count: Count, account: Parameters<'charge_account'>): Row<'charge_account'> | undefined {
  const { account_id, window } = account;
  count('start_account_window', { account_id, window });
  return count('charge_account', account);
}
