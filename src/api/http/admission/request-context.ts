import type { Caller } from '../../../commerce/accounts/accounts.ts';
import type { Meter } from '../../../commerce/accounts/quota/meter.ts';
import { type Quota, QuotaError } from '../../../commerce/accounts/quota/quota-error.ts';
import type { Clock } from '../../../core/clock.ts';
import type { RequiredScope } from '../../../core/commerce-terms.ts';
import { AlirError } from '../../../core/errors.ts';
import { type MaybePromise, whenKnown } from '../../../core/maybe-promise.ts';
import { type RateDecision, RateLimitError, type RateLimits, type RateState } from '../limits/rate-limit.ts';
import type { HeaderList } from '../responses/envelope.ts';
import type { IdentifiedCaller } from '../responses/response.ts';

export interface Limits {
  readonly meter: Meter;
  readonly rates: RateLimits;
  readonly clock: Clock;
}

/** An authenticated request. The quota and rate limit in its response are read when the response is written. */
export class RequestContext implements IdentifiedCaller {
  readonly caller: Caller;
  readonly rateError: AlirError | null;
  /** Units charged for the request. */
  cost = 0;
  /** Whether the same request with the same Idempotency-Key was charged before, so that this one costs nothing. */
  isRepeated = false;
  /** Set without remaining units until the body shows whether the request is a dry run. Other errors of the body come after it. */
  refusal: QuotaError | null = null;
  readonly #limits: Limits;
  readonly #requests_per_minute: number;
  /** The quota that the response shows, after it is read from the ledger. */
  #quota: Quota | null = null;

  /** @param isCounted whether the rate limit already counted the request */
  static open(caller: Caller, limits: Limits, isCounted = false): MaybePromise<RequestContext> {
    const { meter, rates, clock } = limits;
    return whenKnown(meter.refresh(caller), () => {
      const { requests_per_minute, window } = meter.entitlement(caller);
      meter.keyUse.note(caller, window);
      const decision = isCounted
        ? null
        : rates.take(caller.account_id, requests_per_minute, clock.monotonic_ms());
      return whenKnown(decision, (known) => new RequestContext(caller, limits, requests_per_minute, known));
    });
  }

  /** @param decision null if the rate limit already counted the request */
  private constructor(
    caller: Caller,
    limits: Limits,
    requests_per_minute: number,
    decision: RateDecision | null,
  ) {
    this.caller = caller;
    this.#limits = limits;
    this.#requests_per_minute = requests_per_minute;
    this.rateError = decision === null || decision.isAllowed ? null : new RateLimitError(decision);
  }

  /** @throws AlirError `rate_limited` */
  checkRate(): void {
    if (this.rateError) throw this.rateError;
  }

  /** @throws AlirError `scope_missing` if the key does not have the scope; `rate_limited` above the rate limit, which comes first */
  checkScope(needed: RequiredScope): void {
    const { scopes } = this.caller;
    if (needed === 'any' || scopes.includes(needed)) return;
    this.checkRate();
    throw new AlirError(
      'scope_missing',
      `This API key has only the scope ${scopes.join()}, and the request needs the scope ${needed}. Send a key with the scope ${needed}. To create one, send POST /account/keys with a key that has the scope account, or ask the operator.`,
    );
  }

  /** @throws QuotaError if no units remain */
  checkQuota(): MaybePromise<void> {
    const { meter } = this.#limits;
    if (meter.quota(this.caller).remaining > 0) return;
    return whenKnown(meter.refreshShared(this.caller), () => {
      const quota = meter.quota(this.caller);
      if (quota.remaining === 0) throw new QuotaError(quota, 1);
    });
  }

  /** Reads the current quota from the ledger. All later output of this request uses these figures. */
  async readQuota(): Promise<Quota> {
    this.#quota = await this.#limits.meter.quotaInLedger(this.caller);
    return this.#quota;
  }

  async currentHeaders(): Promise<HeaderList> {
    if (this.#quota === null) await this.readQuota();
    return this.limitHeaders();
  }

  /** Headers of every response to an authenticated caller: rate limit, quota, and cost of the request. */
  limitHeaders(): HeaderList {
    const { entitlement, remaining } = this.#quota ?? this.#limits.meter.quota(this.caller);
    const rate = this.#rateNow();
    const headers = [
      'x-ratelimit-limit',
      rate.limit,
      'x-ratelimit-remaining',
      rate.remaining,
      'x-ratelimit-reset',
      rate.reset_s,
      'x-monthly-limit',
      entitlement.units,
      'x-monthly-remaining',
      remaining,
      'x-monthly-reset',
      entitlement.reset_at,
      'x-request-cost',
      this.cost,
    ];
    if (this.isRepeated) headers.push('idempotent-replayed', 'true');
    return headers;
  }

  async withCurrentLimits(found: AlirError): Promise<AlirError> {
    const error = this.refusal ?? found;
    const quota = await this.readQuota();
    if (error instanceof QuotaError) {
      if (quota.remaining < error.units) return new QuotaError(quota, error.units);
      // The window has ended since the refusal.
      this.#quota = error.quota;
      return error;
    }
    return error instanceof RateLimitError ? new RateLimitError(this.#rateNow()) : error;
  }

  #rateNow(): RateState {
    const { rates, clock } = this.#limits;
    return rates.stateOf(this.caller.account_id, this.#requests_per_minute, clock.monotonic_ms());
  }
}
