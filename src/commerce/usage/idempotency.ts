import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HOURS } from '../../core/contract.ts';
import { AlirError } from '../../core/errors.ts';
import type { Parameters, Row } from '../../ledger/queries.ts';

/** What identifies a request that is charged once. */
export interface Idempotency {
  readonly idempotency_key: string;
  readonly request_sha256: string;
}

/** @param request the path and the input of the request, in one form for equal requests */
export function idempotencyOf(idempotency_key: string, request: string): Idempotency {
  return { idempotency_key, request_sha256: createHash('sha256').update(request).digest('hex') };
}

/** Whether an account was charged for the same request or for another one. */
export type EarlierCharge = 'repeated' | 'conflicting';

/** The parameters of the query for an earlier charge with the Idempotency-Key of a request. */
export function earlierCharge(
  account_id: string,
  { idempotency_key }: Idempotency,
  now: Date,
): Parameters<'idempotent_charge'> {
  return { account_id, idempotency_key, after: expiry(now) };
}

/** Compares a request with the earlier charge, if there is one. */
export function comparedWith(
  earlier: Row<'idempotent_charge'> | undefined,
  { request_sha256 }: Idempotency,
): EarlierCharge | undefined {
  if (!earlier) return undefined;
  return earlier.request_sha256 === request_sha256 ? 'repeated' : 'conflicting';
}

export function idempotencyConflict(): AlirError {
  return new AlirError(
    'idempotency_conflict',
    'This Idempotency-Key was already used for a different request. Send a new Idempotency-Key for a new request.',
  );
}

/** Charges up to this time are expired. */
export function expiry(now: Date): string {
  return new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000).toISOString();
}
