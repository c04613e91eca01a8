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
