import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HOURS } from '../../../core/contract.ts';
import { AlirError } from '../../../core/errors.ts';

/** What identifies a request that is charged once. */
export interface Idempotency {
  readonly idempotency_key: string;
  readonly request_sha256: string;
}

/** @param request the path and the input of the request, in one form for equal requests */
export function idempotencyOf(idempotency_key: string, request: string): Idempotency {
  return { idempotency_key, request_sha256: createHash('sha256').update(request).digest('hex') };
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
