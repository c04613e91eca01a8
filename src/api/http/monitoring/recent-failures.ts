import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../core/clock.ts';
import { DAY_MS } from '../../../core/dates.ts';
import type { ErrorCode } from '../../../core/error-codes.ts';

const MAX_KINDS = 100;
const KEPT_MS = 7 * DAY_MS;

/** The newest of the failures with one code on one route for one account. */
export interface Failure {
  readonly at: Date;
  readonly method: string;
  /** The path of the route, with `:name` for a parameter. Null for a path that does not exist. */
  readonly route: string | null;
  readonly status: number;
  readonly code: ErrorCode;
  readonly request_id: string;
  /** Whose request failed; null if it is not known. */
  readonly account_id: string | null;
  /** The number of these failures since the first one that is still listed. */
  readonly count: number;
}

/** The responses of this process in the last 7 days with a status of 500 or above, in memory. */
export class RecentFailures {
  readonly #clock: Clock;
  readonly #failures = new Map<string, Failure>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(
    { id, method, routeOptions }: Pick<FastifyRequest, 'id' | 'method' | 'routeOptions'>,
    { status, code, account_id }: Pick<Failure, 'status' | 'code' | 'account_id'>,
  ): void {
    const route = routeOptions.url ?? null;
    const kind = `${method} ${route} ${code} ${account_id}`;
    const count = (this.#failures.get(kind)?.count ?? 0) + 1;
    // A repeated kind takes one place, so that it does not hide others. The map is in the order of the newest failures.
    this.#failures.delete(kind);
    const failure = { at: this.#clock.now(), method, route, status, code, account_id, request_id: id, count };
    this.#failures.set(kind, failure);
    const [oldest = ''] = this.#failures.keys();
    if (this.#failures.size > MAX_KINDS) this.#failures.delete(oldest);
  }

  /** Newest first. */
  all(): Failure[] {
    const since_ms = this.#clock.now().getTime() - KEPT_MS;
    return [...this.#failures.values()].filter(({ at }) => at.getTime() >= since_ms).reverse();
  }
}
