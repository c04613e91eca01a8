/** A request that the rate limit of its account counts or refuses. */
interface RateRequest {
  readonly account_id: string;
  /** Requests that the account may send in the window. */
  readonly limit: number;
}

export interface RateResult {
  readonly is_allowed: boolean;
  /** Requests that remain in the window. */
  readonly remaining: number;
  /** Seconds until the oldest request leaves the window. At least 1. */
  readonly reset_s: number;
}

/**
 * Counts requests in their order. Returns a result for each, in the same order.
 * @throws AlirError `ledger_unavailable`
 */
export type TakeRates = (
  requests: readonly RateRequest[],
  window_ms: number,
) => Promise<readonly RateResult[]>;
