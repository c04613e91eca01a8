import type { ErrorCode, Result, Schemas } from './types.ts';

type FieldErrors = Readonly<NonNullable<Schemas['ErrorBody']['errors']>>;

interface ErrorDetails {
  readonly status?: number;
  readonly code?: ErrorCode | undefined;
  readonly requestId?: string | null | undefined;
  readonly fields?: FieldErrors | undefined;
  readonly retryAfterSeconds?: number | null;
  readonly quota?: Result<unknown>['quota'];
  readonly idempotencyKey?: string | undefined;
  readonly possibleUnits?: number;
  readonly cause?: unknown;
}

/** An error of a call. Its message says what is wrong and what to do. */
export class AlirError extends Error {
  override name = 'AlirError';
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  readonly code: ErrorCode | null;
  /** The id of the request in the log of the server. */
  readonly requestId: string | null;
  /** The invalid parameters of a 400. */
  readonly fields: FieldErrors;
  /** The server asked for a retry after this time. */
  readonly retryAfterSeconds: number | null;
  /** Units of the account; null if the answer does not have them. */
  readonly quota: Result<unknown>['quota'];
  /** With this `idempotencyKey`, the same call is charged only once. */
  readonly idempotencyKey: string | null;
  /** Units that the call can have cost although it failed: an attempt without an answer may have been charged. */
  readonly possibleUnits: number;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.status = details.status ?? null;
    this.code = details.code ?? null;
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.quota = details.quota ?? null;
    this.idempotencyKey = details.idempotencyKey ?? null;
    this.possibleUnits = details.possibleUnits ?? 0;
  }
}

/** The request is wrong or not allowed: the same request would fail again. */
export class RequestError extends AlirError {
  override name = 'RequestError';
}

/** The key is missing, mistyped, revoked or expired. */
export class AuthenticationError extends AlirError {
  override name = 'AuthenticationError';
}

/** The units of the account are used up, or are fewer than the request costs. */
export class QuotaError extends AlirError {
  override name = 'QuotaError';
}

/** Too many requests, also after the retries. */
export class RateLimitError extends AlirError {
  override name = 'RateLimitError';
}

/** The server failed, also after the retries. */
export class ServerError extends AlirError {
  override name = 'ServerError';
}

/** No complete answer arrived, also after the retries. */
export class ConnectionLostError extends AlirError {
  override name = 'ConnectionLostError';
}

/** No answer arrived in time, also after the retries. */
export class TimedOutError extends ConnectionLostError {
  override name = 'TimedOutError';
}

/** The class of an answer that is an error. */
export function errorClassOf(status: number, code: string | undefined): typeof AlirError {
  if (status === 401) return AuthenticationError;
  if (status === 429) return RateLimitError;
  if (code === 'quota_exceeded' || code === 'quota_insufficient') return QuotaError;
  return status >= 500 || status === 408 ? ServerError : RequestError;
}
