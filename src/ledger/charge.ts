/** A charge of one request, as the ledger writes it. */
export interface ChargeRow {
  readonly account_id: string;
  readonly key_id: string;
  readonly window: string;
  /** The units of the window. */
  readonly limit: number;
  /** Negative to take a charge back. */
  readonly units: number;
  /** ISO-8601 in UTC. */
  readonly charged_at: string;
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
  /** The charge would exceed the limit. */
  | { readonly outcome: 'over_limit' }
  /** The same request with the same Idempotency-Key was charged before. */
  | { readonly outcome: 'repeated' }
  /** Another request with the same Idempotency-Key was charged before. */
  | { readonly outcome: 'conflicting' };

/** Groups charges that differ only in their units. Charges with an Idempotency-Key are not grouped. */
export function bundlesOf(charges: readonly ChargeRow[]): ChargeRow[][] {
  const bundles: ChargeRow[][] = [];
  const latest = new Map<string, ChargeRow[]>();
  for (const charge of charges) {
    const { key_id, window, limit, idempotency } = charge;
    if (idempotency) {
      bundles.push([charge]);
      continue;
    }
    const bundle = latest.get(key_id);
    const first = bundle?.[0];
    if (bundle && first?.window === window && first.limit === limit) {
      bundle.push(charge);
    } else {
      const opened = [charge];
      bundles.push(opened);
      latest.set(key_id, opened);
    }
  }
  return bundles;
}

/**
 * The results of charges in the order of the charges. Each has the used units after the last charge, because bundles change the order.
 * @param results in the order in which they were charged
 */
export function resultsOf(
  charges: readonly ChargeRow[],
  results: ReadonlyMap<ChargeRow, ChargeResult>,
): ChargeResult[] {
  const used = new Map<string, number>();
  for (const [{ account_id, window }, result] of results) {
    if (result.outcome === 'charged') used.set(`${account_id} ${window}`, result.used);
  }
  return charges.map((charge) => {
    const result = results.get(charge) as ChargeResult;
    if (result.outcome !== 'charged') return result;
    return { outcome: 'charged', used: used.get(`${charge.account_id} ${charge.window}`) ?? result.used };
  });
}
