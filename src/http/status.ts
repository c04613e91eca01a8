import type { ErrorCode } from '../core/errors.ts';

/** The HTTP status of each error that a caller can meet. Any other code is an operator's, and to a caller a 500. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_url: 400,
  malformed_request: 400,
  unauthorized: 401,
  quota_exceeded: 403,
  host_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  downgrade_refused: 409,
  renewal_too_long: 409,
  too_many_orders: 409,
  idempotency_conflict: 409,
  key_limit_reached: 409,
  key_in_use: 409,
  order_not_payable: 409,
  unknown_offer: 404,
  unknown_order: 404,
  unknown_key: 404,
  bad_key_name: 400,
  payment_refused: 403,
  payment_unavailable: 503,
  headers_too_large: 431,
  // nobody is there to read it; for logs and metrics
  client_gone: 499,
  answer_too_large: 500,
  internal_error: 500,
  data_unavailable: 503,
  overloaded: 503,
  query_timeout: 503,
  shutting_down: 503,
  not_ready: 503,
};

export function statusOf(code: ErrorCode): number | undefined {
  return STATUS[code];
}
