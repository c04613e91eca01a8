import type { ErrorCode } from '../../core/errors.ts';

/** A method of a path in the OpenAPI document. */
export interface Route {
  readonly path: string;
  readonly method: string;
  readonly described: object;
}

/** Errors of any request without a key. */
export const OPEN_ERRORS: readonly ErrorCode[] = [
  'invalid_url',
  'malformed_request',
  'request_timeout',
  'address_limited',
  'headers_too_large',
  'internal_error',
  'overloaded',
  'shutting_down',
];
