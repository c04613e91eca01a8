import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../core/clock.ts';
import type { ErrorCode } from '../../../core/errors.ts';

const MAX_KINDS = 20;

/** The newest of the failures with one code on one route. */
export interface Failure {
  readonly at: Date;
  readonly method: string;
  /** The path of the route, with `:name` for a parameter. Null for a path that does not exist. */
  readonly route: string | null;
  readonly status: number;
  readonly code: ErrorCode;
  readonly request_id: string;
  /** The number of these failures since the first one that is still listed. */
  readonly count: number;
}

/** The recent responses of this process with a status of 500 or above, in memory. */
export class RecentFailures {
  readonly #clock: Clock;
  readonly #failures = new Map<string, Failure>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note({ id, method, routeOptions }: FastifyRequest, status: number, code: ErrorCode): void {
    const route = routeOptions.url ?? null;
    const kind = `${method} ${route} ${code}`;
    const count = (this.#failures.get(kind)?.count ?? 0) + 1;
    // A repeated kind takes one place, so that it does not hide others. The map is in the order of the newest failures.
    this.#failures.delete(kind);
    this.#failures.set(kind, { at: this.#clock.now(), method, route, status, code, request_id: id, count });
    const [oldest = ''] = this.#failures.keys();
    if (this.#failures.size > MAX_KINDS) this.#failures.delete(oldest);
  }

  /** Newest first. */
  all(): Failure[] {
    return [...this.#failures.values()].reverse();
  }
}
