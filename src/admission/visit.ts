import type { Caller } from '../accounts/accounts.ts';
import type { Standing } from '../accounts/standing.ts';
import type { RateDecision } from './rate-limit.ts';

/** A request of somebody who is known. */
export interface Visit {
  readonly caller: Caller;
  readonly rate: RateDecision;
  /** What the account may do, and the units it had left, when the request came or was last charged. */
  standing: Standing;
  remaining: number;
  /** Units that the request was charged. */
  cost: number;
}
