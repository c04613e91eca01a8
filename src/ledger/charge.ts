import type { Row } from './queries.ts';

/** A charge of one request, as the ledger writes it. */
export interface ChargeRow {
  readonly account_id: string;
  readonly key_id: string;
  readonly window: string;
  /** The units of the window. */
  readonly limit: number;
  /** Those of them that the key may use; null for all. */
  readonly key_limit: number | null;
  /** Negative to take a charge back. */
  readonly units: number;
  /** ISO-8601 in UTC. */
  readonly charged_at: string;
  /** The day of `charged_at` in Jakarta, `YYYY-MM-DD`. */
  readonly usage_date: string;
  /** The name of the operation. */
  readonly endpoint: string;
  /** The same request is charged once, however often it is sent. */
  readonly idempotency: {
    readonly idempotency_key: string;
    readonly request_sha256: string;
    /** A charge up to this time is expired. ISO-8601 in UTC. */
    readonly after: string;
  } | null;
}

/** The result of a charge. Only `charged` changes the ledger. */
export type ChargeResult =
  /** With the units of the account that are used in the window after this charge, or after later ones of the same batch. */
  | { readonly outcome: 'charged'; readonly used: number }
  /** The charge would exceed the limit of the account, or of the key. */
  | { readonly outcome: 'over_limit' | 'over_key_limit' }
  /** The same request with the same Idempotency-Key was charged before. */
  | { readonly outcome: 'repeated' }
  /** Another request with the same Idempotency-Key was charged before. */
  | { readonly outcome: 'conflicting' };

/** The outcome of a request that was sent again with an Idempotency-Key; undefined if there is no earlier charge with the key. */
export type RepeatedOutcome = 'repeated' | 'conflicting';

export function repeatedOutcome(
  earlier: Row<'idempotent_charge'> | undefined,
  request_sha256: string,
): RepeatedOutcome | undefined {
  if (!earlier) return undefined;
  return earlier.request_sha256 === request_sha256 ? 'repeated' : 'conflicting';
}

/** Groups charges that differ only in their units. Charges with an Idempotency-Key are not grouped. */
export function bundlesOf<Charge extends ChargeRow>(charges: readonly Charge[]): Charge[][] {
  const bundles: Charge[][] = [];
  const latest = new Map<string, Charge[]>();
  for (const charge of charges) {
    const { key_id, window, limit, key_limit, idempotency } = charge;
    if (idempotency) {
      bundles.push([charge]);
      continue;
    }
    const bundle = latest.get(key_id);
    const first = bundle?.[0];
    if (bundle && first?.window === window && first.limit === limit && first.key_limit === key_limit) {
      bundle.push(charge);
    } else {
      const opened = [charge];
      bundles.push(opened);
      latest.set(key_id, opened);
    }
  }
  return bundles;
}

/** Whether a bundle does not fit a limit, so that its charges are made one by one. */
export function isOverLimit({ outcome }: Pick<ChargeResult, 'outcome'>): boolean {
  return outcome === 'over_limit' || outcome === 'over_key_limit';
}

export function unitsOf(bundle: readonly ChargeRow[]): number {
  return bundle.reduce((sum, { units }) => sum + units, 0);
}

/** The units and the charged requests of a day in Jakarta, a key and an endpoint. */
export interface DailyUsage {
  readonly key_id: string;
  readonly usage_date: string;
  readonly endpoint: string;
  readonly units: number;
  readonly requests: number;
}

/** Adds up the charges of a key by day and endpoint. A charge that is taken back counts as one request less. */
export function dailyUsageOf(charges: readonly ChargeRow[]): DailyUsage[] {
  const sums: { -readonly [Field in keyof DailyUsage]: DailyUsage[Field] }[] = [];
  for (const { key_id, usage_date, endpoint, units } of charges) {
    const requests = units < 0 ? -1 : 1;
    const sum = sums.find((each) => each.endpoint === endpoint && each.usage_date === usage_date);
    if (sum) {
      sum.units += units;
      sum.requests += requests;
    } else {
      sums.push({ key_id, usage_date, endpoint, units, requests });
    }
  }
  return sums;
}
